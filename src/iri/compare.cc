// SPDX-License-Identifier: Apache-2.0
// The ladder of comparisons (RFC 3987, section 5.3). Each rung compares the normal forms of
// normalize().
//
// Guarded by tests/iri/iri_normalize_test.cc and tests/iri/iri_properties_test.cc.
#include "linkspan/iri.h"

namespace linkspan::iri {
namespace {

bool equal_by(Ladder rung, std::string_view left, std::string_view right) {
  if (left == right) return true;
  const Result<std::string> first = normalize(left, rung);
  const Result<std::string> second = normalize(right, rung);
  return first.ok() && second.ok() && *first == *second;
}

}  // namespace

bool equal_by_characters(std::string_view left, std::string_view right) { return left == right; }

bool equal_by_syntax(std::string_view left, std::string_view right) {
  return equal_by(Ladder::syntax, left, right);
}

bool equal_by_scheme(std::string_view left, std::string_view right) {
  return equal_by(Ladder::scheme, left, right);
}

}  // namespace linkspan::iri
