// SPDX-License-Identifier: Apache-2.0
// PairSet: a set of pairs of ASCII characters, ignoring case, for the starts or ends of names.
//
// Six bits of a byte count, so that upper and lower case are the same. Others are the same as well
// (controls and digits, bytes from 0x80 on and ASCII): contains() may be true for a pair that is
// not in the set, never false for one that is.
//
//   {"to", "el"}.contains('T', 'o')    yes
//   {"to", "el"}.contains('t', 'l')    no
#pragma once

#include <array>
#include <cstdint>

#include "base/byte_sets.h"

namespace linkspan::scan {

class PairSet {
 public:
  constexpr void add(uint8_t first, uint8_t second) {
    rows_[fold(first)] |= uint64_t{1} << fold(second);
  }
  // All pairs with this second character.
  constexpr void add_any_before(uint8_t second) {
    for (uint64_t& row : rows_) row |= uint64_t{1} << fold(second);
  }
  constexpr void add_any() { rows_.fill(~uint64_t{0}); }
  constexpr bool contains(uint8_t first, uint8_t second) const {
    return (rows_[fold(first)] >> fold(second) & 1) != 0;
  }

 private:
  static constexpr uint8_t fold(uint8_t byte) { return (byte & 0x1F) | (byte >> 1 & 0x20); }

  std::array<uint64_t, 64> rows_{};
};

// The last two characters of names, and the two before the last one.
struct SchemeEndings {
  PairSet last;
  PairSet before_last;
  base::AsciiSet last_characters;  // in both cases

  constexpr bool may_end(uint8_t third_last, uint8_t second_last, uint8_t last_one) const {
    return last.contains(second_last, last_one) && before_last.contains(third_last, second_last);
  }
};

}  // namespace linkspan::scan
