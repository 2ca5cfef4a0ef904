// SPDX-License-Identifier: Apache-2.0
#include "lsp/open_document.h"

#include <algorithm>

namespace linkspan::command::lsp {
namespace {

// A line or a character that is not a number counts as 0.
TextPosition position_of(const Json& json) {
  return {number_of(member(json, "line")).value_or(0),
          number_of(member(json, "character")).value_or(0)};
}

}  // namespace

void OpenDocument::read(const Engine& engine, const Progress& progress) {
  constexpr size_t kLongestPiece = 1 << 20;  // so that progress is reported
  const auto read_piece = [&](uint64_t offset) {
    if (progress) progress(offset);
    return text(offset).substr(0, kLongestPiece);
  };
  index = LinkIndex(engine);
  index.assign(text.size(), read_piece).value();  // there is text up to text.size()
  state = State::read;
  extra_links.reset();
  markdown_links.reset();
  warned.clear();
}

LinkChange OpenDocument::replace(Range range, std::string_view new_text) {
  text.replace(range, new_text);
  extra_links.reset();
  markdown_links.reset();
  return index.replace(range, new_text.size(), reader()).value();
}

Json OpenDocument::position(uint64_t offset, TextUnit unit) const {
  const TextPosition at = index.position_of(offset, unit, reader());
  return {{"line", at.line}, {"character", at.character}};
}

Json OpenDocument::range(Range range, TextUnit unit) const {
  return {{"start", position(range.begin, unit)}, {"end", position(range.end, unit)}};
}

uint64_t OpenDocument::offset(const Json& position, TextUnit unit) const {
  return index.offset_of(position_of(position), unit, reader());
}

Range OpenDocument::offsets(const Json& range, TextUnit unit) const {
  const uint64_t start = offset(member(range, "start"), unit);
  const uint64_t end = offset(member(range, "end"), unit);
  return {std::min(start, end), std::max(start, end)};
}

}  // namespace linkspan::command::lsp
