// SPDX-License-Identifier: Apache-2.0
#include "abnfc/minimize.h"

#include <map>
#include <utility>

namespace linkspan::abnfc {
namespace {

// A partition of the states into blocks. Each block is a range of one array of all states. The
// states marked for splitting are swapped to the front of their block.
class Partition {
 public:
  explicit Partition(const WideDfa& dfa) {
    std::map<std::pair<uint8_t, uint16_t>, std::vector<uint32_t>> alike;
    for (uint32_t state = 0; state < dfa.state_count(); ++state) {
      alike[{dfa.accepts[state], dfa.begins[state]}].push_back(state);
    }
    place_.resize(dfa.state_count());
    block_.resize(dfa.state_count());
    for (const auto& [bits, states] : alike) {
      const auto begin = static_cast<uint32_t>(states_.size());
      for (uint32_t state : states) {
        place_[state] = static_cast<uint32_t>(states_.size());
        block_[state] = block_count();
        states_.push_back(state);
      }
      blocks_.push_back({begin, static_cast<uint32_t>(states_.size()), 0});
    }
  }

  uint32_t block_count() const { return static_cast<uint32_t>(blocks_.size()); }
  uint32_t block_of(uint32_t state) const { return block_[state]; }
  uint32_t size(uint32_t block) const { return blocks_[block].end - blocks_[block].begin; }
  std::vector<uint32_t> members(uint32_t block) const {
    return {states_.begin() + blocks_[block].begin, states_.begin() + blocks_[block].end};
  }

  void mark(uint32_t state) {
    Block& block = blocks_[block_[state]];
    const uint32_t boundary = block.begin + block.marked;
    if (place_[state] < boundary) return;
    if (block.marked == 0) touched_.push_back(block_[state]);
    ++block.marked;
    const uint32_t other = states_[boundary];
    std::swap(states_[boundary], states_[place_[state]]);
    place_[other] = place_[state];
    place_[state] = boundary;
  }

  // Moves the marked states of each block to a new block, unless all of its states are marked.
  // Calls on_split(old block, new block).
  template <class F>
  void split_marked(F on_split) {
    for (uint32_t touched : std::exchange(touched_, {})) {
      Block& old = blocks_[touched];
      const uint32_t boundary = old.begin + std::exchange(old.marked, 0);
      if (boundary == old.end) continue;
      const Block cut = {old.begin, boundary, 0};
      old.begin = boundary;
      for (uint32_t i = cut.begin; i < cut.end; ++i) block_[states_[i]] = block_count();
      blocks_.push_back(cut);
      on_split(touched, block_count() - 1);
    }
  }

  std::vector<uint32_t> take_blocks() { return std::move(block_); }

 private:
  struct Block {
    uint32_t begin, end, marked;
  };
  std::vector<uint32_t> states_;  // block by block
  std::vector<uint32_t> place_;   // state → index in states_
  std::vector<uint32_t> block_;   // state → block
  std::vector<Block> blocks_;
  std::vector<uint32_t> touched_;  // blocks with marked states
};

// The reversed automaton: for a state and a byte class, the states that lead there.
class Predecessors {
 public:
  explicit Predecessors(const WideDfa& dfa) : classes_(dfa.class_count) {
    first_.assign(dfa.next.size() + 1, 0);
    for (size_t i = 0; i < dfa.next.size(); ++i) ++first_[key(dfa.next[i], i % classes_) + 1];
    for (size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    states_.resize(dfa.next.size());
    std::vector<uint32_t> fill(first_.begin(), first_.end() - 1);
    for (size_t i = 0; i < dfa.next.size(); ++i) {
      states_[fill[key(dfa.next[i], i % classes_)]++] = static_cast<uint32_t>(i / classes_);
    }
  }

  template <class F>
  void for_each(uint32_t state, uint32_t byte_class, F visit) const {
    const size_t at = key(state, byte_class);
    for (uint32_t i = first_[at]; i < first_[at + 1]; ++i) visit(states_[i]);
  }

 private:
  size_t key(uint32_t state, size_t byte_class) const {
    return size_t{state} * classes_ + byte_class;
  }
  size_t classes_;
  std::vector<uint32_t> first_;
  std::vector<uint32_t> states_;
};

// The blocks that must still be used for splitting, each at most once. An entry stands for all byte
// classes; Hopcroft keeps pairs of block and class, which is a little faster and less simple.
class Waiting {
 public:
  void add(uint32_t block) {
    if (block >= waits_.size()) waits_.resize(block + 1, false);
    if (!waits_[block]) list_.push_back(block);
    waits_[block] = true;
  }
  bool contains(uint32_t block) const { return block < waits_.size() && waits_[block]; }
  bool empty() const { return list_.empty(); }
  uint32_t take() {
    const uint32_t block = list_.back();
    list_.pop_back();
    waits_[block] = false;
    return block;
  }

 private:
  std::vector<uint32_t> list_;
  std::vector<bool> waits_;
};

}  // namespace

std::vector<uint32_t> equal_states(const WideDfa& dfa) {
  Partition partition(dfa);
  const Predecessors predecessors(dfa);
  Waiting waiting;
  for (uint32_t block = 0; block < partition.block_count(); ++block) waiting.add(block);
  // The smaller half of a split block suffices, unless the whole block was still waiting.
  const auto on_split = [&](uint32_t old_block, uint32_t new_block) {
    const bool old_is_smaller = partition.size(old_block) < partition.size(new_block);
    waiting.add(waiting.contains(old_block) || !old_is_smaller ? new_block : old_block);
  };
  while (!waiting.empty()) {
    const std::vector<uint32_t> splitter = partition.members(waiting.take());
    for (uint32_t c = 0; c < dfa.class_count; ++c) {
      for (uint32_t state : splitter) {
        predecessors.for_each(state, c, [&](uint32_t from) { partition.mark(from); });
      }
      partition.split_marked(on_split);
    }
  }
  return partition.take_blocks();
}

}  // namespace linkspan::abnfc
