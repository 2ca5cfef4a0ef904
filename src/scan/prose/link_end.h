// SPDX-License-Identifier: Apache-2.0
// The end of a link in prose: text there that a careful reader does not take for part of the link.
//
//   __https://example.org/rules__            emphasis
//   _See https://example.org/rules_          emphasis
//   …/2023[4][5]                             numbers of notes
//
// Guarded by the corpus.
#pragma once

#include <cstdint>

#include "scan/text/window.h"

namespace linkspan::scan {

// The end of the link [link_begin, end) for a reader; not before `least`. REQUIRES: the code point
// after `end` is known.
uint64_t trim_in_prose(const Window& window, uint64_t link_begin, uint64_t least, uint64_t end);

// In source code and logs, removes line and column after a file: https://example.org/app.js:10:5
uint64_t trim_place_in_file(const Window& window, uint64_t least, uint64_t end);

// PERF: could one of the two functions above change the end of a link of plain ASCII? A rule in
// them that can do so is named here as well; tests/scan/fast_path_test.cc compares the results.
// `has_colon`: after the host. REQUIRES: two bytes of text before `end`.
bool plain_end_may_be_trimmed(const Window& window, uint64_t begin, uint64_t end, bool has_colon,
                              bool is_code);

}  // namespace linkspan::scan
