// SPDX-License-Identifier: Apache-2.0
// A list of words as a minimal acyclic automaton, base::WordDfa, or as rows, base::WordRow.
//
//   # the schemes that need no `//`
//   mailto
//   http    web          one value: a name given with --value, or a number 1..255
//   li      word code    or names given with --flag, each of which is a bit of the value
//   ftp     web port=21  last, what is known of it: keys given with --key, each once
//   vbs     - runs=yes   a word that is a row, but not in the automaton
//
// The automaton has the words and their values; the rows have the words and what is known of them.
// So one list serves a scanner that steps through it and whoever looks up a whole word.
//
// One word a line; blank lines and what follows a `#` at the beginning or after a blank are
// skipped. A word is any bytes without blanks, taken as they are: whoever wants no difference of
// case lowers both sides. A word listed twice is an error, since one of the lines must be wrong.
//
// The idea: in the sorted list, the words with a common prefix are neighbours, so the states can be
// made from the last byte backwards, and a state that already exists with the same value and the
// same edges is used again (Daciuk and others 2000, the construction from sorted data).
// Guarded by tests/abnfc_test.cc (Words).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "abnfc/source.h"
#include "base/dfa.h"

namespace linkspan::abnfc {

struct WordAutomaton {
  std::vector<uint16_t> first_edge;
  std::vector<uint8_t> edge_byte;
  std::vector<uint16_t> edge_target;
  std::vector<uint8_t> value;
  size_t word_count = 0;

  // Borrows the tables: valid while this object lives and is not changed.
  base::WordDfa view() const {
    return {first_edge.data(),
            edge_byte.data(),
            edge_target.data(),
            value.data(),
            static_cast<uint16_t>(value.size()),
            static_cast<uint16_t>(edge_byte.size())};
  }
  size_t table_bytes() const {
    return 2 * first_edge.size() + edge_byte.size() + 2 * edge_target.size() + value.size();
  }
};

inline constexpr size_t kMaxWordLength = 255;  // in bytes
inline constexpr size_t kMaxWordFlags = 8;

// What may follow a word: one of the values, or any of the flags, but not both; then pairs of a key
// and a text.
struct WordColumns {
  std::vector<std::string> values;  // names, numbered from 1
  std::vector<std::string> flags;   // names of bits, from bit 0 on
  std::vector<std::string> keys;    // `key` of `key=text`
};

struct WordRow {
  std::string_view word;
  std::vector<std::string_view> texts;  // by key; empty where the word has none
};

// `source` is the file with this index among the sources of `diagnostics`. Nothing when there are
// errors, which are then reported.
std::optional<WordAutomaton> compile_words(const Source& source, uint32_t index,
                                           const WordColumns& columns, Diagnostics& diagnostics);

// The rows of the same list, in the order of their bytes. They borrow the text of `source`.
std::optional<std::vector<WordRow>> read_word_rows(const Source& source, uint32_t index,
                                                   const WordColumns& columns,
                                                   Diagnostics& diagnostics);

}  // namespace linkspan::abnfc
