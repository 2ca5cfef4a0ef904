// SPDX-License-Identifier: Apache-2.0
#include "xml/part_reader.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/few_texts.h"
#include "base/keyed_hash.h"
#include "base/steps.h"
#include "html/href.h"
#include "html/tags.h"

namespace linkspan::xml {
namespace {

constexpr size_t kLongestBase = 4096;
constexpr size_t kSearchedElements = 16;  // for the start of an end tag

// Text that is not part of the text around it, in OOXML and ODF.
constexpr std::string_view kApart[] = {
    "w:del", "w:moveFrom",         "w:instrText",    "w:rt",
    "rPh",   "text:note-citation", "text:ruby-text", "office:annotation"};

// Paragraphs that are not called like those of HTML: headings of ODF, texts of spreadsheets.
constexpr std::string_view kParagraphs[] = {"h", "si"};
// Empty elements that stand for a character in OOXML, ODF, TEI and JATS; 0: others, such as marks
// of a place.
char character_of(std::string_view name) {
  constexpr std::string_view kLineEnds[] = {"br", "break", "cr", "lb", "line-break"};
  constexpr std::string_view kTabs[] = {"ptab", "tab"};
  if (base::is_one_of(name, kLineEnds)) return '\n';
  if (base::is_one_of(name, kTabs)) return '\t';
  if (name == "noBreakHyphen") return '-';
  return name == "s" ? ' ' : '\0';
}

html::Tag html_tag(std::string_view name) {
  return name.size() > kLongestTagName ? html::Tag::kKnown : html::known_tag(name);
}

bool is_paragraph(std::string_view name) {
  const html::Tag tag = html_tag(name);
  return tag == html::Tag::p || html::has_trait(tag, html::trait::heading) ||
         base::is_one_of(name, kParagraphs);
}

bool is_word(char c) {
  const auto byte = static_cast<uint8_t>(c);
  return byte >= 0x80 || base::is_ascii_alphanumeric(byte);
}

// May the value of an attribute have a link that is not a bare domain?
bool may_have_link(std::string_view value) {
  if (value.find("://") != value.npos || value.find("www.") != value.npos) return true;
  const size_t at = value.find('@');
  return at != value.npos && at > 0 && at + 1 < value.size() && is_word(value[at - 1]) &&
         is_word(value[at + 1]);
}

// The words of HYPERLINK that matter. They may be in quotes.
struct Instruction {
  std::string_view target, place;
};

Instruction read_instruction(std::string_view text) {
  Instruction found;
  std::string_view before;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (text.empty()) return found;
    const bool is_quoted = text.front() == '"';
    if (is_quoted) text.remove_prefix(1);
    const size_t end = std::min(text.find_first_of(is_quoted ? "\"" : " \t\r\n"), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (before.empty() && word != "HYPERLINK") return {};
    if (before == "HYPERLINK") found.target = word;
    if (before == "\\l") found.place = word;
    before = word;
  }
}

}  // namespace

PartReader::PartReader(std::string_view source, Extent extent, Reader::Open& open,
                       Relationships* relationships, html::Page& page)
    : source_(source),
      tokenizer_(source, extent, &open.entities),
      open_(open),
      relationships_(relationships),
      page_(page),
      text_(source, page),
      destinations_(html::max_relative_text(std::min(source.size(), Reader::kLeastPart))) {}

size_t PartReader::read() {
  Token token;
  while (true) {
    const size_t begin = std::max<size_t>(tokenizer_.offset(), Reader::kLeastPart);
    tokenizer_.next(token);
    if (tokenizer_.offset() > begin) destinations_.add_room(4 * (tokenizer_.offset() - begin));
    switch (token.kind) {
      case Token::Kind::text:
        text_.append(tokenizer_.text(token.source), token.source);
        break;
      case Token::Kind::reference:
        text_.append(token.reference, token.source);
        break;
      case Token::Kind::start_tag:
        begin_element(token);
        break;
      case Token::Kind::end_tag:
        flush();
        end_element(token.name);
        break;
      case Token::Kind::skipped:
        continue;
      case Token::Kind::cut:
        return 0;
      case Token::Kind::end:
        if (open_.hidden > 0) end_apart({});
        flush();
        return source_.size();
    }
    if (tokenizer_.offset() >= Reader::kLeastPart && is_between_lines()) {
      text_.end_page();
      return tokenizer_.offset();
    }
  }
}

// Is no text continued after this tag, and no anchor?
bool PartReader::is_between_lines() const {
  return text_.is_between_lines() && (open_.elements.size() == 1 || !is_inline());
}

void PartReader::flush() {
  if (open_.hidden > 0) return;  // until its element ends
  if (text_.flush(where(), destinations_)) open_.elements.back().has_text = true;
}

// --- elements

void PartReader::begin_element(const Token& token) {
  flush();
  const std::string_view name = local_name(token.name);
  const Element& parent = open_.elements.back();
  Element element;
  element.name = static_cast<uint32_t>(base::KeyedHash()(token.name));
  element.ends_line = html::has_trait(
      html_tag(name), html::trait::block | html::trait::paragraph | html::trait::cell);
  const bool begins_paragraph = is_paragraph(name);
  element.ends_line |= begins_paragraph;
  element.is_inline =
      begins_paragraph ||
      (!element.ends_line && (parent.is_inline || parent.has_text) && open_.elements.size() > 1);
  if (open_.hidden == 0 && is_inline() && (token.is_empty || name != "s")) {
    text_.join().put(character_of(name));
  }
  if (open_.elements.size() >= Reader::kMaxDepth) {
    if (!token.is_empty) ++open_.deeper;
    text_.join().end_text();
    return read_attributes(token);
  }
  if (open_.hidden > 0) {  // the text around continues after it
    if (element.ends_line) text_.append("\n", token.source);
  } else if (element.ends_line || open_.elements.size() == 1) {
    text_.join().end_text();
  } else if (!element.is_inline) {
    text_.join().cross(open_.elements.size());
  }
  element.is_instruction = token.name == "w:instrText";
  element.is_apart = open_.hidden == 0 && base::is_one_of(token.name, kApart);
  open_.elements.push_back(element);
  if (element.is_apart) open_.hidden = open_.elements.size();
  read_attributes(token);
  if (token.is_empty) pop_element();
}

// A deletion is read if it has a link; a mark of a note never has one.
void PartReader::end_apart(const Element& element) {
  open_.hidden = 0;
  if (element.is_instruction) {
    if (!add_instruction(text_.data(), text_.source_of_data())) return flush();
    return text_.drop_data();
  }
  if (may_have_link(text_.data())) {
    text_.flush_alone(where(), destinations_);
  } else {
    text_.drop_data();
  }
}

void PartReader::end_element(std::string_view name) {
  if (open_.deeper > 0) {
    --open_.deeper;
    text_.join().end_text();
    return;
  }
  const auto hash = static_cast<uint32_t>(base::KeyedHash()(name));
  const size_t size = open_.elements.size();
  const size_t most = std::min(size - 1, kSearchedElements);
  for (size_t count = 1; count <= most; ++count) {
    if (open_.elements[size - count].name != hash) continue;
    for (; count > 0; --count) pop_element();
    return;
  }
}

void PartReader::pop_element() {
  const Element element = open_.elements.back();
  if (element.is_apart) end_apart(element);
  text_.end_anchor(open_.elements.size());
  if (element.has_base) open_.bases.pop_back();
  open_.elements.pop_back();
  if (open_.hidden > 0) return;
  const Element& parent = open_.elements.back();
  if (element.ends_line || open_.elements.size() == 1) {
    text_.join().end_text();
  } else if (!parent.is_inline && !parent.has_text) {
    text_.join().cross(open_.elements.size());
  }
}

// --- attributes

void PartReader::read_attributes(const Token& token) {
  for (const Attribute& attribute : token.attributes) {
    if (use_of(attribute.name) == Use::base) add_base(attribute);
  }
  for (const Attribute& attribute : token.attributes) {
    switch (use_of(attribute.name)) {
      case Use::anchor:
      case Use::destination:
        add_destination(token, attribute, destination_of(token, attribute));
        break;
      case Use::target:
        add_target(token, attribute);
        break;
      case Use::text:
        add_value(attribute);
        break;
      case Use::name:
        if (!add_instruction(token, attribute)) add_related(token, attribute);
        break;
      case Use::base:
        break;
    }
  }
}

std::string PartReader::destination_of(const Token& token, const Attribute& attribute) {
  return destinations_.of(value_of(attribute), base(), token.source, page_);
}

void PartReader::add_destination(const Token& token, const Attribute& attribute, std::string href) {
  if (href.empty()) return;
  const bool has_text = use_of(attribute.name) != Use::destination && !token.is_empty &&
                        open_.elements.size() < Reader::kMaxDepth;
  if (has_text) text_.begin_anchor(open_.elements.size(), page_.anchors.size());
  const auto place = static_cast<uint32_t>(page_.text.size());
  html::Anchor anchor;
  anchor.href = std::move(href);
  anchor.tag = token.source;
  anchor.attribute = attribute.value;
  anchor.place = place;
  page_.anchors.push_back(std::move(anchor));
}

// Of a link, or of a relationship that is not used.
void PartReader::add_target(const Token& token, const Attribute& attribute) {
  bool is_used = false;
  for (const Attribute& other : token.attributes) {
    is_used |= relationships_ != nullptr && other.name == "Id" &&
               relationships_->used.contains(value_of(other));
  }
  if (!is_used) add_destination(token, attribute, destination_of(token, attribute));
}

// If the value is the identifier of a relationship.
void PartReader::add_related(const Token& token, const Attribute& attribute) {
  constexpr size_t kLongest = 256;
  if (relationships_ == nullptr || attribute.value.end - attribute.value.begin > kLongest ||
      local_name(attribute.name).size() == attribute.name.size()) {
    return;
  }
  const auto found = relationships_->targets.find(value_of(attribute));
  if (found == relationships_->targets.end()) return;
  const std::string fragment =
      found->second.find('#') == std::string::npos ? fragment_of(token) : std::string();
  if (!fragment.empty()) {
    std::string href = found->second + fragment;
    if (!destinations_.repeats(href, token.source, page_)) return;
    relationships_->used.insert(found->first);
    return add_destination(token, attribute, std::move(href));
  }
  if (!destinations_.repeats(found->second, token.source, page_)) return;
  relationships_->used.insert(found->first);
  add_destination(token, attribute, found->second);
}

// `#place` of `<w:hyperlink r:id="rId4" w:anchor="place">`, and of `location` of a workbook
// (ISO/IEC 29500-1, sections 17.16.22 and 18.3.1.47); empty if there is none.
std::string PartReader::fragment_of(const Token& token) {
  constexpr size_t kLongest = 256;
  for (const Attribute& attribute : token.attributes) {
    const bool is_short = attribute.value.end - attribute.value.begin <= kLongest;
    const bool is_place = attribute.name == "w:anchor" || attribute.name == "location";
    if (is_place && is_short) return '#' + value_of(attribute);
  }
  return {};
}

// That of a field in parts, if it is more than a link in text would be.
bool PartReader::add_instruction(std::string_view text, SourceRange source) {
  const Instruction found = read_instruction(text);
  if (found.target.find(' ') == found.target.npos && found.place.empty()) return false;
  html::Anchor anchor;
  anchor.href = html::absolute_href(found.target, {});
  if (anchor.href.empty()) return false;
  if (!found.place.empty()) anchor.href += '#' + std::string(found.place);
  if (!destinations_.repeats(anchor.href, source, page_)) return true;
  anchor.tag = anchor.attribute = source;
  anchor.place = static_cast<uint32_t>(page_.text.size());
  page_.anchors.push_back(std::move(anchor));
  return true;
}

// `w:instr` of a simple field: HYPERLINK "https://example.org/a b" \l "place" (ISO/IEC 29500-1,
// section 17.16.5.25). Returns whether it was one.
bool PartReader::add_instruction(const Token& token, const Attribute& attribute) {
  if (attribute.name != "w:instr") return false;
  const std::string instruction = value_of(attribute);
  const Instruction found = read_instruction(instruction);
  std::string href = html::absolute_href(found.target, {});
  if (href.empty()) return false;
  if (!found.place.empty()) href += '#' + std::string(found.place);
  if (!destinations_.repeats(href, token.source, page_)) return true;
  add_destination(token, attribute, std::move(href));
  return true;
}

// Relative to the one before. Where the bases are too many or too long, relative destinations have
// none.
void PartReader::add_base(const Attribute& attribute) {
  Element& element = open_.elements.back();
  if (element.has_base || open_.elements.size() >= Reader::kMaxDepth) return;
  const std::string href = html::cleaned_href(value_of(attribute));
  std::string iri;
  if (open_.bases.size() < Reader::kMaxBases && href.size() <= kLongestBase) {
    const bool is_relative = base() != nullptr && base()->resolves(href);
    iri = is_relative ? base()->resolve(href) : html::absolute_href(href, {});
  }
  if (iri.size() > kLongestBase) iri.clear();
  if (open_.bases.size() > Reader::kMaxBases) return;
  open_.bases.push_back(std::make_shared<const html::Base>(std::move(iri)));
  element.has_base = true;
}

// The value is a line of text.
void PartReader::add_value(const Attribute& attribute) {
  if (!may_have_link(tokenizer_.text(attribute.value))) return;
  tokenizer_.decode_references(
      tokenizer_.text(attribute.value), attribute.value.begin,
      [this](std::string_view part, SourceRange source) { text_.append(part, source); });
  text_.flush_alone(where(), destinations_);
}

}  // namespace linkspan::xml
