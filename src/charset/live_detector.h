// LiveDetector: the charset of a text that is still being written, found without waiting for more.
//
//   "see https://h/"      passed on at once: ASCII is the same in every charset that contains it
//   "f\xFCr "             not UTF-8: detect() judges by all that has come, and says windows-1252
//   "caf\xC3"             held: the word may go on
//   "\xFF\xFE"            held: UTF-16, or two more zero bytes and UTF-32
//
// Plain ASCII is passed on as it comes. The first other thing decides, once: a byte from 80 on, an
// escape sequence of ISO 2022, the `~{…~}` of HZ, zero bytes as in UTF-16 and UTF-32, and at the
// start a byte order mark. The bytes that have come so far are judged, by the questions that a file
// is judged by (detect.h).
//
// Held until they are complete, and never more than this: a byte order mark, an escape sequence,
// the first 64 bytes where one of the first two is zero, and the word with the first byte from 80
// on, or with a tilde. A word ends at a space or a control character, or has 1024 bytes. As no link
// is complete before the word that it ends with is, no complete link is held.
//
// Where the first 64 KiB are ASCII, what follows is judged without them. What was settled on UTF-8
// stays UTF-8. Guarded by tests/document_live_test.cc, which cuts every text everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "linkspan/charset.h"

namespace linkspan::charset {

// Belongs to one thread. Memory: 64 KiB, and the largest chunk.
class LiveDetector {
 public:
  // What is to be done with the text: read `ascii`; then, if there is a charset, read `rest` and
  // all that follows in it. The views live until the next call.
  struct Step {
    std::string_view ascii;
    std::optional<Guess> guess;
    std::string_view rest;
  };

  // The next bytes. REQUIRES: no charset was found yet.
  Step take(std::string_view bytes);

  // The text ends. What is held is judged as the end of a file is.
  Step finish();

 private:
  enum class Found : uint8_t { nothing, part, charset };  // part: more bytes decide about it
  Step look(Extent extent);
  Found look_at_start(Extent extent);
  Found look_at(size_t at, Extent extent);
  Found look_at_escape(size_t at, Extent extent);
  Found look_at_tilde(size_t at, Extent extent);
  Found look_at_high_byte(size_t at, Extent extent);
  Found judge(GuessedBy by);
  size_t next_sign(size_t from) const;
  bool is_word_cut(size_t at, Extent extent) const;

  std::string text_;       // what is judged
  size_t given_ = 0;       // how much of it was given out
  bool is_start_ = true;   // it is not known yet whether there is a byte order mark
  bool is_head_ = true;    // text_ is the text from its first byte on
  size_t judge_from_ = 0;  // below this size of text_, signs are not judged again that were wrong
  std::optional<Guess> guess_;
};

}  // namespace linkspan::charset
