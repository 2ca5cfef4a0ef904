// SPDX-License-Identifier: Apache-2.0
#include "abnfc/charset.h"

#include <algorithm>
#include <utility>

namespace linkspan::abnfc {

CharSet::CharSet(std::vector<CodePointRange> ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const CodePointRange& a, const CodePointRange& b) { return a.first < b.first; });
  for (const CodePointRange& range : ranges) {
    if (!ranges_.empty() && range.first <= ranges_.back().last + 1) {
      ranges_.back().last = std::max(ranges_.back().last, range.last);
    } else {
      ranges_.push_back(range);
    }
  }
}

bool CharSet::contains(uint32_t code_point) const {
  return std::any_of(ranges_.begin(), ranges_.end(), [code_point](const CodePointRange& range) {
    return range.first <= code_point && code_point <= range.last;
  });
}

}  // namespace linkspan::abnfc
