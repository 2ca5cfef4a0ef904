// SPDX-License-Identifier: Apache-2.0
// The URLs in the attributes of a start tag, other than the `href` of an anchor (HTML,
// "Attributes", the column "Value"; SVG 2, section 16.1), and those in a style sheet.
//
//   <img src=a.png srcset="b.png 2x, c.png 3x">        a.png, b.png, c.png
//   <meta http-equiv=refresh content="5; url='/x'">    /x
//   <div style="background: url(d.png)">               d.png
//   <img alt="https://example.org/">                   nothing: that is a text
//
// What is an attribute with a URL is a table of names. Guarded by tests/html/html_links_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "html/tags.h"
#include "html/tokenizer.h"
#include "html/tree.h"

namespace linkspan::html {

struct UrlAttribute {
  SourceRange name;   // empty: in the text of a style sheet
  SourceRange value;  // of the URL alone, references not decoded
};

// In the order of the source. `Node::source` of an element is its start tag.
std::vector<UrlAttribute> url_attributes(std::string_view source, const Node& element);

// In CSS: `url(x)`, `url("x")`, `@import "x"`, but not in comments and strings, and none with an
// escape.
std::vector<UrlAttribute> urls_of_style(std::string_view source, SourceRange css);

}  // namespace linkspan::html
