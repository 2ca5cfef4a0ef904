// SPDX-License-Identifier: Apache-2.0
// PartReader: one part of an XML document (reader.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "html/page.h"
#include "xml/attributes.h"
#include "xml/line_join.h"
#include "xml/reader.h"
#include "xml/tokenizer.h"

namespace linkspan::xml {

class PartReader {
 public:
  PartReader(std::string_view source, Extent extent, Reader::Open& open, html::Page& page);

  // Reads up to the first place after Reader::kLeastPart where text ends, or to the end. Returns
  // that place, or 0 if more of the source is needed.
  size_t read();

 private:
  using Element = Reader::Element;
  // An element whose text is that of an anchor.
  struct OpenAnchor {
    size_t depth;
    size_t anchor;              // its index in the page
    bool is_container = false;  // it has several lines of text, which are not the anchor's
  };
  bool is_between_lines() const;
  void begin_element(const Token& token);
  void end_element(std::string_view name);
  void pop_element();
  void read_attributes(const Token& token);
  void add_destination(const Token& token, const Attribute& attribute);
  void add_base(const Attribute& attribute);
  void add_value(const Attribute& attribute);
  void flush();
  void add_line(html::TextRange part);
  void add_html();
  void add_to_anchor(uint32_t begin, uint32_t end);
  std::string value_of(const Attribute& attribute) const;
  const html::Base* base() const {
    return open_.bases.empty() ? nullptr : open_.bases.back().get();
  }

  std::string_view source_;
  Tokenizer tokenizer_;
  Reader::Open& open_;
  html::Page& page_;
  html::PageText text_;
  html::Page data_;  // the character data since the last tag
  html::PageText data_text_;
  html::Destinations destinations_;
  LineJoin join_;
  std::vector<OpenAnchor> anchors_;
};

}  // namespace linkspan::xml
