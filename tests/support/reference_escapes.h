// SPDX-License-Identifier: Apache-2.0
// The slow reader of escapes that the fast one is compared with (docs/scanning.md, section 11).
//
//   reference_meaning("a\\_b")   → "a_b", whose bytes are those at 0, 1 to 3, and 3 of the text
//
// It reads the whole text at hand, as often as it needs, and shares no code with src/scan.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/linkspan.h"

namespace linkspan::test {

struct ReferenceMeaning {
  std::string text;
  // For each byte of `text`, where what it stands for begins and ends.
  std::vector<uint64_t> begins, ends;

  // A link of `text` as a link of the text as it is written.
  Span placed(const Span& span) const;
};

// REQUIRES: profile prose or code.
ReferenceMeaning reference_meaning(std::string_view written, Profile profile);

}  // namespace linkspan::test
