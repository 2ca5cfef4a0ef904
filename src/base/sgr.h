// SPDX-License-Identifier: Apache-2.0
// SGR, "select graphic rendition": the escape sequences that set colours, bold and the like in a
// terminal (ECMA-48, section 8.3.117).
//
//   ESC [ 0 1 ; 3 1 m              bold and red
//   ESC [ 3 8 : 2 : 1 : 2 : 3 m    a colour (ISO 8613-6)
//   ESC [ > 4 m                    not SGR: a private sequence for the keys of a terminal
//   ESC [ 2 J                      not SGR: it clears the screen
//   ESC [ m ESC [ K                SGR, with the erase that GNU grep writes after it
//   9B 3 1 m                       not SGR here: few terminals support the 8-bit form
//
// Guarded by tests/render/sgr_test.cc.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/ascii.h"
#include "base/utf8.h"

namespace linkspan::base {

inline constexpr char kEscape = 0x1B;

// In bytes; programs write no longer ones.
inline constexpr size_t kLongestSgr = 64;

// GNU grep writes it after each SGR: "erase to the end of the line", which is still empty.
inline constexpr std::string_view kErase = "\x1B[K";

struct Sgr {
  size_t length = 0;        // of the sequence at the start of the text; 0: none
  size_t with_erase = 0;    // the same with an erase right after it
  bool may_follow = false;  // more text may complete it, or its erase
};

// Parameters are digits, with `;` or `:` between them.
constexpr Sgr find_sgr(std::string_view text, Text extent) {
  const bool is_cut = extent == Text::more_may_follow;
  if (text.empty() || text[0] != kEscape) return {};
  if (text.size() == 1) return {0, 0, is_cut};
  if (text[1] != '[') return {};
  for (size_t at = 2; at < text.size() && at < kLongestSgr; ++at) {
    if (text[at] == 'm') {
      const std::string_view after = text.substr(++at, kErase.size());
      if (after == kErase) return {at, at + kErase.size(), false};
      const bool erase_may_follow = is_cut && kErase.starts_with(after);
      return erase_may_follow ? Sgr{0, 0, true} : Sgr{at, at, false};
    }
    if (!is_ascii_digit(static_cast<unsigned char>(text[at])) && text[at] != ';' &&
        text[at] != ':') {
      return {};
    }
  }
  return {0, 0, is_cut && text.size() < kLongestSgr};
}

}  // namespace linkspan::base
