// SPDX-License-Identifier: Apache-2.0
// Normal forms of the comparison ladder (RFC 3987, section 5.3; RFC 3986, section 6.2): normalize()
// for text that has been parsed.
//
//   by_syntax   HTTP://A.example:/%7e/./b%c3%a9?%2f   → http://a.example/~/bé?%2F
//   by_scheme   http://bücher.example:80              → http://bücher.example/
//
// Guarded by tests/iri/iri_normalize_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "linkspan/iri.h"

namespace linkspan::iri {

std::string normalized_by_syntax(const View& iri);

// REQUIRES: `iri` is in the normal form by syntax.
std::string normalized_by_scheme(std::string_view iri);

}  // namespace linkspan::iri
