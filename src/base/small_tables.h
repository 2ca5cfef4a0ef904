// SPDX-License-Identifier: Apache-2.0
// Tables of tools/abnfc that a program makes when it starts, of a form that compresses well.
//
// LINKSPAN_SMALL_TABLES: a header of abnfc has its list as a tree and its large automaton as steps,
// and these functions make the tables of base/dfa.h and base/short_words.h of them. For programs
// that are loaded over a network (tools/npm): there, the words of all lists take 14 KB instead of
// 29, and the links without `//` 4 KB instead of 13.
//
// A table that is computed at compile time of another takes that of automata::constant, which is
// the same one in other programs.
//
// Guarded by tests/grammars/small_tables_test.cc.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/dfa.h"
#include "base/short_words.h"

namespace linkspan::base {

// A list as a tree, in which no two beginnings share a state: its edges lead to the states from 1
// on, one after the other, so that it needs no numbers of states.
inline constexpr size_t kMostTreeStates = 8192;
struct NextStates {
  NextStates() {
    for (size_t edge = 0; edge < kMostTreeStates; ++edge)
      states[edge] = static_cast<uint16_t>(edge + 1);
  }
  uint16_t states[kMostTreeStates];
};
inline const NextStates kNextStates;

// Writes the sums of the edges of the states before each.
[[gnu::noinline]] inline void make_first_edges(const uint8_t* edges, size_t states,
                                               uint16_t* first_edge) {
  uint16_t sum = 0;
  for (size_t state = 0; state < states; ++state) {
    first_edge[state] = sum;
    sum = static_cast<uint16_t>(sum + edges[state]);
  }
  first_edge[states] = sum;
}

template <size_t kStates>
struct FirstEdges {
  static_assert(kStates <= kMostTreeStates);
  explicit FirstEdges(const uint8_t (&edges)[kStates]) {
    make_first_edges(edges, kStates, numbers);
  }
  uint16_t numbers[kStates + 1];
};

// Writes the words of a tree with at most eight bytes of ASCII into their slots. `values`: nullptr
// if all are 1.
[[gnu::noinline]] inline void fill_short_words(const WordDfa& list, uint64_t* words,
                                               uint8_t* values, size_t slots, const uint8_t* steps,
                                               size_t buckets) {
  struct Begin {
    uint64_t packed = 0;
    unsigned size = 0;  // more than kLongestShortWord: not a short word
  };
  std::vector<Begin> begins(list.state_count);
  for (size_t state = 0; state < begins.size(); ++state) {
    const auto [packed, size] = begins[state];
    if (list.value[state] != 0 && size <= kLongestShortWord) {
      const uint64_t hash = short_word_hash(packed);
      const size_t slot = short_word_slot(hash, steps[short_word_bucket(hash, buckets)], slots);
      words[slot] = packed;
      if (values != nullptr) values[slot] = list.value[state];
    }
    for (size_t edge = list.first_edge[state]; edge < list.first_edge[state + 1]; ++edge) {
      const uint64_t byte = list.edge_byte[edge];
      begins[edge + 1] = size < kLongestShortWord && byte < 0x80
                             ? Begin{packed | byte << (8 * size), size + 1}
                             : Begin{0, kLongestShortWord + 1};
    }
  }
}

template <size_t kSlots, size_t kBuckets, Values kValues>
struct MadeShortWords : ShortWords<kSlots, kBuckets, kValues> {
  MadeShortWords(const WordDfa& list, const uint8_t (&the_steps)[kBuckets])
      : ShortWords<kSlots, kBuckets, kValues>{} {
    std::copy(std::begin(the_steps), std::end(the_steps), this->steps.begin());
    fill_short_words(list, this->words.data(),
                     kValues == Values::differ ? this->values.data() : nullptr, kSlots, the_steps,
                     kBuckets);
  }
};

// Writes the lists of targets of a PackedDfa. `sizes`: of each list, without its dead state; `rows`
// and `steps`: for each target, the place of its row, in rows of `classes` bytes, and that of its
// list, from the place that the same target of the last list of this size has.
[[gnu::noinline]] inline void make_targets(const uint8_t* sizes, size_t lists, const uint8_t* rows,
                                           const int16_t* steps, uint32_t classes,
                                           PackedDfa::State* targets) {
  const size_t most = *std::max_element(sizes, sizes + lists);
  std::vector<uint16_t> last((most + 1) * most);  // by size and place in the list
  for (size_t list = 0; list < lists; ++list) {
    *targets++ = PackedDfa::kDead;
    uint16_t* of_size = last.data() + most * sizes[list];
    for (unsigned left = sizes[list]; left > 0; --left) {
      *of_size = static_cast<uint16_t>(*of_size + *steps++);
      *targets++ = *rows++ * classes << PackedDfa::kListBits | *of_size++;
    }
  }
}

template <size_t kTargets>
struct Targets {
  Targets(const uint8_t* sizes, size_t lists, const uint8_t* rows, const int16_t* steps,
          uint32_t classes) {
    make_targets(sizes, lists, rows, steps, classes, targets);
  }
  PackedDfa::State targets[kTargets];
};

}  // namespace linkspan::base
