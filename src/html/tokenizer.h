// SPDX-License-Identifier: Apache-2.0
// Tokenizer: the source of an HTML document as tags and text (HTML, section 13.2.5).
//
//   <p class=x>a&lt;b<!-- c --></p>   →  start of p, text `a`, reference `<`, text `b`, end of p
//   a < b                             →  text, as no name follows the `<`
//   <a href="x                        →  nothing: a tag that the end of the text cuts is dropped
//
// Text is ranges of the source. Only attributes that affect destinations and visibility are kept.
// Comments, and markup that is parsed as a comment, are skipped. Every byte is read a fixed number
// of times, whatever the source is.
//
// Guarded by tests/html/html_browser_test.cc.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/compiler.h"
#include "base/references.h"
#include "html/blocks.h"
#include "html/tags.h"

namespace linkspan::html {

// Bytes of the source. A source is shorter than 4 GiB (kMaxSource in page.h).
struct SourceRange {
  uint32_t begin = 0;
  uint32_t end = 0;
  bool empty() const { return begin == end; }
  bool operator==(const SourceRange&) const = default;
};

// The white space of HTML.
constexpr bool is_white_space_byte(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}
inline bool is_blank(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_white_space_byte);
}

struct Attribute {
  bool present = false;
  SourceRange value;  // without quotes, references not decoded
};

struct Attributes {
  Attribute href, xlink_href, alt, style, encoding, type, charset, content;
  bool hidden = false;
  bool of_font = false;  // color, face or size
  bool any = false;      // is any of them there?
};

struct Token {
  enum class Kind : uint8_t { text, null, reference, start_tag, end_tag, doctype, end };
  Kind kind = Kind::end;
  SourceRange source;
  base::Reference reference;  // of Kind::reference
  Tag tag = Tag::kKnown;      // and what follows: of tags
  bool is_self_closing = false;
  Attributes attributes;
};

struct NamedAttribute {
  SourceRange name, value;  // of the source, as in Attribute
};

class Tokenizer {
 public:
  // The source outlives this.
  explicit Tokenizer(std::string_view source);

  // Whether `<![CDATA[` begins text: inside SVG and MathML.
  enum class Cdata : uint8_t { is_comment, is_text };
  void next(Token& token, Cdata cdata);

  // How to read the text after the last returned start tag.
  enum class Content : uint8_t { markup, rcdata, raw_text, script, plain_text };
  void read_content_as(Content content);

  // If a line feed is next, it is not part of the text (after <pre>).
  void skip_line_feed();

  // Of all attributes of a start tag, whatever their order. `tag`: the source of a token.
  uint64_t hash_of_attributes(SourceRange tag) const;

  // All attributes of a start tag, in order. `tag`: the source of a token.
  std::vector<NamedAttribute> attributes_of(SourceRange tag) const;

  std::string_view text(SourceRange range) const {
    return source_.substr(range.begin, range.end - range.begin);
  }

 private:
  bool read_markup(Token& token, Cdata cdata);
  bool read_tag(Token& token, Token::Kind kind, size_t name);
  template <class Take>
  bool read_attributes(bool& is_self_closing, const Take& take);
  template <class Take>
  bool read_attribute(const Take& take);
  Attribute read_attribute_value();
  void read_declaration(Token& token, Cdata cdata);
  void read_text(Token& token, size_t end);
  bool read_reference_at(Token& token);
  void skip_past(std::string_view closing);
  void skip_comment();
  void skip_white_space();
  size_t end_of_raw_text() const;
  size_t end_of_script() const;
  bool may_begin_markup(size_t at) const;
  bool is_raw_end_tag(size_t at) const;
  // The next mark of a kind from `at` on, or the end of the source.
  //
  // PERF: a block of 64 bytes is classified once for all kinds, and what begins in a block mostly
  // ends in it. Of 720 M instructions for 5.4 MB of documentation (callgrind), read_text() took 39
  // byte by byte and takes 19; read_tag(), with the names of tags and attributes, 189 and 76.
  LINKSPAN_INLINE size_t next(uint64_t BlockMarks::*mark, size_t at) {
    if (at - marked_from_ < 64) {
      const uint64_t rest = marks_.*mark >> (at - marked_from_);
      if (rest != 0) return at + base::lowest_bit(rest);
      at = marked_from_ + 64;
    }
    return next_in_later_block(mark, at);
  }
  size_t next_in_later_block(uint64_t BlockMarks::*mark, size_t at);
  size_t end_of_name(size_t at, uint8_t ends);
  size_t end_of_value(size_t at, char quote);

  std::string_view source_;
  size_t at_ = 0;
  Content content_ = Content::markup;
  std::string raw_name_;  // of the element whose content is not markup, in lower case
  size_t raw_end_ = 0;    // where that content ends
  size_t cdata_end_ = 0;  // of text in <![CDATA[ … ]]>
  std::string_view last_name_;
  TagNames names_;

  const Blocks& blocks_;
  BlockMarks marks_;                   // of one block of the source
  size_t marked_from_ = SIZE_MAX / 2;  // its start
};

}  // namespace linkspan::html
