// SPDX-License-Identifier: Apache-2.0
// Tables of tools/abnfc that a program makes when it starts, of a form that compresses well.
//
// LINKSPAN_SMALL_TABLES: a header of abnfc has its list as text and its large automaton as steps,
// and these functions make the tables of base/dfa.h and base/short_words.h of them. For programs
// that are loaded over a network (tools/npm): there, the words of all lists take 14 KB instead of
// 29, and the links without `//` 4 KB instead of 13.
//
// A table that is computed at compile time of another takes that of automata::constant, which is
// the same one in other programs.
//
// Guarded by tests/grammars/small_tables_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/dfa.h"
#include "base/short_words.h"

namespace linkspan::base {

// Where the tables of a WordDfa are written to.
struct WordTables {
  uint16_t* first_edge;
  uint8_t* edge_byte;
  uint16_t* edge_target;
  uint8_t* value;
};

// Writes the tree of the words, of which no two beginnings share a state. `text`: the words, sorted
// by bytes, each with NUL after it; `values`: theirs, or nullptr if all are 1.
[[gnu::noinline]] inline void make_word_tree(std::string_view text, const uint8_t* values,
                                             const WordTables& tables) {
  struct Part {  // the words with one beginning, of so many bytes
    size_t first;
    size_t last;
    size_t bytes;
  };
  std::vector<const char*> words;
  for (size_t at = 0; at < text.size(); at = text.find('\0', at) + 1)
    words.push_back(text.data() + at);
  std::vector<Part> parts = {{0, words.size(), 0}};
  uint16_t edges = 0;
  for (size_t state = 0; state < parts.size(); ++state) {
    auto [first, last, bytes] = parts[state];
    tables.first_edge[state] = edges;
    tables.value[state] = 0;
    if (words[first][bytes] == '\0') {
      tables.value[state] = values == nullptr ? 1 : values[first];
      ++first;
    }
    while (first < last) {
      const char byte = words[first][bytes];
      size_t end = first;
      while (end < last && words[end][bytes] == byte) ++end;
      tables.edge_byte[edges] = static_cast<uint8_t>(byte);
      tables.edge_target[edges++] = static_cast<uint16_t>(parts.size());
      parts.push_back({std::exchange(first, end), end, bytes + 1});
    }
  }
  tables.first_edge[parts.size()] = edges;
}

// The tree of a list. A tree has one edge less than states.
template <size_t kStates>
struct WordTree {
  WordTree(std::string_view text, const uint8_t* values) {
    make_word_tree(text, values, {first_edge, edge_byte, edge_target, value});
  }
  uint16_t first_edge[kStates + 1];
  uint8_t edge_byte[kStates];
  uint16_t edge_target[kStates];
  uint8_t value[kStates];
};

// Writes the words with at most eight bytes of ASCII that begin with `packed`, whose state is
// `state`, into their slots. `values`: nullptr if all are 1.
[[gnu::noinline]] inline void fill_short_words(const WordDfa& list, uint64_t* words,
                                               uint8_t* values, size_t slots, const uint8_t* steps,
                                               size_t buckets, int state = 0, uint64_t packed = 0,
                                               unsigned size = 0) {
  if (list.value[state] != 0) {
    const uint64_t hash = short_word_hash(packed);
    const size_t slot = short_word_slot(hash, steps[short_word_bucket(hash, buckets)], slots);
    words[slot] = packed;
    if (values != nullptr) values[slot] = list.value[state];
  }
  if (size == kLongestShortWord) return;
  for (uint16_t edge = list.first_edge[state]; edge < list.first_edge[state + 1]; ++edge) {
    const uint8_t byte = list.edge_byte[edge];
    if (byte >= 0x80) continue;
    fill_short_words(list, words, values, slots, steps, buckets, list.edge_target[edge],
                     packed | uint64_t{byte} << (8 * size), size + 1);
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
  std::vector<uint16_t> last(256 * 256);  // by size and place in the list
  for (size_t list = 0; list < lists; ++list) {
    *targets++ = PackedDfa::kDead;
    uint16_t* of_size = last.data() + size_t{256} * sizes[list];
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
