// SPDX-License-Identifier: Apache-2.0
// Stretches: maps places of a text from which parts were removed back to the input.
//
//   as it came   > a⏎> b          left out: the two `> `
//   stretches    0→2, 2→6          pieces({0, 3}) → {2, 4}, {6, 7}
//
// Other text may be in the place of a part, such as a character in that of an escape; its bytes
// share the part, so that no two bytes have the same place.
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
    const bool goes_on = !stretches_.empty() && stretches_.back().replaced == 0 &&
                         source - stretches_.back().source == end_ - stretches_.back().begin;
    if (!goes_on) stretches_.push_back({end_, source, 0});
    end_ += size;
  }

  // Appends `size` bytes that are in the place of `replaced` bytes of the input. REQUIRES: replaced
  // is not 0.
  void add_in_place_of(uint64_t replaced, uint64_t source, uint64_t size) {
    if (size == 0) return;
    stretches_.push_back({end_, source, replaced});
    end_ += size;
  }

  uint64_t end() const { return end_; }

  // The ranges of the input that a range comes from, in order, none empty. REQUIRES: it was added
  // and not released.
  void pieces(Range range, std::vector<Range>& pieces) const {
    auto at = stretch_of(range.begin);
    for (uint64_t begin = range.begin; begin < range.end; ++at) {
      const uint64_t stretch_end = std::next(at) == stretches_.end() ? end_ : std::next(at)->begin;
      const uint64_t end = std::min(range.end, stretch_end);
      const Range piece{place(*at, begin, stretch_end), place(*at, end, stretch_end)};
      if (at->replaced != 0 && piece.begin == piece.end) {
        // more bytes than it replaces
      } else if (!pieces.empty() && pieces.back().end == piece.begin) {
        pieces.back().end = piece.end;
      } else {
        pieces.push_back(piece);
      }
      begin = end;
    }
  }

  // Is other text in the place of a part of the input? REQUIRES: as above.
  bool has_replaced(Range range) const {
    for (auto at = stretch_of(range.begin); at != stretches_.end() && at->begin < range.end; ++at) {
      if (at->replaced != 0) return true;
    }
    return false;
  }

  // The place of one byte. REQUIRES: as above.
  uint64_t source_of(uint64_t offset) const {
    const auto at = stretch_of(offset);
    const uint64_t stretch_end = std::next(at) == stretches_.end() ? end_ : std::next(at)->begin;
    return place(*at, offset, stretch_end);
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
    uint64_t replaced;  // so many bytes of the input; 0: as many as it has, unchanged
  };

  std::deque<Stretch>::const_iterator stretch_of(uint64_t offset) const {
    const auto at = std::upper_bound(
        stretches_.begin(), stretches_.end(), offset,
        [](uint64_t wanted, const Stretch& stretch) { return wanted < stretch.begin; });
    return at == stretches_.begin() ? at : std::prev(at);
  }

  static uint64_t place(const Stretch& stretch, uint64_t offset, uint64_t stretch_end) {
    const uint64_t into = offset - stretch.begin;
    if (stretch.replaced == 0) return stretch.source + into;
    return stretch.source + into * stretch.replaced / (stretch_end - stretch.begin);
  }

  std::deque<Stretch> stretches_;
  uint64_t end_ = 0;
};

}  // namespace linkspan::lines
