// SPDX-License-Identifier: Apache-2.0
#include "index/text_places.h"

#include <string>

namespace linkspan::index {
namespace {

std::string read_text(TextReader read, uint64_t begin, uint64_t end) {
  std::string text;
  const auto size = static_cast<size_t>(end - begin);
  while (text.size() < size) {
    const std::string_view piece = read(begin + text.size()).substr(0, size - text.size());
    if (piece.empty()) break;
    text += piece;
  }
  return text;
}

// The extents of the text before two neighbouring places.
struct Places {
  TextExtent before, after;
};

// Reads a segment, a code point or a CR LF at a time, up to the first one for which `is_wanted`
// holds of the extent of all text up to its end. Returns the places before and after it; twice the
// end of the segment if `is_wanted` holds for no unit.
template <class IsWanted>
Places walk(const PlacedSegment& placed, TextReader read, IsWanted is_wanted) {
  if (placed.segment == nullptr) return {};
  const uint64_t begin = placed.before.bytes;
  const std::string text = read_text(read, begin, begin + placed.segment->extent.bytes);
  TextExtent before = placed.before;
  for (std::string_view rest = text; !rest.empty();) {
    const TextExtent unit = extent_of_first(rest);
    if (is_wanted(before + unit)) return {before, before + unit};
    before += unit;
    rest.remove_prefix(static_cast<size_t>(unit.bytes));
  }
  return {before, before};
}

// The line break that ends a line, from 0.
Places line_break(const SegmentTree& segments, uint64_t line, TextReader read) {
  return walk(segments.find_line_break(line + 1), read,
              [&](const TextExtent& extent) { return extent.line_breaks > line; });
}

TextExtent before_line(const SegmentTree& segments, uint64_t line, TextReader read) {
  return line == 0 ? TextExtent() : line_break(segments, line - 1, read).after;
}

TextExtent before_line_end(const SegmentTree& segments, uint64_t line, TextReader read) {
  const TextExtent all = segments.extent();
  return line < all.line_breaks ? line_break(segments, line, read).before : all;
}

}  // namespace

TextPosition position_of(const SegmentTree& segments, uint64_t offset, TextUnit unit,
                         TextReader read) {
  TextExtent before = segments.extent();
  if (offset < before.bytes) {
    const auto holds_offset = [&](const TextExtent& extent) { return extent.bytes > offset; };
    before = walk(segments.find(offset), read, holds_offset).before;
  }
  const TextExtent line = before_line(segments, before.line_breaks, read);
  return {before.line_breaks, before.in(unit)-line.in(unit)};
}

uint64_t offset_of(const SegmentTree& segments, TextPosition position, TextUnit unit,
                   TextReader read) {
  if (position.line > segments.extent().line_breaks) return segments.extent().bytes;
  const TextExtent end = before_line_end(segments, position.line, read);
  const uint64_t line_start = before_line(segments, position.line, read).in(unit);
  if (position.character >= end.in(unit)-line_start) return end.bytes;
  const uint64_t wanted = line_start + position.character;
  const auto holds_unit = [&](const TextExtent& extent) { return extent.in(unit) > wanted; };
  return walk(segments.find_units(wanted, unit), read, holds_unit).before.bytes;
}

}  // namespace linkspan::index
