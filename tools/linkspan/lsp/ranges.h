// SPDX-License-Identifier: Apache-2.0
// Searching for ranges in lists of links, which are in the order of the text and do not overlap.
//
//   links at 0 to 5 and 8 to 9: has_overlap(links, {4, 6}), has_range(links, {8, 9})
//   not: has_overlap(links, {5, 8}), has_range(links, {8, 10})
#pragma once

#include <algorithm>
#include <vector>

#include "linkspan/linkspan.h"

namespace linkspan::command::lsp {

// Whether one of the elements overlaps the range.
template <class Element>
bool has_overlap(const std::vector<Element>& in_order, Range range) {
  const auto found = std::partition_point(
      in_order.begin(), in_order.end(),
      [range](const Element& element) { return element.range.end <= range.begin; });
  return found != in_order.end() && found->range.begin < range.end;
}

// Whether one of the elements has just this range.
template <class Element>
bool has_range(const std::vector<Element>& in_order, Range range) {
  const auto found = std::partition_point(
      in_order.begin(), in_order.end(),
      [range](const Element& element) { return element.range.begin < range.begin; });
  return found != in_order.end() && found->range == range;
}

}  // namespace linkspan::command::lsp
