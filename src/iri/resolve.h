// SPDX-License-Identifier: Apache-2.0
// Shared by resolve(), relativize() and normalize(): removing dot segments from paths, and
// recomposing an IRI from its components.
//
//   without_dot_segments("/a/b/../c")        → "/a/c"
//   without_dot_segments("../a/..//b")       → "//b"
//   recomposed({.scheme="foo", .path="//b"}) → "foo:/.//b", because `foo://b` has an authority
//
// Guarded by tests/iri/iri_resolve_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "linkspan/iri.h"

namespace linkspan::iri {

// Views of the components of an IRI, which need not exist as one text.
struct Components {
  View::Component scheme;
  View::Component authority;
  std::string_view path;
  View::Component query;
  View::Component fragment;
};

Components components_of(const View& view);

// RFC 3986, section 5.2.4. Linear: each byte is copied once and removed at most once.
std::string without_dot_segments(std::string_view path, DotSegments dots = DotSegments::plain);

// RFC 3986, section 5.3. DEVIATION: without an authority, a path that starts with `//` gets `/.`
// before it. Section 3.3 forbids such a path, which section 5.3 would turn into an authority.
std::string recomposed(const Components& components);

}  // namespace linkspan::iri
