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
#include "xml/reader.h"
#include "xml/text_builder.h"
#include "xml/tokenizer.h"

namespace linkspan::xml {

class PartReader {
 public:
  PartReader(std::string_view source, Extent extent, Reader::Open& open,
             Relationships* relationships, html::Page& page);

  // Reads up to the first place after Reader::kLeastPart where text ends, or to the end. Returns
  // that place, or 0 if more of the source is needed.
  size_t read();

 private:
  using Element = Reader::Element;
  bool is_between_lines() const;
  void begin_element(const Token& token);
  void end_element(std::string_view name);
  void pop_element();
  void read_attributes(const Token& token);
  void add_destination(const Token& token, const Attribute& attribute, std::string href);
  void add_target(const Token& token, const Attribute& attribute);
  void add_related(const Token& token, const Attribute& attribute);
  std::string destination_of(const Token& token, const Attribute& attribute);
  void add_base(const Attribute& attribute);
  std::string fragment_of(const Token& token);
  bool add_instruction(const Token& token, const Attribute& attribute);
  bool add_instruction(std::string_view text, SourceRange source);
  void add_value(const Attribute& attribute);
  void end_apart(const Element& element);
  void flush();
  bool is_inline() const {
    return open_.elements.back().is_inline || open_.elements.back().has_text;
  }
  TextBuilder::Where where() const { return {open_.elements.size(), is_inline(), base()}; }
  std::string value_of(const Attribute& attribute) {
    return tokenizer_.decoded(tokenizer_.text(attribute.value));
  }
  const html::Base* base() const {
    return open_.bases.empty() ? nullptr : open_.bases.back().get();
  }

  std::string_view source_;
  Tokenizer tokenizer_;
  Reader::Open& open_;
  Relationships* relationships_;
  html::Page& page_;
  TextBuilder text_;
  html::Destinations destinations_;
};

}  // namespace linkspan::xml
