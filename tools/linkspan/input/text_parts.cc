// SPDX-License-Identifier: Apache-2.0
#include "input/text_parts.h"

#include <algorithm>
#include <utility>

#include "input/document_reader.h"

namespace linkspan::command {
namespace {

// The size of text that is searched for a seam at a time. Nearly every line has one.
constexpr size_t kSearchBytes = 16 * 1024;

// PERF: the context that is read first; for most texts it is enough. 1 GB in two processes: 30 ms
// less than with the maximum context.
constexpr uint64_t kLittleContext = 4 * 1024;

constexpr uint32_t kLongestLink = 1 << 20;

}  // namespace

bool may_be_divided(const ReadSettings& settings) {
  return settings.options.max_link_bytes <= kLongestLink;
}

TextParts::TextParts(int descriptor, FileRange file, const SeamRules& rules, std::string charset,
                     uint64_t part_bytes)
    : TextParts(
          descriptor, std::move(file), seam_context(rules),
          [rules](std::string_view text, size_t from, Before before) {
            return find_seam(text, from, before, rules);
          },
          part_bytes) {
  charset_ = std::move(charset);
  if (charset_ == kAutoCharset) detector_.emplace();
}

TextParts TextParts::of_lines(int descriptor, FileRange file, uint64_t part_bytes) {
  const auto after_line_feed = [](std::string_view text, size_t from, Before /*before*/) {
    const size_t line_feed = text.find('\n', from);
    const bool is_found = line_feed != std::string_view::npos && line_feed + 1 < text.size();
    return is_found ? std::optional<size_t>(line_feed + 1) : std::nullopt;
  };
  return {descriptor, std::move(file), 1, after_line_feed, part_bytes};
}

TextParts::TextParts(int descriptor, FileRange file, uint64_t context, FindSeam find_seam,
                     uint64_t part_bytes)
    : descriptor_(descriptor),
      file_(std::move(file)),
      context_(context),
      find_seam_(std::move(find_seam)),
      part_bytes_(part_bytes),
      begin_(file_.begin),
      detected_to_(file_.begin) {}

std::optional<TextParts::Part> TextParts::next() {
  if (is_at_end_) return std::nullopt;
  End end = find_end(begin_ + part_bytes_);
  detect_charset(end.offset);
  if (!may_be_cut()) end = {std::max(size_of_file(descriptor_), begin_), true};
  Part part{file_, end.offset - begin_, detector_ ? "UTF-8" : charset_};
  part.range.begin = begin_;
  part.range.size = end.is_last ? FileRange::kToTheEnd : part.size;
  begin_ = end.offset;
  is_at_end_ = end.is_last;
  return part;
}

// Unless all of the text before `end` is ASCII.
void TextParts::detect_charset(uint64_t end) {
  std::string block;
  while (detector_ && !detector_->guess() && file_.begin + detector_->ascii_end() < end) {
    block.resize(kBlockBytes);
    block.resize(read_at(descriptor_, block.data(), block.size(), detected_to_));
    detected_to_ += block.size();
    detector_->feed(block);
    if (!block.empty()) continue;
    detector_->finish();
    break;
  }
  if (!detector_ || !detector_->guess()) return;
  charset_ = detector_->guess()->charset.name();
  detector_.reset();
}

// An unknown charset is reported when the text is read.
bool TextParts::may_be_cut() const {
  if (charset_.empty() || detector_) return true;
  const Result<charset::Charset> charset = charset::find(charset_);
  return charset && charset.value().lines_stand_alone();
}

// The first seam at `from` or after, or the end of the file.
TextParts::End TextParts::find_end(uint64_t from) {
  const uint64_t enough = context_;
  for (uint64_t context = kLittleContext;;) {
    if (const std::optional<End> end = find_end(from, std::min(context, enough))) return *end;
    if (context >= enough) from += kSearchBytes;
    context = std::min(4 * context, enough);
  }
}

// In kSearchBytes from `from` on.
std::optional<TextParts::End> TextParts::find_end(uint64_t from, uint64_t context) {
  const uint64_t begin = from > file_.begin + context ? from - context : file_.begin;
  const size_t wanted = static_cast<size_t>(from - begin) + kSearchBytes;
  window_.resize(wanted);
  window_.resize(read_at(descriptor_, window_.data(), wanted, begin));
  const auto before = begin == file_.begin ? Before::nothing : Before::unknown;
  const auto seam = find_seam_(window_, static_cast<size_t>(from - begin), before);
  if (seam) return End{begin + *seam, false};
  if (window_.size() < wanted) return End{std::max(begin + window_.size(), begin_), true};
  return std::nullopt;
}

}  // namespace linkspan::command
