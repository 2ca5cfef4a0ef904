// SPDX-License-Identifier: Apache-2.0
// UTF-8, one code point at a time, forwards and backwards.
//
// Ill-formed text (Unicode 17, section 3.9, table 3-7) is never an error: each byte that belongs to
// no well-formed sequence is a code point of its own, kIllFormed, which has no property but to end
// a link. Backwards gives the same code points as forwards, because a lead byte is never inside a
// well-formed sequence.
//
//   "\xC3\xA9"   → U+00E9, 2 bytes          "\xC0\xAF" → kIllFormed, 1 byte, twice (never a `/`)
//
// Guarded by tests/scan/utf8_test.cc.
#pragma once

#include <cstdint>
#include <string_view>

namespace linkspan::base {

inline constexpr char32_t kIllFormed = 0x110000;

// U+FEFF at the start of a text says that it is UTF-8 (Unicode 17, section 23.8).
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct CodePoint {
  char32_t value;
  uint8_t length;  // in bytes; 0: the text ends inside a sequence that more bytes could complete
};

namespace internal {

// The length of a sequence with this lead byte; 0 for other bytes.
constexpr uint8_t sequence_length(uint8_t lead) {
  if (lead < 0xC2) return 0;
  if (lead < 0xE0) return 2;
  if (lead < 0xF0) return 3;
  return lead < 0xF5 ? 4 : 0;
}

// Is `second` right after `lead`? The first continuation byte is the only one with odd limits.
constexpr bool second_byte_fits(uint8_t lead, uint8_t second) {
  switch (lead) {
    case 0xE0:
      return second >= 0xA0 && second <= 0xBF;  // no overlong form
    case 0xED:
      return second >= 0x80 && second <= 0x9F;  // no surrogate
    case 0xF0:
      return second >= 0x90 && second <= 0xBF;  // no overlong form
    case 0xF4:
      return second >= 0x80 && second <= 0x8F;  // nothing over 10FFFF
    default:
      return second >= 0x80 && second <= 0xBF;
  }
}

}  // namespace internal

// The code point at `at`. REQUIRES: at < end. With `more_may_follow`, an incomplete sequence at
// `end` has length 0.
enum class Text : uint8_t { complete, more_may_follow };

constexpr CodePoint decode(const uint8_t* at, const uint8_t* end, Text text) {
  const uint8_t lead = *at;
  if (lead < 0x80) return {lead, 1};
  const uint8_t length = internal::sequence_length(lead);
  if (length == 0) return {kIllFormed, 1};
  const CodePoint cut =
      text == Text::complete ? CodePoint{kIllFormed, 1} : CodePoint{kIllFormed, 0};
  if (at + 1 == end) return cut;
  if (!internal::second_byte_fits(lead, at[1])) return {kIllFormed, 1};
  char32_t value = (lead & (0xFFu >> (length + 1))) << 6 | (at[1] & 0x3Fu);
  for (uint8_t i = 2; i < length; ++i) {
    if (at + i == end) return cut;
    if ((at[i] & 0xC0u) != 0x80u) return {kIllFormed, 1};
    value = value << 6 | (at[i] & 0x3Fu);
  }
  return {value, length};
}

// The code point that ends right before `at`. REQUIRES: begin < at.
constexpr CodePoint decode_before(const uint8_t* begin, const uint8_t* at) {
  const uint8_t last = at[-1];
  if (last < 0x80) return {last, 1};
  for (int back = 2; back <= 4 && at - begin >= back; ++back) {
    const uint8_t byte = at[-back];
    if ((byte & 0xC0u) == 0x80u) continue;
    const CodePoint code_point = decode(at - back, at, Text::complete);
    if (code_point.length == back) return code_point;
    break;
  }
  return {kIllFormed, 1};
}

// Writes the UTF-8 of a code point and returns its end. REQUIRES: room for four bytes.
constexpr char* write_utf8(char32_t c, char* to) {
  if (c < 0x80) {
    *to++ = static_cast<char>(c);
  } else if (c < 0x800) {
    *to++ = static_cast<char>(0xC0 | c >> 6);
    *to++ = static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    *to++ = static_cast<char>(0xE0 | c >> 12);
    *to++ = static_cast<char>(0x80 | (c >> 6 & 0x3F));
    *to++ = static_cast<char>(0x80 | (c & 0x3F));
  } else {
    *to++ = static_cast<char>(0xF0 | c >> 18);
    *to++ = static_cast<char>(0x80 | (c >> 12 & 0x3F));
    *to++ = static_cast<char>(0x80 | (c >> 6 & 0x3F));
    *to++ = static_cast<char>(0x80 | (c & 0x3F));
  }
  return to;
}

}  // namespace linkspan::base
