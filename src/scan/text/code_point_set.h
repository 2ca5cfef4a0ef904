// SPDX-License-Identifier: Apache-2.0
// CodePointSet: a set of a few code points, for checks of each character of a text.
//
// PERF: two filters of 64 bits, for the high bits and for the low, exclude most characters at once.
// Searching such lists took a quarter of the time in links of é
// (`tools/bench/adversarial --only tail-of-non-ascii-letters`).
#pragma once

#include <cstdint>
#include <string_view>

namespace linkspan::scan {

class CodePointSet {
 public:
  // The members live as long as the set.
  constexpr explicit CodePointSet(std::u32string_view members) : members_(members) {
    for (const char32_t member : members) {
      high_ |= bit(member >> 5);
      low_ |= bit(member);
    }
  }
  constexpr bool contains(char32_t code_point) const {
    const bool may_be_one = (high_ & bit(code_point >> 5)) != 0 && (low_ & bit(code_point)) != 0;
    return may_be_one && members_.find(code_point) != members_.npos;
  }

 private:
  static constexpr uint64_t bit(char32_t number) { return uint64_t{1} << (number & 63); }

  std::u32string_view members_;
  uint64_t high_ = 0;
  uint64_t low_ = 0;
};

}  // namespace linkspan::scan
