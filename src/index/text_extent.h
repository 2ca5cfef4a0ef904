// SPDX-License-Identifier: Apache-2.0
// TextExtent: the length of a piece of text in each unit of positions.
//
// A line ends with LF, CR LF or CR. A byte of ill-formed UTF-8 is one code point and one UTF-16
// unit, as in the scanner. The extents of neighbouring pieces add up if the border is not inside a
// code point or a CR LF:
//
//   "é\r\n" │ "b"    3 UTF-16 units and 1 line break, 1 and 0
//
// Guarded by tests/scan/counting_test.cc, and by tests/scan/link_index_test.cc, which counts whole
// texts in another way.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/counting.h"
#include "base/utf8.h"
#include "linkspan/index.h"

namespace linkspan::index {

struct TextExtent {
  uint64_t bytes = 0;
  uint64_t utf16_units = 0;
  uint64_t code_points = 0;
  uint64_t line_breaks = 0;

  uint64_t in(TextUnit unit) const {
    if (unit == TextUnit::utf16) return utf16_units;
    return unit == TextUnit::utf32 ? code_points : bytes;
  }
  TextExtent& operator+=(const TextExtent& other) {
    bytes += other.bytes;
    utf16_units += other.utf16_units;
    code_points += other.code_points;
    line_breaks += other.line_breaks;
    return *this;
  }
  friend TextExtent operator+(TextExtent a, const TextExtent& b) { return a += b; }
};

// The extent of the first code point, or of the CR LF that the text starts with. REQUIRES:
// !empty().
inline TextExtent extent_of_first(std::string_view text) {
  if (text.starts_with("\r\n")) return {2, 2, 2, 1};
  const auto* const at = reinterpret_cast<const uint8_t*>(text.data());
  const base::CodePoint c = base::decode(at, at + text.size(), base::Text::complete);
  const bool is_pair = c.value > 0xFFFF && c.value != base::kIllFormed;
  const bool is_break = c.value == '\n' || c.value == '\r';
  return {c.length, is_pair ? 2u : 1u, 1, is_break ? 1u : 0u};
}

inline TextExtent extent_of(std::string_view text) {
  static const base::Counting* const counting = base::counting_for(Cpu::best);
  const auto* const begin = reinterpret_cast<const uint8_t*>(text.data());
  const base::TextCount count = counting->count_text(begin, begin + text.size());
  return {text.size(), count.utf16_units(), count.code_points, count.line_breaks};
}

}  // namespace linkspan::index
