// SPDX-License-Identifier: Apache-2.0
// How to show a link to a person, and the warnings about it.
//
//   https://xn--bcher-kva.example/%C3%BC       display: https://bücher.example/ü
//   https://www.paypal.com@evil.example/       userinfo-like-host
//   https://example.org/ and a U+202E          bidi-control: what follows is shown in its place
//   https://bank.example∕login.evil.example    lookalike-delimiter: the link ends before U+2215
//   [https://bank.example](https://evil.example)   the second: text-names-other-host
//   https://example.org/a?b=c                  nothing, decided byte by byte
//
// Guarded by tests/document/document_warnings_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "linkspan/document.h"

namespace linkspan::document {

// The form of the IRI for people: iri::to_iri() of the URI. Empty if it differs from the IRI at
// most in the case of ASCII letters.
std::string display_of(std::string_view iri, std::string_view uri);

// The warnings about the text of a link that was not mapped to an IRI. `storage` is a buffer for
// reuse.
Warnings warnings_of_text(std::string_view text, const Span& span, std::string& storage);

// The warnings about a link with its IRI.
Warnings warnings_of_link(const Link& link);

// Link::target of a link with this URI.
std::string target_of(std::string_view uri, const DocumentOptions& options);

// The warnings about the character after a link; `after` may hold more text.
//
// A bidi control that opens a scope (U+202A, B, D, E, U+2066 to U+2068): the text after it is then
// shown in the place of the link, or next to it. Marks (U+200E, U+200F, U+061C) do not move text,
// and an IRI in right-to-left text needs the ends of scopes (RFC 3987, section 4.1).
//
// After a host, a character that looks like `/`: `https://bank.example∕login.evil.example`. Not
// U+FF0F, which is ordinary punctuation.
Warnings warnings_of_text_after(std::string_view after, const Span& span);

// All of these characters begin with this byte.
inline constexpr char kLeadByteAfterLinks = '\xE2';

// Links of Markdown, `[text](destination)`, whose text is a link itself. Links are passed in the
// order of the text. Not pictures, `![text](place)`.
class MarkdownLinks {
 public:
  static constexpr size_t kContext = 8;  // bytes before a link that matter

  void clear() { host_.clear(); }

  // May a link after this byte be a part of a Markdown link?
  static constexpr bool may_matter(char last) {
    return last == '(' || last == '[' || last == '<' || last == '*' || last == '_' || last == '`';
  }

  // Is the link the destination of a text that names another host? That text must be a link with a
  // scheme or `www.`, as a name such as `Space.com` need not be a host. `before` is the text before
  // the link, or its last kContext bytes.
  bool names_other_host(std::string_view before, std::string_view text, const Span& span) {
    if (!before.empty() && may_matter(before.back())) return compare(before, text, span);
    host_.clear();
    return false;
  }

 private:
  bool compare(std::string_view before, std::string_view text, const Span& span);

  std::string host_;  // of the last link, if it begins the text of a Markdown link
  uint64_t end_ = 0;  // of that link
};

}  // namespace linkspan::document
