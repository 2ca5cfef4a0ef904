// SPDX-License-Identifier: Apache-2.0
// LiveDetector: the charset of a text that comes bit by bit, and what of it can be read before the
// charset is known.
//
//   "see https://h/"      passed on: ASCII is the same in every charset that contains it
//   "f\xFCr "             not UTF-8: detect() judges by all that has come, and says windows-1252
//   "caf\xC3"             held: the word may go on
//   "\xFF\xFE"            held: UTF-16, or two more zero bytes and UTF-32
//
// Plain ASCII is passed on as it comes. What may be more than ASCII is a *sign*: a byte from 80 on,
// an escape sequence of ISO 2022, the `~{…~}` of HZ, zero bytes as in UTF-16 and UTF-32, and at the
// start a byte order mark. Two questions are left, how soon ASCII is passed on, and when the sign
// is judged; Judges has two answers to them.
//
// `at_hand` passes on ASCII at once. The first sign decides, once, by the bytes that have come so
// far, which are judged by the questions that a file is judged by (detect.h). Held until they are
// complete, and never more than this: a byte order mark, an escape sequence, the first 64 bytes
// where one of the first two is zero, and the word with the first byte from 80 on, or with a tilde.
// A word ends at a space or a control character, or has 1024 bytes. As no link is complete before
// the word that it ends with is, no complete link is held. Where the first 64 KiB are ASCII, what
// follows is judged without them. What was settled on UTF-8 stays UTF-8.
//
// `first_bytes` says what detect() says of the first 64 KiB, and so does not depend on how the
// bytes come. It passes on nothing before 4 KiB have come; then, if UTF-16 and UTF-32 are ruled out
// (detect.h), the ASCII up to the first sign that may change how it reads; and the rest when UTF-8
// is certain (utf8_evidence.h), or 64 KiB have come, or the end.
//
// Guarded by tests/document_live_test.cc and tests/document_early_test.cc, which cut every text.
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

// Belongs to one thread. Memory: 64 KiB, and of `at_hand` the largest chunk.
class LiveDetector {
 public:
  enum class Judges : uint8_t { at_hand, first_bytes };

  explicit LiveDetector(Judges judges) : judges_(judges) {}

  // What is to be done with the text: read `ascii`; then, if there is a charset, read `rest` and
  // all that follows in it. The views live until the next call.
  struct Step {
    std::string_view ascii;
    std::optional<Guess> guess;
    std::string_view rest;
  };

  // At most so many bytes may be taken. Once they are, there is a charset.
  size_t room() const;

  // The next bytes. REQUIRES: no charset was found yet; no more than room().
  Step take(std::string_view bytes);

  // The text ends. What is held is judged as the end of a file is.
  Step finish();

 private:
  enum class Found : uint8_t { nothing, part, charset };  // part: more bytes decide about it
  // Of Judges::first_bytes, what the first 4 KiB allow: to wait for all bytes that detect() wants,
  // to name the charset by its mark, to pass on UTF-8, or UTF-8 and ASCII.
  enum class Start : uint8_t { unknown, waits, has_mark, may_be_utf8, is_ascii };
  Step look(Extent extent);
  Found look_at_start(Extent extent);
  Found look_at(size_t at, Extent extent);
  Found look_at_escape(size_t at, Extent extent);
  Found look_at_tilde(size_t at, Extent extent);
  Found look_at_high_byte(size_t at, Extent extent);
  Found judge(GuessedBy by);
  Found look_at_first_bytes();
  Start start_of_text() const;
  Found look_at_early(size_t at);
  Found judge_first_bytes(Found so_far, Extent extent);
  size_t next_sign(size_t from) const;
  bool is_word_cut(size_t at, Extent extent) const;

  Judges judges_;
  std::string text_;       // what is judged
  size_t given_ = 0;       // how much of it was given out
  bool is_start_ = true;   // it is not known yet whether there is a byte order mark
  bool is_head_ = true;    // text_ is the text from its first byte on
  size_t judge_from_ = 0;  // below this size of text_, signs are not judged again that were wrong
  std::optional<Guess> guess_;

  // Of Judges::first_bytes.
  Start start_ = Start::unknown;
  bool may_be_hz_ = true;
  Utf8Evidence evidence_;
};

}  // namespace linkspan::charset
