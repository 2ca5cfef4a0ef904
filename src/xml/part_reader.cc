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

using html::SourceRange;
using html::TextRange;

constexpr std::string_view kSpace = " \t\r\n";
constexpr size_t kLongestTagName = 16;  // of HTML
constexpr size_t kLongestBase = 4096;
constexpr size_t kSearchedElements = 16;  // for the start of an end tag

// Paragraphs that are not called like those of HTML: headings of ODF, texts of spreadsheets.
constexpr std::string_view kParagraphs[] = {"h", "si"};
// Empty elements for white space in OOXML and ODF.
constexpr std::string_view kLineEnds[] = {"br", "cr", "line-break"};

html::Tag html_tag(std::string_view name) {
  return name.size() > kLongestTagName ? html::Tag::kKnown : html::known_tag(name);
}

bool is_paragraph(std::string_view name) {
  const html::Tag tag = html_tag(name);
  return tag == html::Tag::p || html::has_trait(tag, html::trait::heading) ||
         base::is_one_of(name, kParagraphs);
}

// Is there a tag of HTML?
bool has_html(std::string_view text) {
  const size_t last = text.rfind('>');
  if (last == text.npos) return false;
  for (size_t at = text.find('<'); at < last; at = text.find('<', at + 1)) {
    const size_t name = at + (text[at + 1] == '/' ? 2 : 1);
    const size_t end = std::min(text.find_first_of("\t\n\r />", name), name + kLongestTagName + 1);
    base::count_steps(kLongestTagName);
    if (html_tag(text.substr(name, end - name)) != html::Tag::kKnown) return true;
  }
  return false;
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

}  // namespace

PartReader::PartReader(std::string_view source, Extent extent, Reader::Open& open, html::Page& page)
    : source_(source),
      tokenizer_(source, extent),
      open_(open),
      page_(page),
      text_(source, page),
      data_text_(source, data_),
      destinations_(html::max_relative_text(std::min(source.size(), Reader::kLeastPart))) {}

size_t PartReader::read() {
  Token token;
  while (true) {
    const size_t begin = std::max<size_t>(tokenizer_.offset(), Reader::kLeastPart);
    tokenizer_.next(token);
    if (tokenizer_.offset() > begin) destinations_.add_room(4 * (tokenizer_.offset() - begin));
    switch (token.kind) {
      case Token::Kind::text:
        data_text_.append(tokenizer_.text(token.source), token.source);
        break;
      case Token::Kind::reference:
        data_text_.append(token.reference.text(), token.source);
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
        flush();
        return source_.size();
    }
    if (tokenizer_.offset() >= Reader::kLeastPart && is_between_lines()) {
      if (!page_.text.empty()) text_.append('\n');
      return tokenizer_.offset();
    }
  }
}

// Is no text continued after this tag, and no anchor?
bool PartReader::is_between_lines() const {
  const bool is_in_anchor = std::any_of(anchors_.begin(), anchors_.end(),
                                        [](const OpenAnchor& one) { return !one.is_container; });
  const Element& element = open_.elements.back();
  const bool may_go_on = open_.elements.size() > 1 && (element.is_inline || element.has_text);
  return data_.text.empty() && !is_in_anchor && !may_go_on;
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
  if (parent.is_inline && base::is_one_of(name, kLineEnds)) join_.put('\n');
  if (parent.is_inline && token.is_empty && name == "tab") join_.put('\t');
  if (parent.is_inline && token.is_empty && name == "s") join_.put(' ');
  if (open_.elements.size() >= Reader::kMaxDepth) {
    if (!token.is_empty) ++open_.deeper;
    join_.end_text();
    return read_attributes(token);
  }
  if (element.ends_line || open_.elements.size() == 1) {
    join_.end_text();
  } else if (!element.is_inline) {
    join_.cross(open_.elements.size());
  }
  open_.elements.push_back(element);
  read_attributes(token);
  if (token.is_empty) pop_element();
}

void PartReader::end_element(std::string_view name) {
  if (open_.deeper > 0) {
    --open_.deeper;
    join_.end_text();
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
  if (!anchors_.empty() && anchors_.back().depth == open_.elements.size()) anchors_.pop_back();
  if (element.has_base) open_.bases.pop_back();
  open_.elements.pop_back();
  const Element& parent = open_.elements.back();
  if (element.ends_line || open_.elements.size() == 1) {
    join_.end_text();
  } else if (!parent.is_inline && !parent.has_text) {
    join_.cross(open_.elements.size());
  }
}

// --- attributes

void PartReader::read_attributes(const Token& token) {
  for (const Attribute& attribute : token.attributes) {
    if (use_of(attribute.name) == Use::base) add_base(attribute);
  }
  bool is_external = false;
  for (const Attribute& attribute : token.attributes) {
    is_external |= attribute.name == "TargetMode" && tokenizer_.text(attribute.value) == "External";
  }
  for (const Attribute& attribute : token.attributes) {
    switch (use_of(attribute.name)) {
      case Use::anchor:
      case Use::destination:
        add_destination(token, attribute);
        break;
      case Use::external_target:
        if (is_external) {
          add_destination(token, attribute);
          break;
        }
        [[fallthrough]];
      case Use::text:
        add_value(attribute);
        break;
      case Use::base:
      case Use::name:
        break;
    }
  }
}

void PartReader::add_destination(const Token& token, const Attribute& attribute) {
  std::string href = destinations_.of(value_of(attribute), base(), token.source, page_);
  if (href.empty()) return;
  const bool has_text = use_of(attribute.name) == Use::anchor && !token.is_empty &&
                        open_.elements.size() < Reader::kMaxDepth;
  const bool is_first = anchors_.empty() || anchors_.back().depth < open_.elements.size();
  if (has_text && is_first) anchors_.push_back({open_.elements.size(), page_.anchors.size()});
  const auto place = static_cast<uint32_t>(page_.text.size());
  page_.anchors.push_back(
      {std::move(href), token.source, attribute.value, {}, html::Visibility::shown, place});
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

std::string PartReader::value_of(const Attribute& attribute) const {
  std::string value;
  decode_references(tokenizer_.text(attribute.value), attribute.value.begin,
                    [&value](std::string_view part, SourceRange) { value += part; });
  return value;
}

// The value is a line of text.
void PartReader::add_value(const Attribute& attribute) {
  if (!may_have_link(tokenizer_.text(attribute.value))) return;
  decode_references(
      tokenizer_.text(attribute.value), attribute.value.begin,
      [this](std::string_view part, SourceRange source) { data_text_.append(part, source); });
  const Element element = open_.elements.back();
  std::vector<OpenAnchor> others;
  anchors_.swap(others);
  join_.end_text();
  flush();
  join_.end_text();
  anchors_.swap(others);
  open_.elements.back() = element;
}

// --- text

// The character data since the last tag.
void PartReader::flush() {
  const std::string_view text = data_.text;
  if (text.empty()) return;
  Element& element = open_.elements.back();
  const size_t begin = text.find_first_not_of(kSpace);
  base::count_steps(text.size());
  if (begin == text.npos) {
    if (element.is_inline || element.has_text) {
      const bool is_line_end = text.find('\n') != text.npos;
      join_.put(is_line_end ? '\n' : ' ', data_.source_of({0, static_cast<uint32_t>(text.size())}));
    }
  } else if (has_html(text)) {
    element.has_text = true;
    add_html();
  } else {
    element.has_text = true;
    add_line(
        {static_cast<uint32_t>(begin), static_cast<uint32_t>(text.find_last_not_of(kSpace)) + 1});
  }
  data_.clear();
}

// A part of the data that begins and ends with a visible character.
void PartReader::add_line(TextRange part) {
  const std::string_view before = std::string_view(data_.text).substr(0, part.begin);
  const std::string_view after = std::string_view(data_.text).substr(part.end);
  if (!before.empty()) {
    join_.put(before.find('\n') != before.npos ? '\n' : ' ', data_.source_of({0, part.begin}));
  }
  if (!page_.text.empty() && join_.ends_text(open_.elements.size())) {
    text_.append('\n');
    for (OpenAnchor& one : anchors_) {
      std::vector<TextRange>& lines = page_.anchors[one.anchor].text;
      if (lines.empty()) continue;
      one.is_container = true;
      lines.clear();
    }
  } else if (!page_.text.empty() && join_.space() != 0) {
    const char space = join_.space();
    if (join_.source().empty()) {
      text_.append(space);
    } else {
      text_.append(std::string_view(&space, 1), join_.source());
    }
  }
  join_ = LineJoin();
  const auto begin = static_cast<uint32_t>(page_.text.size());
  text_.append(data_, part);
  add_to_anchor(begin, static_cast<uint32_t>(page_.text.size()));
  if (!after.empty()) {
    join_.put(after.find('\n') != after.npos ? '\n' : ' ',
              data_.source_of({part.end, static_cast<uint32_t>(data_.text.size())}));
  }
}

void PartReader::add_html() {
  html::PageContext context{base(), destinations_.room()};
  const html::Page inner = html::read_page(data_.text, context);
  destinations_ = html::Destinations(context.relative_room);
  if (!page_.text.empty()) text_.append('\n');
  text_.append(inner, data_);
  join_ = LineJoin();
  join_.end_text();
}

// Line by line. Across tags, a line goes on.
void PartReader::add_to_anchor(uint32_t begin, uint32_t end) {
  if (anchors_.empty() || anchors_.back().is_container) return;
  std::vector<TextRange>& lines = page_.anchors[anchors_.back().anchor].text;
  const std::string_view text = page_.text;
  while (begin < end) {
    const auto line_end = static_cast<uint32_t>(std::min<size_t>(text.find('\n', begin), end));
    const std::string_view line = text.substr(begin, line_end - begin);
    const size_t first = line.find_first_not_of(kSpace);
    if (first != line.npos) {
      const auto from = begin + static_cast<uint32_t>(first);
      const auto to = begin + static_cast<uint32_t>(line.find_last_not_of(kSpace)) + 1;
      const bool goes_on =
          !lines.empty() &&
          text.substr(lines.back().end, from - lines.back().end).find_first_not_of(" \t") ==
              text.npos;
      if (goes_on) {
        lines.back().end = to;
      } else {
        lines.push_back({from, to});
      }
    }
    begin = line_end + 1;
  }
}

}  // namespace linkspan::xml
