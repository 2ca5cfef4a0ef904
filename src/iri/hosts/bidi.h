// SPDX-License-Identifier: Apache-2.0
// Components with both directions (RFC 3987, section 4.2), and the bidi controls that keep a
// displayed IRI in order (section 4.1).
//
//   http://ab.CDE.FGH/ij      with Hebrew for capitals: each component has one direction
//   http://ab.cd.ef/GH1/2IJ   a component ends with a digit and would be torn apart
//
// Components are those of the section and, as it suggests, each label of a host, each name and
// value of a query, and the extension of a name in a path: `KL.html` of example 4 is two
// components.
//
// Guarded by tests/iri/iri_bidi_test.cc, with the examples of section 4.4.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "linkspan/iri.h"

namespace linkspan::iri {

enum class Structure : uint8_t {
  one_direction,
  both_directions,  // restriction 1
  ends_outside,     // restriction 2: it does not start and end with right-to-left characters
};

// The restriction that one component breaks. A percent-encoding counts as its three characters.
// Nonspacing marks belong to the letter before them.
Structure structure_of(std::string_view component);

// The text between the bidi controls that keep it in left-to-right order.
std::string embedded(std::string_view text, BidiForm form);

}  // namespace linkspan::iri
