// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "base/utf8.h"
#include "linkspan/mail.h"

namespace linkspan::mail {
namespace {

// RFC 5322, section 2.1.1, allows 998 characters; a sender and a date have far fewer.
constexpr size_t kLongestFromLine = 1000;

constexpr std::string_view kFrom = "From ";

// Does the line contain only a sender? Mozilla's programs write `From -`.
bool names_sender_alone(std::string_view line) {
  line.remove_prefix(std::min(kFrom.size(), line.size()));
  while (line.ends_with(' ')) line.remove_suffix(1);
  return line == "-" || (line.find('@') != line.npos && line.find_first_of(" \t") == line.npos);
}

// Does the line look like the first of a message? Some programs write a quoted From_ line before
// it.
bool begins_header(std::string_view line) { return is_field(line) || line.starts_with(">From "); }

std::string_view without_line_end(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

MboxSplitter::MboxSplitter() { kept_.reserve(kLongestFromLine); }

void MboxSplitter::feed(std::string_view chunk, const PlaceSink& sink) {
  while (!chunk.empty()) {
    const size_t newline = chunk.find('\n');
    const std::string_view here = chunk.substr(0, newline == chunk.npos ? newline : newline + 1);
    const bool is_begun = position_ > line_begin_;  // in an earlier chunk
    const bool is_whole = newline != chunk.npos;
    chunk.remove_prefix(here.size());
    position_ += here.size();
    if (is_begun || !is_whole) kept_.append(here, 0, kLongestFromLine - kept_.size());
    if (!is_whole) return;
    take_line(is_begun ? std::string_view(kept_) : here.substr(0, kLongestFromLine), sink);
  }
}

void MboxSplitter::finish(const PlaceSink& sink) {
  if (position_ > line_begin_) take_line(kept_, sink);
  judge_candidate({}, sink);
  end_message(end_of_text_before(position_), sink);
  *this = MboxSplitter();
}

uint64_t MboxSplitter::retain_from() const {
  if (open_) return open_->from_line;
  return candidate_ ? candidate_->begin : line_begin_;
}

void MboxSplitter::take_line(std::string_view line, const PlaceSink& sink) {
  const uint64_t begin = line_begin_;
  if (begin == 0 && line.starts_with(base::kByteOrderMark)) {
    line.remove_prefix(base::kByteOrderMark.size());
  }
  line = without_line_end(line);
  judge_candidate(line, sink);
  if (line.empty()) {
    if (before_ == Before::text) before_ = Before::empty_line;
  } else {
    take_text(line, sink);
    before_ = Before::text;
  }
  last_line_begin_ = begin;
  line_begin_ = position_;
  kept_.clear();
}

void MboxSplitter::take_text(std::string_view line, const PlaceSink& sink) {
  const bool is_from = line.starts_with(kFrom);
  if (is_from && names_date(line)) {
    begin_message({line_begin_, end_of_text_before(line_begin_)}, position_, sink);
  } else if (is_from && (before_ != Before::text || names_sender_alone(line))) {
    candidate_ = FromLine{line_begin_, end_of_text_before(line_begin_)};
  } else if (!open_) {
    open_ = MessagePlace{line_begin_, line_begin_, line_begin_};
  }
}

// `next` is the line after the candidate.
void MboxSplitter::judge_candidate(std::string_view next, const PlaceSink& sink) {
  if (!candidate_) return;
  const FromLine candidate = *candidate_;
  candidate_.reset();
  if (begins_header(next)) {
    begin_message(candidate, line_begin_, sink);
  } else if (!open_) {
    open_ = MessagePlace{candidate.begin, candidate.begin, candidate.begin};
  }
}

void MboxSplitter::begin_message(FromLine from, uint64_t begin, const PlaceSink& sink) {
  end_message(from.end_before, sink);
  open_ = MessagePlace{from.begin, begin, begin};
}

void MboxSplitter::end_message(uint64_t end, const PlaceSink& sink) {
  if (!open_) return;
  open_->end = end;
  sink(*open_);
  open_.reset();
}

// The end of the text before a line at `begin`, without an empty line before it.
uint64_t MboxSplitter::end_of_text_before(uint64_t begin) const {
  return before_ == Before::empty_line ? last_line_begin_ : begin;
}

}  // namespace linkspan::mail
