// SPDX-License-Identifier: Apache-2.0
#include "document/position_reporter.h"

#include <algorithm>
#include <string_view>

namespace linkspan::document {

void PositionReporter::count_until(PassingText& text, uint64_t offset) {
  constexpr uint64_t kACodePointAndMore = 8;
  while (counter_.bytes() < offset) {
    const uint64_t from = counter_.bytes();
    std::string_view part = without_cut_sequence(text.first_part(from, offset));
    if (part.empty()) {
      const uint64_t to = std::min(from + kACodePointAndMore, offset);
      part = without_cut_sequence(text.between(from, to));
    }
    if (part.empty()) break;
    counter_.advance(part);
  }
}

Position PositionReporter::position_at(PassingText& text, uint64_t offset) {
  const uint64_t from = counter_.bytes();
  const std::string_view part = text.first_part(from, offset);
  if (from + part.size() == offset) return counter_.advance(part);
  count_until(text, offset);
  return counter_.advance(text.between(counter_.bytes(), offset));
}

}  // namespace linkspan::document
