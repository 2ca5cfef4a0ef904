// SPDX-License-Identifier: Apache-2.0
// Names of files of source text, settings and logs: base/code_names.inc.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace linkspan::base {

inline constexpr std::string_view kCodeExtensions[] = {
#define LINKSPAN_CODE_EXTENSIONS
#include "base/code_names.inc"
#undef LINKSPAN_CODE_EXTENSIONS
};
inline constexpr std::string_view kCodeFiles[] = {
#define LINKSPAN_CODE_FILES
#include "base/code_names.inc"
#undef LINKSPAN_CODE_FILES
};
static_assert(std::is_sorted(std::begin(kCodeExtensions), std::end(kCodeExtensions)));
static_assert(std::is_sorted(std::begin(kCodeFiles), std::end(kCodeFiles)));

// Both take lower case.
inline bool is_code_extension(std::string_view name) {
  return std::binary_search(std::begin(kCodeExtensions), std::end(kCodeExtensions), name);
}
inline bool is_code_file(std::string_view name) {
  return std::binary_search(std::begin(kCodeFiles), std::end(kCodeFiles), name);
}

}  // namespace linkspan::base
