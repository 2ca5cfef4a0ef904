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
