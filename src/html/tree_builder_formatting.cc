// SPDX-License-Identifier: Apache-2.0
// The list of active formatting elements and the adoption agency (sections 13.2.4.3 and
// 13.2.6.4.7): `<b>`, `<a>` and similar tags that are not closed in the order in which they were
// opened.
#include <algorithm>

#include "base/steps.h"
#include "html/tree_builder.h"

namespace linkspan::html {

constexpr unsigned kMostEqual = 3;

// Of elements that are equal, three are kept ("the Noah's Ark clause").
void TreeBuilder::push_formatting(NodeId node, const Token& token) {
  Formatting entry{node, token.tag, token.source};
  unsigned of_tag = 0;
  size_t open = 0;
  size_t first_other = kNotOpen;  // that is not a link
  for (size_t i = formatting_.size(); i-- > 0 && !formatting_[i].is_marker(); ++open) {
    if (formatting_[i].tag != Tag::a) first_other = i;
    of_tag += formatting_[i].tag == entry.tag ? 1 : 0;
  }
  // PERF: attributes are compared only if there may be too many. With the hashes of those of all
  // <a> and <code>, read_attribute() took 6 % for pages of documentation.
  const size_t first =
      of_tag >= kMostEqual ? first_of_equals(entry, formatting_.size() - open) : kNotOpen;
  if (first != kNotOpen) {
    formatting_.erase(formatting_.begin() + static_cast<ptrdiff_t>(first));
  } else if (open >= kMaxFormatting && first_other != kNotOpen) {
    tree_.is_cut = true;
    formatting_.erase(formatting_.begin() + static_cast<ptrdiff_t>(first_other));
  }
  formatting_.push_back(entry);
}

// If too many from `begin` on have its tag and attributes: the first of them.
size_t TreeBuilder::first_of_equals(Formatting& entry, size_t begin) {
  const auto hash_of = [this](Formatting& one) {
    if (!one.hash) one.hash = tokenizer_.hash_of_attributes(one.source);
    return *one.hash;
  };
  unsigned equal = 0;
  size_t first = kNotOpen;
  for (size_t i = formatting_.size(); i-- > begin;) {
    if (formatting_[i].tag != entry.tag || hash_of(formatting_[i]) != hash_of(entry)) continue;
    ++equal;
    first = i;
  }
  return equal >= kMostEqual ? first : kNotOpen;
}

void TreeBuilder::reconstruct_formatting() {
  size_t begin = formatting_.size();
  while (begin > 0 && !formatting_[begin - 1].is_marker() &&
         index_of(formatting_[begin - 1].node) == kNotOpen) {
    --begin;
  }
  if (begin == formatting_.size()) return;
  if (clones_ > source_.size() / 4 + kMaxDepth) {
    tree_.is_cut = true;
    const auto is_other = [](const Formatting& entry) { return entry.tag != Tag::a; };
    const auto from = formatting_.begin() + static_cast<ptrdiff_t>(begin);
    formatting_.erase(std::remove_if(from, formatting_.end(), is_other), formatting_.end());
  }
  for (size_t i = begin; i < formatting_.size(); ++i) {
    if (stack_.size() >= kMaxDepth) {
      tree_.is_cut = true;
      if (has_marker(current())) return;  // its marker is the one before these entries
      pop();
    }
    const NodeId opened = clone(formatting_[i].node);
    const Where where = place_for(current());
    tree_.insert(opened, where.parent, where.next);
    stack_.push_back(opened);
    formatting_[i].node = opened;
  }
}

NodeId TreeBuilder::clone(NodeId node) {
  ++clones_;
  Node copy = tree_[node];
  copy.parent = copy.first_child = copy.last_child = copy.previous = copy.next = kNoNode;
  return tree_.add(copy);
}

void TreeBuilder::clear_formatting_to_marker() {
  while (!formatting_.empty()) {
    const bool is_marker = formatting_.back().is_marker();
    formatting_.pop_back();
    if (is_marker) return;
  }
}

// Up to the last marker.
size_t TreeBuilder::formatting_of(Tag tag) const {
  for (size_t i = formatting_.size(); i-- > 0 && !formatting_[i].is_marker();) {
    base::count_step();
    if (formatting_[i].tag == tag) return i;
  }
  return kNotOpen;
}

size_t TreeBuilder::find_formatting(NodeId node) const {
  for (size_t i = formatting_.size(); i-- > 0;) {
    base::count_step();
    if (formatting_[i].node == node) return i;
  }
  return kNotOpen;
}

void TreeBuilder::remove_from_formatting(NodeId node) {
  if (const size_t at = find_formatting(node); at != kNotOpen) {
    formatting_.erase(formatting_.begin() + static_cast<ptrdiff_t>(at));
  }
}

void TreeBuilder::adopt(Tag tag) {
  constexpr unsigned kMostRounds = 8;
  if (current_is(tag) && find_formatting(current()) == kNotOpen) {
    pop();
    return;
  }
  for (unsigned round = 0; round < kMostRounds; ++round) {
    if (!adopt_once(tag)) return;
  }
}

// One round of the outer loop. False: it was the last one.
bool TreeBuilder::adopt_once(Tag tag) {
  const size_t entry = formatting_of(tag);
  if (entry == kNotOpen) {
    any_other_end_tag(tag);
    return false;
  }
  const NodeId element = formatting_[entry].node;
  const size_t open = index_of(element);
  if (open == kNotOpen) {
    remove_from_formatting(element);
    return false;
  }
  if (!is_in_scope(element)) return false;
  size_t furthest = open + 1;
  while (furthest < stack_.size() && !is_special(stack_[furthest])) ++furthest;
  if (furthest == stack_.size() || clones_ > source_.size() / 4 + kMaxDepth) {
    stack_.resize(open);
    remove_from_formatting(element);
    return false;
  }
  const NodeId block = stack_[furthest];
  size_t bookmark = entry;
  const NodeId last = move_formatting(furthest, open, bookmark);
  tree_.detach(last);
  const Where where = place_for(stack_[open - 1]);
  tree_.insert(last, where.parent, where.next);
  const NodeId again = clone(element);
  tree_.move_children(block, again);
  tree_.insert(again, block, kNoNode);
  Formatting moved = formatting_[find_formatting(element)];
  moved.node = again;
  formatting_.insert(formatting_.begin() + static_cast<ptrdiff_t>(bookmark), moved);
  remove_from_formatting(element);
  std::erase(stack_, element);
  stack_.insert(stack_.begin() + static_cast<ptrdiff_t>(index_of(block)) + 1, again);
  return true;
}

// The inner loop: the elements that are open between the formatting element and the block are
// cloned around the block. Returns the outermost clone, and moves the bookmark.
NodeId TreeBuilder::move_formatting(size_t furthest, size_t element, size_t& bookmark) {
  constexpr unsigned kMostKept = 3;
  NodeId last = stack_[furthest];
  const NodeId block = last;
  unsigned count = 0;
  for (size_t i = furthest - 1; i > element; --i) {
    ++count;
    size_t entry = find_formatting(stack_[i]);
    if (count > kMostKept && entry != kNotOpen) {
      formatting_.erase(formatting_.begin() + static_cast<ptrdiff_t>(entry));
      if (entry < bookmark) --bookmark;
      entry = kNotOpen;
    }
    if (entry == kNotOpen) {
      stack_.erase(stack_.begin() + static_cast<ptrdiff_t>(i));
      continue;
    }
    const NodeId again = clone(stack_[i]);
    formatting_[entry].node = again;
    stack_[i] = again;
    if (last == block) bookmark = entry + 1;
    tree_.detach(last);
    tree_.insert(last, again, kNoNode);
    last = again;
  }
  return last;
}

}  // namespace linkspan::html
