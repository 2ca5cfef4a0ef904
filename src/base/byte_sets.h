// SPDX-License-Identifier: Apache-2.0
// Sets of bytes in forms for lookups in registers (byte_block.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace linkspan::base {

// A set of ASCII characters: a row for each low half of a byte, with a bit for each high half.
// Bytes from 0x80 on are in none.
struct AsciiSet {
  std::array<uint8_t, 16> rows{};

  constexpr AsciiSet() = default;
  constexpr explicit AsciiSet(std::string_view characters) {
    for (const char c : characters) add(static_cast<uint8_t>(c));
  }
  // REQUIRES: ASCII.
  constexpr void add(uint8_t character) {
    rows[character & 0x0F] |= static_cast<uint8_t>(1 << (character >> 4));
  }
  constexpr void add_in_both_cases(uint8_t character) {
    const bool is_letter = (character | 0x20) >= 'a' && (character | 0x20) <= 'z';
    add(character);
    if (is_letter) add(character ^ 0x20);
  }
  constexpr AsciiSet operator|(const AsciiSet& other) const {
    AsciiSet both = *this;
    for (size_t row = 0; row < rows.size(); ++row) both.rows[row] |= other.rows[row];
    return both;
  }
  constexpr bool contains(uint8_t byte) const {
    return byte < 0x80 && (rows[byte & 0x0F] >> (byte >> 4) & 1) != 0;
  }
};

// Bytes to look for, of which no two have the same low half, so that one shuffle finds them all.
struct Marks {
  std::array<uint8_t, 16> by_low_half{};  // the byte, or one with another low half
  std::array<uint8_t, 9> bytes{};         // the first one repeated, if there are fewer

  constexpr Marks(std::initializer_list<uint8_t> marks) {
    bytes.fill(*marks.begin());
    // g++ 12 does not evaluate std::copy at compile time with _GLIBCXX_DEBUG.
    for (size_t i = 0; i < marks.size(); ++i) bytes[i] = marks.begin()[i];
    for (uint8_t low = 0; low < 16; ++low) by_low_half[low] = low ^ 1;
    for (const uint8_t mark : marks) by_low_half[mark & 0x0F] = mark;
  }
};

}  // namespace linkspan::base
