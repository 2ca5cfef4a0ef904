// SPDX-License-Identifier: Apache-2.0
// Encoder: text to the bytes of a charset, as browsers write the query of a link in a page of that
// charset (Encoding Standard of the WHATWG, the encoders of sections 9 to 13).
//
//   windows-1251   "да"   → E4 E0         "日"   → nothing: the charset lacks it
//   Shift_JIS      "日"   → 93 FA         "¥"    → 5C, which no decoder gives back
//   UTF-16, HZ     no encoder: browsers write UTF-8
//
// The tables are those of the decoder, turned around: what it makes of each sequence of bytes. Of
// several sequences for one character the first counts, except where the standard says otherwise
// (kPairs). Rejected: ICU's converters, which know characters that the decoder reads otherwise, and
// other fallbacks.
//
// DEVIATION: where the decoder follows ICU, so does this: 18 characters of GB 18030 (vertical
// punctuation, parts of ideographs), the pictures of control characters in Big5, Ў and ў in KOI8-U,
// one character each of windows-1253 and windows-1255.
//
// Guarded by tests/html/html_charsets_test.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "linkspan/charset.h"

namespace linkspan::charset {

struct EncoderTable;

// The encoder of one text.
class Encoder {
 public:
  // Nothing for encodings of Unicode, and for charsets that browsers do not have. The first use of
  // a charset makes its table, which takes some milliseconds.
  static std::optional<Encoder> of(const Charset& charset);

  // Appends the bytes of a character. If the charset lacks it, returns false; of ISO-2022-JP, then
  // appends the escape sequence that goes back to ASCII.
  bool append(char32_t c, std::string& bytes);

  // Appends what ends the text.
  void finish(std::string& bytes);

 private:
  enum class Set : uint8_t { ascii, roman, jis };  // of ISO-2022-JP

  explicit Encoder(std::shared_ptr<const EncoderTable> table) : table_(std::move(table)) {}
  bool append_to_table(char32_t c, std::string& bytes) const;
  bool append_iso_2022_jp(char32_t c, std::string& bytes);
  void shift_to(Set set, std::string& bytes);

  std::shared_ptr<const EncoderTable> table_;
  Set set_ = Set::ascii;
};

}  // namespace linkspan::charset
