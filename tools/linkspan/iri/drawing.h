// SPDX-License-Identifier: Apache-2.0
// Drawings of IRIs, in columns of a terminal (output/shown_text.h).
//
//   append_components(): its components under the IRI, in rows that fit
//     https://example.org:80/a?q#f
//     └─┬─┘   └────┬────┘ ┬┘┬┘ ┬ ┬
//     scheme      host    │ │  │ fragment
//                         │ │  query
//                         │ path
//                         port
//   append_excerpt(): what is around a place, and carets under it
//     http://example.org/a b
//                         ^
//
// Both indent by two columns. A component of many rows is cut in its middle. Guarded by
// tests/command/iri/iri_drawing_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "linkspan/iri.h"

namespace linkspan::command {

inline constexpr std::string_view kDrawingIndent = "  ";

// REQUIRES: `columns` is 40 or more; so for what follows.
void append_components(std::string& out, const iri::View& view, int columns);

// At least one caret, as a range may be empty, or at the end. `…` replaces the text before and
// after the excerpt.
void append_excerpt(std::string& out, std::string_view text, const Range& place, int columns);

// The components of an IRI by their names, as output has them.
struct NamedPart {
  const char* name;
  Part part;
};
std::array<NamedPart, 7> named_parts(const Parts& parts);

}  // namespace linkspan::command
