// SPDX-License-Identifier: Apache-2.0
// The characters of an IRI as its reader or its server sees them: percent-encoded UTF-8 is decoded,
// and each character has its range in the text.
//
//   "a%C3%A9"   → U+0061 at 0 to 1, U+00E9 at 1 to 7
//   "%C0%AF"    → kIllFormed at 0 to 3 and at 3 to 6: bytes that are not UTF-8
//
// Guarded by tests/iri/iri_diagnose_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/linkspan.h"

namespace linkspan::iri {

enum class Written : uint8_t { plain, escaped };

struct Character {
  char32_t value;  // base::kIllFormed for an ill-formed byte
  Written written;
  Range range;  // bytes of the text
};

// The characters of text[range].
std::vector<Character> characters_of(std::string_view text, Range range);

// The displayed characters: a percent-encoding is three of them.
std::vector<Character> plain_characters_of(std::string_view utf8);

// The UTF-8 of characters[begin, end). Bytes that are not UTF-8 become U+FFFD.
std::string utf8_of(const std::vector<Character>& characters, size_t begin, size_t end);

// Whether a character is invisible in its place, or reorders the text around it.
enum class Unseen : uint8_t {
  no,
  reorders,   // a bidi control, U+202E and the like
  invisible,  // zero-width, tag and other default-ignorable characters, and white space
};

// A joiner in an emoji or between letters that need it, and a variation selector after what it may
// select, are ordinary: they are `no`.
Unseen unseen(const std::vector<Character>& characters, size_t index);

// iprivate = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD   (RFC 3987, section 2.2)
inline bool is_private_use(char32_t c) {
  return (c >= 0xE000 && c <= 0xF8FF) || (c >= 0xF0000 && c <= 0xFFFFD) ||
         (c >= 0x100000 && c <= 0x10FFFD);
}
bool is_unassigned(char32_t c);  // also noncharacters

// Is this one of the dots between labels (UTS #46)?
bool is_label_separator(char32_t c);

// For sentences: "U+202E RIGHT-TO-LEFT OVERRIDE".
std::string name_of(char32_t c);

// For sentences: the text in back-quotes, with U+XXXX for invisible characters.
std::string quoted(std::string_view utf8);

}  // namespace linkspan::iri
