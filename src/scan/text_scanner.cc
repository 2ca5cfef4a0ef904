// SPDX-License-Identifier: Apache-2.0
#include "scan/text_scanner.h"

#include <algorithm>
#include <cstring>

#include "base/steps.h"

namespace linkspan::scan {

template <class Value, size_t kInPlace>
void Row<Value, kInPlace>::reserve(size_t size) {
  if (size <= capacity_) return;
  auto more = std::make_unique_for_overwrite<Value[]>(size);
  std::copy(begin(), end(), more.get());
  end_ -= begin_;
  begin_ = 0;
  more_ = std::move(more);
  capacity_ = size;
}

// The values are moved to the front only when they are at most half of the capacity, so that the
// work is linear.
template <class Value, size_t kInPlace>
Value* Row<Value, kInPlace>::add(size_t count) {
  if (end_ + count > capacity_) {
    if (2 * (size() + count) > capacity_) {
      reserve(4 * (size() + count));
    } else {
      std::copy(begin(), end(), values());
      end_ -= begin_;
      begin_ = 0;
    }
  }
  end_ += count;
  return values() + end_ - count;
}

void TextScanner::run(const Window& window, SpanSink sink) {
  if (!config_.knows_escapes()) return scanner_.run(window, sink);
  while (!is_stopped()) {
    if (!is_in_buffer_ && !run_in_place(window, sink)) return;
    const bool may_go_on = fill_buffer(window);
    scan_buffer(window, sink);
    drop_what_is_not_needed();
    if (leave_buffer(window)) continue;
    if (!may_go_on) return;
  }
}

// Returns whether an escape follows, so that the buffer begins.
bool TextScanner::run_in_place(const Window& window, SpanSink sink) {
  // Text before that has other offsets, as an escape is between.
  const uint64_t from =
      shift_ == 0 ? window.begin : std::max(scanner_.retain_from() + shift_, window.begin);
  const Window moved{window.at(from), from - shift_, window.end - shift_, window.text};
  const uint64_t shift = shift_;
  const auto give = [&](const Span& span) {
    Span placed = span;
    placed.range = {span.range.begin + shift, span.range.end + shift};
    return sink(placed);
  };
  const uint64_t escape_at = shift == 0 ? scanner_.run_up_to_escape(moved, sink, reader_, 0)
                                        : scanner_.run_up_to_escape(moved, give, reader_, shift);
  if (is_stopped() || escape_at == kNowhere) {
    is_waiting_ = false;
    return false;
  }
  const uint64_t at = escape_at + shift_;
  const Escape escape =
      reader_.read({window.bytes, window.end_of_bytes(), window.text}, window.at(at), at);
  is_waiting_ = escape.state == Escape::State::cut;
  read_until_ = at;
  if (is_waiting_) return false;
  begin_buffer(window, at);
  return true;
}

// The text that the scanner needs before the escape.
void TextScanner::begin_buffer(const Window& window, uint64_t escape_at) {
  is_in_buffer_ = true;
  const uint64_t from = std::max(scanner_.retain_from() + shift_, window.begin);
  meant_begin_ = from - shift_;
  read_until_ = escape_at;
  append(window.at(from), escape_at - from);
}

void TextScanner::append(const uint8_t* bytes, uint64_t size) {
  if (size > 0) std::memcpy(meant_.add(size), bytes, size);
}

// Reads a piece of the text. Returns whether there is more.
bool TextScanner::fill_buffer(const Window& window) {
  constexpr uint64_t kPiece = 640;  // somewhat more than the context of a link
  const size_t enough = meant_.size() + kPiece;
  const uint64_t from = read_until_;
  is_waiting_ = false;
  while (read_until_ < window.end && meant_.size() < enough && read_until_ - from < 16 * kPiece) {
    const uint64_t limit = std::min(window.end, read_until_ + kPiece);
    constexpr uint8_t kAnyLetter = 'a';
    const uint8_t before = read_until_ > window.begin ? window.byte(read_until_ - 1) : kAnyLetter;
    const uint8_t* const found =
        config_.kernels.find_escape(window.at(read_until_), window.at(limit), before);
    const auto size = static_cast<uint64_t>(found - window.at(read_until_));
    append(window.at(read_until_), size);
    base::count_steps(size + 1);
    read_until_ += size;
    if (read_until_ < limit && !take_escape(window)) return false;
  }
  return read_until_ < window.end;
}

// Takes what may be an escape at read_until_. Returns false if more text is needed to decide.
bool TextScanner::take_escape(const Window& window) {
  const uint8_t* const at = window.at(read_until_);
  const Escape escape =
      reader_.read({window.bytes, window.end_of_bytes(), window.text}, at, read_until_);
  if (escape.state == Escape::State::cut) {
    is_waiting_ = true;
    return false;
  }
  if (escape.state == Escape::State::none) {
    append(at, 1);
    ++read_until_;
    return true;
  }
  const uint64_t meant = meant_begin_ + meant_.size();
  *escapes_.add(1) = {meant, read_until_, read_until_ + escape.size, escape.meant_size};
  append(reinterpret_cast<const uint8_t*>(escape.meant), escape.meant_size);
  base::count_steps(escape.size);
  read_until_ += escape.size;
  return true;
}

void TextScanner::scan_buffer(const Window& window, SpanSink sink) {
  const bool is_all = window.complete() && read_until_ == window.end;
  const base::Text text = is_all ? base::Text::complete : base::Text::more_may_follow;
  scanner_.run({meant_.begin(), meant_begin_, meant_begin_ + meant_.size(), text},
               [&](const Span& span) { return sink(placed(span)); });
}

void TextScanner::drop_what_is_not_needed() {
  const uint64_t from = std::max(scanner_.retain_from(), meant_begin_);
  size_t passed = 0;
  for (const PlacedEscape& escape : escapes_) {
    if (escape.meant_end() > from) break;
    shift_ = escape.end - escape.meant_end();
    ++passed;
  }
  escapes_.drop_first(passed);
  const uint64_t dropped = std::min<uint64_t>(from - meant_begin_, meant_.size());
  meant_.drop_first(dropped);
  meant_begin_ += dropped;
}

// Continues in place if the window has all that the scanner needs.
bool TextScanner::leave_buffer(const Window& window) {
  if (!escapes_.empty() || is_waiting_ || meant_begin_ + shift_ < window.begin) return false;
  if (read_until_ == window.end) return false;
  is_in_buffer_ = false;
  meant_.drop_first(meant_.size());
  reader_.skip_to(read_until_);
  return true;
}

// The place of the byte at `meant`, as written.
uint64_t TextScanner::begin_of(uint64_t meant) const {
  const PlacedEscape* const after =
      std::upper_bound(escapes_.begin(), escapes_.end(), meant,
                       [](uint64_t place, const PlacedEscape& one) { return place < one.meant; });
  if (after == escapes_.begin()) return meant + shift_;
  const PlacedEscape& last = after[-1];
  return meant < last.meant_end() ? last.begin : last.end + (meant - last.meant_end());
}

// The end of the byte before `meant`, as written.
uint64_t TextScanner::end_of(uint64_t meant) const {
  const PlacedEscape* const after =
      std::lower_bound(escapes_.begin(), escapes_.end(), meant,
                       [](const PlacedEscape& one, uint64_t place) { return one.meant < place; });
  if (after == escapes_.begin()) return meant + shift_;
  const PlacedEscape& last = after[-1];
  return meant <= last.meant_end() ? last.end : last.end + (meant - last.meant_end());
}

Span TextScanner::placed(const Span& span) const {
  Span found = span;
  const uint64_t begin = span.range.begin;
  found.range = {begin_of(begin), end_of(span.range.end)};
  if (found.range.size() == span.range.size()) return found;  // no escape is in it
  const auto place = [&](Part& part) {
    if (!part.present()) return;
    const uint64_t part_end = end_of(begin + part.end);
    const uint64_t part_begin = part.begin == part.end ? part_end : begin_of(begin + part.begin);
    part = {static_cast<uint32_t>(part_begin - found.range.begin),
            static_cast<uint32_t>(part_end - found.range.begin)};
  };
  for (Part* const part :
       {&found.parts.scheme, &found.parts.userinfo, &found.parts.host, &found.parts.port,
        &found.parts.path, &found.parts.query, &found.parts.fragment}) {
    place(*part);
  }
  found.has_escapes = true;
  return found;
}

std::optional<Checkpoint> TextScanner::checkpoint(uint64_t place) const {
  if (is_in_buffer_ || is_waiting_) return std::nullopt;
  const std::optional<Checkpoint> found = scanner_.checkpoint(place - shift_);
  if (found && reader_.judged_until() > place - found->at) return std::nullopt;
  return found;
}

uint64_t TextScanner::needed_from() const {
  const uint64_t retained = retain_from();
  if (!is_in_buffer_ && !is_waiting_) return retained;
  // The token of an escape is read from before it.
  const uint64_t before_token = read_until_ > kJudgedBefore ? read_until_ - kJudgedBefore : 0;
  const uint64_t after_escapes = escapes_.empty() ? retained : escapes_.back().end;
  return std::min(before_token, std::max(retained, after_escapes));
}

void TextScanner::begin_anew() {
  const uint64_t cut = links_cut();
  scanner_ = Scanner(config_);
  scanner_.add_links_cut(cut);
  reader_ = {};
  is_in_buffer_ = is_waiting_ = false;
  shift_ = read_until_ = meant_begin_ = 0;
  meant_.drop_first(meant_.size());
  escapes_.drop_first(escapes_.size());
}

void TextScanner::reserve(uint64_t bytes) {
  constexpr size_t kEscapes = 4096;
  meant_.reserve(bytes);
  escapes_.reserve(kEscapes);
}

void TextScanner::report_rejections(RejectionSink* sink) {
  rejections_ = sink;
  scanner_.report_rejections(sink == nullptr ? nullptr : this);
}

void TextScanner::note(const Rejection& rejection) {
  Rejection placed = rejection;
  placed.begin = begin_of(std::max(rejection.begin, is_in_buffer_ ? meant_begin_ : 0));
  placed.trigger = begin_of(rejection.trigger);
  placed.end = std::max(end_of(rejection.end), placed.trigger + 1);
  rejections_->note(placed);
}

}  // namespace linkspan::scan
