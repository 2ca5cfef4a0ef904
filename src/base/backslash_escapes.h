// SPDX-License-Identifier: Apache-2.0
// Backslash escapes: marks that Markdown and its relatives write with a backslash before them, so
// that they stand for themselves (CommonMark 0.31, section 2.4). Those that are in links:
//
//   https://es.wikipedia.org/wiki/Marte_\(planeta\)      the page Marte_(planeta)
//
// `\"` and `\n` are of program code, and end a link. Guarded by the corpus and
// tests/iri_map_test.cc.
#pragma once

#include "base/byte_sets.h"

namespace linkspan::base {

inline constexpr AsciiSet kEscapedByBackslash("()_-.[]*~#+!&=");

}  // namespace linkspan::base
