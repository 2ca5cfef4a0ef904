// SPDX-License-Identifier: Apache-2.0
#include "markdown/page.h"

#include <md4c.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <new>
#include <optional>
#include <string>

#include "base/references.h"
#include "markdown/source.h"

namespace linkspan::markdown {
namespace {

using html::SourceRange;

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Of a name with a semicolon, or a number; 0: the text does not begin with one.
size_t size_of_reference(std::string_view text) {
  if (!text.starts_with('&')) return 0;
  const size_t size = base::read_reference(text, base::Place::text).size;
  return size > 0 && text[size - 1] == ';' ? size : 0;
}

// Reads the events of md4c.
class MarkdownReader {
 public:
  MarkdownReader(std::string_view source, const html::PageContext& context)
      : source_(source),
        context_(context),
        destinations_(html::max_relative_text(source.size())),
        output_(source, page_),
        most_html_(std::min(html::kMaxSource, kMostGrowth * source.size() + kLeastHtml)) {
    if (context_.fixed == nullptr) context_.fixed = &code_;
    code_.tags.add(html::Tag::code);
    code_.also = html::FixedElements::Also::unwritable;
    html_.emplace(source_, map_);
  }

  html::Page read();

 private:
  void read_piece(const MD_PARSER& parser, size_t end);

  // For each byte of the source; `|a` becomes <td>a, and few texts grow as much.
  static constexpr size_t kMostGrowth = 16;
  static constexpr size_t kLeastHtml = size_t{64} << 10;

  enum class Place : uint8_t { text, attribute };

  int enter_block(MD_BLOCKTYPE type);
  int leave_block(MD_BLOCKTYPE type);
  int enter_span(MD_SPANTYPE type, void* detail);
  int leave_span(MD_SPANTYPE type);
  int text(MD_TEXTTYPE type, const char* text, MD_SIZE size);

  bool fixes_quotes() const { return context_.fixed->tags.has(html::Tag::blockquote); }
  void enter_anchor(const MD_SPAN_A_DETAIL& detail);
  void add_text(MD_TEXTTYPE type, std::string_view part, SourceRange place);
  void add_escaped(std::string_view part, SourceRange place, Place where);
  void add_with_references(std::string_view part, SourceRange place, Place where);
  void add_reference(std::string_view part, SourceRange place);
  void add_definitions_before(size_t offset);
  void add_definition(const Definition& found);
  void add_destination(const MD_ATTRIBUTE& href);

  // HTML that is nowhere in the source.
  void add_tag(std::string_view tag) { html_->append(tag, {at(), at()}); }
  uint32_t at() const { return static_cast<uint32_t>(at_); }
  bool is_in_source(const char* text, size_t size) const {
    const std::less_equal<> is_before;  // of pointers to any object
    return is_before(source_.data(), text) &&
           is_before(text + size, source_.data() + source_.size());
  }
  SourceRange place_of(const char* text, size_t size) const;
  void flush();

  // Goes on, unless the HTML has become too long.
  int next() {
    if (html_size_ + map_.text.size() <= most_html_) return 0;
    page_.is_cut = true;
    return 1;
  }

  // Calls a member, and keeps what it throws: no exception goes through md4c.
  template <class Call>
  static int guarded(void* reader, Call call) {
    auto& self = *static_cast<MarkdownReader*>(reader);
    try {
      return call(self);
    } catch (...) {
      self.failure_ = std::current_exception();
      return 1;
    }
  }

  std::string_view source_;
  html::PageContext context_;
  html::FixedElements code_;
  html::Destinations destinations_;
  html::Page page_;
  html::PageText output_;

  html::Page map_;  // the HTML since the last flush(), with its places
  std::optional<html::PageText> html_;
  size_t html_size_ = 0;  // before the last flush()
  size_t most_html_;
  size_t at_ = 0;  // the end of the last text in the source
  size_t piece_begin_ = 0;
  unsigned images_ = 0, anchors_ = 0;
  std::string href_;  // of the last anchor; the text of an autolink is the same
  bool is_in_html_ = false;
  std::exception_ptr failure_;
};

html::Page MarkdownReader::read() {
  MD_PARSER parser = {};
  parser.flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS;
  parser.enter_block = [](MD_BLOCKTYPE type, void* /*detail*/, void* reader) {
    return guarded(reader, [=](MarkdownReader& self) { return self.enter_block(type); });
  };
  parser.leave_block = [](MD_BLOCKTYPE type, void* /*detail*/, void* reader) {
    return guarded(reader, [=](MarkdownReader& self) { return self.leave_block(type); });
  };
  parser.enter_span = [](MD_SPANTYPE type, void* detail, void* reader) {
    return guarded(reader, [=](MarkdownReader& self) { return self.enter_span(type, detail); });
  };
  parser.leave_span = [](MD_SPANTYPE type, void* /*detail*/, void* reader) {
    return guarded(reader, [=](MarkdownReader& self) { return self.leave_span(type); });
  };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* reader) {
    return guarded(reader, [=](MarkdownReader& self) { return self.text(type, text, size); });
  };
  for (const size_t end : affordable_pieces(source_)) {
    read_piece(parser, end);
    if (page_.is_cut) break;
  }
  flush();
  return std::move(page_);
}

// From the end of the piece before.
void MarkdownReader::read_piece(const MD_PARSER& parser, size_t end) {
  const std::string_view piece = source_.substr(piece_begin_, end - piece_begin_);
  at_ = piece_begin_;
  images_ = anchors_ = 0;
  const int failed = md_parse(piece.data(), static_cast<MD_SIZE>(piece.size()), &parser, this);
  if (failure_) std::rethrow_exception(failure_);
  if (failed < 0) throw std::bad_alloc();
  if (!page_.is_cut) add_definitions_before(end);
  piece_begin_ = end;
}

int MarkdownReader::enter_block(MD_BLOCKTYPE type) {
  switch (type) {
    case MD_BLOCK_HTML:
      flush();
      is_in_html_ = true;
      break;
    case MD_BLOCK_QUOTE:
      if (fixes_quotes()) add_tag("<blockquote>");
      break;
    case MD_BLOCK_CODE:
      add_tag("<pre><code>");
      break;
    case MD_BLOCK_LI:
      add_tag("<li>");
      break;
    case MD_BLOCK_HR:
      add_tag("<hr>");
      break;
    case MD_BLOCK_H:
    case MD_BLOCK_P:
      add_tag("<p>");
      break;
    case MD_BLOCK_TABLE:
      add_tag("<table>");
      break;
    case MD_BLOCK_TR:
      add_tag("<tr>");
      break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
      add_tag("<td>");
      break;
    default:
      break;
  }
  return next();
}

int MarkdownReader::leave_block(MD_BLOCKTYPE type) {
  switch (type) {
    case MD_BLOCK_HTML:
      is_in_html_ = false;
      flush();
      break;
    case MD_BLOCK_QUOTE:
      if (fixes_quotes()) add_tag("</blockquote>");
      break;
    case MD_BLOCK_CODE:
      add_tag("</code></pre>");
      break;
    case MD_BLOCK_H:
    case MD_BLOCK_P:
      add_tag("</p>");
      break;
    case MD_BLOCK_TABLE:
      add_tag("</table>");
      break;
    default:
      break;
  }
  return next();
}

int MarkdownReader::enter_span(MD_SPANTYPE type, void* detail) {
  if (images_ > 0 && type != MD_SPAN_IMG) return 0;
  switch (type) {
    case MD_SPAN_A:
      enter_anchor(*static_cast<const MD_SPAN_A_DETAIL*>(detail));
      break;
    case MD_SPAN_IMG:
      if (images_++ == 0) add_tag("<img alt=\"");
      break;
    case MD_SPAN_CODE:
      add_tag("<code>");
      break;
    default:
      break;
  }
  return next();
}

int MarkdownReader::leave_span(MD_SPANTYPE type) {
  if (images_ > 0 && type != MD_SPAN_IMG) return 0;
  switch (type) {
    case MD_SPAN_A:
      add_tag("</a>");
      --anchors_;
      break;
    case MD_SPAN_IMG:
      if (--images_ == 0) add_tag("\">");
      break;
    case MD_SPAN_CODE:
      add_tag("</code>");
      break;
    default:
      break;
  }
  return next();
}

void MarkdownReader::enter_anchor(const MD_SPAN_A_DETAIL& detail) {
  ++anchors_;
  const SourceRange tag{at(), at()};
  const std::string_view value(detail.href.text, detail.href.size);
  if (!destinations_.repeats(value, tag, page_)) {
    add_tag("<a>");
    return;
  }
  add_tag("<a href=\"");
  add_destination(detail.href);
  add_tag("\">");
}

// md4c has resolved the escapes of an attribute, and only named the references in it.
void MarkdownReader::add_destination(const MD_ATTRIBUTE& href) {
  const bool is_whole = is_in_source(href.text, href.size);
  const SourceRange whole =
      is_whole ? place_of(href.text, href.size)
               : find_destination(source_, at_, {href.text, href.substr_offsets[1]});
  href_.assign(href.text, href.size);
  const size_t sign = href.size > 0 && href.text[0] == '<' ? 1 : 0;  // of <<https://example.org/>
  for (size_t i = 0; href.size > 0 && href.substr_offsets[i] < href.size; ++i) {
    const size_t end = href.substr_offsets[i + 1];
    const size_t begin = std::min<size_t>(std::max<size_t>(href.substr_offsets[i], sign), end);
    const std::string_view part(href.text + begin, end - begin);
    const SourceRange place = is_whole ? place_of(part.data(), part.size()) : whole;
    if (href.substr_types[i] == MD_TEXT_NULLCHAR) {
      html_->append(kReplacement, place);
    } else if (href.substr_types[i] == MD_TEXT_ENTITY) {
      add_reference(part, place);
    } else {
      add_escaped(part, place, Place::attribute);
    }
  }
}

// The text of an autolink, in which md4c names no references.
void MarkdownReader::add_with_references(std::string_view part, SourceRange place, Place where) {
  for (size_t at = 0; at < part.size();) {
    const auto begin = place.begin + static_cast<uint32_t>(at);
    const size_t size = size_of_reference(part.substr(at));
    const size_t next = std::min(part.find('&', at + std::max<size_t>(size, 1)), part.size());
    if (size > 0)
      html_->append(part.substr(at, size), {begin, begin + static_cast<uint32_t>(size)});
    add_escaped(part.substr(at + size, next - at - size),
                {begin + static_cast<uint32_t>(size), begin + static_cast<uint32_t>(next - at)},
                where);
    at = next;
  }
}

SourceRange MarkdownReader::place_of(const char* text, size_t size) const {
  if (!is_in_source(text, size)) return {at(), at()};
  const auto begin = static_cast<uint32_t>(text - source_.data());
  return {begin, begin + static_cast<uint32_t>(size)};
}

int MarkdownReader::text(MD_TEXTTYPE type, const char* text, MD_SIZE size) {
  const std::string_view part(text, size);
  const SourceRange place = place_of(text, size);
  if (!place.empty()) {
    add_definitions_before(place.begin);
    at_ = std::max<size_t>(at_, place.end);
  }
  add_text(type, part, place);
  return next();
}

void MarkdownReader::add_text(MD_TEXTTYPE type, std::string_view part, SourceRange place) {
  const Place where = images_ > 0 ? Place::attribute : Place::text;
  switch (type) {
    case MD_TEXT_NULLCHAR:
      html_->append(kReplacement, {at(), at() + (at_ < source_.size() ? 1U : 0U)});
      break;
    case MD_TEXT_BR:
    case MD_TEXT_SOFTBR:  // so that no piece of a link has the prefix of a line
      if (where == Place::text) {
        add_tag("<br>");
      } else {
        html_->append("\n", {at(), at()});
      }
      break;
    case MD_TEXT_ENTITY:
      add_reference(part, place);
      break;
    case MD_TEXT_HTML:
      if (where == Place::attribute) break;
      if (!is_in_html_ && hides_text_after(part)) {
        add_escaped(part, place, where);
      } else {
        html_->append(part, place);
      }
      break;
    case MD_TEXT_NORMAL:
      if (anchors_ > 0 && part == href_) {
        add_with_references(part, place, where);
      } else {
        add_escaped(part, place, where);
      }
      break;
    default:
      add_escaped(part, place, where);
  }
}

// Text that is no reference, and no tag.
void MarkdownReader::add_escaped(std::string_view part, SourceRange place, Place where) {
  const bool is_literal = place.end - place.begin == part.size();
  const auto place_of_part = [&](size_t begin, size_t end) -> SourceRange {
    if (!is_literal) return place;
    return {place.begin + static_cast<uint32_t>(begin), place.begin + static_cast<uint32_t>(end)};
  };
  const std::string_view special = where == Place::attribute ? "&\"" : "&<";
  for (size_t begin = 0; begin < part.size();) {
    const size_t end = std::min(part.find_first_of(special, begin), part.size());
    if (end > begin) html_->append(part.substr(begin, end - begin), place_of_part(begin, end));
    if (end < part.size()) {
      const char c = part[end];
      html_->append(c == '&' ? "&amp;" : c == '<' ? "&lt;" : "&quot;", place_of_part(end, end + 1));
    }
    begin = end + 1;
  }
}

// Markdown knows the names of HTML with a semicolon, and nothing else.
void MarkdownReader::add_reference(std::string_view part, SourceRange place) {
  if (size_of_reference(part) == part.size()) {
    html_->append(part, place);
  } else {
    add_escaped(part, place, Place::text);
  }
}

void MarkdownReader::add_definitions_before(size_t offset) {
  if (offset <= at_ || anchors_ > 0 || images_ > 0) return;
  find_definitions(source_, at_, offset,
                   [this](const Definition& found) { add_definition(found); });
}

void MarkdownReader::add_definition(const Definition& found) {
  html_->append("<a href=\"", {found.place.begin, found.place.begin});
  const std::string_view value =
      source_.substr(found.place.begin, found.place.end - found.place.begin);
  for (size_t at = 0; at < value.size();) {
    const auto begin = found.place.begin + static_cast<uint32_t>(at);
    if (is_escape(value.substr(at))) {
      add_escaped(value.substr(at + 1, 1), {begin + 1, begin + 2}, Place::attribute);
      at += 2;
      continue;
    }
    const size_t reference = size_of_reference(value.substr(at));
    if (reference > 0) {
      html_->append(value.substr(at, reference), {begin, begin + static_cast<uint32_t>(reference)});
      at += reference;
      continue;
    }
    const size_t end = std::min(value.find_first_of("\\&", at + 1), value.size());
    add_escaped(value.substr(at, end - at), {begin, begin + static_cast<uint32_t>(end - at)},
                Place::attribute);
    at = end;
  }
  html_->append("\"></a>", {found.place.end, found.place.end});
}

// Reads the HTML so far, as a page for itself.
void MarkdownReader::flush() {
  if (map_.text.empty()) return;
  html_size_ += map_.text.size();
  const html::Page inner = html::read_page(map_.text, context_);
  if (!page_.text.empty() && !inner.text.empty()) output_.append('\n');
  const auto shift = static_cast<uint32_t>(page_.text.size());
  output_.append(inner, map_);
  for (const html::TextRange& range : inner.fixed) {
    page_.fixed.push_back({range.begin + shift, range.end + shift});
  }
  map_.clear();
  html_.emplace(source_, map_);
}

}  // namespace

html::Page read_page(std::string_view source, const html::PageContext& context) {
  const std::string_view read = source.substr(0, kMaxSource);
  const std::string changed = without_long_definitions(read);
  html::Page page = MarkdownReader(changed.empty() ? read : changed, context).read();
  page.is_cut |= read.size() < source.size();
  return page;
}

}  // namespace linkspan::markdown
