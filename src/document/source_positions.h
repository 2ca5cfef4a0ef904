// SPDX-License-Identifier: Apache-2.0
// SourcePositions: the positions of places in the source of markup, in any order. Pieces of anchors
// may be nested, so their ends are not in order: the position of an offset is counted from a place
// a little before it.
//
// Guarded by tests/html/html_links_test.cc.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "document/positions.h"
#include "linkspan/document.h"

namespace linkspan::document {

class SourcePositions {
 public:
  // Begins a document.
  void begin(OffsetUnit unit);

  // In bytes nothing is counted.
  bool counts() const { return unit_ != OffsetUnit::bytes; }

  // Takes the next part of the document, which begins and ends with whole characters and lives
  // until the next call.
  void count(std::string_view part);

  // Of an offset into the part.
  Position at(uint32_t offset) const;

  // Of the end of the part.
  Position end() const { return end_; }

 private:
  OffsetUnit unit_ = OffsetUnit::bytes;
  std::string_view part_;
  uint64_t part_begin_ = 0;             // offset into the document
  std::vector<PositionCounter> steps_;  // one for each kStep bytes
  PositionCounter counter_{OffsetUnit::bytes};
  Position end_;
};

}  // namespace linkspan::document
