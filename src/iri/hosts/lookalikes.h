// SPDX-License-Identifier: Apache-2.0
// Characters that look like one of the delimiters that end a host or divide it: / \ . ? # @ :
//
//   U+2215 ∕ looks like /       U+FF20 ＠ looks like @
//   U+30CE ノ looks like / after Latin letters, and is an ordinary letter after Katakana
//
// Guarded by tests/iri/iri_spoofing_test.cc, against the confusables that ICU knows.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "iri/characters.h"

namespace linkspan::iri {

// The delimiter that a character looks like in its place; 0 if it does not.
char lookalike(const std::vector<Character>& characters, size_t index);

// Does the text hold a character of the table in its place?
bool has_lookalike(std::string_view text);

}  // namespace linkspan::iri
