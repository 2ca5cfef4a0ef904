// SPDX-License-Identifier: Apache-2.0
// What the trigger stage asks of a single byte beside a block (trigger_block.inc).
#pragma once

#include <array>
#include <cstdint>

#include "base/ascii.h"
#include "scan/syntax/grammar_sets.h"

namespace linkspan::scan {

// Classes of bytes, as bits.
inline constexpr uint8_t kScheme = 1;  // a scheme may end with it
inline constexpr uint8_t kLabel = 2;   // a label may begin with it
inline constexpr uint8_t kName = 4;    // a letter or digit

inline constexpr auto kClasses = [] {
  std::array<uint8_t, 256> classes{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    const bool is_name = base::is_ascii_alphanumeric(byte);
    if (is_name) classes[byte] |= kName;
    if (kInScheme.contains(static_cast<uint8_t>(byte))) classes[byte] |= kScheme;
    if (is_name || byte == '-' || byte == '_' || byte >= 0x80) classes[byte] |= kLabel;
  }
  return classes;
}();

inline constexpr bool is_scheme(uint8_t byte) { return (kClasses[byte] & kScheme) != 0; }
inline constexpr bool may_begin_label(uint8_t byte) { return (kClasses[byte] & kLabel) != 0; }
inline constexpr bool is_name(uint8_t byte) { return (kClasses[byte] & kName) != 0; }

// For a byte that is not known.
inline constexpr uint8_t kAllowsAll = 'a';

// May an escape begin with this byte, between these? Of a run of backslashes, with the first.
inline bool escape_may_begin(uint8_t before, uint8_t byte, uint8_t after) {
  switch (byte) {
    case '\\':
      return before != '\\';
    case '&':
      return is_name(after) || after == '#';
    case 0xC2:
      return (after >= 0x90 && after <= 0x9F) || after == kAllowsAll;
    default:
      return true;
  }
}

}  // namespace linkspan::scan
