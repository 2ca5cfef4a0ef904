// SPDX-License-Identifier: Apache-2.0
// Decoder: bytes of a charset in chunks of any size, as UTF-8, with a map back to the bytes.
//
//   Decoder decoder(*find("shift_jis"));
//   decoder.decode("\x93\xFA\x96")   → "日", and 0x96 is kept for the next call
//   decoder.decode("\x7B")           → "本"
//   decoder.source_range({3, 6})     → {2, 4}
//   decoder.decode("\x81\"")         → U+FFFD and `"`: a cut character takes no ASCII with it
//
// The UTF-8 is the same however the bytes are cut, and so is every source_range. Ill-formed
// sequences become U+FFFD by the rules in docs/charsets.md and are never an error. UTF-8 itself is
// passed on unchanged, even if it is ill-formed: the scanner has its own rule for that.
//
// The map costs next to nothing until it is used. Unchanged text (UTF-8, ASCII) is stored as a
// range; of other text, the bytes are kept in blocks, each with the state of the decoder at its
// start. For source_range, one block is decoded again, step by step.
//
// Guarded by tests/charset/charset_test.cc and tests/fuzz/charset_fuzz.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "linkspan/charset.h"
#include "linkspan/linkspan.h"

namespace linkspan::charset {

struct DecoderState;

// Belongs to one thread at a time. Memory: three times the largest chunk, and the bytes since the
// place of the last release_before.
class Decoder {
 public:
  explicit Decoder(const Charset& charset);
  Decoder(Decoder&&) noexcept;
  Decoder& operator=(Decoder&&) noexcept;
  ~Decoder();

  // The next bytes as UTF-8, without the characters that later bytes may change. The view lives
  // until the next call of decode or finish; for unchanged text, it is a view of `bytes`. A byte
  // order mark at the start of a Unicode encoding is removed.
  std::string_view decode(std::string_view bytes);

  // Continues the text in another charset. REQUIRES: it is read as UTF-8, and is ASCII so far.
  // After some ASCII, U+FEFF is not a byte order mark.
  void go_on_in(const Charset& charset);

  // Ends the text and returns the rest: an incomplete character becomes U+FFFD. The next decode
  // begins a new text at offset 0.
  std::string_view finish();

  // The range of bytes of a range of the UTF-8: from the start of its first to the end of its last
  // character. Both count from the start of the text. Escape sequences between characters belong to
  // none of them, but may be inside of the range. REQUIRES: the range was returned and not
  // released; it may be empty.
  Range source_range(Range utf8);

  // Releases everything before this offset of the UTF-8.
  void release_before(uint64_t utf8_offset);

  // The number of ill-formed sequences in this text. Always 0 for UTF-8.
  uint64_t ill_formed() const;

 private:
  std::unique_ptr<DecoderState> state_;
};

}  // namespace linkspan::charset
