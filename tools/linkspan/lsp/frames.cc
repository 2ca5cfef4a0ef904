// SPDX-License-Identifier: Apache-2.0
#include "lsp/frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

#include "base/ascii.h"

namespace linkspan::command::lsp {
namespace {

constexpr std::string_view kEndOfHeader = "\r\n\r\n";

std::string_view without_spaces_around(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

}  // namespace

std::optional<std::string> FrameReader::next(std::string_view& bytes) {
  if (!length_ && error_.empty()) take_header(bytes);
  if (!error_.empty() || !length_) return std::nullopt;
  const size_t taken = std::min<uint64_t>(*length_ - content_.size(), bytes.size());
  content_ += bytes.substr(0, taken);
  bytes.remove_prefix(taken);
  if (content_.size() < *length_) return std::nullopt;
  length_.reset();
  return std::exchange(content_, {});
}

void FrameReader::take_header(std::string_view& bytes) {
  constexpr size_t kMostBytesOfHeader = 4096;
  while (!bytes.empty()) {
    header_ += bytes.front();
    bytes.remove_prefix(1);
    if (header_.ends_with(kEndOfHeader)) return read_header();
    if (header_.size() > kMostBytesOfHeader) {
      error_ = "the header of a message is longer than 4096 bytes, or is not a header";
      return;
    }
  }
}

void FrameReader::read_header() {
  // Reserved memory is not used before bytes arrive, but some systems count it.
  constexpr uint64_t kMostReserved = 256 << 20;
  std::string_view fields = header_;
  while (!fields.starts_with("\r\n") && error_.empty()) {
    const size_t end = fields.find("\r\n");
    read_field(fields.substr(0, end));
    fields.remove_prefix(end + 2);
  }
  if (error_.empty() && !length_) error_ = "the header of a message has no Content-Length";
  if (error_.empty()) content_.reserve(std::min(*length_, kMostReserved));
  header_.clear();
}

void FrameReader::read_field(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) {
    error_ = fmt::format("the header of a message has a line without a colon: '{}'", line);
    return;
  }
  if (base::to_ascii_lower(line.substr(0, colon)) != "content-length") return;
  const std::string_view value = without_spaces_around(line.substr(colon + 1));
  uint64_t length = 0;
  const auto [stopped_at, failure] =
      std::from_chars(value.data(), value.data() + value.size(), length);
  if (failure != std::errc() || stopped_at != value.data() + value.size()) {
    error_ = fmt::format("Content-Length '{}' is not a number of bytes", value);
  } else if (length > kMostBytes) {
    error_ = fmt::format("a message of {} bytes is too long; the limit is {}", length, kMostBytes);
  } else {
    length_ = length;
  }
}

std::string header_of(size_t bytes) { return fmt::format("Content-Length: {}\r\n\r\n", bytes); }

}  // namespace linkspan::command::lsp
