// SPDX-License-Identifier: Apache-2.0
#include "index/segment_tree.h"

#include <utility>

namespace linkspan::index {

void SegmentTree::Node::sum_up() {
  extent = segment.extent;
  links = segment.links.size();
  count = 1;
  if (left != nullptr) {
    extent = left->extent + extent;
    links += left->links;
    count += left->count;
  }
  if (right != nullptr) {
    extent = extent + right->extent;
    links += right->links;
    count += right->count;
  }
}

SegmentTree::SegmentTree(std::vector<Segment> segments)
    : root_(build(segments, 0, segments.size())) {}

SegmentTree::Tree SegmentTree::build(std::vector<Segment>& segments, size_t begin, size_t end) {
  if (begin == end) return nullptr;
  const size_t middle = begin + (end - begin) / 2;
  auto node = std::make_unique<Node>();
  node->segment = std::move(segments[middle]);
  node->left = build(segments, begin, middle);
  node->right = build(segments, middle + 1, end);
  node->sum_up();
  return node;
}

TextExtent SegmentTree::extent() const { return empty() ? TextExtent() : root_->extent; }
uint64_t SegmentTree::link_count() const { return empty() ? 0 : root_->links; }

// Goes down to the first segment for which `goes_left` holds of the extent that ends with it; the
// last segment if it holds for none.
template <class GoesLeft>
PlacedSegment SegmentTree::descend(GoesLeft goes_left) const {
  PlacedSegment found;
  TextExtent before;
  for (const Node* node = root_.get(); node != nullptr;) {
    const TextExtent start = node->left == nullptr ? before : before + node->left->extent;
    if (node->left != nullptr && goes_left(start)) {
      node = node->left.get();
      continue;
    }
    found = {&node->segment, start};
    const TextExtent end = start + node->segment.extent;
    if (goes_left(end)) break;
    before = end;
    node = node->right.get();
  }
  return found;
}

PlacedSegment SegmentTree::find(uint64_t offset) const {
  return descend([&](const TextExtent& extent) { return extent.bytes > offset; });
}

PlacedSegment SegmentTree::find_line_break(uint64_t number) const {
  if (extent().line_breaks < number) return {};
  return descend([&](const TextExtent& extent) { return extent.line_breaks >= number; });
}

PlacedSegment SegmentTree::find_units(uint64_t units, TextUnit unit) const {
  return descend([&](const TextExtent& extent) { return extent.in(unit) > units; });
}

SegmentTree SegmentTree::cut_off(uint64_t offset) {
  SegmentTree tail;
  Tree left;
  cut(std::move(root_), offset, left, tail.root_);
  root_ = std::move(left);
  return tail;
}

// The segments before `offset`, and those from there on.
void SegmentTree::cut(Tree tree, uint64_t offset, Tree& left, Tree& right) {
  if (tree == nullptr) return;
  const uint64_t start = tree->left == nullptr ? 0 : tree->left->extent.bytes;
  if (start >= offset) {
    Tree rest = std::move(tree->left);
    cut(std::move(rest), offset, left, tree->left);
    tree->sum_up();
    right = std::move(tree);
  } else {
    const uint64_t end = start + tree->segment.extent.bytes;
    Tree rest = std::move(tree->right);
    cut(std::move(rest), offset > end ? offset - end : 0, tree->right, right);
    tree->sum_up();
    left = std::move(tree);
  }
}

Segment SegmentTree::take_first() {
  Segment first;
  root_ = remove_first(std::move(root_), first);
  return first;
}

SegmentTree::Tree SegmentTree::remove_first(Tree tree, Segment& first) {
  if (tree->left == nullptr) {
    first = std::move(tree->segment);
    return std::move(tree->right);
  }
  tree->left = remove_first(std::move(tree->left), first);
  tree->sum_up();
  return tree;
}

void SegmentTree::append(SegmentTree tail) {
  root_ = join(std::move(root_), std::move(tail.root_));
}

// Each node of both trees becomes the root with the same probability, so that the shape is that of
// a tree into which the segments were put in random order.
SegmentTree::Tree SegmentTree::join(Tree left, Tree right) {
  if (left == nullptr) return right;
  if (right == nullptr) return left;
  if (random_below(left->count + right->count) < left->count) {
    left->right = join(std::move(left->right), std::move(right));
    left->sum_up();
    return left;
  }
  right->left = join(std::move(left), std::move(right->left));
  right->sum_up();
  return right;
}

uint64_t SegmentTree::random_below(uint64_t limit) {
  random_ ^= random_ << 13;
  random_ ^= random_ >> 7;
  random_ ^= random_ << 17;
  return random_ % limit;
}

}  // namespace linkspan::index
