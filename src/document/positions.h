// SPDX-License-Identifier: Apache-2.0
// PositionCounter: converts byte offsets of a streamed text to the unit that the user chose.
//
//   😀 http://h/    the link begins at byte 5, UTF-16 unit 3, code point 2, line 1 column 3
//
// It counts from its last position and never goes back, so all positions of a text together cost
// one pass over it. A byte of ill-formed UTF-8 counts as one code point, of one UTF-16 unit, as in
// the scanner. A line ends with U+000A; columns are code points, UTF-16 units or bytes of UTF-8,
// and both count from 1.
//
// Guarded by tests/document/positions_test.cc.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/counting.h"
#include "linkspan/document.h"

namespace linkspan::document {

class PositionCounter {
 public:
  explicit PositionCounter(OffsetUnit unit,
                           const base::Counting& counting = *base::counting_for(Cpu::best))
      : unit_(unit), counting_(&counting) {
    restart();
  }

  // Begins a new text.
  void restart();

  // The position after `text`, which continues the text so far. REQUIRES: it does not end inside a
  // well-formed sequence.
  Position advance(std::string_view text);

  // The same for text without a line feed.
  Position advance_in_line(std::string_view text);

  // The byte offset that it has reached.
  uint64_t bytes() const { return bytes_; }

 private:
  void begin_lines(uint64_t line_feeds);
  // Of a unit in which columns count, or offsets.
  uint64_t count_units(std::string_view text) const;

  OffsetUnit unit_;
  const base::Counting* counting_;
  uint64_t bytes_ = 0;
  Position position_;
};

// The text without an incomplete UTF-8 sequence at its end that more text could complete.
std::string_view without_cut_sequence(std::string_view text);

}  // namespace linkspan::document
