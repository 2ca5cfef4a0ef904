// SPDX-License-Identifier: Apache-2.0
// Compiles a list of words to a minimal acyclic automaton, base::WordDfa, or reads it as rows,
// base::WordRow.
//
//   # the schemes that need no `//`
//   mailto
//   http    web          a value: a name given with --value, or a number 1..255
//   li      word code    or flags: names given with --flag, each a bit of the value
//   ftp     web port=21  then pairs: keys given with --key, each at most once
//   vbs     - runs=yes   a word that is in the rows, but not in the automaton
//
// The automaton contains the words and their values, for a scanner that steps through it. The rows
// contain the words and the texts of their pairs, for looking up a whole word.
//
// There is one word on each line. Blank lines are skipped, and so are comments: from a `#` at the
// start of a line or after a blank. A word may contain any bytes except blanks, and case matters:
// a caller that ignores case converts both the list and its input to lower case. A word that is
// listed twice is an error.
//
// In the sorted list, words with a common prefix are adjacent, so states can be built from the last
// byte to the first. A state with the same value and the same edges as an existing one is shared
// (Daciuk and others 2000, the construction from sorted data).
// Guarded by tests/grammars/abnfc_test.cc (Words).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "abnfc/short_words.h"
#include "abnfc/source.h"
#include "base/dfa.h"

namespace linkspan::abnfc {

struct WordAutomaton {
  std::vector<uint16_t> first_edge;
  std::vector<uint8_t> edge_byte;
  std::vector<uint16_t> edge_target;
  std::vector<uint8_t> value;
  size_t word_count = 0;
  std::optional<ShortWordTable> short_words = {};  // only if it is asked for

  // Borrows the tables: valid until this object is changed or destroyed.
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

// What may follow a word: a value or flags, but not both, and then pairs of a key and a text.
struct WordColumns {
  std::vector<std::string> values;  // names, numbered from 1
  std::vector<std::string> flags;   // names of bits, from bit 0 on
  std::vector<std::string> keys;    // `key` of `key=text`
};

struct WordRow {
  std::string_view word;
  std::vector<std::string_view> texts;  // by key; empty if the word has no such pair
};

// `index` is the index of `source` in the sources of `diagnostics`. Reports all errors and returns
// nullopt if there are any.
std::optional<WordAutomaton> compile_words(const Source& source, uint32_t index,
                                           const WordColumns& columns, Diagnostics& diagnostics);

// The rows of the same list, sorted by bytes. They borrow the text of `source`.
std::optional<std::vector<WordRow>> read_word_rows(const Source& source, uint32_t index,
                                                   const WordColumns& columns,
                                                   Diagnostics& diagnostics);

}  // namespace linkspan::abnfc
