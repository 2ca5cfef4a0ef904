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

#include "base/byte_sets.h"
#include "scan/text/window.h"

namespace linkspan::scan {

// Does a case ending follow, after the punctuation at `mark` that joins it?
Answer case_ending_follows(const Window& window, uint64_t mark);

// Of Kazakh, Kyrgyz, Mongolian and similar languages.
bool is_cyrillic_ending(std::string_view letters);

// Of Korean, Thai and others.
bool is_particle(std::string_view word);

// Could the label [begin, end) be a top-level domain with an ending of a language joined to it?
// Facebook.comin. REQUIRES: it is not a top-level domain.
bool may_be_inflected_tld(const Window& window, uint64_t begin, uint64_t end);

// The first letters of inflected top-level domains: of com, eus, fi, net, org, tr and uz.
inline constexpr base::AsciiSet kMayBeCutOff("cefnotu");

// The same for the last label of a run. PERF: by the first letter; a call for each label costs mail
// 1 % of its instructions.
inline bool may_be_cut_off(const Window& window, uint64_t begin, uint64_t end) {
  return kMayBeCutOff.contains(window.byte(begin)) && may_be_inflected_tld(window, begin, end);
}

}  // namespace linkspan::scan
