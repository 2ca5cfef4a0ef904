// SPDX-License-Identifier: Apache-2.0
#include "xml/text_builder.h"

#include <algorithm>
#include <utility>

#include "base/steps.h"
#include "html/tags.h"

namespace linkspan::xml {
namespace {

using html::TextRange;

// Is there a tag of HTML?
bool has_html(std::string_view text) {
  const size_t last = text.rfind('>');
  if (last == text.npos) return false;
  for (size_t at = text.find('<'); at < last; at = text.find('<', at + 1)) {
    const size_t name = at + (text[at + 1] == '/' ? 2 : 1);
    const size_t end = std::min(text.find_first_of("\t\n\r />", name), name + kLongestTagName + 1);
    base::count_steps(kLongestTagName);
    if (html::known_tag(text.substr(name, end - name)) != html::Tag::kKnown) return true;
  }
  return false;
}

// White space, as one character.
char space_of(std::string_view blanks) { return blanks.find('\n') != blanks.npos ? '\n' : ' '; }

}  // namespace

bool TextBuilder::flush(const Where& where, html::Destinations& destinations) {
  const std::string_view text = data_.text;
  if (text.empty()) return false;
  const size_t begin = text.find_first_not_of(kSpace);
  base::count_steps(text.size());
  const bool has_text = begin != text.npos;
  if (!has_text && where.is_inline) {
    join_.put(space_of(text), data_.source_of({0, static_cast<uint32_t>(text.size())}));
  } else if (has_text && has_html(text)) {
    add_html(where.base, destinations);
  } else if (has_text) {
    add_line(
        {static_cast<uint32_t>(begin), static_cast<uint32_t>(text.find_last_not_of(kSpace)) + 1},
        where.depth);
  }
  data_.clear();
  return has_text;
}

void TextBuilder::flush_alone(const Where& where, html::Destinations& destinations) {
  std::vector<OpenAnchor> others;
  anchors_.swap(others);
  join_.end_text();
  flush(where, destinations);
  join_.end_text();
  anchors_.swap(others);
}

void TextBuilder::begin_anchor(size_t depth, size_t anchor) {
  const bool is_first = anchors_.empty() || anchors_.back().depth < depth;
  if (is_first) anchors_.push_back({depth, anchor});
}

void TextBuilder::end_anchor(size_t depth) {
  if (!anchors_.empty() && anchors_.back().depth == depth) anchors_.pop_back();
}

bool TextBuilder::is_between_lines() const {
  return data_.text.empty() && std::all_of(anchors_.begin(), anchors_.end(),
                                           [](const OpenAnchor& one) { return one.is_container; });
}

// A part of the data that begins and ends with a visible character.
void TextBuilder::add_line(TextRange part, size_t depth) {
  const std::string_view before = std::string_view(data_.text).substr(0, part.begin);
  const std::string_view after = std::string_view(data_.text).substr(part.end);
  if (!before.empty()) join_.put(space_of(before), data_.source_of({0, part.begin}));
  join_line(depth);
  const auto begin = static_cast<uint32_t>(page_.text.size());
  text_.append(data_, part);
  add_to_anchor(begin, static_cast<uint32_t>(page_.text.size()));
  if (!after.empty()) {
    join_.put(space_of(after),
              data_.source_of({part.end, static_cast<uint32_t>(data_.text.size())}));
  }
}

// What is between the text so far and the next one. An anchor with several lines is a container.
void TextBuilder::join_line(size_t depth) {
  const LineJoin join = std::exchange(join_, {});
  if (page_.text.empty()) return;
  const char space = join.space();
  if (join.ends_text(depth)) {
    text_.append('\n');
    for (OpenAnchor& one : anchors_) {
      std::vector<TextRange>& lines = page_.anchors[one.anchor].text;
      one.is_container |= !lines.empty();
      lines.clear();
    }
  } else if (space != 0 && join.source().empty()) {
    text_.append(space);
  } else if (space != 0) {
    text_.append(std::string_view(&space, 1), join.source());
  }
}

void TextBuilder::add_html(const html::Base* base, html::Destinations& destinations) {
  html::PageContext context{base, destinations.room()};
  const html::Page inner = html::read_page(data_.text, context);
  destinations = html::Destinations(context.relative_room);
  if (!page_.text.empty()) text_.append('\n');
  text_.append(inner, data_);
  join_ = {};
  join_.end_text();
}

// Line by line. Across tags, a line goes on.
void TextBuilder::add_to_anchor(uint32_t begin, uint32_t end) {
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
