// SPDX-License-Identifier: Apache-2.0
// Stretches: maps places of a text from which parts were removed back to the input.
//
//   as it came   > a⏎> b          left out: the two `> `
//   stretches    0→2, 2→6          pieces({0, 3}) → {2, 4}, {6, 7}
//
// Memory: two words for each removed part, until it is released. Guarded by
// tests/document/lines_test.cc.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>
#include <vector>

#include "linkspan/linkspan.h"

namespace linkspan::lines {

class Stretches {
 public:
  // Appends `size` bytes, which are at `source` in the input.
  void add(uint64_t size, uint64_t source) {
    if (size == 0) return;
    const bool goes_on =
        !stretches_.empty() && source - stretches_.back().source == end_ - stretches_.back().begin;
    if (!goes_on) stretches_.push_back({end_, source});
    end_ += size;
  }

  uint64_t end() const { return end_; }

  // The ranges of the input that a range comes from, in order, none empty. REQUIRES: it was added
  // and not released.
  void pieces(Range range, std::vector<Range>& pieces) const {
    auto at = std::upper_bound(
        stretches_.begin(), stretches_.end(), range.begin,
        [](uint64_t offset, const Stretch& stretch) { return offset < stretch.begin; });
    if (at != stretches_.begin()) --at;
    for (uint64_t begin = range.begin; begin < range.end; ++at) {
      const uint64_t stretch_end = std::next(at) == stretches_.end() ? end_ : std::next(at)->begin;
      const uint64_t end = std::min(range.end, stretch_end);
      pieces.push_back({at->source + (begin - at->begin), at->source + (end - at->begin)});
      begin = end;
    }
  }

  // The place of one byte. REQUIRES: as above.
  uint64_t source_of(uint64_t offset) const {
    std::vector<Range> piece;
    pieces({offset, offset + 1}, piece);
    return piece.front().begin;
  }

  void release_before(uint64_t offset) {
    while (stretches_.size() > 1 && stretches_[1].begin <= offset) stretches_.pop_front();
  }

  void clear() {
    stretches_.clear();
    end_ = 0;
  }

 private:
  // Ends where the next one begins; the text between them in the input was removed.
  struct Stretch {
    uint64_t begin;
    uint64_t source;
  };
  std::deque<Stretch> stretches_;
  uint64_t end_ = 0;
};

}  // namespace linkspan::lines
