// SPDX-License-Identifier: Apache-2.0
// The value of an attribute `href` as a browser reads it (URL Standard, section 4.4), as far as it
// affects the destination.
//
//   absolute_href(" https://example.org/\n a ", "")          → https://example.org/%20a
//   absolute_href("HTTPS:\\example.org\x", "")               → HTTPS://example.org/x
//   absolute_href("../b", "https://example.org/x/y")         → https://example.org/b
//   absolute_href("page.html", "")                           → nothing: no base is known
//   absolute_href("https://example.org:x/", "")              → nothing: that is not a port
//   absolute_href("#top", "https://example.org/")            → nothing: it leads to where one is
//
// Host and percent-encodings are not changed. Guarded by tests/html_page_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace linkspan::html {

// An IRI, or the empty text. `value` has its references decoded; `base` is empty or absolute.
std::string absolute_href(std::string_view value, std::string_view base);

}  // namespace linkspan::html
