// SPDX-License-Identifier: Apache-2.0
// Percent-encoding (RFC 3986, section 2.1), and which characters may be shown without it.
//
//   decode_escapes("%C3%BCx", 0)   → U+00FC, 6 bytes of text
//   decode_escapes("%FCx", 0)      → ill-formed, 3 bytes of text
//   decode_escapes("%C0%AF", 0)    → ill-formed, 3 bytes of text: overlong forms are not UTF-8
//
// Guarded by tests/iri/iri_to_iri_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace linkspan::iri {

// "%HH", with the letters in upper case (RFC 3986, section 2.1). Returns where it ends.
constexpr char* write_percent_encoded(char* to, uint8_t byte) {
  constexpr std::string_view kHexDigits = "0123456789ABCDEF";
  to[0] = '%';
  to[1] = kHexDigits[byte >> 4];
  to[2] = kHexDigits[byte & 0xF];
  return to + 3;
}
inline void append_percent_encoded(std::string& out, uint8_t byte) {
  char encoded[3];
  write_percent_encoded(encoded, byte);
  out.append(encoded, sizeof encoded);
}
inline void append_percent_encoded(std::string& out, std::string_view bytes) {
  for (const char byte : bytes) append_percent_encoded(out, static_cast<uint8_t>(byte));
}

// Is there a `%` and two hexadecimal digits at `at`?
bool is_escape(std::string_view text, size_t at);

struct EscapedCharacter {
  char32_t value = 0;      // base::kIllFormed for a byte that is not UTF-8
  std::string_view bytes;  // its UTF-8; lives as long as the decoder
  size_t length = 0;       // of the percent-encoded form in the text
};

// The character whose UTF-8 is percent-encoded at `at`. REQUIRES: is_escape(text, at).
class EscapeDecoder {
 public:
  EscapedCharacter decode(std::string_view text, size_t at);

 private:
  char bytes_[4] = {};
};

// unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"   (RFC 3986, section 2.3)
bool is_unreserved(char32_t c);

// Private use is for queries only (RFC 3987, section 2.2: iprivate).
enum class PrivateUse : uint8_t { hidden, shown };

// May the character be shown unencoded in an IRI? It must be allowed by the grammar (ucschar),
// assigned, visible, and neither white space nor a bidi control (RFC 3987, sections 2.2, 4.1 and
// 6.1). In ASCII: unreserved characters.
bool is_shown(char32_t c, PrivateUse private_use);

}  // namespace linkspan::iri
