// SPDX-License-Identifier: Apache-2.0
// Backslash escapes: punctuation that Markdown and similar formats write after a backslash, so that
// it has no other meaning (CommonMark 0.31, section 2.4). Those that occur in links:
//
//   https://es.wikipedia.org/wiki/Marte_\(planeta\)      the page Marte_(planeta)
//
// `\"` and `\n` belong to program code, and end a link. Guarded by the corpus and
// tests/iri_map_test.cc.
#pragma once

#include "base/byte_sets.h"

namespace linkspan::base {

inline constexpr AsciiSet kEscapedByBackslash("()_-.[]*~#+!&=");

}  // namespace linkspan::base
