// SPDX-License-Identifier: Apache-2.0
// charset.h: the charset of a text, found by its label or guessed from its bytes.
//
//   find("utf8")            → UTF-8              find("ISO_8859-1:1987")  → windows-1252
//   find("ks_c_5601-1987")  → EUC-KR             find("x-sjis")           → Shift_JIS
//   find("koi9-r")          → not_found: "there is no charset "koi9-r"; near it: KOI8-R, …"
//
//   detect("\xEF\xBB\xBF…")         → UTF-8, by its byte order mark
//   detect("caf\xC3\xA9")           → UTF-8, as it is well-formed
//   detect("\x1B$B…")               → ISO-2022-JP, by its escape sequence
//   detect("\xCF\xF0\xE8\xE2\xE5\xF2, …")  → windows-1251, by statistics over the letters
//   detect("\x93")                  → windows-1252, by default
//
// The labels are one table in labels.cc, which docs/charsets.md explains. Labels compare by
// UTS #22, section 1.4: only letters and digits count, not their case, and `8859-01` is `8859-1`. A
// label that is not in the table is looked up among the aliases of ICU.
//
// Guarded by tests/charset/charset_labels_test.cc and tests/charset/charset_detect_test.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "linkspan/export.h"
#include "linkspan/result.h"

namespace linkspan::charset {
struct Definition;
}

namespace linkspan {
namespace LINKSPAN_API charset {

// Whether an IRI in this charset is normalized to NFC when it is mapped to a URI: only if the
// charset is not a Unicode encoding form (RFC 3987, section 3.1, step 1).
enum class Normalization : uint8_t { none, nfc };

// A handle to the definition of a charset. Cheap to copy; any number of threads may share it.
class Charset {
 public:
  explicit Charset(std::shared_ptr<const Definition> definition);

  // The name, for people, of the charset that the text is read as (windows-1252 for iso-8859-1).
  // Lives as long as the Charset.
  std::string_view name() const;

  Normalization normalization() const;

  // May a text in this charset be cut after any byte 0A, and the parts be decoded separately? It
  // may if that byte is always a line feed and the decoder has no state there: not in UTF-16, nor
  // if escape sequences shift to other sets. A U+FEFF at the start of the second part would be read
  // as a byte order mark.
  bool lines_stand_alone() const;

 private:
  friend const Definition& definition_of(const Charset& charset) { return *charset.definition_; }
  std::shared_ptr<const Definition> definition_;
};

// Whether the label means a charset. For unknown labels far cheaper than find(), which searches for
// similar labels.
bool knows(std::string_view label);

// The charset with this label, or not_found with one to three similar labels in the message, which
// is printable whatever the label contains (base/printable.h). The first use of a multi-byte
// charset makes its tables, which takes some milliseconds.
Result<Charset> find(std::string_view label);

// Is it a label of ASCII (us-ascii, ISO_646.irv:1991, ANSI_X3.4-1968 …)? Many programs use it for
// text whose charset they do not know. It is read as windows-1252.
bool is_label_of_ascii(std::string_view label);

// Does the label mean that the charset is unknown (unknown-8bit of RFC 1428, x-unknown)? find()
// fails for it; guess the charset with detect().
bool is_label_of_unknown(std::string_view label);

// ---- Detection ----

enum class GuessedBy : uint8_t {
  byte_order_mark,
  escape_sequence,  // ISO 2022 or HZ: ASCII bytes that would otherwise be read as UTF-8
  zero_bytes,       // where UTF-16 or UTF-32 has them
  well_formed,      // UTF-8, also ASCII; of 4 KiB or more, if its first characters are well-formed
  detector,         // statistics over the letters
  fallback,         // windows-1252
};

struct Guess {
  Charset charset;
  int confidence;  // 0 to 100: that of the detector; 0 for the fallback
  GuessedBy by;
};

// The more bytes the better, but no more than this many are read.
inline constexpr size_t kDetectBytes = 64 * 1024;

// Whether the bytes are the whole text. If not, a character that is incomplete at the end of the
// bytes is not ill-formed.
enum class Extent : uint8_t { cut, whole };

// Guesses the charset by the first kDetectBytes (docs/charsets.md, section 5). Never fails.
Guess detect(std::string_view bytes, Extent extent = Extent::cut);

// The charset of a text that arrives in blocks, as Detection::first_bytes decides it: the first
// 64 KiB of the text decide, or if they are ASCII, the 64 KiB from the line of the first byte on
// that may be more (section 5.1). The result does not depend on how the text is cut.
//
//   Detector detector;
//   while (!detector.guess() && more()) detector.feed(block);
//
// Belongs to one thread. Holds up to 65 KiB of the text.
class Detector {
 public:
  Detector();
  Detector(Detector&& other) noexcept;
  Detector& operator=(Detector&& other) noexcept;
  ~Detector();

  // The next bytes; without effect once there is a guess.
  void feed(std::string_view bytes);
  // Ends the text. There may still be no guess: then all of it is ASCII.
  void finish();

  // Nothing while the text is ASCII, or more of it is needed.
  const std::optional<Guess>& guess() const;

  // The text before this offset is ASCII, in whatever charset the rest is.
  uint64_t ascii_end() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace charset
}  // namespace linkspan
