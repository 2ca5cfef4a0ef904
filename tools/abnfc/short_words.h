// SPDX-License-Identifier: Apache-2.0
// Makes the table of base::ShortWords: the words of a list that have at most eight bytes of ASCII,
// without collisions.
//
// The table is filled by hash and displacement: words fall into buckets by their hash, and each
// bucket, the largest first, is given the first step at which all its words fall into empty slots.
// (Belazzougui, Botelho, Dietzfelbinger: Hash, displace, and compress, 2009.)
//
// Rejected: making it at compile time. The list of top-level domains took 95 % of the steps that
// clang allows by default, and more than all of them with _GLIBCXX_ASSERTIONS.
// Guarded by tests/scan/short_words_test.cc and tests/grammars/abnfc_test.cc (Words).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/dfa.h"

namespace linkspan::abnfc {

struct ShortWordTable {
  std::vector<uint64_t> words;  // by slot; 0: the slot is empty
  std::vector<uint8_t> values;  // by slot; empty if all are 1
  std::vector<uint8_t> steps;   // by bucket
};

// nullopt if some bucket does not fit at any step.
std::optional<ShortWordTable> make_short_words(const base::WordDfa& words);

}  // namespace linkspan::abnfc
