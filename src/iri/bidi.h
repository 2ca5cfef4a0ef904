// SPDX-License-Identifier: Apache-2.0
// Both directions in one component (RFC 3987, section 4.2), and the characters that keep an IRI in
// order where it is shown (section 4.1).
//
//   http://ab.CDE.FGH/ij      with Hebrew for capitals: each component has one direction
//   http://ab.cd.ef/GH1/2IJ   a component ends with a digit and would be torn apart
//
// A component is what the section names, and by its advice each label of a host, each name and
// value of a query, and in a path the extension of a name: `KL.html` of example 4 is two.
//
// Guarded by tests/iri_bidi_test.cc, with the examples of section 4.4.
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

// What the section says of one component. Characters are taken as they are shown: a
// percent-encoding is a sign, digits and letters. Nonspacing marks belong to the letter before
// them.
Structure structure_of(std::string_view component);

// The text between the characters that hold it together in left-to-right order.
std::string embedded(std::string_view text, BidiForm form);

}  // namespace linkspan::iri
