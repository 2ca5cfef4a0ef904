// SPDX-License-Identifier: Apache-2.0
// The elements of HTML in which no <a> can be made: it would be dropped, be text, end what is open,
// or be inside of what is clicked already.
//
//   <a>www.example.org</a>, <button>…, <textarea>…, <title>…     the text stays as it is
//
// All of SVG and MathML belongs to them, and text that the parser moves out of a table, as an <a>
// would be moved elsewhere (html/page.cc). Guarded by tests/html_in_place_test.cc.
#pragma once

#include <string>
#include <vector>

#include "html/tags.h"
#include "linkspan/result.h"

namespace linkspan::document {

// These and the caller's. Fails with invalid_argument on the first name that is no element of HTML,
// at its index.
Result<html::TagSet> fixed_elements(const std::vector<std::string>& never_in);

}  // namespace linkspan::document
