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
  const uint64_t escape_at = scanner_.run_up_to_escape(window, sink, reader_);
  if (is_stopped() || escape_at == kNowhere) {
    is_waiting_ = false;
    return false;
  }
  const Escape escape = reader_.read({window.bytes, window.end_of_bytes(), window.text},
                                     window.at(escape_at), escape_at);
  is_waiting_ = escape.state == Escape::State::cut;
  read_until_ = escape_at;
  if (is_waiting_) return false;
  begin_buffer(window, escape_at);
  return true;
}

// The text that the scanner needs before the escape.
void TextScanner::begin_buffer(const Window& window, uint64_t escape_at) {
  is_in_buffer_ = true;
  const uint64_t from = std::max(scanner_.retain_from(), window.begin);
  meant_begin_ = from;
  shift_ = 0;
  read_until_ = escape_at;
  const auto size = static_cast<size_t>(escape_at - from);
  if (size > 0) std::memcpy(meant_.add(size), window.at(from), size);
}

// Reads a piece of the text. Returns whether there is more.
bool TextScanner::fill_buffer(const Window& window) {
  constexpr uint64_t kPiece = 640;  // somewhat more than the context of a link
  const TextAround text{window.bytes, window.end_of_bytes(), window.text};
  const uint64_t limit = std::min(window.end, read_until_ + 16 * kPiece);
  constexpr uint64_t kMost = 2 * kPiece + sizeof Escape::meant;
  uint8_t* const begin = meant_.add(kMost);
  uint8_t* to = begin;
  is_waiting_ = false;
  while (read_until_ < limit && !is_waiting_ && to < begin + kPiece) {
    const uint8_t* const at = window.at(read_until_);
    const uint8_t* const end = window.at(std::min(limit, read_until_ + kPiece));
    constexpr uint8_t kAnyLetter = 'a';
    const uint8_t before = read_until_ > window.begin ? at[-1] : kAnyLetter;
    const uint8_t* const found = config_.kernels.find_escape(at, end, before);
    const auto size = static_cast<size_t>(found - at);
    std::memcpy(to, at, size);
    base::count_steps(size + 1);
    to += size;
    read_until_ += size;
    if (found < end) to = take_escape(text, found, to);
  }
  meant_.drop_last(static_cast<size_t>(begin + kMost - to));
  return read_until_ < window.end && !is_waiting_;
}

// Takes what may be an escape at `at`, or waits for more text to decide. Writes what it means, and
// returns the end of that.
uint8_t* TextScanner::take_escape(const TextAround& text, const uint8_t* at, uint8_t* to) {
  Escape escape = reader_.read(text, at, read_until_);
  is_waiting_ = escape.state == Escape::State::cut;
  if (is_waiting_) return to;
  if (escape.state == Escape::State::none) {
    *to = *at;
    ++read_until_;
    return to + 1;
  }
  if (ends_with_reference(escape, at) && to > meant_.begin() && to[-1] == '/') {
    end_link_after_slash(escape);
  }
  note_escape(escape, meant_begin_ + static_cast<uint64_t>(to - meant_.begin()));
  std::memcpy(to, escape.meant, sizeof escape.meant);
  base::count_steps(escape.size);
  read_until_ += escape.size;
  return to + escape.meant_size;
}

// Of sequences that stand for nothing, there may be any number.
void TextScanner::note_escape(const Escape& escape, uint64_t meant) {
  if (escape.meant_size == 0 && !escapes_.empty()) {
    PlacedEscape& last = escapes_.back();
    const bool is_next = last.meant_size == 0 && last.end() == read_until_;
    if (is_next && last.size <= UINT32_MAX - escape.size) {
      last.size += escape.size;
      return;
    }
  }
  *escapes_.add(1) = {meant, read_until_, escape.size, escape.meant_size};
}

void TextScanner::scan_buffer(const Window& window, SpanSink sink) {
  const bool is_all = window.complete() && read_until_ == window.end;
  const base::Text text = is_all ? base::Text::complete : base::Text::more_may_follow;
  next_escape_ = 0;
  scanner_.run({meant_.begin(), meant_begin_, meant_begin_ + meant_.size(), text},
               [&](const Span& span) { return sink(placed(span)); });
}

void TextScanner::drop_what_is_not_needed() {
  const uint64_t from = std::max(scanner_.retain_from(), meant_begin_);
  size_t passed = 0;
  for (const PlacedEscape& escape : escapes_) {
    if (escape.meant_end() > from) break;
    shift_ = escape.shift();
    ++passed;
  }
  escapes_.drop_first(passed);
  const auto dropped = static_cast<size_t>(std::min<uint64_t>(from - meant_begin_, meant_.size()));
  meant_.drop_first(dropped);
  meant_begin_ += dropped;
}

// Continues in place if the window has all that the scanner needs.
bool TextScanner::leave_buffer(const Window& window) {
  if (!escapes_.empty() || is_waiting_ || meant_begin_ + shift_ < window.begin) return false;
  if (read_until_ == window.end || !scanner_.move_by(shift_, read_until_)) return false;
  is_in_buffer_ = false;
  shift_ = 0;
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
  return meant < last.meant_end() ? last.begin : last.end() + (meant - last.meant_end());
}

// The end of the byte before `meant`, as written.
uint64_t TextScanner::end_of(uint64_t meant) const {
  const PlacedEscape* const after =
      std::lower_bound(escapes_.begin(), escapes_.end(), meant,
                       [](const PlacedEscape& one, uint64_t place) { return one.meant < place; });
  if (after == escapes_.begin()) return meant + shift_;
  const PlacedEscape& last = after[-1];
  return meant <= last.meant_end() ? last.end() : last.end() + (meant - last.meant_end());
}

// PERF: most links have no escape, and links come in order. REQUIRES: no escape was dropped since
// `next_escape_` was set to 0.
bool TextScanner::place_between_escapes(Span& span) {
  const size_t count = escapes_.size();
  const PlacedEscape* const escapes = escapes_.begin();
  while (next_escape_ < count && escapes[next_escape_].meant_end() <= span.range.begin)
    ++next_escape_;
  if (next_escape_ < count && escapes[next_escape_].meant < span.range.end) return false;
  const uint64_t shift = next_escape_ == 0 ? shift_ : escapes[next_escape_ - 1].shift();
  span.range = {span.range.begin + shift, span.range.end + shift};
  return true;
}

Span TextScanner::placed(const Span& span) {
  Span found = span;
  if (place_between_escapes(found)) return found;
  const uint64_t begin = span.range.begin;
  found.range = {begin_of(begin), end_of(span.range.end)};
  if (found.range.size() == span.range.size()) return found;
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
  const std::optional<Checkpoint> found = scanner_.checkpoint(place);
  if (found && reader_.judged_until() > place - found->at) return std::nullopt;
  return found;
}

uint64_t TextScanner::needed_from() const {
  const uint64_t retained = retain_from();
  if (!is_in_buffer_ && !is_waiting_) return retained;
  // The token of an escape is read from before it.
  const uint64_t before_token = read_until_ > kJudgedBefore ? read_until_ - kJudgedBefore : 0;
  const uint64_t after_escapes = escapes_.empty() ? retained : escapes_.back().end();
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

// A byte of the text that is meant may be an escape, and a sequence that stands for nothing may
// precede it. The memory is not touched before it is needed.
void TextScanner::reserve(uint64_t bytes) {
  constexpr uint64_t kMostEscapes = 1 << 20;
  meant_.reserve(static_cast<size_t>(bytes));
  escapes_.reserve(static_cast<size_t>(std::min(2 * bytes, kMostEscapes)));
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
