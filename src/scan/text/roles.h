// SPDX-License-Identifier: Apache-2.0
// Role: what a code point does to the path, query or fragment that it stands in.
//
// In profile uts58 this is Link_Term. In prose a careful reader knows more (docs/rules.md): a
// character that RFC 3986 forbids and that people put around links ends one (`"`, `<`, `\`, `|`),
// as does punctuation of writing that has no spaces (`。`), and letters of such writing after
// ASCII ones.
//
// Guarded by tests/roles_test.cc and the corpus.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/byte_sets.h"

namespace linkspan::scan {

enum class Style : uint8_t { uts58, prose };

enum class Role : uint8_t {
  include,  // belongs to the link
  soft,     // belongs to it when something follows that does
  stop,     // ends it
  open,     // a bracket; belongs to it, in prose only together with its partner
  close,    // a bracket; ends it without its partner
};

// Indexed by Style; of ASCII.
extern const std::array<std::array<Role, 128>, 2> kAsciiRoles;
Role role_beyond_ascii(char32_t code_point, Style style);

// What a byte does in a tail where nothing but its role matters; indexed by Style.
enum class Step : uint8_t {
  look,          // more matters: a delimiter, a bracket, what begins an entity, a byte beyond ASCII
  alphanumeric,  // include
  include,
  soft,
};
extern const std::array<std::array<Step, 256>, 2> kSteps;

// What tails are made of in prose where nothing but roles matters, `:` `&` `,` and `;` apart: they
// may begin what ends a link (`://`, `&gt;`, `,www.`). All are of ASCII.
struct PlainTail {
  base::AsciiSet included;  // the link may end with it
  base::AsciiSet passed;    // that, and what belongs to the link if more follows
  base::AsciiSet ends;      // ends a tail in which no bracket is open
};
extern const PlainTail kPlainTail;

inline Role role_of(char32_t code_point, Style style) {
  if (code_point < 0x80) return kAsciiRoles[static_cast<size_t>(style)][code_point];
  return role_beyond_ascii(code_point, style);
}

// Is it a letter, or a mark on one, of which nothing matters in a tail but that it is included?
bool is_plain_letter(char32_t code_point);

// How a piece of text is written, as far as it matters to where words end.
enum class ScriptKind : uint8_t {
  neutral,   // digits, punctuation, marks, symbols: as what is around them
  latin,     // in words with spaces between
  spaced,    // other scripts of which the same is true: Cyrillic, Arabic, Hebrew, Devanagari, …
  unspaced,  // no spaces between words (Han, kana, Thai, …), or particles joined to words (Hangul)
};

ScriptKind writing_beyond_ascii(char32_t code_point);

inline ScriptKind script_kind_of(char32_t code_point) {
  if (code_point >= 0x80) return writing_beyond_ascii(code_point);
  const char32_t lower = code_point | 0x20;
  return lower >= 'a' && lower <= 'z' ? ScriptKind::latin : ScriptKind::neutral;
}

// Symbols, emoji, marks and what is not seen, beyond ASCII: no letter, and what belongs to no
// writing.
bool is_symbol(char32_t code_point);

bool is_upper_case(char32_t code_point);

// The soft hyphen, and what keeps a word together: they are not seen, and belong to the word.
constexpr bool is_invisible_in_word(char32_t code_point) {
  return code_point == 0x00AD || code_point == 0x2060;
}

// Arrows, geometric shapes and the like, which people put next to links.
constexpr bool is_pointer(char32_t code_point) {
  if (code_point < 0x2190 || code_point > 0x2BFF) return false;
  return code_point <= 0x21FF ||                            // Arrows
         (code_point >= 0x25A0 && code_point <= 0x25FF) ||  // Geometric Shapes
         (code_point >= 0x27F0 && code_point <= 0x27FF) ||  // Supplemental Arrows-A
         (code_point >= 0x2900 && code_point <= 0x297F) ||  // Supplemental Arrows-B
         code_point >= 0x2B00;                              // Miscellaneous Symbols and Arrows
}

// Arrows among the Dingbats, and hands that point. They may be all of a label (➡.ws), and point
// from one word to the next.
constexpr bool is_pointing(char32_t code_point) {
  return (code_point >= 0x261A && code_point <= 0x261F) ||  // ☞
         (code_point >= 0x2798 && code_point <= 0x27AF) ||  // ➜
         (code_point >= 0x27B1 && code_point <= 0x27BE) ||
         (code_point >= 0x1F446 && code_point <= 0x1F449);  // 👆👇👈👉
}

// Letters and digits of ASCII in double width: ｗ, ２
constexpr bool is_fullwidth(char32_t code_point) {
  return (code_point >= U'０' && code_point <= U'９') ||
         (code_point >= U'Ａ' && code_point <= U'Ｚ') ||
         (code_point >= U'ａ' && code_point <= U'ｚ');
}

// Signs that stand for letters, digits or words: ①, ℡, Ⅱ, ㈱, ｗ
constexpr bool is_compatibility_sign(char32_t code_point) {
  return is_fullwidth(code_point) || code_point == U'℡' ||
         (code_point >= 0x2150 && code_point <= 0x218F) ||  // Number Forms
         (code_point >= 0x2460 && code_point <= 0x24FF) ||  // Enclosed Alphanumerics
         (code_point >= 0x3200 && code_point <= 0x33FF);    // Enclosed CJK, CJK Compatibility
}

// Beyond ASCII: €, ₹, ￥
constexpr bool is_currency_sign(char32_t code_point) {
  return (code_point >= U'¢' && code_point <= U'¥') ||
         (code_point >= 0x20A0 && code_point <= 0x20CF) || code_point == U'￡' ||
         code_point == U'￥' || code_point == U'￦';
}

// Pictures of the planes beyond the first, but what gives them a colour.
constexpr bool is_emoji(char32_t code_point) {
  return code_point >= 0x1F000 && code_point <= 0x1FBFF &&
         !(code_point >= 0x1F3FB && code_point <= 0x1F3FF);
}

// Emoji and other pictures, and what modifies them. Not musical signs, which are in names (F♯), nor
// signs of mathematics.
constexpr bool is_picture(char32_t code_point) {
  const bool is_modifier =
      code_point == 0x200D || code_point == 0x20E3 || code_point == 0xFE0E || code_point == 0xFE0F;
  return is_modifier || is_pointer(code_point) ||
         (code_point >= 0x2300 && code_point <= 0x23FF) ||  // Miscellaneous Technical
         (code_point >= 0x2600 && code_point <= 0x266C) ||  // Miscellaneous Symbols
         (code_point >= 0x2670 && code_point <= 0x27BF) ||  // the rest of them, and Dingbats
         (code_point >= 0x1F000 && code_point <= 0x1FBFF);
}

}  // namespace linkspan::scan
