// SPDX-License-Identifier: Apache-2.0
// Joined words: endings and particles that a language joins to a host or a path, from the lists in
// grammars/.
//
//   info@example.fi:stä       a case ending after a colon       case_endings.txt
//   …/qr-дан                  a Cyrillic case ending
//   한국.한국에서              a particle, joined to any word
//
// Guarded by the corpus.
#pragma once

#include <cstdint>
#include <string_view>

#include "scan/text/window.h"

namespace linkspan::scan {

// Does a case ending follow, after the punctuation at `mark` that joins it?
Answer case_ending_follows(const Window& window, uint64_t mark);

// Of Kazakh, Kyrgyz, Mongolian and similar languages.
bool is_cyrillic_ending(std::string_view letters);

// Of Korean, Thai and others.
bool is_particle(std::string_view word);

}  // namespace linkspan::scan
