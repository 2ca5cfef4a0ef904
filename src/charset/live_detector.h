// SPDX-License-Identifier: Apache-2.0
// LiveDetector: the charset of a text that arrives in chunks, and the part of it that can be read
// before the charset is known.
//
//   "see https://h/"      passed on: ASCII is the same in every charset that contains it
//   "f\xFCr "             not UTF-8: detect() judges by all that has come, and says windows-1252
//   "caf\xC3"             held: the word may go on
//   "\xFF\xFE"            held: UTF-16, or two more zero bytes and UTF-32
//
// Plain ASCII is passed on. Bytes that may be more than ASCII are a *sign*: a byte from 80 on, an
// escape sequence of ISO 2022, the `~{…~}` of HZ, zero bytes as in UTF-16 and UTF-32, and at the
// start a byte order mark. Judges says how soon ASCII is passed on, and when a sign is judged.
//
// `at_hand` passes on ASCII at once. The first sign causes one decision, by the checks of detect()
// on the bytes so far (detect.h). Only these bytes are held until they are complete: a byte order
// mark, an escape sequence, the first 64 bytes if one of the first two is zero, and the word with
// the first byte from 80 on, or with a tilde. A word ends at a space or a control character, or has
// 1024 bytes. As a link is not complete before its last word is, no complete link is held. If the
// first 64 KiB are ASCII, only the line of the sign and the bytes after it are judged.
//
// `first_bytes` decides as detect() does on the first 64 KiB, and so does not depend on how the
// bytes are cut. It passes on nothing before 4 KiB have arrived; then, if UTF-16 and UTF-32 are
// excluded (detect.h), the ASCII up to the first sign that may change its meaning; and the rest
// once UTF-8 is certain (utf8_evidence.h), or at 64 KiB or the end. If those 64 KiB are ASCII, they
// decide nothing, and ASCII is passed on up to the next sign. The 64 KiB from its line on are
// judged if it is a byte from 80 on; those of another sign decide only if they are in the charset
// that it is a sign of.
//
// Once it is made, a decision is final.
//
// Guarded by tests/document/document_live_test.cc and tests/document/document_early_test.cc, which
// cut every text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "charset/detect.h"
#include "charset/utf8_evidence.h"
#include "linkspan/charset.h"

namespace linkspan::charset {

// Belongs to one thread. Memory: 65 KiB, and with `at_hand` the largest chunk.
class LiveDetector {
 public:
  enum class Judges : uint8_t { at_hand, first_bytes };

  explicit LiveDetector(Judges judges) : judges_(judges) {}

  // How to read the text: `ascii` as ASCII; then, if there is a charset, `rest` and all later bytes
  // in it. The views live until the next call.
  struct Step {
    std::string_view ascii;
    std::optional<Guess> guess;
    std::string_view rest;
  };

  // Takes the first of these bytes, or all, and removes them from `bytes`. REQUIRES: no charset was
  // found yet; there are some.
  Step take(std::string_view& bytes);

  // Ends the text. The held bytes are judged like the end of a file.
  Step finish();

 private:
  enum class Found : uint8_t { nothing, part, charset };  // part: more bytes decide about it
  // For Judges::first_bytes, what the first 4 KiB allow: to wait for all bytes that detect() needs,
  // to take the charset of the mark, to pass on UTF-8, or UTF-8 and ASCII.
  enum class Start : uint8_t { unknown, waits, has_mark, may_be_utf8, is_ascii };
  Step pass_on(std::string_view ascii);
  void drop_passed_on();
  size_t room() const;
  Step look(Extent extent);
  Found look_at_start(Extent extent);
  Found look_at(size_t at, Extent extent);
  Found look_at_escape(size_t at, Extent extent);
  Found look_at_tilde(size_t at, Extent extent);
  Found look_at_high_byte(size_t at, Extent extent);
  Found judge(GuessedBy by, size_t at);
  bool is_far(size_t at) const;
  bool is_judged(size_t at) const;
  Found look_at_first_bytes();
  Start start_of_text() const;
  Found look_at_early(size_t at);
  Found judge_first_bytes(Found so_far, Extent extent);
  Found look_after_first_bytes(size_t at, Extent extent);
  std::string_view from_line_of(size_t at) const;
  bool is_word_cut(size_t at, Extent extent) const;

  Judges judges_;
  std::string text_;       // the text to be judged
  size_t given_ = 0;       // how much of it was passed on
  bool is_start_ = true;   // a byte order mark is still possible
  bool is_head_ = true;    // text_ is the text from its first byte on, and may be judged as that
  size_t judge_from_ = 0;  // in the head: below this size of text_, signs are not checked again
  size_t judged_to_ = 0;   // signs before this place of text_ have decided nothing
  std::optional<Guess> guess_;

  // For Judges::first_bytes.
  Start start_ = Start::unknown;
  bool may_be_hz_ = true;
  Utf8Evidence evidence_;
};

}  // namespace linkspan::charset
