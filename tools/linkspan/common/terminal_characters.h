// SPDX-License-Identifier: Apache-2.0
// How terminals show single characters, to count columns (pick/text.h, output/shown_text.h).
#pragma once

namespace linkspan::command {

// Unicode 17, section 9: Hebrew to Arabic Extended-A, presentation forms, and the planes where such
// scripts are.
constexpr bool runs_right_to_left(char32_t c) {
  return (c >= 0x590 && c <= 0x8FF) || (c >= 0xFB1D && c <= 0xFDFF) ||
         (c >= 0xFE70 && c <= 0xFEFC) || (c >= 0x10800 && c <= 0x10FFF) ||
         (c >= 0x1E800 && c <= 0x1EFFF);
}

// Changes the colour of the emoji before it, if the terminal supports it.
constexpr bool is_skin_tone(char32_t c) { return c >= 0x1F3FB && c <= 0x1F3FF; }

}  // namespace linkspan::command
