// SPDX-License-Identifier: Apache-2.0
#include "scan/prose/dot_context.h"

#include <algorithm>

#include "automata/prose_rules.h"
#include "base/ascii.h"
#include "base/steps.h"
#include "scan/prose/prose_rules.h"
#include "scan/prose/script_boundary.h"
#include "scan/syntax/run_characters.h"
#include "scan/text/link_edges.h"
#include "scan/text/roles.h"

namespace linkspan::scan {
namespace {

// Is the path that begins at `at` only one or two digits, as in 10.0.0.0/8?
Answer is_size_of_network(const Window& window, uint64_t at) {
  constexpr uint64_t kMostDigits = 2;
  uint64_t end = at;
  while (end < window.end && end - at < kMostDigits && base::is_ascii_digit(window.byte(end)))
    ++end;
  const Peek next = window.peek(end);
  if (next.unknown()) return Answer::unknown;
  const bool is_longer = next.state == Peek::State::code_point && !is_hard(next.code_point.value) &&
                         (base::is_ascii_alphanumeric(next.code_point.value) || next.is('/'));
  return end > at && !is_longer ? Answer::yes : Answer::no;
}

// Does an ASCII label with a dot after it follow the letters of another script at `end`? Moves
// `end` to the label.
Answer host_begins_after_text(const Window& window, uint64_t& end) {
  constexpr unsigned kMostLetters = 32;
  constexpr unsigned kMostOfLabel = 64;
  Peek next = window.peek(end);
  for (unsigned i = 0; i < kMostLetters; ++i) {
    const bool is_letter = next.state == Peek::State::code_point && next.code_point.value >= 0x80 &&
                           is_word_character(next.code_point.value);
    if (!is_letter) break;
    base::count_step();
    next = window.peek(end += next.code_point.length);
  }
  uint64_t label_end = end;
  for (unsigned i = 0; i < kMostOfLabel; ++i) {
    const bool is_of_label = next.state == Peek::State::code_point &&
                             (base::is_ascii_alphanumeric(next.code_point.value) || next.is('-'));
    if (!is_of_label) break;
    base::count_step();
    next = window.peek(++label_end);
  }
  if (next.unknown()) return Answer::unknown;
  if (label_end == end || !next.is('.') || window.has(end, '-')) return Answer::no;
  return stands_at(window, label_end + 1,
                   [](char32_t c) { return base::is_ascii_alphanumeric(c); });
}

}  // namespace

Answer DotContext::is_in_ipv4(uint64_t& begin, uint64_t& end) const {
  if (!is_on(ProseRule::ipv4)) return Answer::no;
  constexpr unsigned kNumbers = 4;
  constexpr uint64_t kMostDigits = 3;
  const uint64_t floor = std::max(floor_, window_.begin);
  begin = dot_;
  while (begin > floor && base::is_ascii_digit(window_.byte(begin - 1))) {
    if (dot_ - --begin > kMostDigits) return Answer::no;
  }
  const bool is_apart = begin == floor || !may_stand_in_plain_run(window_.byte(begin - 1));
  if (!is_apart) return Answer::no;
  end = begin;
  for (unsigned number = 0; number < kNumbers; ++number) {
    if (number > 0 && !window_.has(end++, '.')) return Answer::no;
    const uint64_t digits = end;
    unsigned value = 0;
    while (end < window_.end && end - digits < kMostDigits &&
           base::is_ascii_digit(window_.byte(end))) {
      value = value * 10 + (window_.byte(end++) - '0');
    }
    base::count_steps(end - digits);
    if (end == window_.end && !window_.complete()) return Answer::unknown;
    if (end == digits || value > 255) return Answer::no;
  }
  if (!tail_follows(window_, end)) {
    return window_.has(end, ':') && window_.peek(end + 1).unknown() ? Answer::unknown : Answer::no;
  }
  return window_.has(end, '/') ? opposite(is_size_of_network(window_, end + 1)) : Answer::yes;
}

Answer DotContext::is_in_text(const TopLevelDomains& tlds, uint64_t& end) const {
  if (!is_on(ProseRule::domain_start)) return Answer::no;
  constexpr uint64_t kLongestNumber = 12;
  if (dot_ == window_.begin) return Answer::no;
  const bool is_after_digit = base::is_ascii_digit(window_.byte(dot_ - 1));
  uint64_t last_part = dot_ + 1;
  for (end = last_part; is_after_digit && end < window_.end && end <= dot_ + kLongestNumber;
       ++end) {
    const bool ends_part = window_.byte(end) == '.' && end > last_part;
    if (!ends_part && !base::is_ascii_digit(window_.byte(end))) break;
    if (ends_part) last_part = end + 1;
  }
  base::count_steps(end - dot_);
  if (end < window_.end && window_.byte(end) < 0x80) return Answer::no;
  const Peek next = window_.peek(end);
  if (next.unknown()) return Answer::unknown;
  const bool is_text = next.state == Peek::State::code_point &&
                       is_other_script(next.code_point.value) &&
                       script_kind_of(next.code_point.value) == ScriptKind::unspaced;
  if (!is_text) return Answer::no;
  if (end > last_part) {
    return tlds.contains(window_, last_part, end) ? Answer::no : Answer::yes;
  }
  if (last_part > dot_ + 1) return Answer::no;
  return may_end_item() ? host_begins_after_text(window_, end) : Answer::no;
}

// Does a number of one or two digits, a letter, or a script without spaces precede the dot?
bool DotContext::may_end_item() const {
  const uint64_t floor = window_.back_to<8>(dot_, floor_);
  const auto before = [&](uint64_t at) {
    return at > floor ? window_.code_point_before(at, floor).value : U' ';
  };
  const char32_t last = before(dot_);
  if (last >= 0x80) return script_kind_of(last) == ScriptKind::unspaced;
  if (!base::is_ascii_alphanumeric(last)) return false;
  const bool are_two = base::is_ascii_digit(last) && base::is_ascii_digit(before(dot_ - 1));
  const char32_t first = before(dot_ - (are_two ? 2 : 1));
  return first >= 0x80 || !may_stand_in_plain_run(static_cast<uint8_t>(first));
}

}  // namespace linkspan::scan
