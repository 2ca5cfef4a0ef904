// SPDX-License-Identifier: Apache-2.0
// Untrusted text in a sentence for people: characters that would control a terminal, break the line
// or reorder it are written as their bytes.
//
//   Zoë                                            Zoë
//   ESC ]0;owned BEL, a line feed                  \x1B]0;owned\x07, \x0A
//   U+009B, which terminals obey as they do ESC [  \xC2\x9B
//   bytes that are not UTF-8                       \xFF
//
// Controls are General_Category=Cc (C0, DEL, C1); lines also end at U+2028 and U+2029; U+202A..202E
// and U+2066..2069 open and close directions (Unicode 17, sections 23.1 and 23.2). Guarded by
// tests/scan/printable_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/utf8.h"

namespace linkspan::base {

constexpr bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c <= 0x9F); }

constexpr bool is_printable(char32_t c) {
  const bool ends_line = c == 0x2028 || c == 0x2029;
  const bool sets_direction = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  return !is_control(c) && !ends_line && !sets_direction && c != kIllFormed;
}

inline std::string printable(std::string_view text) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string shown;
  const auto* at = reinterpret_cast<const uint8_t*>(text.data());
  for (const uint8_t* const end = at + text.size(); at != end;) {
    const CodePoint code_point = decode(at, end, Text::complete);
    for (const uint8_t* const after = at + code_point.length; at != after; ++at) {
      if (is_printable(code_point.value)) {
        shown += static_cast<char>(*at);
      } else {
        shown.append("\\x").append({kDigits[*at >> 4], kDigits[*at & 0xF]});
      }
    }
  }
  return shown;
}

// "U+200B": the number of a code point, with at least four digits.
inline std::string code_of(char32_t c) {
  constexpr std::string_view kHexDigits = "0123456789ABCDEF";
  std::string code = "U+";
  for (int shift = 20; shift >= 0; shift -= 4) {
    const bool is_shown = shift < 16 || c >> shift != 0;
    if (is_shown) code += kHexDigits[c >> shift & 0xF];
  }
  return code;
}

}  // namespace linkspan::base
