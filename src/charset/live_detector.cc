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

bool ends_word(char c) { return static_cast<uint8_t>(c) <= ' ' || c == 0x7F; }

// The size of which the length of each character is a multiple.
size_t unit_size(std::string_view charset) {
  if (charset.starts_with("UTF-32")) return 4;
  return charset.starts_with("UTF-16") ? 2 : 1;
}

}  // namespace

size_t LiveDetector::room() const {
  if (judges_ == Judges::at_hand) return std::string_view::npos;
  return kDetectBytes - text_.size();
}

LiveDetector::Step LiveDetector::take(std::string_view bytes) {
  if (given_ == text_.size() && text_.size() >= kDetectBytes) {
    text_.clear();
    given_ = 0;
    judge_from_ = 0;
    is_head_ = false;
  }
  text_ += bytes;
  return look(Extent::cut);
}

LiveDetector::Step LiveDetector::finish() { return look(Extent::whole); }

LiveDetector::Step LiveDetector::look(Extent extent) {
  Found found = is_start_ ? look_at_start(extent) : Found::nothing;
  size_t at = found == Found::nothing ? next_sign(given_) : given_;
  while (found == Found::nothing && at < text_.size()) {
    found = look_at(at, extent);
    if (found == Found::nothing) at = next_sign(at + 1);
  }
  const std::string_view text = text_;
  if (judges_ == Judges::first_bytes) {
    found = judge_first_bytes(found, extent);
  } else if (found == Found::charset) {
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
  if (begins_with_mark(text_)) return judge(GuessedBy::byte_order_mark);
  const bool has_zero = std::string_view(text_).substr(0, 2).find('\0') != std::string_view::npos;
  if (has_zero && judge(GuessedBy::zero_bytes) == Found::charset) return Found::charset;
  if (has_zero && extent == Extent::cut && text_.size() < kFirstBytes) return Found::part;
  is_start_ = false;
  return Found::nothing;
}

LiveDetector::Found LiveDetector::look_at(size_t at, Extent extent) {
  if (judges_ == Judges::first_bytes) return look_at_early(at);
  switch (text_[at]) {
    case '\0':
      if (!is_head_ || text_.size() < judge_from_) return Found::nothing;
      return judge(GuessedBy::zero_bytes);
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
  if (length == 0 || text_.size() < judge_from_) return Found::nothing;
  if (waits_for_shift(bytes)) return judge(GuessedBy::escape_sequence);
  if (bytes.size() > length && ends_word(bytes[length])) return Found::nothing;
  if (is_word_cut(at + 1, extent)) return Found::part;
  return judge(GuessedBy::escape_sequence);
}

LiveDetector::Found LiveDetector::look_at_tilde(size_t at, Extent extent) {
  const std::string_view bytes = std::string_view(text_).substr(at);
  if (bytes.size() == 1 && extent == Extent::cut) return Found::part;
  if (!bytes.starts_with(kBeginOfHz) || text_.size() < judge_from_) return Found::nothing;
  if (is_word_cut(at, extent)) return Found::part;
  return judge(GuessedBy::escape_sequence);
}

// By all bytes so far, or, if the first 64 KiB had no such byte, by the line and the bytes after
// it.
LiveDetector::Found LiveDetector::look_at_high_byte(size_t at, Extent extent) {
  if (is_word_cut(at, extent)) return Found::part;
  std::string_view judged = text_;
  if (!is_head_ || at >= kDetectBytes) {
    const size_t line_end = judged.substr(0, at).rfind('\n');
    const size_t line = line_end == std::string_view::npos ? 0 : line_end + 1;
    judged.remove_prefix(std::max(line, at - std::min(at, kLongestWord)));
  }
  guess_ = detect(judged, extent);
  return Found::charset;
}

// Does this sign decide? PERF: a sign that does not is checked again when the text is twice as
// long, so that a text with many of them takes linear time.
LiveDetector::Found LiveDetector::judge(GuessedBy by) {
  Guess guess = detect(text_);
  if (guess.by == by) {
    guess_ = std::move(guess);
    return Found::charset;
  }
  if (!is_start_) judge_from_ = text_.size() * 2;
  return Found::nothing;
}

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

// PERF: text that is all ASCII is not checked for UTF-8.
LiveDetector::Found LiveDetector::judge_first_bytes(Found so_far, Extent extent) {
  const bool is_all = extent == Extent::whole || text_.size() >= kDetectBytes;
  if (is_all || start_ == Start::has_mark) {
    guess_ = detect(text_, extent);
    return Found::charset;
  }
  const bool is_ruled_out = start_ == Start::unknown || start_ == Start::waits;
  if (so_far == Found::nothing || is_ruled_out) return so_far;
  if (evidence_.read(text_) != Utf8Evidence::Verdict::certain) return so_far;
  guess_ = certainly_utf8();
  return Found::charset;
}

size_t LiveDetector::next_sign(size_t from) const {
  const char* const begin = text_.data();
  const char* const end = begin + text_.size();
  const char* at = begin + std::min(from, text_.size());
  for (; static_cast<size_t>(end - at) >= kBlock; at += kBlock) {
    if (!may_have_sign(at)) continue;
    const char* const sign = std::find_if(at, at + kBlock, is_sign);
    if (sign != at + kBlock) return static_cast<size_t>(sign - begin);
  }
  return static_cast<size_t>(std::find_if(at, end, is_sign) - begin);
}

bool LiveDetector::is_word_cut(size_t at, Extent extent) const {
  if (extent == Extent::whole || text_.size() - at >= kLongestWord) return false;
  return std::find_if(text_.begin() + static_cast<ptrdiff_t>(at), text_.end(), ends_word) ==
         text_.end();
}

}  // namespace linkspan::charset
