// SPDX-License-Identifier: Apache-2.0
// The tables of properties.h, and the lookups that are not inlined.

#include "unicode/properties.h"

#include <algorithm>
#include <iterator>

#ifdef LINKSPAN_SMALL_TABLES
#define kPropertyBranches kPropertyBranchNumbers
#define kScriptBranches kScriptBranchNumbers
#endif

namespace linkspan::unicode::tables {
#include "unicode/properties_tables.inc"
}  // namespace linkspan::unicode::tables

#ifdef LINKSPAN_SMALL_TABLES
#undef kPropertyBranches
#undef kScriptBranches
#endif
#include "unicode/small_properties.h"

namespace linkspan::unicode {
namespace {

int32_t fold_delta(char32_t c) {
#ifdef LINKSPAN_SMALL_TABLES
  return tables::kHostFolds.delta(c);
#else
  return tables::kHostFoldDeltas[tables::look_up(tables::kHostFoldRoots, tables::kHostFoldBranches,
                                                 tables::kHostFoldLeaves, c)];
#endif
}

}  // namespace

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
  return c + static_cast<char32_t>(fold_delta(c));
}

}  // namespace linkspan::unicode
