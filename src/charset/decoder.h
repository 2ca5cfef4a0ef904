// SPDX-License-Identifier: Apache-2.0
// Decoder: bytes of a charset in chunks of any size, as UTF-8, with a map back to the bytes.
//
//   Decoder decoder(*find("shift_jis"));
//   decoder.decode("\x93\xFA\x96")   → "日", and 0x96 is kept for the next call
//   decoder.decode("\x7B")           → "本"
//   decoder.source_range({3, 6})     → {2, 4}
//   decoder.decode("\x81\"")         → U+FFFD and `"`: a cut character takes no ASCII with it
//
// The UTF-8 is the same however the bytes are cut, and so is every source_range. What is ill-formed
// becomes U+FFFD by the rules in docs/charsets.md and is never an error. The bytes of UTF-8 itself
// are passed on as they are, ill-formed or not: the scanner has its own rule for them.
//
// The map costs next to nothing until it is asked. Text that stands for itself (UTF-8, ASCII) is
// remembered as a range; of any other, the bytes are kept in blocks, each with the state that the
// decoder had at its begin. To answer source_range, the one block is decoded again, step by step.
//
// Guarded by tests/charset_test.cc and tests/fuzz/charset_fuzz.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "linkspan/charset.h"
#include "linkspan/linkspan.h"

namespace linkspan::charset {

struct DecoderState;

// Belongs to one thread at a time. Memory: three times the largest chunk, and what was fed since
// the place that release_before named.
class Decoder {
 public:
  explicit Decoder(const Charset& charset);
  Decoder(Decoder&&) noexcept;
  Decoder& operator=(Decoder&&) noexcept;
  ~Decoder();

  // The next bytes as UTF-8: what is certain so far. The view lives until the next call of decode
  // or finish, and where the text is the bytes themselves, it is a view of `bytes`. A byte order
  // mark at the start of a Unicode encoding is taken in, not given out.
  std::string_view decode(std::string_view bytes);

  // The text goes on in another charset. REQUIRES: it is read as UTF-8, and is ASCII so far.
  // Where there is ASCII, U+FEFF after it is no byte order mark.
  void go_on_in(const Charset& charset);

  // The text ends here. Gives what is left: a character that was cut off becomes U+FFFD. After
  // it, decode begins a new text at offset 0.
  std::string_view finish();

  // Where the characters of a range of the UTF-8 are in the bytes: from the start of the first to
  // the end of the last. Both offsets count from the start of the text. Escape sequences between
  // characters belong to none, those inside the range are in it.
  // REQUIRES: utf8 lies in what was given out and is not released; it may be empty.
  Range source_range(Range utf8);

  // No source_range will begin before this offset of the UTF-8.
  void release_before(uint64_t utf8_offset);

  // How many U+FFFD stand for ill-formed bytes, in this text. Of UTF-8, always 0.
  uint64_t ill_formed() const;

 private:
  std::unique_ptr<DecoderState> state_;
};

}  // namespace linkspan::charset
