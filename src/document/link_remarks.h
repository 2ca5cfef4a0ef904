// SPDX-License-Identifier: Apache-2.0
// What there is to say about a link to somebody who may open it: how to show it, and what to be
// careful about.
//
//   https://xn--bcher-kva.example/%C3%BC       display: https://bücher.example/ü
//   https://www.paypal.com@evil.example/       userinfo-like-host
//   https://example.org/ and a U+202E          bidi-control: what follows is shown in its place
//   https://bank.example∕login.evil.example    lookalike-delimiter: the link ends before U+2215
//   [https://bank.example](https://evil.example)   the second: text-names-other-host
//   https://example.org/a?b=c                  nothing, decided byte by byte
//
// Guarded by tests/document_warnings_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "linkspan/document.h"

namespace linkspan::document {

// What people should see instead of the IRI; empty where that is the IRI itself. iri::to_iri() of
// the URI, without regard to the case of ASCII.
std::string display_of(std::string_view iri, std::string_view uri);

// Of the text of a link that was not mapped to an IRI. `storage` is only kept for its memory.
Warnings warnings_of_text(std::string_view text, const Span& span, std::string& storage);

// Of a link with its IRI.
Warnings warnings_of_link(const Link& link);

// Of the character that follows a link; `after` may hold more.
//
// A bidi control that opens a scope (U+202A, B, D, E, U+2066 to U+2068): what follows is then shown
// in the place of the link, or next to it. Marks (U+200E, U+200F, U+061C) move nothing, and the
// ends of scopes are what an IRI in right-to-left text needs (RFC 3987, section 4.1).
//
// After a host, what looks like `/`: `https://bank.example∕login.evil.example`. Not U+FF0F, which
// is ordinary punctuation.
Warnings warnings_of_text_after(std::string_view after, const Span& span);

// All of these characters begin with this byte.
inline constexpr char kLeadByteAfterLinks = '\xE2';

// Links of Markdown, `[text](destination)`, whose text is a link itself. Links are given in the
// order of the text. Not pictures, `![text](place)`.
class MarkdownLinks {
 public:
  static constexpr size_t kContext = 8;  // how much of the text before a link matters, in bytes

  void clear() { host_.clear(); }

  // May a link after this byte be a part of a Markdown link?
  static constexpr bool may_matter(char last) {
    return last == '(' || last == '[' || last == '<' || last == '*' || last == '_' || last == '`';
  }

  // Is it the destination of a text that names another host? The text of the first is a link with a
  // scheme or `www.`: a name such as `Space.com` may be that of anything. `before` is what stands
  // before the link, or the last kContext bytes of it.
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
