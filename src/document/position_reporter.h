// SPDX-License-Identifier: Apache-2.0
// PositionReporter: the positions of places in a text that passes (passing_text.h), in the unit
// that the user chose. They are counted in the order of the text, once.
//
// Guarded by tests/document/document_test.cc and tests/command/output/command_offsets_test.cc.
#pragma once

#include <cstdint>

#include "document/passing_text.h"
#include "document/positions.h"
#include "linkspan/document.h"

namespace linkspan::document {

class PositionReporter {
 public:
  // Begins a text.
  void begin(OffsetUnit unit) {
    unit_ = unit;
    counter_ = PositionCounter(unit);
  }

  // In bytes nothing is counted.
  bool counts() const { return unit_ != OffsetUnit::bytes; }

  // Counts up to there, or to the start of a code point that is incomplete there.
  void count_until(PassingText& text, uint64_t offset);

  // The offset of the text that it needs next.
  uint64_t needs_from() const { return counter_.bytes(); }

  // REQUIRES: a code point begins there, or the text ends.
  Position position_at(PassingText& text, uint64_t offset);

  // At the end of the piece. REQUIRES: positions were counted up to its start; it has no line feed.
  Position position_after(PassingText& text, const Range& piece) {
    return counter_.advance_in_line(text.between(piece.begin, piece.end));
  }

 private:
  OffsetUnit unit_ = OffsetUnit::bytes;
  PositionCounter counter_{OffsetUnit::bytes};
};

}  // namespace linkspan::document
