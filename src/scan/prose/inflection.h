// SPDX-License-Identifier: Apache-2.0
// Joined words: endings and particles that a language joins to a host or a path, from the lists in
// grammars/.
//
//   info@example.fi:stä       a case ending after a colon       case_endings.txt
//   …/qr-дан                  a Cyrillic case ending
//   한국.한국에서              a particle, joined to any word
//   Facebook.comin            an ending after a top-level domain      inflected_tlds.txt
//
// Guarded by the corpus.
#pragma once

#include <cstdint>
#include <string_view>

#include "automata/inflected_tlds.h"
#include "base/byte_sets.h"
#include "base/short_words.h"
#include "scan/text/window.h"

namespace linkspan::scan {

// Does a case ending follow, after the punctuation at `mark` that joins it?
Answer case_ending_follows(const Window& window, uint64_t mark);

// Of Kazakh, Kyrgyz, Mongolian and similar languages.
bool is_cyrillic_ending(std::string_view letters);

// Of Korean, Thai and others.
bool is_particle(std::string_view word);

// Is the ASCII label [begin, end) a top-level domain with an ending joined to it, in any case?
inline bool is_inflected_tld(const Window& window, uint64_t begin, uint64_t end) {
  if (end < begin + 4 || end > begin + base::kLongestShortWord) return false;
  const base::PackedWord word(window.at(begin), end - begin, window.end_of_bytes());
  return automata::kInflectedTldsShort.find(word) != 0;
}

// PERF: by the first letter of the last label of a run. A call for each costs mail 1 % of its
// instructions.
inline constexpr base::AsciiSet kBeginsInflectedTld = [] {
  base::AsciiSet set;
  const base::WordDfa& words = automata::constant::kInflectedTlds;
  for (unsigned edge = 0; edge < words.first_edge[1]; ++edge) set.add(words.edge_byte[edge]);
  return set;
}();
inline bool may_be_cut_off(const Window& window, uint64_t begin, uint64_t end) {
  return kBeginsInflectedTld.contains(window.byte(begin)) && is_inflected_tld(window, begin, end);
}

}  // namespace linkspan::scan
