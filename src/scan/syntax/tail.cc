// SPDX-License-Identifier: Apache-2.0
#include "scan/syntax/tail.h"

#include <algorithm>

#include "base/steps.h"
#include "scan/prose/script_boundary.h"
#include "unicode/properties.h"

namespace linkspan::scan {

void Tail::begin(uint64_t offset, Component component, Style style, const Quotes& quotes,
                 Letters letters) {
  begin_ = at_ = last_safe_ = offset;
  query_begin_ = fragment_begin_ = kNowhere;
  // The delimiter begins the component, so the tail starts in the one before.
  component_ = component == Component::fragment ? Component::query : Component::path;
  name_quote_end_ = kNowhere;
  may_be_topic_ = false;
  quotes_ = quotes;
  letters_ = letters;
  style_ = style;
  segment_ = Segment::empty;
  cause_ = Cause::code_point;
  open_count_ = 0;
}

// PERF: of nine in ten characters of a tail, which are ASCII, only the role matters. The last of
// them determines the state of the segment.
inline void Tail::pass_plain(const Window& window, uint64_t limit) {
  const auto& steps = kSteps[static_cast<size_t>(style_)];
  const uint64_t end = std::min(window.end, limit);
  uint64_t at = at_;
  uint64_t safe = last_safe_;
  uint64_t word = at_;  // the start of the last letters and digits
  for (; at < end; ++at) {
    const Step step = steps[window.byte(at)];
    if (step == Step::look) break;
    if (step != Step::soft) safe = at + 1;
    if (step != Step::alphanumeric) word = at + 1;
  }
  base::count_steps(at - at_);
  if (at == at_) return;
  if (word > at_) segment_ = Segment::empty;
  if (word < at && segment_ == Segment::empty) segment_ = Segment::ascii;
  at_ = at;
  last_safe_ = safe;
}

// PERF: nor does a non-ASCII letter between others matter, in a segment of another script. The last
// of them does: another link may begin after it.
inline void Tail::pass_letters(const Window& window, uint64_t limit) {
  const uint64_t end = std::min(window.end, limit);
  const bool may_be_passed = at_ < end && window.byte(at_) >= 0x80 && segment_ == Segment::other &&
                             window.byte(at_ - 1) >= 0x80;
  if (!may_be_passed) return;
  for (;;) {
    const base::CodePoint letter = window.code_point(at_);
    const uint64_t after = at_ + letter.length;
    if (after >= end || window.byte(after) < 0x80 || !is_plain_letter(letter.value)) return;
    base::count_step();
    at_ = last_safe_ = after;
  }
}

Tail::Outcome Tail::advance(const Window& window, uint64_t limit) {
  uint64_t safe_so_far = last_safe_;
  for (;;) {
    pass_plain(window, limit);
    pass_letters(window, limit);
    const Peek next = window.peek(at_);
    if (next.unknown()) return Outcome::need_more;
    if (next.state == Peek::State::end_of_text) break;
    base::count_step();
    const uint64_t after = at_ + next.code_point.length;
    safe_so_far = last_safe_;
    const char32_t code_point = next.code_point.value;
    Role role = role_of(code_point, style_);
    Verdict verdict = Verdict::proceed;
    if (style_ == Style::prose) {
      verdict = take_reading(window, code_point, role, after);
      if (role == Role::soft && is_of_syllable(window, code_point)) role = Role::include;
      if (verdict == Verdict::proceed && role == Role::stop) {
        const Answer belongs = belongs_to_name(window, code_point, after);
        if (belongs == Answer::unknown) return Outcome::need_more;
        if (belongs == Answer::yes) role = code_point == '\\' ? Role::soft : Role::include;
      }
    }
    if (verdict == Verdict::proceed && code_point < 0x80) verdict = take_syntax(window, code_point);
    if (verdict == Verdict::need_more) return Outcome::need_more;
    if (verdict == Verdict::proceed) verdict = take(code_point, role, after);
    if (verdict == Verdict::stop) break;
    at_ = after;
    if (after > limit) {
      last_safe_ = safe_so_far;
      return Outcome::over_limit;
    }
    if (role == Role::open && open_count_ == 1) take_over_what_was_read();
  }
  if (style_ == Style::prose) drop_unclosed();
  if (last_safe_ <= limit) return Outcome::stopped;
  last_safe_ = safe_so_far;
  return Outcome::over_limit;
}

// Is it a joiner after a virama or another mark, whose shape it changes? ක්‍
bool Tail::is_of_syllable(const Window& window, char32_t code_point) const {
  if (!is_joiner(code_point) || at_ <= begin_ || window.byte(at_ - 1) < 0x80) return false;
  return unicode::properties(window.code_point_before(at_, begin_).value).is_mark();
}

// The effect of the code point on the syntax: it begins a component, or clears the stack.
inline Tail::Verdict Tail::take_syntax(const Window& window, char32_t code_point) {
  const bool clears = style_ == Style::uts58;
  switch (component_) {
    case Component::path:
      if (code_point == '/' && clears) open_count_ = 0;
      if (code_point == '?') {
        component_ = Component::query;
        query_begin_ = at_ + 1;
        return Verdict::proceed;
      }
      break;
    case Component::query:
      if ((code_point == '=' || code_point == '&') && clears) open_count_ = 0;
      break;
    case Component::fragment:
      if (code_point == ':' && clears) {
        const Answer directive = window.holds(at_, ":~:");
        if (directive == Answer::unknown) return Verdict::need_more;
        if (directive == Answer::yes) open_count_ = 0;
      }
      return Verdict::proceed;
  }
  if (code_point == '#') {
    component_ = Component::fragment;
    fragment_begin_ = at_ + 1;
    may_be_topic_ = false;
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
      if (open_count_ == max_open()) return Verdict::stop;
      open_[open_count_++] = {code_point, component_, segment_, at_, last_safe_};
      break;
    case Role::close:
      if (!close(code_point)) return Verdict::stop;
      break;
  }
  last_safe_ = after;
  return Verdict::proceed;
}

inline bool Tail::close(char32_t closer) {
  if (open_count_ == 0) return false;
  if (open_[open_count_ - 1].bracket == unicode::link_bracket(closer)) {
    --open_count_;
    return true;
  }
  if (style_ == Style::uts58) --open_count_;
  return false;
}

// In prose a bracket without a partner, and all text after it, is not part of the link.
void Tail::drop_unclosed() {
  if (open_count_ == 0) return;
  unclosed_ = {at_,
               last_safe_,
               query_begin_,
               fragment_begin_,
               name_quote_end_,
               quotes_,
               letters_,
               component_,
               segment_,
               may_be_topic_,
               static_cast<uint8_t>(open_count_ & 0x7F)};
  std::copy_n(open_.begin(), open_count_, unclosed_open_.begin());
  last_safe_ = std::min(last_safe_, open_[0].safe_before);
  cause_ = Cause::bracket;
  open_count_ = 0;
}

// After the same bracket, in the same state, the tail would read the same: it takes over the
// result. With one bracket less around it, it may continue where it stopped.
void Tail::take_over_what_was_read() {
  const Opener& opener = open_[0];
  const auto end = unclosed_open_.begin() + unclosed_.count;
  const auto same = std::find_if(unclosed_open_.begin(), end,
                                 [&](const Opener& one) { return one.at == opener.at; });
  const bool is_known = same != end && same->component == opener.component &&
                        same->segment == opener.segment && unclosed_.quotes == quotes_ &&
                        unclosed_.letters == letters_;
  if (!is_known) return;
  base::count_step();
  open_count_ = static_cast<uint8_t>(end - same);
  std::copy(same + 1, end, open_.begin() + 1);
  if (opener.component == Component::path) query_begin_ = unclosed_.query_begin;
  if (opener.component != Component::fragment) {
    fragment_begin_ = unclosed_.fragment_begin;
    may_be_topic_ = unclosed_.may_be_topic;
  }
  component_ = unclosed_.component;
  segment_ = unclosed_.segment;
  last_safe_ = unclosed_.last_safe;
  name_quote_end_ = unclosed_.name_quote_end;
  at_ = unclosed_.at;
}

void fill_tail(Parts& parts, uint64_t link_begin, const TailPlaces& places) {
  const auto offset = [&](uint64_t place) { return static_cast<uint32_t>(place - link_begin); };
  const bool has_query = places.query_begin <= places.end;
  const bool has_fragment = places.fragment_begin <= places.end;
  const uint64_t query_end = has_fragment ? places.fragment_begin - 1 : places.end;
  const uint64_t path_end = has_query ? places.query_begin - 1 : query_end;
  parts.path = {offset(places.begin), offset(path_end)};
  if (has_query) parts.query = {offset(places.query_begin), offset(query_end)};
  if (has_fragment) parts.fragment = {offset(places.fragment_begin), offset(places.end)};
}

}  // namespace linkspan::scan
