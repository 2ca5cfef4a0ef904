// SPDX-License-Identifier: Apache-2.0
#include "lsp/gap_buffer.h"

#include <algorithm>
#include <cstring>

namespace linkspan::command::lsp {

std::string_view GapBuffer::operator()(uint64_t offset) const {
  const std::string_view held = held_;
  if (offset < gap_begin_) return held.substr(offset, gap_begin_ - offset);
  return held.substr(std::min<uint64_t>(offset + (gap_end_ - gap_begin_), held.size()));
}

std::string GapBuffer::copy(Range range) const {
  std::string copied;
  const uint64_t end = std::min(range.end, size());
  copied.reserve(end - std::min(range.begin, end));
  for (uint64_t at = range.begin; at < end;) {
    const std::string_view piece = (*this)(at).substr(0, end - at);
    copied += piece;
    at += piece.size();
  }
  return copied;
}

void GapBuffer::replace(Range range, std::string_view text) {
  move_gap_to(range.begin);
  gap_end_ += range.size();
  if (gap_end_ - gap_begin_ < text.size()) make_room(text.size());
  std::copy(text.begin(), text.end(), held_.begin() + static_cast<std::ptrdiff_t>(gap_begin_));
  gap_begin_ += text.size();
}

void GapBuffer::move_gap_to(size_t offset) {
  char* const bytes = held_.data();
  if (offset < gap_begin_) {
    const size_t moved = gap_begin_ - offset;
    std::memmove(bytes + gap_end_ - moved, bytes + offset, moved);
    gap_end_ -= moved;
  } else {
    const size_t moved = offset - gap_begin_;
    std::memmove(bytes + gap_begin_, bytes + gap_end_, moved);
    gap_end_ += moved;
  }
  gap_begin_ = offset;
}

// Makes the gap longer than `bytes` by a sixteenth of the text, so that the cost of copying it is
// spread over many edits.
void GapBuffer::make_room(size_t bytes) {
  constexpr size_t kLeast = 1024;
  const size_t gap = bytes + std::max(kLeast, held_.size() / 16);
  const size_t after = held_.size() - gap_end_;
  const size_t needed = gap_begin_ + gap + after;
  if (needed <= held_.capacity()) {
    held_.resize(needed);
    std::memmove(held_.data() + gap_begin_ + gap, held_.data() + gap_end_, after);
  } else {
    std::string larger;
    larger.reserve(needed);
    larger.append(held_, 0, gap_begin_).append(gap, '\0').append(held_, gap_end_);
    held_ = std::move(larger);
  }
  gap_end_ = gap_begin_ + gap;
}

}  // namespace linkspan::command::lsp
