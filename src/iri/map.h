// SPDX-License-Identifier: Apache-2.0
// From the text of a link to its IRI, and from that to its URI (RFC 3987, section 3.1).
//
//   text, as written           IRI                           URI
//   www.example.org/é          http://www.example.org/é      http://www.example.org/%C3%A9
//   r&d@example.org            mailto:r%26d@example.org      mailto:r%26d@example.org
//   <https://example.org/a⏎b>  https://example.org/ab        https://example.org/ab
//
// Only characters that a URI cannot contain are encoded. `%`, `#`, `[` and `]` stay, as the section
// requires, so the mapping does not change a URI and is idempotent: `/%C3%A9` stays, and so does a
// `%` that begins no percent-encoding. The host is percent-encoded like the rest, which is one of
// the two ways of the section; the other is ToASCII.
//
// Guarded by tests/iri/iri_map_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "linkspan/iri.h"
#include "linkspan/linkspan.h"

namespace linkspan::iri {

// The IRI of a link. `text` is the text of `span`.
std::string iri_of(std::string_view text, const Span& span,
                   DefaultScheme default_scheme = DefaultScheme::http);

// The URI of an IRI: every byte of a character that is not allowed in a URI becomes %HH, also bytes
// that are not UTF-8.
std::string uri_of(std::string_view iri);
void append_uri_of(std::string& uri, std::string_view iri);

// Are all characters allowed in a URI, so that uri_of() changes nothing?
bool is_uri_text(std::string_view text);

// The text of a link in angle brackets without white space and line breaks (RFC 3986, appendix C).
std::string without_white_space(std::string_view text);

}  // namespace linkspan::iri
