// SPDX-License-Identifier: Apache-2.0
// SegmentTree: an edited text as a row of segments, which can be cut and joined anywhere.
//
// A segment is some 256 bytes of text: the checkpoint of the scanner at its start, its length in
// each unit, and the links that the scanner reported while it read it. Their offsets count from the
// start of the segment, so that they do not change when text before them does.
//
// The segments are the nodes of a randomized binary search tree (C. Martínez and S. Roura,
// "Randomized binary search trees", J. ACM 45(2), 1998) ordered by their place, each with the sum
// of the extents below it. To find a segment by bytes, lines or characters, to cut the tree in two
// and to join two takes O(log n) steps on average.
//
//   segments   [0, 260) [260, 540) [540, 800)      an edit at 300 cuts the tree before the second;
//                                                  the scanner makes new segments, and the rest is
//                                                  joined again after them, untouched
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "index/text_extent.h"
#include "linkspan/linkspan.h"
#include "scan/state/checkpoint.h"

namespace linkspan::index {

struct Segment {
  scan::Checkpoint checkpoint;  // at its start
  TextExtent extent;
  // The range of a link counts from the start of the segment, and may begin before it: then the
  // difference is modulo 2^64.
  std::vector<Span> links;
};

// A segment and the extent of the text before it.
struct PlacedSegment {
  const Segment* segment = nullptr;  // nullptr: there is none
  TextExtent before;
};

class SegmentTree {
 public:
  SegmentTree() = default;
  // In linear time.
  explicit SegmentTree(std::vector<Segment> segments);

  bool empty() const { return root_ == nullptr; }
  TextExtent extent() const;
  uint64_t link_count() const;

  // The segment that holds the byte at `offset`; the last one if the text ends there or before.
  PlacedSegment find(uint64_t offset) const;
  // The segment that holds the line break with this number, from 1; nullptr if the text has fewer.
  PlacedSegment find_line_break(uint64_t number) const;
  // The segment that holds the unit number `units`, from 0; the last one if there are not as many.
  PlacedSegment find_units(uint64_t units, TextUnit unit) const;

  // Cuts off all segments that begin at or after `offset`. REQUIRES: a segment begins there, or
  // the text ends there.
  SegmentTree cut_off(uint64_t offset);
  // REQUIRES: not empty.
  Segment take_first();
  void append(SegmentTree tail);

 private:
  struct Node;
  using Tree = std::unique_ptr<Node>;
  static Tree build(std::vector<Segment>& segments, size_t begin, size_t end);
  Tree join(Tree left, Tree right);
  static void cut(Tree tree, uint64_t offset, Tree& left, Tree& right);
  static Tree remove_first(Tree tree, Segment& first);
  uint64_t random_below(uint64_t limit);
  template <class GoesLeft>
  PlacedSegment descend(GoesLeft goes_left) const;

  Tree root_;
  uint64_t random_ = 0x9E3779B97F4A7C15;  // xorshift64
};

struct SegmentTree::Node {
  Segment segment;
  Tree left, right;
  // Of the node and all nodes below it.
  TextExtent extent;
  uint64_t links = 0;
  uint64_t count = 1;

  void sum_up();
};

}  // namespace linkspan::index
