// SPDX-License-Identifier: Apache-2.0
// Utf8Evidence: whether the first bytes of a text are enough to know that it is UTF-8.
//
//   "na\xC3\xAFve caf\xC3\xA9"     open: two characters may be chance
//   "Привет, люди"              certain with the eighth distinct letter, ю
//   "\xE2\x80\x9Cgr\xFC\xDF"       refuted: ill-formed before it was certain
//
// Text in another charset is rarely well-formed UTF-8, and long text never: each continuation byte
// must be one of 64. Repeated characters are no further evidence: a log may have the same word of
// GBK in each line. So only distinct characters count, each with its continuation bytes, and eight
// of those bytes are enough. docs/charsets.md, section 5.1, has the measurements.
//
// Guarded by tests/charset/charset_detect_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/utf8.h"
#include "charset/sequences.h"

namespace linkspan::charset {

class Utf8Evidence {
 public:
  enum class Verdict : uint8_t { open, certain, refuted };

  // The verdict on a text that may continue, and that is longer than at the last call. It depends
  // only on the text, not on how it was cut.
  Verdict read(std::string_view text) {
    const uint8_t* const begin = bytes_of(text);
    const uint8_t* const end = begin + text.size();
    const uint8_t* at = begin + read_;
    while (verdict_ == Verdict::open) {
      at += ascii_length(at, end);
      if (at == end) break;
      const base::CodePoint c = base::decode(at, end, base::Text::more_may_follow);
      if (c.length == 0) break;
      if (c.value == base::kIllFormed) {
        verdict_ = Verdict::refuted;
      } else {
        count(c);
        at += c.length;
      }
    }
    read_ = static_cast<size_t>(at - begin);
    return verdict_;
  }

  // The number of bytes at the start of the text that are known to be well-formed.
  size_t well_formed_length() const { return read_; }

 private:
  static constexpr size_t kEnough = 8;  // continuation bytes

  void count(const base::CodePoint& c) {
    char32_t* const seen_end = seen_.data() + seen_count_;
    if (std::find(seen_.data(), seen_end, c.value) != seen_end) return;
    *seen_end = c.value;
    ++seen_count_;
    continuation_bytes_ += c.length - 1;
    if (continuation_bytes_ >= kEnough) verdict_ = Verdict::certain;
  }

  Verdict verdict_ = Verdict::open;
  size_t read_ = 0;  // how much of the text
  std::array<char32_t, kEnough> seen_{};
  size_t seen_count_ = 0;  // INVARIANT: at most kEnough, as each has a continuation byte
  size_t continuation_bytes_ = 0;
};

}  // namespace linkspan::charset
