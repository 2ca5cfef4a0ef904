// SPDX-License-Identifier: Apache-2.0
// The characters of runs (docs/scanning.md, section 1), and the places of the parts of a domain.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/ascii.h"
#include "base/byte_sets.h"
#include "linkspan/link_characters.h"
#include "scan/text/roles.h"
#include "scan/text/window.h"
#include "unicode/properties.h"

namespace linkspan::scan {

inline constexpr uint32_t kMaxHostBytes = 1024;
inline constexpr uint32_t kMaxFirstLabelBytes = 256;

// UTS #46, section 2.3.
inline constexpr std::u32string_view kLabelDots = kLinkCharacters.substr(2);
static_assert(kLabelDots.size() == 4 && kLabelDots[0] == '.');

inline bool is_label_dot(char32_t code_point) {
  return code_point == kLabelDots[0] || code_point == kLabelDots[1] ||
         code_point == kLabelDots[2] || code_point == kLabelDots[3];
}
bool is_wide_run_character(char32_t code_point, Style style);  // non-ASCII
inline bool is_run_character(char32_t code_point, Style style) {
  if (code_point >= 0x80) return is_wide_run_character(code_point, style);
  return code_point == '_' || code_point == '.' || unicode::properties(code_point).is_host();
}

// The places of the parts of a domain.
struct DomainPlaces {
  uint64_t begin;
  uint64_t end;
  uint64_t run_end;  // with trailing dots
  uint64_t first_label_end;
  uint64_t last_label;
  unsigned labels;
};

// Geresh and gershayim.
constexpr bool is_letter_mark(char32_t code_point) {
  return code_point == U'׳' || code_point == U'״';
}

// Can this byte be in a run? Does a run begin after it?
inline constexpr base::AsciiSet kPlainRun = [] {
  base::AsciiSet set("-._");
  for (uint8_t c = 0; c < 0x80; ++c) {
    if (base::is_ascii_alphanumeric(c)) set.add(c);
  }
  return set;
}();
inline bool may_stand_in_plain_run(uint8_t byte) { return kPlainRun.contains(byte); }
inline bool begins_run_after(uint8_t before) {
  return before < 0x80 && before != '_' && before != '.';
}

}  // namespace linkspan::scan
