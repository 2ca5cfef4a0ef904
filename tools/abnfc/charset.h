// SPDX-License-Identifier: Apache-2.0
// A set of code points: sorted ranges that are neither overlapping nor adjacent.
#pragma once

#include <cstdint>
#include <vector>

namespace linkspan::abnfc {

struct CodePointRange {
  uint32_t first = 0;
  uint32_t last = 0;
  bool operator==(const CodePointRange&) const = default;
};

class CharSet {
 public:
  CharSet() = default;
  // The ranges may be in any order and overlap. REQUIRES: first <= last in each.
  explicit CharSet(std::vector<CodePointRange> ranges);

  bool contains(uint32_t code_point) const;
  bool empty() const { return ranges_.empty(); }
  const std::vector<CodePointRange>& ranges() const { return ranges_; }
  bool operator==(const CharSet&) const = default;

 private:
  std::vector<CodePointRange> ranges_;
};

}  // namespace linkspan::abnfc
