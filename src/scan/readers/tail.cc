// SPDX-License-Identifier: Apache-2.0
#include "scan/readers/tail.h"

#include <algorithm>

#include "base/steps.h"
#include "scan/prose/script_boundary.h"
#include "scan/prose/tail_punctuation.h"
#include "unicode/properties.h"

namespace linkspan::scan {

void Tail::begin(uint64_t offset, Component component, Style style, const Quotes& quotes,
                 Letters letters) {
  state_.begin = state_.at = state_.last_safe = offset;
  state_.query_begin = state_.fragment_begin = kNowhere;
  // The delimiter begins the component, so the tail starts in the one before.
  state_.component = component == Component::fragment ? Component::query : Component::path;
  state_.name_quote_end = kNowhere;
  state_.joined_until = 0;
  state_.is_over_limit = false;
  state_.quotes = quotes;
  state_.letters = letters;
  state_.style = style;
  state_.segment = Segment::empty;
  state_.cause = Cause::code_point;
  state_.open_count = 0;
  state_.is_first_field = state_.label_may_follow = state_.star_is_open = Known::unasked;
}

// PERF: of nine in ten characters of a tail, which are ASCII, only the role matters. The last of
// them determines the state of the segment.
inline void Tail::pass_plain(const Window& window, uint64_t limit) {
  const auto& steps = kSteps[static_cast<size_t>(state_.style)];
  const uint64_t end = std::min(window.end, limit);
  uint64_t at = state_.at;
  uint64_t safe = state_.last_safe;
  uint64_t segment = state_.at;  // where it begins
  uint64_t word = state_.at;
  for (; at < end; ++at) {
    const Step step = steps[window.byte(at)];
    if (step == Step::look) break;
    if (step != Step::soft) safe = at + 1;
    if (step == Step::include || step == Step::delimiter) word = at + 1;
    if (step == Step::delimiter) segment = at + 1;
  }
  base::count_steps(at - state_.at);
  if (at == state_.at) return;
  const bool ends_word = word > state_.at && state_.segment == Segment::ascii;
  if (segment > state_.at || ends_word) state_.segment = Segment::empty;
  if (safe > word && state_.segment == Segment::empty) state_.segment = Segment::ascii;
  state_.at = at;
  state_.last_safe = safe;
}

// PERF: nor does a non-ASCII letter between others matter, in a segment of another script. The last
// of them does: another link may begin after it.
inline void Tail::pass_letters(const Window& window, uint64_t limit) {
  const uint64_t end = std::min(window.end, limit);
  const bool may_be_passed = state_.at < end && window.byte(state_.at) >= 0x80 &&
                             state_.segment == Segment::other && window.byte(state_.at - 1) >= 0x80;
  if (!may_be_passed) return;
  for (;;) {
    const base::CodePoint letter = window.code_point(state_.at);
    const uint64_t after = state_.at + letter.length;
    if (after >= end || window.byte(after) < 0x80 || !is_plain_letter(letter.value)) return;
    base::count_step();
    state_.at = state_.last_safe = after;
  }
}

Tail::Outcome Tail::advance(const Window& window, uint64_t limit) {
  uint64_t safe_so_far = state_.last_safe;
  state_.is_over_limit = limit == kNoLimit;
  for (;;) {
    pass_plain(window, limit);
    pass_letters(window, limit);
    const Peek next = window.peek(state_.at);
    if (next.unknown()) return Outcome::need_more;
    if (next.state == Peek::State::end_of_text) break;
    base::count_step();
    const uint64_t after = state_.at + next.code_point.length;
    safe_so_far = state_.last_safe;
    const char32_t code_point = next.code_point.value;
    Role role = role_of(code_point, state_.style);
    Verdict verdict = Verdict::proceed;
    if (state_.style == Style::prose) {
      verdict = TailScripts(window, state_).take(code_point, role, after);
      if (role == Role::soft && is_of_syllable(window, code_point)) role = Role::include;
      if (code_point == '*' && verdict == Verdict::proceed) {
        const Answer is_value = TailPunctuation(window, state_).is_whole_part(after);
        if (is_value == Answer::unknown) return Outcome::need_more;
        if (is_value == Answer::yes) role = Role::include;
      }
      if (verdict == Verdict::proceed && role == Role::stop) {
        const Answer belongs = TailPunctuation(window, state_).belongs_to_name(code_point, after);
        if (belongs == Answer::unknown) return Outcome::need_more;
        if (belongs == Answer::yes) role = code_point == '\\' ? Role::soft : Role::include;
      }
    }
    if (verdict == Verdict::proceed && code_point < 0x80) verdict = take_syntax(window, code_point);
    if (verdict == Verdict::need_more) return Outcome::need_more;
    if (verdict == Verdict::proceed) verdict = take(code_point, role, after);
    if (verdict == Verdict::stop) break;
    state_.at = after;
    if (after > limit) {
      state_.last_safe = safe_so_far;
      return Outcome::over_limit;
    }
    if (role == Role::open && state_.open_count == 1) take_over_what_was_read();
  }
  if (state_.style == Style::prose) drop_unclosed();
  if (state_.last_safe <= limit) return Outcome::stopped;
  state_.last_safe = safe_so_far;
  return Outcome::over_limit;
}

// Is it a joiner after a virama or another mark, whose shape it changes? ක්‍
bool Tail::is_of_syllable(const Window& window, char32_t code_point) const {
  if (!is_joiner(code_point) || state_.at <= state_.begin || window.byte(state_.at - 1) < 0x80)
    return false;
  const uint64_t floor = std::max(state_.begin, window.begin);
  return unicode::properties(window.code_point_before(state_.at, floor).value).is_mark();
}

// The effect of the code point on the syntax: it begins a component, or clears the stack.
inline Tail::Verdict Tail::take_syntax(const Window& window, char32_t code_point) {
  const bool clears = state_.style == Style::uts58;
  switch (state_.component) {
    case Component::path:
      if (code_point == '/' && clears) state_.open_count = 0;
      if (code_point == '?') {
        state_.component = Component::query;
        state_.query_begin = state_.at + 1;
        return Verdict::proceed;
      }
      break;
    case Component::query:
      if ((code_point == '=' || code_point == '&') && clears) state_.open_count = 0;
      break;
    case Component::fragment:
      if (code_point == ':' && clears) {
        const Answer directive = window.holds(state_.at, ":~:");
        if (directive == Answer::unknown) return Verdict::need_more;
        if (directive == Answer::yes) state_.open_count = 0;
      }
      return Verdict::proceed;
  }
  if (code_point == '#') {
    state_.component = Component::fragment;
    state_.fragment_begin = state_.at + 1;
  }
  return Verdict::proceed;
}

// The effect of the code point on the end of the link, by its role.
inline Tail::Verdict Tail::take(char32_t code_point, Role role, uint64_t after) {
  switch (role) {
    case Role::include:
      break;
    case Role::soft:
      return Verdict::proceed;
    case Role::stop:
      return Verdict::stop;
    case Role::open:
      if (state_.open_count == max_open()) return Verdict::stop;
      open_[state_.open_count++] = {code_point, state_.component, state_.segment, state_.at,
                                    state_.last_safe};
      break;
    case Role::close:
      if (!close(code_point)) return Verdict::stop;
      break;
  }
  state_.last_safe = after;
  return Verdict::proceed;
}

inline bool Tail::close(char32_t closer) {
  if (state_.open_count == 0) return false;
  if (open_[state_.open_count - 1].bracket == unicode::link_bracket(closer)) {
    --state_.open_count;
    return true;
  }
  if (state_.style == Style::uts58) --state_.open_count;
  return false;
}

// In prose a bracket without a partner, and all text after it, is not part of the link.
void Tail::drop_unclosed() {
  if (state_.open_count == 0) return;
  unclosed_ = {state_.at,
               state_.last_safe,
               state_.query_begin,
               state_.fragment_begin,
               state_.name_quote_end,
               state_.quotes,
               state_.letters,
               state_.component,
               state_.segment,
               state_.open_count};
  std::copy_n(open_.begin(), state_.open_count, unclosed_open_.begin());
  state_.last_safe = std::min(state_.last_safe, open_[0].safe_before);
  state_.cause = Cause::bracket;
  state_.open_count = 0;
}

// After the same bracket, in the same state, the tail would read the same: it takes over the
// result. With one bracket less around it, it may continue where it stopped.
void Tail::take_over_what_was_read() {
  const Opener& opener = open_[0];
  const auto end = unclosed_open_.begin() + unclosed_.count;
  const auto same = std::find_if(unclosed_open_.begin(), end,
                                 [&](const Opener& one) { return one.at == opener.at; });
  const bool is_known = same != end && same->component == opener.component &&
                        same->segment == opener.segment && unclosed_.quotes == state_.quotes &&
                        unclosed_.letters == state_.letters;
  if (!is_known) return;
  base::count_step();
  state_.open_count = static_cast<uint8_t>(end - same);
  std::copy(same + 1, end, open_.begin() + 1);
  if (opener.component == Component::path) state_.query_begin = unclosed_.query_begin;
  if (opener.component != Component::fragment) state_.fragment_begin = unclosed_.fragment_begin;
  state_.component = unclosed_.component;
  state_.segment = unclosed_.segment;
  state_.last_safe = unclosed_.last_safe;
  state_.name_quote_end = unclosed_.name_quote_end;
  state_.at = unclosed_.at;
}

}  // namespace linkspan::scan
