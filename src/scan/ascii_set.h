// AsciiSet: a set of ASCII characters in the form that a register looks it up in: a row for each
// low half of a byte, with a bit for each high half. Bytes from 0x80 on are in none.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace linkspan::scan {

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
  constexpr bool contains(uint8_t byte) const {
    return byte < 0x80 && (rows[byte & 0x0F] >> (byte >> 4) & 1) != 0;
  }
};

}  // namespace linkspan::scan
