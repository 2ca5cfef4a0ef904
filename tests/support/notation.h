// SPDX-License-Identifier: Apache-2.0
// The notations in which RFC 3987, section 1.4, writes examples, so that a test can be compared
// with the RFC line by line.
//
//   from_xml("http://r&#xE9;sum&#xE9;.example.org")  → http://résumé.example.org
//   in_hebrew("http://ab.CDE.ij/")                   → http://ab.גדה.ij/
//
// Guarded by tests/scan/support_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace linkspan::test {

inline std::string utf8_of(char32_t c) {
  const auto byte = [](char32_t bits) { return static_cast<char>(bits); };
  if (c < 0x80) return {byte(c)};
  if (c < 0x800) return {byte(0xC0 | c >> 6), byte(0x80 | (c & 0x3F))};
  if (c < 0x10000) {
    return {byte(0xE0 | c >> 12), byte(0x80 | (c >> 6 & 0x3F)), byte(0x80 | (c & 0x3F))};
  }
  return {byte(0xF0 | c >> 18), byte(0x80 | (c >> 12 & 0x3F)), byte(0x80 | (c >> 6 & 0x3F)),
          byte(0x80 | (c & 0x3F))};
}

// XML Notation: `&#xE9;` is a character.
inline std::string from_xml(std::string_view notation) {
  std::string text;
  while (!notation.empty()) {
    const size_t entity = notation.find("&#x");
    text += notation.substr(0, entity);
    if (entity == std::string_view::npos) return text;
    notation.remove_prefix(entity + 3);
    const size_t end = notation.find(';');
    text +=
        utf8_of(static_cast<char32_t>(std::stoul(std::string(notation.substr(0, end)), {}, 16)));
    notation.remove_prefix(end + 1);
  }
  return text;
}

// Bidi Notation: `A` to `V` become letters of a right-to-left script, starting at `first`.
inline std::string from_bidi_notation(std::string_view notation, char32_t first) {
  std::string text;
  for (const char c : notation) {
    text +=
        c >= 'A' && c <= 'V' ? utf8_of(first + static_cast<char32_t>(c - 'A')) : std::string(1, c);
  }
  return text;
}

inline std::string in_hebrew(std::string_view notation) {
  return from_bidi_notation(notation, 0x5D0);
}

// From U+0671 to U+0686, where all code points are letters.
inline std::string in_arabic(std::string_view notation) {
  return from_bidi_notation(notation, 0x671);
}

}  // namespace linkspan::test
