// SPDX-License-Identifier: Apache-2.0
// Trim: what a careful reader leaves off at the end of a link in prose, beyond single characters.
//
//   __https://example.org/rules__            → the emphasis
//   _See https://example.org/rules_          → likewise
//   https://example.org/a's first page       → the possessive, as other case endings
//   https://example.org/party🎉              → the emoji
//   …/wiki/日本語を参照してください           → the sentence that goes on without a space
//   …/wiki/서울특별시를 보세요                → the particle
//
// Guarded by the corpus.
#pragma once

#include <cstdint>

#include "scan/text/window.h"

namespace linkspan::scan {

// Where the link [link_begin, end) ends for a reader; not before `least`. REQUIRES: the code point
// after `end` is known, and the one after that, if it is a space.
uint64_t trim_in_prose(const Window& window, uint64_t link_begin, uint64_t least, uint64_t end);

// _Read more: https://a.example/b_: do marks before a word of the line open emphasis that none
// after a word have closed?
bool is_in_emphasis(const Window& window, uint64_t link_begin);

// In source code and logs, line and column after a file: https://example.org/app.js:10:5
uint64_t trim_place_in_file(const Window& window, uint64_t least, uint64_t end);

}  // namespace linkspan::scan
