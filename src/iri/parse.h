// SPDX-License-Identifier: Apache-2.0
// The parts of parse(): the automaton that decides, and the sentence of an error.
//
// Guarded by tests/iri/iri_parse_test.cc and tests/iri/iri_parse_errors_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "linkspan/iri.h"

namespace linkspan::iri {

// The components if the whole text matches, by one run of the automaton of grammars/iri.abnf.
// REQUIRES: the text is shorter than 4 GiB.
std::optional<Parts> match(std::string_view text, Grammar grammar);

// The length of the longest prefix of `text` that is a prefix of a text of `grammar`.
size_t viable_length(std::string_view text, Grammar grammar);

// REQUIRES: the text does not match.
Error parse_error(std::string_view text, Grammar grammar);

}  // namespace linkspan::iri
