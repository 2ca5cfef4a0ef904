// SPDX-License-Identifier: Apache-2.0
// The tables of properties.h, and the lookups that are not inlined.

#include "unicode/properties.h"

#include <algorithm>
#include <iterator>

namespace linkspan::unicode {

namespace tables {

#include "unicode/properties_tables.inc"

}  // namespace tables

char32_t link_bracket(char32_t closer) noexcept {
  // PERF: nearly all brackets are these, the first in the table.
  if (closer < 0x80) {
    for (unsigned i = 0; tables::kBracketClosers[i] < 0x80; ++i) {
      if (tables::kBracketClosers[i] == closer) return tables::kBracketOpeners[i];
    }
    return 0;
  }
  const auto* const end = std::end(tables::kBracketClosers);
  const auto* const found = std::lower_bound(std::begin(tables::kBracketClosers), end, closer);
  if (found == end || *found != closer) return 0;
  return tables::kBracketOpeners[found - std::begin(tables::kBracketClosers)];
}

char32_t host_fold(char32_t c) noexcept {
  if (c < 0x80) return c >= U'A' && c <= U'Z' ? c + (U'a' - U'A') : c;
  if (c > kMaxCodePoint) return c;
  const uint16_t delta = tables::look_up(tables::kHostFoldRoots, tables::kHostFoldBranches,
                                         tables::kHostFoldLeaves, c);
  return c + static_cast<char32_t>(tables::kHostFoldDeltas[delta]);
}

}  // namespace linkspan::unicode
