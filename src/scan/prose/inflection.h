// SPDX-License-Identifier: Apache-2.0
// Joined words: what a language joins to a host or a path, by the lists in grammars/.
//
//   info@example.fi:stä       a case ending with its mark       case_endings.txt
//   …/qr-дан                  one of Cyrillic
//   한국.한국에서              a particle, joined to any word
//
// Guarded by the corpus.
#pragma once

#include <cstdint>
#include <string_view>

#include "scan/text/window.h"

namespace linkspan::scan {

// Does a case ending follow, with the mark that joins it?
Answer case_ending_follows(const Window& window, uint64_t mark);

// Of Kazakh, Kyrgyz, Mongolian and their like.
bool is_cyrillic_ending(std::string_view letters);

// Of Korean, Thai and others.
bool is_particle(std::string_view word);

}  // namespace linkspan::scan
