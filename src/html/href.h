// SPDX-License-Identifier: Apache-2.0
// The value of an attribute `href` as a browser reads it (URL Standard, section 4.4), as far as it
// affects the destination.
//
//   absolute_href(" https://example.org/\n a ", "")          → https://example.org/%20a
//   absolute_href("HTTPS:\\example.org\x", "")               → HTTPS://example.org/x
//   absolute_href("../b", "https://example.org/x/y")         → https://example.org/b
//   absolute_href("https:b", "https://example.org/x/y")      → https://example.org/x/b: a scheme
//   that
//                                                              is that of the base means nothing
//   absolute_href("\\\\example.org\x", "file:///a")          → file://example.org/x
//   absolute_href("page.html", "")                           → nothing: no base is known
//   absolute_href("https://example.org:x/", "")              → nothing: that is not a port
//   absolute_href("#top", "https://example.org/")            → nothing: it leads to where one is
//
// Host and percent-encodings are not changed. Guarded by tests/html/html_page_test.cc and, against
// other programs, by tests/html_differential.mjs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace linkspan::html {

// Without white space around it, and line ends and tabs in it.
std::string cleaned_href(std::string_view value);

// An IRI to which others are relative, taken apart once: a reference is resolved in as many steps
// as it and the result have bytes, however long the base is.
class Base {
 public:
  explicit Base(std::string iri);  // absolute, or empty

  // Does the destination depend on the base, and lead elsewhere? `href` is cleaned.
  bool resolves(std::string_view href) const;

  // REQUIRES: it resolves it. Empty if it cannot be opened.
  std::string resolve(std::string_view href) const;

 private:
  bool treats_backslash_as_slash() const;
  std::string_view without_own_scheme(std::string_view href) const;
  std::string path_to(std::string_view reference_path) const;

  std::string iri_;
  size_t scheme_ = 0;                   // with its colon; 0: nothing can be resolved
  size_t path_ = 0;                     // its start
  std::string directory_;               // the path without dot segments, up to its last slash
  std::string file_;                    // the rest of it
  std::vector<uint32_t> segment_ends_;  // in directory_, before each slash but the first
};

// The reference, if it depends on a base and leads elsewhere than to where one is; else empty.
std::string relative_href(std::string_view value);

// An IRI, or the empty text. `value` has its references decoded; `base` is empty or absolute.
std::string absolute_href(std::string_view value, std::string_view base);

// Do browsers write the query in the charset of the page (URL Standard, section 4.4, query state)?
// `https:` yes, `ws:` and `mailto:` no: in UTF-8.
bool has_query_in_charset(std::string_view iri);

// At most that many bytes long if non-ASCII characters are percent-encoded.
size_t size_as_uri(std::string_view iri);

}  // namespace linkspan::html
