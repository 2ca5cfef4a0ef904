// SPDX-License-Identifier: Apache-2.0
#include "document/positions.h"

#include "base/utf8.h"

namespace linkspan::document {
namespace {

const uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const uint8_t*>(text.data());
}

bool has_lines(OffsetUnit unit) {
  return unit == OffsetUnit::lines || unit == OffsetUnit::lines_utf16 ||
         unit == OffsetUnit::lines_bytes;
}

}  // namespace

void PositionCounter::restart() {
  bytes_ = 0;
  position_ = has_lines(unit_) ? Position{1, 1} : Position{};
}

Position PositionCounter::advance(std::string_view text) {
  if (unit_ == OffsetUnit::lines) {
    const base::Lines lines = counting_->count_lines(bytes_of(text), bytes_of(text) + text.size());
    begin_lines(lines.line_feeds);
    position_.offset += lines.code_points;
  } else if (has_lines(unit_)) {
    const size_t line_feed = text.rfind('\n');
    const size_t last_line = line_feed == std::string_view::npos ? 0 : line_feed + 1;
    const uint8_t* const begin = bytes_of(text);
    if (last_line > 0) begin_lines(counting_->count_lines(begin, begin + last_line).line_feeds);
    position_.offset += count_units(text.substr(last_line));
  } else {
    position_.offset += count_units(text);
  }
  bytes_ += text.size();
  return position_;
}

Position PositionCounter::advance_in_line(std::string_view text) {
  position_.offset += count_units(text);
  bytes_ += text.size();
  return position_;
}

void PositionCounter::begin_lines(uint64_t line_feeds) {
  if (line_feeds == 0) return;
  position_.line += line_feeds;
  position_.offset = 1;
}

uint64_t PositionCounter::count_units(std::string_view text) const {
  const uint8_t* const begin = bytes_of(text);
  const uint8_t* const end = begin + text.size();
  switch (unit_) {
    case OffsetUnit::bytes:
    case OffsetUnit::lines_bytes:
      break;
    case OffsetUnit::utf16:
    case OffsetUnit::lines_utf16:
      return counting_->count_utf16(begin, end);
    case OffsetUnit::code_points:
    case OffsetUnit::lines:
      return counting_->count_code_points(begin, end);
  }
  return text.size();
}

std::string_view without_cut_sequence(std::string_view text) {
  const uint8_t* const end = bytes_of(text) + text.size();
  for (size_t back = 1; back <= 3 && back <= text.size(); ++back) {
    const uint8_t byte = *(end - back);
    if ((byte & 0xC0u) == 0x80u) continue;  // a continuation byte
    const auto found = base::decode(end - back, end, base::Text::more_may_follow);
    return found.length == 0 ? text.substr(0, text.size() - back) : text;
  }
  return text;
}

}  // namespace linkspan::document
