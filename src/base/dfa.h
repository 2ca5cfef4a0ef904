// SPDX-License-Identifier: Apache-2.0
// The automata that tools/abnfc compiles, as constant tables.
//
// Dfa: a deterministic automaton over UTF-8 bytes. One automaton may match several rules at once
// (its "roots") and has labels, which say where components may begin:
//
//   Dfa::State s = dfa.start();
//   for (each byte b) { s = dfa.step(s, b); if (s == Dfa::kDead) break;
//                       if (dfa.accepts[s] & 1) …the text so far is a whole match of root 0…
//                       if (dfa.begins[s])      …these labels may begin after b… }
//
// `begins` is a set of possibilities: in `user@host`, the host may begin at `user` until the `@`
// shows that this was the userinfo. The latest begin of a label counts; src/iri/components.h says
// why this is enough for the grammars of RFC 3986 and 3987.
//
// PackedDfa: the same for one root without labels, in a smaller table, for thousands of states.
//
// WordDfa: the same for a list of words, whose rows are almost empty, so that edges are lists.
//
// WordRow: a word of such a list and its value, to look up whole words.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace linkspan::base {

struct Dfa {
  using State = uint16_t;
  static constexpr State kDead = 0;
  static constexpr State kStart = 1;

  const uint8_t* byte_class;  // [256] → class
  const uint16_t* next;       // [state_count * class_count], row by row → state
  const uint8_t* accepts;     // [state_count], bit i: the text so far matches root rule i
  const uint16_t* begins;     // [state_count], bit i: label i may begin after the byte just read
  uint16_t state_count;
  uint16_t class_count;

  static constexpr State start() { return kStart; }
  constexpr State step(State state, uint8_t byte) const {
    return next[static_cast<uint32_t>(state) * class_count + byte_class[byte]];
  }
  // Is the whole text a match of root rule `root`?
  constexpr bool matches(std::string_view text, unsigned root = 0) const {
    State state = kStart;
    for (char c : text) {
      state = step(state, static_cast<uint8_t>(c));
      if (state == kDead) return false;
    }
    return (accepts[state] >> root & 1) != 0;
  }
};

// A state is the start of a row of choices, which many states share, and of a list of targets. The
// choice is the index of the target of a byte.
struct PackedDfa {
  using State = uint32_t;  // the place of the row, in the upper bits, and of the list
  static constexpr unsigned kListBits = 16;
  static constexpr State kDead = 0;

  const uint8_t* byte_class;  // [256] → class
  const uint8_t* choices;     // rows: class → place in the list; 0: dead
  const State* targets;       // lists; the first of each is kDead
  State start;
  State first_accepting;  // from here on, the text so far is a match

  constexpr State step(State state, uint8_t byte) const {
    const uint32_t row = state >> kListBits;
    const uint32_t list = state & ((State{1} << kListBits) - 1);
    return targets[list + choices[row + byte_class[byte]]];
  }
  constexpr bool accepts(State state) const { return state >= first_accepting; }
};

// A minimal acyclic automaton over the bytes of a list of words. Edges of a state are sorted by
// byte; state 0 is the start.
struct WordDfa {
  const uint16_t* first_edge;   // [state_count + 1] → index into the edges
  const uint8_t* edge_byte;     // [edge_count]
  const uint16_t* edge_target;  // [edge_count] → state
  const uint8_t* value;  // [state_count]: 0 not a word, else the word's value (1 if it has none)
  uint16_t state_count;
  uint16_t edge_count;

  static constexpr int kNone = -1;
  // The state after `byte`, or kNone.
  constexpr int step(int state, uint8_t byte) const {
    for (uint16_t edge = first_edge[state]; edge < first_edge[state + 1]; ++edge) {
      if (edge_byte[edge] == byte) return edge_target[edge];
    }
    return kNone;
  }
  // The value of the word, 0 if it is not in the list. `state` is the state after the text before
  // it.
  constexpr uint8_t find(std::string_view word, int state = 0) const {
    for (char c : word) {
      state = step(state, static_cast<uint8_t>(c));
      if (state == kNone) return 0;
    }
    return value[state];
  }
};

inline constexpr size_t kLongestWalkedWord = 64;

// Calls visit(word, value) for each word of the list that begins with the `size` bytes in `begin`,
// whose state is `state`. REQUIRES: no word is longer than kLongestWalkedWord.
template <class Visit>
constexpr void for_each_word(const WordDfa& words, const Visit& visit, uint16_t state, char* begin,
                             size_t size) {
  if (words.value[state] != 0) visit(std::string_view(begin, size), words.value[state]);
  for (uint16_t edge = words.first_edge[state]; edge < words.first_edge[state + 1]; ++edge) {
    begin[size] = static_cast<char>(words.edge_byte[edge]);
    for_each_word(words, visit, words.edge_target[edge], begin, size + 1);
  }
}
template <class Visit>
constexpr void for_each_word(const WordDfa& words, const Visit& visit) {
  char word[kLongestWalkedWord] = {};
  for_each_word(words, visit, 0, word, 0);
}

// The texts are in the order of the keys that the table was made with; empty: not given.
template <size_t kKeys>
struct WordRow {
  std::string_view word;
  std::array<std::string_view, kKeys> texts;
};

}  // namespace linkspan::base
