// The charset of bytes that no label comes with, or a wrong one.
//
//   detect("\xEF\xBB\xBF…")         → UTF-8, by its byte order mark
//   detect("caf\xC3\xA9")           → UTF-8, as it is well-formed
//   detect("\x1B$B…")               → ISO-2022-JP, by its escape sequence
//   detect("\xCF\xF0\xE8\xE2\xE5\xF2, …")  → windows-1251, by ICU's detector
//   detect("\x93")                  → windows-1252: nothing is known
//
// The order of the questions is that of how little can go wrong with each; docs/charsets.md.
// Guarded by tests/charset_detect_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "charset/charset.h"

namespace linkspan::charset {

enum class GuessedBy : uint8_t {
  byte_order_mark,
  escape_sequence,  // ISO 2022 or HZ: ASCII bytes that would otherwise pass for UTF-8
  zero_bytes,       // where the zero bytes of UTF-16 or UTF-32 stand
  well_formed,      // UTF-8, ASCII included
  detector,         // statistics over the letters
  fallback,         // windows-1252
};

struct Guess {
  Charset charset;
  int confidence;  // 0 to 100: of the detector its own, 0 for the fallback
  GuessedBy by;
};

// The more bytes the better, but no more than so many are looked at.
inline constexpr size_t kDetectBytes = 64 * 1024;

// Does more of the text follow? Then a character that is cut off at the end of the bytes is no
// objection; at the end of the text it is.
enum class Extent : uint8_t { cut, whole };

// REQUIRES: nothing; any bytes have an answer.
Guess detect(std::string_view bytes, Extent extent = Extent::cut);

}  // namespace linkspan::charset
