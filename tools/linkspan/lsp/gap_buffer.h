// SPDX-License-Identifier: Apache-2.0
// GapBuffer: the text of a document that is edited, as two pieces with room between them.
//
//   "see http:" │ room │ "//e.org"     an edit moves the room to its place and writes into it
//
// Successive edits are mostly at the same place: then an edit costs as much as the inserted text.
// The text is moved in as a string. A large one is in memory twice only while the room is enlarged.
// Calling the buffer with an offset returns the piece from there on, as TextReader requires; the
// piece lives until the next edit.
//
// Guarded by tests/command/lsp/lsp_parts_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "linkspan/linkspan.h"

namespace linkspan::command::lsp {

class GapBuffer {
 public:
  GapBuffer() = default;
  explicit GapBuffer(std::string text)
      : held_(std::move(text)), gap_begin_(held_.size()), gap_end_(held_.size()) {}

  uint64_t size() const { return held_.size() - (gap_end_ - gap_begin_); }

  // From this offset to the gap or to the end; empty at the end.
  std::string_view operator()(uint64_t offset) const;

  // A copy of the text in a range, up to the end of the text.
  std::string copy(Range range) const;

  // REQUIRES: the range is in the text.
  void replace(Range range, std::string_view text);

 private:
  void move_gap_to(size_t offset);
  void make_room(size_t bytes);

  std::string held_;
  size_t gap_begin_ = 0, gap_end_ = 0;
};

}  // namespace linkspan::command::lsp
