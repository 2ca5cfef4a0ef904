// SPDX-License-Identifier: Apache-2.0
// Page: what a reader sees of an HTML document, with the way back to its source.
//
//   <p>Read <a href="/é?a&amp;b">this
//   page</a>&nbsp;now.<p hidden>x     →  text     "Read this page now."  (U+00A0 before "now")
//                                        anchor   /é?a&b, from "this" to "page"
//
// White space is collapsed but in <pre>; blocks and <br> end lines, an empty line stands around
// paragraphs, and a tab between the cells of a table. Left out is what a browser does not show:
// scripts, styles, the head, templates, comments, and what `hidden` or display:none hides.
//
// Text is in the order of the source. Where the parser moves it (text in a table that belongs to no
// cell), its line is broken at both ends. An <a> that the parser opens again (tree_builder.h) is
// one anchor: there is one for each start tag. Anchors in what is not shown have no text.
//
// Guarded by tests/html_page_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "html/tokenizer.h"

namespace linkspan::html {

// What comes after so many bytes of a source is not read.
inline constexpr size_t kMaxSource = size_t{32} << 20;

struct TextRange {  // bytes of Page::text
  uint32_t begin = 0;
  uint32_t end = 0;
  bool operator==(const TextRange&) const = default;
};

enum class Visibility : uint8_t { shown, hidden };

// An <a> or <area> with an attribute href.
struct Anchor {
  std::string href;  // absolute (href.h); empty where it leads nowhere
  SourceRange tag, attribute;
  std::vector<TextRange> text;  // one for each line; without white space at the ends
  Visibility visibility = Visibility::shown;
  uint32_t place = 0;  // in Page::text; where it would stand, if it has no text
};

class Page {
 public:
  std::string text;
  std::vector<Anchor> anchors;  // in the order of their tags
  bool is_cut = false;          // the source was longer than kMaxSource, or nested too deeply

  // Where the characters of a range of the text stand. REQUIRES: the range is not empty, and begins
  // and ends with characters that stand in the source, as links do.
  SourceRange source_of(TextRange range) const;

 private:
  friend class PageBuilder;
  // Text that comes from one place. `literal`: byte by byte; else all of it stands for all of that.
  struct Run {
    uint32_t text_begin, text_end;
    SourceRange source;
    bool is_literal;
  };
  const Run& run_at(uint32_t text_offset) const;
  std::vector<Run> runs_;
};

// Time is linear. Memory: up to 70 bytes for each byte of a source that is nothing but tags; a
// usual one takes ten times its size.
Page read_page(std::string_view source);

}  // namespace linkspan::html
