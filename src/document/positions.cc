#include "document/positions.h"

#include "base/utf8.h"

namespace linkspan::document {
namespace {

const uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const uint8_t*>(text.data());
}

}  // namespace

void PositionCounter::restart() {
  bytes_ = 0;
  position_ = unit_ == OffsetUnit::lines ? Position{1, 1} : Position{};
}

Position PositionCounter::advance(std::string_view text) {
  const uint8_t* begin = bytes_of(text);
  const uint8_t* const end = begin + text.size();
  switch (unit_) {
    case OffsetUnit::bytes:
      position_.offset += text.size();
      break;
    case OffsetUnit::utf16:
      position_.offset += counting_->count_utf16(begin, end);
      break;
    case OffsetUnit::code_points:
      position_.offset += counting_->count_code_points(begin, end);
      break;
    case OffsetUnit::lines: {
      const Lines lines = counting_->count_lines(begin, end);
      if (lines.line_feeds > 0) {
        position_.line += lines.line_feeds;
        position_.offset = 1;
      }
      position_.offset += lines.code_points;
      break;
    }
  }
  bytes_ += text.size();
  return position_;
}

Position PositionCounter::advance_in_line(std::string_view text) {
  if (unit_ != OffsetUnit::lines) return advance(text);
  position_.offset += counting_->count_code_points(bytes_of(text), bytes_of(text) + text.size());
  bytes_ += text.size();
  return position_;
}

std::string_view without_cut_sequence(std::string_view text) {
  const uint8_t* const end = bytes_of(text) + text.size();
  for (size_t back = 1; back <= 3 && back <= text.size(); ++back) {
    const uint8_t byte = *(end - back);
    if ((byte & 0xC0u) == 0x80u) continue;  // a continuation byte: its lead byte lies before it
    const auto found = base::decode(end - back, end, base::Text::more_may_follow);
    return found.length == 0 ? text.substr(0, text.size() - back) : text;
  }
  return text;
}

}  // namespace linkspan::document
