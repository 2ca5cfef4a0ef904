// SPDX-License-Identifier: Apache-2.0
// charset.h: which characters bytes stand for, found by the label that mail puts on a text, or
// guessed from the bytes.
//
//   find("utf8")            → UTF-8              find("ISO_8859-1:1987")  → windows-1252
//   find("ks_c_5601-1987")  → EUC-KR             find("x-sjis")           → Shift_JIS
//   find("koi9-r")          → not_found: "there is no charset "koi9-r"; near it are KOI8-R, …"
//
//   detect("\xEF\xBB\xBF…")         → UTF-8, by its byte order mark
//   detect("caf\xC3\xA9")           → UTF-8, as it is well-formed
//   detect("\x1B$B…")               → ISO-2022-JP, by its escape sequence
//   detect("\xCF\xF0\xE8\xE2\xE5\xF2, …")  → windows-1251, by statistics over the letters
//   detect("\x93")                  → windows-1252: nothing is known
//
// Which label means what is one table, in labels.cc; docs/charsets.md says why. Labels compare by
// UTS #22, section 1.4: only letters and digits count, in any case, and `8859-01` is `8859-1`. A
// label that is not in the table is looked up among the aliases of ICU.
//
// Guarded by tests/charset_labels_test.cc and tests/charset_detect_test.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "linkspan/export.h"
#include "linkspan/result.h"

namespace linkspan::charset {
struct Definition;
}

namespace linkspan {
namespace LINKSPAN_API charset {

// Whether an IRI that was written in the charset is put into NFC on its way to a URI: where the
// charset is no Unicode encoding, one has to choose how to write the characters in Unicode (RFC
// 3987, section 3.1, step 1).
enum class Normalization : uint8_t { none, nfc };

// A handle to what is known of a charset. Cheap to copy; any number of threads may share it.
class Charset {
 public:
  explicit Charset(std::shared_ptr<const Definition> definition);

  // The name for people: that of what the text is read as (windows-1252 for iso-8859-1). Lives as
  // long as the Charset.
  std::string_view name() const;

  Normalization normalization() const;

  // May a text in this charset be cut after any byte 0A, and the halves be read apart? It may where
  // that byte is always a line feed and nothing before it changes what follows it: not in UTF-16,
  // nor where escape sequences shift to other sets. Only a byte order mark at the start of the
  // second half would be taken for one.
  bool lines_stand_alone() const;

 private:
  friend const Definition& definition_of(const Charset& charset) { return *charset.definition_; }
  std::shared_ptr<const Definition> definition_;
};

// Whether the label stands for a charset. Far cheaper than find() where it does not, as find()
// looks for the labels that are near it.
bool knows(std::string_view label);

// The charset with this label; not_found, with one to three near matches, when there is none: a
// sentence that can be shown, whatever the label holds (base/printable.h). The first use of a
// multi-byte charset makes its tables, which takes some milliseconds.
Result<Charset> find(std::string_view label);

// Does the label promise ASCII (us-ascii, ISO_646.irv:1991, ANSI_X3.4-1968 …)? Programs write that
// where they know nothing, too; it is read as windows-1252.
bool is_label_of_ascii(std::string_view label);

// Does the label say that whoever wrote it did not know the charset (unknown-8bit of RFC 1428,
// x-unknown)? find() knows no such charset; guess it, by detect().
bool is_label_of_unknown(std::string_view label);

// ---- Detection ----

enum class GuessedBy : uint8_t {
  byte_order_mark,
  escape_sequence,  // ISO 2022 or HZ: ASCII bytes that would otherwise pass for UTF-8
  zero_bytes,       // where the zero bytes of UTF-16 or UTF-32 stand
  well_formed,      // UTF-8, ASCII included; of 4 KiB or more, if its first characters are
  detector,         // statistics over the letters
  fallback,         // windows-1252
};

struct Guess {
  Charset charset;
  int confidence;  // 0 to 100: of the detector its own, 0 for the fallback
  GuessedBy by;
};

// The more bytes the better, but no more than this many are read.
inline constexpr size_t kDetectBytes = 64 * 1024;

// Does more of the text follow? Then a character that is cut off at the end of the bytes is no
// objection; at the end of the text it is.
enum class Extent : uint8_t { cut, whole };

// The order of the questions is that of how little can go wrong with each: docs/charsets.md. Never
// fails.
Guess detect(std::string_view bytes, Extent extent = Extent::cut);

}  // namespace charset
}  // namespace linkspan
