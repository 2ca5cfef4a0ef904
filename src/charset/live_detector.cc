// SPDX-License-Identifier: Apache-2.0
// See live_detector.h.
#include "charset/live_detector.h"

#include <algorithm>
#include <utility>

#include "charset/sequences.h"
#include "charset/signs.h"

namespace linkspan::charset {
namespace {

constexpr size_t kFirstBytes = 64;
constexpr size_t kLongestWord = 1024;
constexpr size_t kLongestCutSign = 3;  // a designation has at most four bytes
constexpr size_t kBlock = 64;

// May the byte be a sign?
bool is_sign(char c) {
  return (c & 0x80) != 0 || c == '\0' || c == kEscape || c == kShiftOut || c == kShiftIn ||
         c == '~';
}

// Could one of these be a sign? PERF: all are between 00 and 08, 0E and 1F, or from 7E on, so three
// bounds are enough, which compilers find 16 bytes at a time: 64 KiB of English take 4 µs, and 38
// µs with is_sign for each byte.
bool may_have_sign(const char* block) {
  uint8_t least = 0xFF;
  uint8_t least_after_breaks = 0xFF;
  uint8_t greatest = 0;
  for (size_t i = 0; i < kBlock; ++i) {
    const auto byte = static_cast<uint8_t>(block[i]);
    least = std::min(least, byte);
    least_after_breaks = std::min(least_after_breaks, static_cast<uint8_t>(byte - 0x0E));
    greatest = std::max(greatest, byte);
  }
  return least < '\t' || least_after_breaks < ' ' - 0x0E || greatest >= '~';
}

// The first byte from a place on that may be a sign, or the end.
size_t next_sign(std::string_view text, size_t from) {
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const char* at = begin + std::min(from, text.size());
  for (; static_cast<size_t>(end - at) >= kBlock; at += kBlock) {
    if (!may_have_sign(at)) continue;
    const char* const sign = std::find_if(at, at + kBlock, is_sign);
    if (sign != at + kBlock) return static_cast<size_t>(sign - begin);
  }
  return static_cast<size_t>(std::find_if(at, end, is_sign) - begin);
}

// Could more bytes make it a designation of ISO 2022, or one of HZ?
bool is_part_of_sign(std::string_view bytes) {
  return is_part_of_designation(bytes) || bytes == kBeginOfHz.substr(0, 1);
}

std::string_view ascii_start_of(std::string_view text) {
  return text.substr(0, ascii_length(bytes_of(text), bytes_of(text) + text.size()));
}

// Of the start of a sign that ends the text.
size_t size_of_cut_sign(std::string_view text) {
  size_t size = std::min(kLongestCutSign, text.size());
  while (size > 0 && !is_part_of_sign(text.substr(text.size() - size))) --size;
  return size;
}

bool ends_word(char c) { return static_cast<uint8_t>(c) <= ' ' || c == 0x7F; }

// The size of which the length of each character is a multiple.
size_t unit_size(std::string_view charset) {
  if (charset.starts_with("UTF-32")) return 4;
  return charset.starts_with("UTF-16") ? 2 : 1;
}

}  // namespace

LiveDetector::Step LiveDetector::take(std::string_view& bytes) {
  const bool holds_nothing = given_ == text_.size();
  if (holds_nothing && text_.size() >= kDetectBytes) is_head_ = false;
  if (holds_nothing && !is_head_) {
    const std::string_view block = bytes.substr(0, kDetectBytes);
    const std::string_view ascii = block.substr(0, next_sign(block, 0));
    bytes.remove_prefix(ascii.size());
    if (!ascii.empty()) return pass_on(ascii);
  }
  if (!is_head_) drop_passed_on();
  const std::string_view taken = bytes.substr(0, room());
  bytes.remove_prefix(taken.size());
  text_ += taken;
  return look(Extent::cut);
}

// PERF: text that is ASCII is not copied, but for the line that a sign may be in.
LiveDetector::Step LiveDetector::pass_on(std::string_view ascii) {
  text_ += ascii.substr(ascii.size() - std::min(ascii.size(), kLongestWord));
  given_ = text_.size();
  drop_passed_on();
  return {ascii, {}, {}};
}

// But for the start of the line that a sign may be in.
void LiveDetector::drop_passed_on() {
  const size_t dropped = given_ - std::min(given_, kLongestWord);
  text_.erase(0, dropped);
  given_ -= dropped;
  judged_to_ -= std::min(judged_to_, dropped);
}

// INVARIANT: after drop_passed_on(), more than nothing: as soon as 64 KiB from the line of a sign
// on are there, they are judged.
size_t LiveDetector::room() const {
  if (judges_ == Judges::at_hand) return std::string_view::npos;
  return kDetectBytes + (is_head_ ? 0 : kLongestWord) - text_.size();
}

LiveDetector::Step LiveDetector::finish() { return look(Extent::whole); }

LiveDetector::Step LiveDetector::look(Extent extent) {
  Found found = is_start_ ? look_at_start(extent) : Found::nothing;
  size_t at = found == Found::nothing ? next_sign(text_, std::max(given_, judged_to_)) : given_;
  while (found == Found::nothing && at < text_.size()) {
    found = look_at(at, extent);
    if (found == Found::nothing) at = next_sign(text_, std::max(at + 1, judged_to_));
  }
  const std::string_view text = text_;
  if (judges_ == Judges::first_bytes && is_head_) {
    found = judge_first_bytes(found, extent);
    if (!is_head_) return look(extent);  // they decide nothing
  } else if (found == Found::charset && is_head_) {
    // The text that was not passed on is decoded in it, from a whole unit on.
    const size_t unit = unit_size(guess_->charset.name());
    at = std::min((given_ + unit - 1) / unit * unit, text.size());
  }
  const size_t begin = std::exchange(given_, at);
  if (found != Found::charset) return {text.substr(begin, at - begin), {}, {}};
  given_ = text.size();
  return {text.substr(begin, at - begin), guess_, text.substr(at)};
}

// Byte order marks, and the zero bytes of text in UTF-16 and UTF-32 that begins with ASCII.
LiveDetector::Found LiveDetector::look_at_start(Extent extent) {
  if (judges_ == Judges::first_bytes) return look_at_first_bytes();
  const bool is_cut = extent == Extent::cut && (text_.size() < 2 || is_part_of_mark(text_));
  if (is_cut) return Found::part;
  if (begins_with_mark(text_)) return judge(GuessedBy::byte_order_mark, 0);
  const bool has_zero = std::string_view(text_).substr(0, 2).find('\0') != std::string_view::npos;
  if (has_zero && judge(GuessedBy::zero_bytes, 0) == Found::charset) return Found::charset;
  if (has_zero && extent == Extent::cut && text_.size() < kFirstBytes) return Found::part;
  is_start_ = false;
  return Found::nothing;
}

LiveDetector::Found LiveDetector::look_at(size_t at, Extent extent) {
  if (judges_ == Judges::first_bytes) {
    return is_head_ ? look_at_early(at) : look_after_first_bytes(at, extent);
  }
  switch (text_[at]) {
    case '\0':
      if (is_far(at) || is_judged(at)) return Found::nothing;
      return judge(GuessedBy::zero_bytes, at);
    case kEscape:
      return look_at_escape(at, extent);
    case '~':
      return look_at_tilde(at, extent);
    case kShiftOut:
    case kShiftIn:
      return Found::nothing;  // never without an escape sequence
    default:
      return look_at_high_byte(at, extent);
  }
}

// A set that replaces ASCII has a character right after its escape sequence; one that needs a shift
// may not.
LiveDetector::Found LiveDetector::look_at_escape(size_t at, Extent extent) {
  const std::string_view bytes = std::string_view(text_).substr(at);
  if (extent == Extent::cut && is_part_of_designation(bytes)) return Found::part;
  const size_t length = designation_length(bytes);
  if (length == 0 || is_judged(at)) return Found::nothing;
  if (waits_for_shift(bytes)) return judge(GuessedBy::escape_sequence, at);
  if (bytes.size() > length && ends_word(bytes[length])) return Found::nothing;
  if (is_word_cut(at + 1, extent)) return Found::part;
  return judge(GuessedBy::escape_sequence, at);
}

LiveDetector::Found LiveDetector::look_at_tilde(size_t at, Extent extent) {
  const std::string_view bytes = std::string_view(text_).substr(at);
  if (bytes.size() == 1 && extent == Extent::cut) return Found::part;
  if (!bytes.starts_with(kBeginOfHz) || is_judged(at)) return Found::nothing;
  if (is_word_cut(at, extent)) return Found::part;
  return judge(GuessedBy::escape_sequence, at);
}

// By all bytes so far, or, if the first 64 KiB had no such byte, by the line and the bytes after
// it.
LiveDetector::Found LiveDetector::look_at_high_byte(size_t at, Extent extent) {
  if (is_word_cut(at, extent)) return Found::part;
  guess_ = detect(is_far(at) ? from_line_of(at) : text_, extent);
  return Found::charset;
}

// At most kLongestWord bytes before the place.
std::string_view LiveDetector::from_line_of(size_t at) const {
  const std::string_view text = text_;
  const size_t line = text.substr(0, at).rfind('\n') + 1;  // npos + 1 is 0
  return text.substr(std::max(line, at - std::min(at, kLongestWord)));
}

// Does this sign decide? PERF: in the first 64 KiB, a sign that does not is checked again when the
// text is twice as long, so that a text with many of them takes linear time. Later it was judged
// with all that has arrived.
LiveDetector::Found LiveDetector::judge(GuessedBy by, size_t at) {
  const std::string_view judged = is_far(at) ? from_line_of(at) : text_;
  Guess guess = detect(judged);
  if (guess.by == by) {
    guess_ = std::move(guess);
    return Found::charset;
  }
  if (is_far(at)) {
    const std::string_view ascii = ascii_start_of(judged.substr(0, kDetectBytes));
    judged_to_ = text_.size() - judged.size() + ascii.size() - size_of_cut_sign(ascii);
  } else if (!is_start_) {
    judge_from_ = text_.size() * 2;
  }
  return Found::nothing;
}

// Are the first 64 KiB ASCII?
bool LiveDetector::is_far(size_t at) const { return !is_head_ || at >= kDetectBytes; }

// Is a sign not checked, as the text was judged with it, or with one like it?
bool LiveDetector::is_judged(size_t at) const { return !is_far(at) && text_.size() < judge_from_; }

LiveDetector::Found LiveDetector::look_at_first_bytes() {
  if (start_ == Start::unknown) start_ = start_of_text();
  return start_ == Start::is_ascii ? Found::nothing : Found::part;
}

LiveDetector::Start LiveDetector::start_of_text() const {
  const std::string_view text = text_;
  if (text.size() < kEarlyBytes) return Start::unknown;
  if (begins_with_mark(text)) return Start::has_mark;
  if (!has_no_early_zero(text)) return Start::waits;
  return is_ascii(text.substr(0, kAsciiStart)) ? Start::is_ascii : Start::may_be_utf8;
}

// As UTF-16 and UTF-32 are excluded, zero bytes are ASCII. So is a tilde, once the text has one
// that HZ does not allow.
LiveDetector::Found LiveDetector::look_at_early(size_t at) {
  if (text_[at] == '\0' || (text_[at] == '~' && !may_be_hz_)) return Found::nothing;
  if (text_[at] != '~' || at + 1 == text_.size()) return Found::part;
  may_be_hz_ = kAfterTildeOfHz.find(text_[at + 1]) != std::string_view::npos;
  return may_be_hz_ ? Found::part : Found::nothing;
}

// If all of them are ASCII, they decide nothing. PERF: such text is not checked for UTF-8.
LiveDetector::Found LiveDetector::judge_first_bytes(Found so_far, Extent extent) {
  const bool is_all = extent == Extent::whole || text_.size() >= kDetectBytes;
  if (is_all || start_ == Start::has_mark) {
    guess_ = detect(text_, extent);
    const bool is_open =
        text_.size() >= kDetectBytes && is_ascii(text_) && guess_->by == GuessedBy::well_formed;
    if (!is_open) return Found::charset;
    guess_.reset();
    is_head_ = is_start_ = false;
    judged_to_ = text_.size() - size_of_cut_sign(text_);
    return Found::nothing;
  }
  const bool is_ruled_out = start_ == Start::unknown || start_ == Start::waits;
  if (so_far == Found::nothing || is_ruled_out) return so_far;
  if (evidence_.read(text_) != Utf8Evidence::Verdict::certain) return so_far;
  guess_ = certainly_utf8();
  return Found::charset;
}

// After 64 KiB of ASCII.
LiveDetector::Found LiveDetector::look_after_first_bytes(size_t at, Extent extent) {
  const std::string_view bytes = std::string_view(text_).substr(at);
  const bool is_cut = extent == Extent::cut;
  if (is_cut && is_part_of_sign(bytes)) return Found::part;
  const bool is_high_byte = (bytes.front() & 0x80) != 0;
  if (!is_high_byte && designation_length(bytes) == 0 && !bytes.starts_with(kBeginOfHz)) {
    return Found::nothing;
  }
  const std::string_view judged = from_line_of(at);
  if (is_cut && judged.size() < kDetectBytes) return Found::part;
  if (!is_high_byte) return judge(GuessedBy::escape_sequence, at);
  guess_ = detect(judged, extent);
  return Found::charset;
}

bool LiveDetector::is_word_cut(size_t at, Extent extent) const {
  if (extent == Extent::whole || text_.size() - at >= kLongestWord) return false;
  return std::find_if(text_.begin() + static_cast<ptrdiff_t>(at), text_.end(), ends_word) ==
         text_.end();
}

// --- the public form

struct Detector::State {
  LiveDetector live{LiveDetector::Judges::first_bytes};
  std::optional<Guess> guess;
  uint64_t ascii_end = 0;

  void take(const LiveDetector::Step& step) {
    ascii_end += step.ascii.size();
    guess = step.guess;
  }
};

Detector::Detector() : state_(std::make_unique<State>()) {}
Detector::Detector(Detector&&) noexcept = default;
Detector& Detector::operator=(Detector&&) noexcept = default;
Detector::~Detector() = default;

void Detector::feed(std::string_view bytes) {
  while (!state_->guess && !bytes.empty()) state_->take(state_->live.take(bytes));
}

void Detector::finish() {
  if (!state_->guess) state_->take(state_->live.finish());
}

const std::optional<Guess>& Detector::guess() const { return state_->guess; }

uint64_t Detector::ascii_end() const { return state_->ascii_end; }

}  // namespace linkspan::charset
