// SPDX-License-Identifier: Apache-2.0
// Tokenizer: the source of an XML document as tags and character data (XML 1.0, fifth edition).
//
//   <a b="x">c&lt;d<!-- e --></a>   →  start of a, text `c`, reference `<`, text `d`, end of a
//   <![CDATA[a<b>]]>                →  text `a<b>`
//   <!DOCTYPE a [<!ENTITY home "https://example.org">]> &home;/docs
//                                   →  reference `https://example.org`, text `/docs`
//   &nbsp; &other;                  →  text: besides the five names of XML and numbers, only
//   entities
//                                      with a value in the document itself are decoded
//
// Expansion is bounded: an entity has at most kLongestEntity bytes, in which references were
// decoded where it was declared, and those of a part together have at most four bytes for each byte
// before and 4 KiB. A reference to another entity after that is text.
//
// Text that is not well-formed is read as far as possible: a `<` that begins nothing is text; a `<`
// inside a tag ends the tag, as no attribute has one; markup that is not closed is text, except
// CDATA, which goes to the end. Comments, processing instructions and the document type declaration
// with its internal subset are skipped.
//
// Every byte is read a fixed number of times. Guarded by tests/html/xml_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/references.h"
#include "html/tokenizer.h"

namespace linkspan::xml {

using html::SourceRange;

inline constexpr std::string_view kSpace = "\t\n\r ";  // S, XML 1.0, section 2.3

// May more of the source follow?
enum class Extent : uint8_t { cut, whole };

struct Attribute {
  std::string_view name;
  SourceRange value;  // without quotes, references not decoded
};

// Internal entities (XML, section 4.2.1) by their names.
using Entities = std::map<std::string, std::string, std::less<>>;

// The reference that a text begins with. The size is 0 if it is none that is decoded.
struct FoundReference {
  size_t size = 0;
  std::string_view text;
};

struct Token {
  enum class Kind : uint8_t {
    text,
    reference,
    start_tag,
    end_tag,
    skipped,  // a comment and the like
    cut,      // more of the source is needed
    end,
  };
  Kind kind = Kind::end;
  SourceRange source;
  std::string_view reference;         // what it stands for, until the next token
  std::string_view name;              // of a tag
  std::vector<Attribute> attributes;  // of a start tag
  bool is_empty = false;              // `<a/>`
};

class Tokenizer {
 public:
  // The source and the entities outlive this; entities that are declared are added to them. Null:
  // there are none. The source is shorter than 4 GiB.
  Tokenizer(std::string_view source, Extent extent, Entities* entities = nullptr)
      : source_(source), extent_(extent), entities_(entities) {}

  // The offset after the last token.
  uint32_t offset() const { return static_cast<uint32_t>(at_); }

  void next(Token& token);

  std::string_view text(SourceRange range) const {
    return source_.substr(range.begin, range.end - range.begin);
  }

  // REQUIRES: `text` begins with `&`. The result lives until the next call.
  FoundReference reference(std::string_view text);

  // Text with its references decoded: calls take(text, source) for each part of it. `origin`: its
  // place in the source.
  template <class Take>
  void decode_references(std::string_view text, uint32_t origin, const Take& take);
  std::string decoded(std::string_view text);

 private:
  enum class Closing : uint8_t { comment, instruction, cdata, document_type, kCount };
  void read_text(Token& token);
  bool read_markup(Token& token);
  bool read_declaration(Token& token);
  bool read_tag(Token& token, Token::Kind kind, size_t name);
  bool read_attribute(Token& token);
  bool skip_to(Token& token, Closing closing, size_t from);
  bool skip_document_type(Token& token);
  size_t end_of_document_type() const;
  bool needs_more(Token& token) const;
  void read_entities(std::string_view document_type);

  std::string_view source_;
  Extent extent_;
  Entities* entities_;
  base::Reference character_;  // the last one
  size_t expanded_ = 0;        // bytes of entities
  size_t at_ = 0;
  size_t cdata_end_ = 0;                                        // of text in CDATA; 0: none
  bool is_missing_[static_cast<size_t>(Closing::kCount)] = {};  // from here on
};

template <class Take>
void Tokenizer::decode_references(std::string_view text, uint32_t origin, const Take& take) {
  size_t begin = 0;
  const auto take_until = [&](size_t end) {
    if (begin == end) return;
    take(text.substr(begin, end - begin),
         SourceRange{origin + static_cast<uint32_t>(begin), origin + static_cast<uint32_t>(end)});
  };
  for (size_t at = text.find('&'); at != text.npos; at = text.find('&', at)) {
    const FoundReference found = reference(text.substr(at));
    if (found.size == 0) {
      ++at;
      continue;
    }
    take_until(at);
    begin = at + found.size;
    take(found.text,
         SourceRange{origin + static_cast<uint32_t>(at), origin + static_cast<uint32_t>(begin)});
    at = begin;
  }
  take_until(text.size());
}

}  // namespace linkspan::xml
