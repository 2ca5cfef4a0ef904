// SPDX-License-Identifier: Apache-2.0
// The endings, particles and postpositions that languages join to the end of a link.
//
//   https://example.org/a's        case endings after punctuation, in thirty languages
//   https://example.ge/a-ზე        endings in another script than the link
//   …/wiki/서울특별시를            Korean particles, and Japanese sentences from を on
//
// Guarded by the corpus.
#pragma once

#include <cstdint>

#include "scan/text/window.h"

namespace linkspan::scan {

// The end of the link [link_begin, end) without them; not before `least`. REQUIRES: no letter is at
// `end`.
uint64_t trim_endings(const Window& window, uint64_t link_begin, uint64_t least, uint64_t end);

}  // namespace linkspan::scan
