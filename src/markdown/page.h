// SPDX-License-Identifier: Apache-2.0
// Markdown (CommonMark 0.30, with the tables, strikethrough and task lists of GitHub) as a page:
// what a reader sees of it, with a map back to its source.
//
//   Read [the *page*](/é?a&amp;b), `not/this`   →  text     "Read the page, not/this"
//   or <https://example.org/>.                     anchors  /é?a&b, https://example.org/
//                                                  fixed    "not/this"
//
// md4c parses it. It reports text by pointers into the source, and so its place; no place for
// anything else. The events become HTML, of which each part has its place in the source, and
// html::read_page() reads that: so anchors, HTML in Markdown, hidden text and references are what
// they are in HTML. HTML blocks are read each for itself, so that one that is not closed hides
// nothing after it.
//
//   | Markdown             | HTML                                            |
//   |----------------------|-------------------------------------------------|
//   | a\_b                 | <p>a_b                        `_` of the source |
//   | [a](b "c")           | <a href="b">a</a>             b of the source   |
//   | [a]: b               | <a href="b"></a>                                |
//   | ![a](b)              | <img alt="a">                                   |
//   | `a`, indented, ```   | <code>a</code>                                  |
//   | > a                  | <blockquote>, only if that is fixed             |
//
// A definition of a reference is an anchor without text, whose place is the destination, whether
// the reference is used or not. md4c does not report definitions: they are lines in no text that
// begin with `[…]:`.
//
// Bounds: the source is read up to kMaxSource. Where md4c would no longer take linear time, it is
// cut into pieces that are read one after another: no line is lost, but a reference to a definition
// in another piece is text. The HTML has at most 16 bytes for each byte of the source, then the
// rest is not read. Destinations together have at most max_relative_text(), as one may be repeated
// by three bytes.
//
// Guarded by tests/html/markdown_test.cc and tests/fuzz/html_fuzz.cc.
#pragma once

#include <string_view>

#include "html/page.h"

namespace linkspan::markdown {

// The source after this many bytes is not read.
inline constexpr size_t kMaxSource = html::kMaxSource;

// `page.fixed` is the text of code, or of the elements of `context.fixed` if it is not null.
html::Page read_page(std::string_view source, const html::PageContext& context);

}  // namespace linkspan::markdown
