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

namespace {

// The first space in [from, to), or else the first byte that divides escapes; `to` if there is
// none. PERF: spaces first, as they are found by blocks.
uint64_t find_divided(const Window& window, uint64_t from, uint64_t to) {
  const void* const space = std::memchr(window.at(from), ' ', static_cast<size_t>(to - from));
  if (space != nullptr) {
    return from + static_cast<uint64_t>(static_cast<const uint8_t*>(space) - window.at(from));
  }
  while (from < to && !divides_escapes(window.byte(from))) ++from;
  return from;
}

}  // namespace

void TextScanner::run(const Window& window, SpanSink sink) {
  if (!kHasAllProfiles) {  // uts58 knows no escapes, so the names of HTML are left out
    scanner_.run(window, sink);
    return;
  }
  while (!is_stopped()) {
    if (mode_ == Mode::in_place) {
      if (scanner_.run(window, sink) == Scanner::Stop::end_of_window) return;
      begin_candidate(window);
    }
    if (mode_ == Mode::before_trigger && !go_to_trigger(window)) return;
    if (mode_ == Mode::candidate && !scan_candidate(window, sink)) return;
  }
}

void TextScanner::begin_candidate(const Window& window) {
  trigger_ = scanner_.trigger();
  if (scanner_.is_at_trigger()) {
    begin_context(window);
  } else {
    begin_in_middle(window);
  }
  no_escapes_from_ = trigger_ + config_.max_link_bytes;
}

// Where the context of the trigger begins: after a byte that divides escapes, if one is there. What
// is decoded from there on is the same whether or not text before it was decoded, too, so that the
// buffer may be kept. Any escape around the trigger is shorter than the rest.
void TextScanner::begin_context(const Window& window) {
  constexpr uint64_t kLongestAround = 576;
  static_assert(kLongestAround > kLongestEscape && kLongestAround < kContext);
  mode_ = Mode::before_trigger;
  const uint64_t first = trigger_ > kContext ? trigger_ - kContext : 0;
  const uint64_t last = trigger_ - std::min(trigger_, kLongestAround);
  const uint64_t divided = first > 0 ? find_divided(window, first, last) : 0;
  base::count_steps(divided - first);
  if (first > 0 && divided == last) {
    begin_buffer(first);
    *meant_.add(1) = '@';  // what is before is not known: no link begins here
    ++read_until_;
    return;
  }
  const uint64_t from = first > 0 ? divided + 1 : 0;
  if (is_decoded_from(from)) {
    drop_before(meant(from));
  } else {
    begin_buffer(from);
  }
}

// Does the buffer hold the text from there on, and does no escape begin before it that ends after
// it?
bool TextScanner::is_decoded_from(uint64_t from) const {
  const bool is_in_buffer = meant_begin_ + shift_ <= from && from <= read_until_;
  return is_in_buffer && read_until_ < no_escapes_from_ && escape_around(from) == nullptr;
}

void TextScanner::begin_buffer(uint64_t from) {
  meant_.drop_first(meant_.size());
  escapes_.drop_first(escapes_.size());
  reader_ = EscapeReader(config_.source(), controls_);
  terminal_ = kNowhere;
  meant_begin_ = read_until_ = from;
  shift_ = 0;
}

// The candidate reached an escape, and none is before. So both offsets are the same up to there.
void TextScanner::begin_in_middle(const Window& window) {
  const uint64_t from = std::max(scanner_.retain_from(), window.begin);
  begin_buffer(from);
  const auto size = static_cast<size_t>(scanner_.plain_until() - from);
  if (size > 0) std::memcpy(meant_.add(size), window.at(from), size);
  read_until_ = from + size;
  mode_ = Mode::candidate;
}

// Decodes up to the trigger. Returns false if more text is needed.
bool TextScanner::go_to_trigger(const Window& window) {
  while (read_until_ <= trigger_) {
    if (!decode_more(window)) return false;
  }
  mode_ = Mode::candidate;
  const PlacedEscape* const around = escape_around(trigger_);
  const uint64_t context = meant_begin_ + shift_;
  scanner_.move([&](uint64_t offset) {
    if (offset == trigger_ && around != nullptr) return around->meant_end();
    return offset < context ? kNowhere : meant(offset);
  });
  if (around != nullptr) end_candidate();  // a part of an escape
  return true;
}

// Returns false if more text is needed.
bool TextScanner::scan_candidate(const Window& window, SpanSink sink) {
  for (;;) {
    const bool is_all = window.complete() && read_until_ == window.end;
    const base::Text text = is_all ? base::Text::complete : base::Text::more_may_follow;
    next_escape_ = 0;
    const bool has_ended =
        scanner_.run_candidate({meant_.begin(), meant_begin_, meant_end(), text},
                               [&](const Span& span) { return sink(placed(span)); });
    if (has_ended || is_stopped()) {
      end_candidate();
      return true;
    }
    if (is_all) return false;
    drop_before(std::max(scanner_.retain_from(), meant_begin_));
    if (!decode_more(window)) return false;
  }
}

// What is known is of the text as it is written again.
void TextScanner::end_candidate() {
  const uint64_t at = scanner_.trigger();
  scanner_.move([&](uint64_t offset) { return offset == at ? next_of(at) : end_of(offset); });
  scanner_.end_candidate();
  mode_ = Mode::in_place;
  if (terminal_ != kNowhere) scanner_.note_terminal(std::min(terminal_, scanner_.trigger()));
}

// Decodes a piece of the text. Returns false if there is no more, or not enough to decide about an
// escape. PERF: up to the trigger, and little after it, as most candidates need no more.
bool TextScanner::decode_more(const Window& window) {
  constexpr uint64_t kPiece = 640;
  constexpr uint64_t kAhead = 96;
  const uint64_t wanted = std::max(trigger_ + kAhead, read_until_ + 2 * kAhead);
  const uint64_t limit = std::min({window.end, wanted, read_until_ + 16 * kPiece});
  if (read_until_ == limit) return false;
  constexpr uint64_t kMost = 2 * kPiece + sizeof Escape::meant;
  // With the byte that divides the context from the text before it: "\tanna, and  \tanna.
  const uint64_t begin_of_buffer = meant_begin_ + shift_;
  const uint64_t divided = begin_of_buffer > window.begin ? begin_of_buffer - 1 : window.begin;
  const TextAround text{window.at(divided), window.end_of_bytes(), window.text};
  uint8_t* const begin = meant_.add(kMost);
  uint8_t* to = begin;
  bool is_waiting = false;
  while (read_until_ < limit && !is_waiting && to < begin + kPiece) {
    const uint8_t* const at = window.at(read_until_);
    const uint8_t* const end = window.at(std::min(limit, read_until_ + kPiece));
    constexpr uint8_t kAnyLetter = 'a';
    const uint8_t before = read_until_ > window.begin ? at[-1] : kAnyLetter;
    const bool may_have_escapes = read_until_ < no_escapes_from_;
    const uint8_t* const found =
        may_have_escapes ? config_.kernels.find_escape(at, end, window.end_of_bytes(), before)
                         : end;
    const auto size = static_cast<size_t>(found - at);
    std::memcpy(to, at, size);
    base::count_steps(size + 1);
    to += size;
    read_until_ += size;
    if (found == end) continue;
    uint8_t* const after = take_escape(text, found, to);
    is_waiting = after == nullptr;
    if (!is_waiting) to = after;
  }
  meant_.drop_last(static_cast<size_t>(begin + kMost - to));
  return !is_waiting || to > begin;
}

// Takes what may be an escape at `at`. Writes what it means, and returns the end of that; nullptr:
// more text is needed to decide.
uint8_t* TextScanner::take_escape(const TextAround& text, const uint8_t* at, uint8_t* to) {
  Escape escape = reader_.read(text, at, read_until_);
  if (escape.state == Escape::State::cut) return nullptr;
  if (escape.state == Escape::State::none) {
    *to = *at;
    ++read_until_;
    return to + 1;
  }
  if (ends_with_reference(escape, at) && to > meant_.begin() && to[-1] == '/') {
    end_link_after_slash(escape);
  }
  if (*at == 0x1B && escape.size > kLongestOtherEscape) terminal_ = read_until_;
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

void TextScanner::drop_before(uint64_t meant) {
  size_t passed = 0;
  for (const PlacedEscape& escape : escapes_) {
    if (escape.meant_end() > meant) break;
    shift_ = escape.shift();
    ++passed;
  }
  escapes_.drop_first(passed);
  const auto dropped = static_cast<size_t>(std::min<uint64_t>(meant - meant_begin_, meant_.size()));
  meant_.drop_first(dropped);
  meant_begin_ += dropped;
}

// The escape that begins before a place, and ends after it.
const PlacedEscape* TextScanner::escape_around(uint64_t written) const {
  const PlacedEscape* const after =
      std::lower_bound(escapes_.begin(), escapes_.end(), written,
                       [](const PlacedEscape& one, uint64_t place) { return one.begin < place; });
  if (after == escapes_.begin() || after[-1].end() <= written) return nullptr;
  return after - 1;
}

// The place of what the text at `written` means. REQUIRES: it is in the buffer.
uint64_t TextScanner::meant(uint64_t written) const {
  const PlacedEscape* const after =
      std::lower_bound(escapes_.begin(), escapes_.end(), written,
                       [](const PlacedEscape& one, uint64_t place) { return one.end() <= place; });
  const uint64_t shift = after == escapes_.begin() ? shift_ : after[-1].shift();
  const bool is_inside = after != escapes_.end() && after->begin < written;
  return is_inside ? after->meant_end() : written - shift;
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

// Where search continues, as written. It may be in the middle of what an escape means, as after the
// first byte of a wide dot; nothing begins there, and not in the escape.
uint64_t TextScanner::next_of(uint64_t meant) const {
  const PlacedEscape* const after =
      std::lower_bound(escapes_.begin(), escapes_.end(), meant,
                       [](const PlacedEscape& one, uint64_t place) { return one.meant < place; });
  const bool is_inside = after != escapes_.begin() && meant < after[-1].meant_end();
  return is_inside ? after[-1].end() : begin_of(meant);
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
  if (mode_ == Mode::candidate) return std::nullopt;
  return scanner_.checkpoint(place);
}

uint64_t TextScanner::retain_from() const {
  const uint64_t from = written(scanner_.candidate_from());
  return from > kContext ? from - kContext : 0;
}

// The token of an escape is read from before it.
uint64_t TextScanner::needed_from() const {
  if (mode_ == Mode::in_place) return retain_from();
  const uint64_t before_token = read_until_ > kJudgedBefore ? read_until_ - kJudgedBefore : 0;
  return std::min(before_token, retain_from());
}

void TextScanner::begin_anew() {
  const uint64_t cut = links_cut();
  scanner_ = Scanner(config_);
  scanner_.add_links_cut(cut);
  mode_ = Mode::in_place;
  begin_buffer(0);
}

// A byte of the text that is meant may be an escape, and a sequence that stands for nothing may
// precede it. The memory is not touched before it is needed; in WebAssembly it would be taken all
// the same (14 MB), so that rows grow there.
void TextScanner::reserve([[maybe_unused]] uint64_t bytes) {
#ifndef __wasm__
  constexpr uint64_t kMostEscapes = 1 << 20;
  meant_.reserve(static_cast<size_t>(bytes));
  escapes_.reserve(static_cast<size_t>(std::min(2 * bytes, kMostEscapes)));
#endif
}

void TextScanner::report_rejections(RejectionSink* sink) {
  rejections_ = sink;
  scanner_.report_rejections(sink == nullptr ? nullptr : this);
}

void TextScanner::note(const Rejection& rejection) {
  if (!kExplains) return;
  Rejection placed = rejection;
  if (mode_ != Mode::candidate) return rejections_->note(placed);
  placed.begin = begin_of(std::max(rejection.begin, meant_begin_));
  placed.trigger = begin_of(rejection.trigger);
  placed.end = std::max(end_of(rejection.end), placed.trigger + 1);
  rejections_->note(placed);
}

}  // namespace linkspan::scan
