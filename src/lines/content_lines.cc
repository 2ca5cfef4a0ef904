// SPDX-License-Identifier: Apache-2.0
#include "lines/content_lines.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace linkspan::lines {
namespace {

constexpr std::string_view kEscaped = "\\,;:\"";

bool is_blank(char c) { return c == ' ' || c == '\t'; }

}  // namespace

void ContentLines::feed(std::string_view text, uint64_t source, const Emit& emit) {
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (state_ == State::in_line) {
      at += take_content(text.substr(at), source + at, emit);
    } else if (state_ == State::carriage_return && c == '\n') {
      break_ = "\r\n";
      state_ = State::line_break;
      ++at;
    } else if (state_ == State::line_break && is_blank(c)) {
      state_ = State::in_line;
      ++at;
    } else {
      give_break(emit);
    }
  }
}

void ContentLines::finish(const Emit& emit) {
  if (state_ != State::in_line) give_break(emit);
  if (std::exchange(has_backslash_, false)) emit("\\", backslash_source_);
}

std::optional<uint64_t> ContentLines::held_from() const {
  if (has_backslash_) return backslash_source_;
  return state_ == State::in_line ? std::optional<uint64_t>() : break_source_;
}

// Up to the end of the line. Returns the number of bytes.
size_t ContentLines::take_content(std::string_view text, uint64_t source, const Emit& emit) {
  const size_t end = std::min(text.find_first_of("\r\n"), text.size());
  if (end > 0) take_unfolded(text.substr(0, end), source, emit);
  if (end == text.size()) return end;
  state_ = text[end] == '\r' ? State::carriage_return : State::line_break;
  break_ = text[end] == '\r' ? "\r" : "\n";
  break_source_ = source + end;
  return end + 1;
}

void ContentLines::give_break(const Emit& emit) {
  state_ = State::in_line;
  if (std::exchange(has_backslash_, false)) emit("\\", backslash_source_);
  emit(break_, break_source_);
}

// Escapes. REQUIRES: `text` is not empty.
void ContentLines::take_unfolded(std::string_view text, uint64_t source, const Emit& emit) {
  size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (std::exchange(has_backslash_, false)) {
      if (c == 'n' || c == 'N') {
        emit("\n", source + at++);
        continue;
      }
      if (kEscaped.find(c) == kEscaped.npos) emit("\\", backslash_source_);
      emit(text.substr(at, 1), source + at);
      ++at;
      continue;
    }
    const size_t end = std::min(text.find('\\', at), text.size());
    if (end > at) emit(text.substr(at, end - at), source + at);
    has_backslash_ = end < text.size();
    backslash_source_ = source + end;
    at = end + 1;
  }
}

}  // namespace linkspan::lines
