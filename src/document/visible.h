// SPDX-License-Identifier: Apache-2.0
// The visible parts of a link: its text without line breaks and the white space around them.
//
//   https://example.org/⏎   way      →  `https://example.org/` and `way`
//   https://example.org/a b          →  all of it: an interface may underline a space
//
// A control sequence of a terminal is not visible, either (scan/text/escapes.h).
//
// Only a link of Form::delimited has white space in it (RFC 3986, appendix C), or the marks between
// two string literals. Guarded by tests/document/document_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "linkspan/linkspan.h"
#include "scan/text/escapes.h"

namespace linkspan::document {

// Appends the visible ranges of `text`, which is at `begin`. None is empty.
void append_visible(std::string_view text, uint64_t begin, std::vector<Range>& visible);

// Sets `visible` to those of a link; text_of(range), its text, is called only if necessary.
template <class TextOf>
void find_visible(const Span& span, const TextOf& text_of, std::vector<Range>& visible) {
  visible.clear();
  if (span.has_escapes && span.form != Form::delimited) {
    scan::append_shown(text_of(span.range), span.range.begin, visible);
  } else if (span.form == Form::delimited) {
    append_visible(text_of(span.range), span.range.begin, visible);
  } else {
    visible.push_back(span.range);
  }
}

}  // namespace linkspan::document
