// SPDX-License-Identifier: Apache-2.0
// What is right before and after a link, whatever its kind.
#pragma once

#include <string_view>

#include "base/ascii.h"
#include "base/byte_sets.h"
#include "linkspan/linkspan.h"
#include "scan/text/window.h"
#include "unicode/properties.h"

namespace linkspan::scan {

inline bool is_hard(char32_t code_point) {
  return unicode::properties(code_point).link_term() == unicode::LinkTerm::hard;
}

// Could a path, a query or a port follow a host that ends at `end`?
inline bool tail_may_follow(const Window& window, uint64_t end) {
  return window.has(end, '/') || window.has(end, '?') || window.has(end, ':');
}

// Does one follow?
inline bool tail_follows(const Window& window, uint64_t end) {
  return window.has(end, '/') || window.has(end, '?') ||
         (window.has(end, ':') && end + 1 < window.end &&
          base::is_ascii_digit(window.byte(end + 1)));
}

// Is there a character at `end` that ends every host, whatever follows it?
inline bool ends_every_host(const Window& window, uint64_t end) {
  static constexpr base::AsciiSet kApart("\"),;>]");
  return end < window.end && (window.byte(end) <= ' ' || kApart.contains(window.byte(end)));
}

// White space at the start of the text.
inline char32_t character_before(const Window& window, uint64_t begin) {
  return begin > window.begin ? window.code_point_before(begin, window.begin).value : U' ';
}

// Why a link ends before `next`, by the standard.
inline EndedBy reason_to_end(const Peek& next) {
  if (next.state == Peek::State::end_of_text) return EndedBy::end_of_text;
  switch (unicode::properties(next.code_point.value).link_term()) {
    case unicode::LinkTerm::open:
    case unicode::LinkTerm::close:
      return EndedBy::bracket;
    case unicode::LinkTerm::soft:
      return EndedBy::soft;
    default:
      return EndedBy::hard;
  }
}

// Is U+27E8 right before `begin`? groff prints links so: ⟨https://example.org/⟩
inline bool opens_with_mathematical_bracket(const Window& window, uint64_t begin) {
  constexpr std::string_view kBracket = "⟨";
  return begin >= window.begin + kBracket.size() &&
         window.slice(begin - kBracket.size(), begin) == kBracket;
}

// Is `<` or `<URL:` right before `begin`? White space may follow the label.
inline bool opens_with_angle_bracket(const Window& window, uint64_t begin) {
  constexpr std::string_view kUrlLabel = "<url:";
  const uint64_t floor = window.furthest<16>(begin, 0);
  if (begin > floor && window.byte(begin - 1) == '<') return true;
  while (begin > floor && base::is_ascii_white_space(window.byte(begin - 1))) --begin;
  const bool has_colon = begin > floor && window.byte(begin - 1) == ':';
  window.reads_from(begin - std::min<uint64_t>(begin - floor, has_colon ? kUrlLabel.size() : 1));
  return has_colon && begin - floor >= kUrlLabel.size() &&
         window.holds(begin - kUrlLabel.size(), kUrlLabel) == Answer::yes;
}

}  // namespace linkspan::scan
