// SPDX-License-Identifier: Apache-2.0
// From the text of a link to what it stands for: its IRI, and the URI of that (RFC 3987,
// section 3.1).
//
//   text, as written           IRI                           URI
//   www.example.org/é          http://www.example.org/é      http://www.example.org/%C3%A9
//   r&d@example.org            mailto:r%26d@example.org      mailto:r%26d@example.org
//   <https://example.org/a⏎b>  https://example.org/ab        https://example.org/ab
//
// Only characters that no URI can hold are encoded. `%`, `#`, `[` and `]` stay where they are, as
// the section demands, so the map changes no URI and doing it twice changes nothing more:
// `/%C3%A9` stays, and so does a `%` that encodes nothing. The host is percent-encoded like the
// rest, which is one of the two ways the section offers; the other is ToASCII.
//
// Guarded by tests/iri_map_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "linkspan/iri.h"
#include "linkspan/linkspan.h"

namespace linkspan::iri {

// The IRI of a link. `text` is the text of `span`.
std::string iri_of(std::string_view text, const Span& span,
                   DefaultScheme default_scheme = DefaultScheme::http);

// The URI of an IRI: every byte of a character that is not allowed in a URI becomes %HH. Bytes that
// are not UTF-8 are encoded as they are.
std::string uri_of(std::string_view iri);
void append_uri_of(std::string& uri, std::string_view iri);

// Are there only characters that a URI may hold? Then uri_of() changes nothing.
bool is_uri_text(std::string_view text);

// The text without white space and line breaks: how a link in angle brackets is to be read
// (RFC 3986, appendix C).
std::string without_white_space(std::string_view text);

// The text without the backslashes of Markdown: \( \_ and the like (base/backslash_escapes.h).
std::string without_backslashes(std::string_view text);

}  // namespace linkspan::iri
