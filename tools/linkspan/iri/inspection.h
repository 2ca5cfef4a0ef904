// SPDX-License-Identifier: Apache-2.0
// The output of `linkspan iri inspect`: a drawing of the components of an IRI, its forms, facts
// about its scheme and host, and its warnings at their places; or why it is not an IRI, and where.
//
// Guarded by tests/command/iri/iri_inspection_test.cc, with the drawings in
// tests/data/iri_inspections.txt.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "linkspan/iri.h"

namespace linkspan::command {

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

enum class Inspected : uint8_t { iri, not_an_iri };

// Printable, in lines of at most `columns`, except the forms, each of which is one line.
Inspected append_inspection(std::string& out, std::string_view text, int columns);

// The members of a JSON object: "input", "output" or "error", "warnings".
Inspected append_inspection_json(std::string& out, std::string_view text);

// "error":{"position":…,"message":…}
void append_json_error(std::string& out, const Error& error);
// "warnings":[{"name":…,"start":…,"end":…,"message":…},…], with what diagnose() says.
void append_json_warnings(std::string& out, std::string_view text);

}  // namespace linkspan::command
