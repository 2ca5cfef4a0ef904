// SPDX-License-Identifier: Apache-2.0
#include "mail/encoded_blocks.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "base/ascii.h"

namespace linkspan::mail {
namespace {

// No line of a block is longer, quotes and line end included.
constexpr size_t kLongestLine = 2048;
// Mostly 128 or 256.
constexpr size_t kLongestYencLine = 1024;

constexpr std::string_view kUuBegin = "begin ";  // also in the first line of yEnc
constexpr std::string_view kYencBegin = "=ybegin ";
constexpr std::string_view kYencPart = "=ypart ";
constexpr std::string_view kYencEnd = "=yend";
constexpr std::string_view kArmour = "-----BEGIN PGP MESSAGE-----";

bool contains(std::string_view text, std::string_view word) {
  return memmem(text.data(), text.size(), word.data(), word.size()) != nullptr;
}

std::string_view line_end_of(std::string_view line) {
  if (!line.ends_with('\n')) return {};
  return line.substr(line.size() - (line.ends_with("\r\n") ? 2 : 1));
}

std::string_view without_blanks_after(std::string_view line) {
  return line.substr(0, line.find_last_not_of(" \t\r\n") + 1);
}

std::string_view quote_of(std::string_view line) {
  if (!line.starts_with('>') && !line.starts_with('|')) return {};
  return line.substr(0, std::min(line.find_first_not_of(">| "), line.size()));
}

// begin 644 up.gif
bool is_uu_begin(std::string_view content) {
  if (!content.starts_with(kUuBegin)) return false;
  content.remove_prefix(kUuBegin.size());
  const size_t mode = std::min(content.find_first_not_of("01234567"), content.size());
  return (mode == 3 || mode == 4) && content.size() > mode + 1 && content[mode] == ' ';
}

// The number after `name=`, if there is one. REQUIRES: blanks are part of `name`.
std::optional<size_t> parameter(std::string_view line, std::string_view name) {
  constexpr size_t kMost = std::numeric_limits<size_t>::max() / 16;  // times ten fits, too
  const size_t at = line.find(name);
  if (at == line.npos) return {};
  line.remove_prefix(at + name.size());
  const size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  size_t value = 0;
  for (const char digit : line.substr(0, digits)) {
    value = std::min(value * 10 + static_cast<size_t>(digit - '0'), kMost);
  }
  return digits > 0 ? std::optional<size_t>(value) : std::nullopt;
}

// =ybegin part=1 line=128 size=584 name=joystick.jpg: how long its lines are; 0 for any other line.
size_t yenc_line_of(std::string_view content) {
  if (!content.starts_with(kYencBegin) || content.find(" name=") == content.npos) return 0;
  const size_t line = parameter(content, " line=").value_or(0);
  return line <= kLongestYencLine && parameter(content, " size=") ? line : 0;
}

// In UTF-8: some gateways converted data as text of another charset, so that one byte became two.
size_t characters_of(std::string_view content) {
  return static_cast<size_t>(std::count_if(content.begin(), content.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

bool is_of_uu(char c) { return (c >= ' ' && c <= '`') || static_cast<unsigned char>(c) >= 0x80; }

}  // namespace

void EncodedBlocks::block(std::string_view bytes) {
  if (in_long_line_ || !kept_.empty()) {
    const size_t end = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
    const std::string_view rest = bytes.substr(0, end);
    bytes.remove_prefix(end);
    if (in_long_line_) {
      give(rest);
      in_long_line_ = !rest.ends_with('\n');
    } else {
      kept_ += rest;
      give_kept_line();
    }
  }
  const size_t lines = bytes.rfind('\n') + 1;
  take_lines(bytes.substr(0, lines));
  if (lines == bytes.size()) return;
  kept_ = bytes.substr(lines);
  give_kept_line();
}

// If the line is complete, or too long for a line of a block.
void EncodedBlocks::give_kept_line() {
  if (kept_.ends_with('\n')) {
    take_line(kept_);
    kept_.clear();
  } else if (kept_.size() > kLongestLine) {
    in_long_line_ = true;
    end_block_before(kept_);
    kept_.clear();
  }
}

void EncodedBlocks::end_part() {
  if (!kept_.empty()) take_line(kept_);
  if (state_ == State::yenc_short) {
    give_of_block(held_, Place::inside);
  } else {
    give(held_);
  }
  kept_.clear();
  held_.clear();
  state_ = State::text;
  in_long_line_ = false;
}

void EncodedBlocks::take_lines(std::string_view lines) {
  // PERF: both searches together take 0.23 ns a byte; line by line it would be 1 ns and more.
  const bool is_text =
      state_ == State::text && !contains(lines, kUuBegin) && !contains(lines, kArmour);
  if (is_text) return give(lines);
  while (!lines.empty()) {
    const size_t end = lines.find('\n') + 1;
    take_line(lines.substr(0, end));
    lines.remove_prefix(end);
  }
}

void EncodedBlocks::take_line(std::string_view line) {
  switch (state_) {
    case State::text:
      return take_text(line);
    case State::uu_begin:
      return take_first_data(line);
    case State::uu_data:
    case State::uu_empty_line:
      return take_uu(line);
    case State::yenc_data:
      return take_yenc(line);
    case State::yenc_short:
      return take_after_short(line);
  }
}

void EncodedBlocks::take_text(std::string_view line) {
  const std::string_view quote = quote_of(line);
  const std::string_view content = without_blanks_after(line.substr(quote.size()));
  if (is_uu_begin(content)) {
    quote_ = quote;
    held_ = line;
    blanks_are_data_ = false;
    state_ = State::uu_begin;
  } else if (const size_t yenc_line = yenc_line_of(content); yenc_line > 0) {
    quote_ = quote;
    yenc_line_ = yenc_line;
    state_ = State::yenc_data;
    give_of_block(line, Place::edge);
  } else {
    if (content == kArmour) ++encrypted_;
    give(line);
  }
}

void EncodedBlocks::take_first_data(std::string_view line) {
  if (!line.starts_with(quote_) || !is_uu_data(content_of(line))) return end_block_before(line);
  state_ = State::uu_data;
  give_of_block(std::exchange(held_, {}), Place::edge);
  give_of_block(line, Place::inside);
}

void EncodedBlocks::take_uu(std::string_view line) {
  const std::string_view content = content_of(line);
  const bool is_quoted = line.starts_with(quote_);
  if (is_quoted && without_blanks_after(content) == "end") {
    state_ = State::text;
    give_of_block(line, Place::edge);
  } else if (state_ == State::uu_data && content.empty()) {
    state_ = State::uu_empty_line;
    give(line);
  } else if (state_ == State::uu_data && is_quoted && is_uu_data(content)) {
    give_of_block(line, Place::inside);
  } else {
    end_block_before(line);
  }
}

void EncodedBlocks::take_yenc(std::string_view line) {
  constexpr size_t kMostMore = 2;
  const std::string_view content = content_of(line);
  if (!line.starts_with(quote_)) return end_block_before(line);
  if (content.starts_with(kYencEnd)) {
    state_ = State::text;
    give_of_block(line, Place::edge);
    return;
  }
  const bool is_full = content.size() >= yenc_line_ && content.size() <= yenc_line_ + kMostMore;
  if (is_full || content.starts_with(kYencPart)) {
    give_of_block(line, Place::inside);
  } else if (content.size() > yenc_line_) {
    end_block_before(line);
  } else {
    held_ = line;
    state_ = State::yenc_short;
  }
}

void EncodedBlocks::take_after_short(std::string_view line) {
  if (!line.starts_with(quote_) || !content_of(line).starts_with(kYencEnd)) {
    return end_block_before(line);
  }
  state_ = State::text;
  give_of_block(std::exchange(held_, {}), Place::inside);
  give_of_block(line, Place::edge);
}

// Neither the line nor the held line is part of the block.
void EncodedBlocks::end_block_before(std::string_view line) {
  state_ = State::text;
  give(std::exchange(held_, {}));
  if (in_long_line_) return give(line);
  take_text(line);
}

// One line of uuencode: a character for the number of bytes n, four for three of them, and perhaps
// a checksum.
bool EncodedBlocks::is_uu_data(std::string_view content) {
  constexpr size_t kMostMore = 2;
  if (content.empty() || !std::all_of(content.begin(), content.end(), is_of_uu)) return false;
  const auto bytes = static_cast<size_t>(static_cast<unsigned char>(content[0]) - ' ') & 0x3F;
  const size_t size = characters_of(content) - 1;
  blanks_are_data_ = blanks_are_data_ || content.find(' ') != content.npos;
  if (size > (bytes + 2) / 3 * 4 + kMostMore) return false;
  return size >= (bytes * 4 + 2) / 3 || blanks_are_data_;
}

// Without its quote prefix and its line end. A line that is not quoted like the block is cut in the
// same way.
std::string_view EncodedBlocks::content_of(std::string_view line) const {
  line.remove_suffix(line_end_of(line).size());
  return line.substr(std::min(quote_.size(), line.size()));
}

void EncodedBlocks::give(std::string_view bytes) {
  if (!bytes.empty()) visitor_.block(bytes);
}

void EncodedBlocks::give_of_block(std::string_view line, Place place) {
  if (block_lines_ == BlockLines::keep) return give(line);
  if (block_lines_ == BlockLines::leave_out) {
    if (place == Place::edge) give(line);
    return;
  }
  const std::string_view end = line_end_of(line);
  const size_t size = line.size() - quote_.size() - end.size();
  if (blanks_.size() < size) blanks_.resize(size, ' ');
  give(line.substr(0, quote_.size()));
  give(std::string_view(blanks_).substr(0, size));
  give(end);
}

}  // namespace linkspan::mail
