// SPDX-License-Identifier: Apache-2.0
// TextBuilder: the text of a part of an XML document, and which of it is that of its anchors.
//
// Character data is collected up to the next tag. Then it is known whether it is HTML, and where
// its white space is. An anchor has the text of its element, if that is one line: the text of an
// element with several lines is not the name of its destination, and is read as other text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "html/page.h"
#include "xml/line_join.h"
#include "xml/tokenizer.h"

namespace linkspan::xml {

inline constexpr size_t kLongestTagName = 16;  // of HTML

class TextBuilder {
 public:
  // Both outlive this.
  TextBuilder(std::string_view source, html::Page& page)
      : page_(page), text_(source, page), data_text_(source, data_) {}

  // Character data of the open element.
  void append(std::string_view text, SourceRange source) { data_text_.append(text, source); }

  // Of the open element.
  struct Where {
    size_t depth;
    bool is_inline;          // white space is text
    const html::Base* base;  // null: none
  };
  // Ends the data. Returns whether it had more than white space.
  bool flush(const Where& where, html::Destinations& destinations);

  // The same for data that is lines of its own, and of no anchor.
  void flush_alone(const Where& where, html::Destinations& destinations);

  // The data since the last tag, and since flush() was left out.
  std::string_view data() const { return data_.text; }
  SourceRange source_of_data() const {
    if (data_.text.empty()) return {};
    return data_.source_of({0, static_cast<uint32_t>(data_.text.size())});
  }
  void drop_data() { data_.clear(); }

  // What comes before the next text.
  LineJoin& join() { return join_; }

  // `anchor`: its index in the page. An element has the text of one.
  void begin_anchor(size_t depth, size_t anchor);
  void end_anchor(size_t depth);

  // Is there no data, and no anchor that may get more text?
  bool is_between_lines() const;

  // A line end, unless there is no text.
  void end_page() {
    if (!page_.text.empty()) text_.append('\n');
  }

 private:
  struct OpenAnchor {
    size_t depth;
    size_t anchor;
    bool is_container = false;  // it has several lines
  };
  void add_line(html::TextRange part, size_t depth);
  void join_line(size_t depth);
  void add_html(const html::Base* base, html::Destinations& destinations);
  void add_to_anchor(uint32_t begin, uint32_t end);

  html::Page& page_;
  html::PageText text_;
  html::Page data_;  // the character data since the last tag
  html::PageText data_text_;
  LineJoin join_;
  std::vector<OpenAnchor> anchors_;
};

}  // namespace linkspan::xml
