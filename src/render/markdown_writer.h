// SPDX-License-Identifier: Apache-2.0
// MarkdownWriter: text with links as Markdown, which CommonMark 0.30 renders to the original text.
//
//   https://e.org/      →  <https://e.org/>
//   www.e.org/a         →  [www.e.org/a](<http://www.e.org/a>)
//   javascript:x(1)     →  javascript:x(1)
//   *a* [b] &lt;        →  \*a\* \[b\] \&lt;
//   - a, 1. a, # a      →  \- a, 1\. a, \# a, at the start of a line
//
// A line ends with a hard line break (section 6.7), and one empty line is the end of a paragraph.
// Each further empty line, and each empty line before the text, holds one space. A space or tab at
// the start or end of a line is a character reference (section 6.2), which CommonMark neither
// strips nor counts as indentation. Empty lines at the end are left out.
//
// A link ends at the end of a line and begins again after it, since a paragraph may end there.
// Guarded by tests/round_trips.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "render/escaping_writer.h"

namespace linkspan::render {

class MarkdownWriter final : public EscapingWriter {
 public:
  // Appends to `out`, which must live as long as the writer.
  MarkdownWriter(std::string& out, MarkdownOptions options);

  void begin() override {}

 private:
  void begin_text() override {}
  void start_link(const Target& target) override;
  void begin_piece() override;
  void end_piece() override;
  void append_heading(const Heading& heading) override;
  void append_destination(std::string_view host) override;
  void append_end() override;
  void append_plain(std::string_view run) override;
  void append_other(char32_t code_point, std::string_view bytes) override;

  void begin_content();
  void write_line_ends();
  void write_space(char space);
  void write_escaped(char c);
  void hold(std::string_view bytes);
  void open_link();
  void close_link();

  enum class Line : uint8_t { start, digits, middle };
  // held: the text so far is the start of the URI, and is in held_; plain: the URI is not repeated.
  enum class Link : uint8_t { none, held, open, plain };
  enum class In : uint8_t { text, piece };

  bool is_empty_ = true;     // nothing was written in this part yet
  bool has_parts_ = false;   // a heading, or a part that ended
  uint64_t line_feeds_ = 0;  // not written yet: the next text decides how
  char space_ = '\0';        // not written yet, for the same reason
  Line line_ = Line::start;
  Link link_ = Link::none;
  In in_ = In::text;
  std::string uri_;  // of the last link; empty if it must not be opened
  std::string title_;
  std::string held_;
};

}  // namespace linkspan::render
