// SPDX-License-Identifier: Apache-2.0
// What md4c does not say about the source: where destinations are, definitions of references, and
// how long it takes.
//
//   [b]: </x y> "title"      a definition: its destination is "/x y"
//   > 1. [b]:                also in a quote or a list; the destination may be in the next line
//        https://example.org/
//   [b] text, [ ]: x         not definitions
//
// Guarded by tests/html/markdown_test.cc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "html/page.h"
#include "linkspan/linkspan.h"

namespace linkspan::markdown {

struct Definition {
  html::SourceRange place;  // of its destination
};

// The definitions among the lines that begin at `from` or after it and end at `to` or before it.
// REQUIRES: these lines are part of no text.
void find_definitions(std::string_view source, size_t from, size_t to, Sink<Definition> sink);

// The place of the destination after `](` near after `at`, whose text, without escapes, begins with
// `start`; if it is not found, an empty one.
html::SourceRange find_destination(std::string_view source, size_t at, std::string_view start);

// Where the source is cut, so that md4c reads each piece in time: the ends of the pieces, each
// after a line. One piece if md4c takes at most a second more than linear time for it. For each
// bracket md4c counts the lines of its paragraph: 100,000 lines `[a]` take 5 s, and 3,000,000 would
// take hours.
std::vector<size_t> affordable_pieces(std::string_view source);

// The source without definitions whose destination is so long that md4c, which reads it for each
// use, would take more than linear time: `[a]: https://…` and 40,000 times `[a]` took 5 s. They
// become text, in which the destination is a link, by a blank in place of their bracket. Empty if
// there are none.
std::string without_long_definitions(std::string_view source);

// Does the text begin with a backslash that makes the next character mean itself?
bool is_escape(std::string_view text);

// Is this a tag of HTML after which a browser shows no text, or drops links, as if all of the rest
// of the document were in the element? So a <title> in a sentence is text.
bool hides_text_after(std::string_view tag);

}  // namespace linkspan::markdown
