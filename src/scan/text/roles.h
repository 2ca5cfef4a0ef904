// SPDX-License-Identifier: Apache-2.0
// Role: the effect of a code point on the path, query or fragment that has it.
//
// In profile uts58 this is Link_Term. In prose there are more rules (docs/rules.md): a character
// that RFC 3986 forbids and that people put around links ends one (`"`, `<`, `\`, `|`), and so does
// punctuation of a script without spaces (`。`).
//
// Guarded by tests/scan/roles_test.cc and the corpus.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/byte_sets.h"
#include "unicode/properties.h"

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
Role non_ascii_role(char32_t code_point, Style style);

// The effect of a byte in a tail if only its role matters; indexed by Style.
enum class Step : uint8_t {
  look,          // more matters: a delimiter, a bracket, the start of an entity, non-ASCII
  alphanumeric,  // include
  include,
  delimiter,  // include, but it ends a segment or the name of a value: `/` and `=`
  soft,
};
extern const std::array<std::array<Step, 256>, 2> kSteps;

// The ASCII characters of tails in prose of which only the role matters. `:` `&` `,` and `;` are
// passed, but may begin an end of the link (`://`, `&gt;`, `,www.`).
struct PlainTail {
  base::AsciiSet included;  // the link may end with it
  base::AsciiSet passed;    // those, and the ones that belong to the link if more follows
  base::AsciiSet ends;      // ends a tail in which no bracket is open
};
extern const PlainTail kPlainTail;

inline Role role_of(char32_t code_point, Style style) {
  if (code_point < 0x80) return kAsciiRoles[static_cast<size_t>(style)][code_point];
  return non_ascii_role(code_point, style);
}

// Is it a letter, or a mark on one, with no effect in a tail but its role `include`?
bool is_plain_letter(char32_t code_point);

// The kind of a script, as far as it matters for the ends of words.
enum class ScriptKind : uint8_t {
  neutral,   // digits, punctuation, marks, symbols: of the kind of the text around them
  latin,     // with spaces between words
  spaced,    // other scripts with spaces between words: Cyrillic, Arabic, Hebrew, Devanagari, …
  unspaced,  // no spaces between words (Han, kana, Thai, …), or particles joined to words (Hangul)
};

ScriptKind non_ascii_script_kind(char32_t code_point);

inline ScriptKind script_kind_of(char32_t code_point) {
  if (code_point >= 0x80) return non_ascii_script_kind(code_point);
  const char32_t lower = code_point | 0x20;
  return lower >= 'a' && lower <= 'z' ? ScriptKind::latin : ScriptKind::neutral;
}

// Are words of this script shown from right to left?
constexpr bool is_right_to_left(unicode::Script script) {
  using unicode::Script;
  return script == Script::arabic || script == Script::hebrew || script == Script::syriac ||
         script == Script::thaana;
}

// Non-ASCII symbols, emoji, marks and invisible characters: not a letter, of no script.
bool is_symbol(char32_t code_point);

bool is_upper_case(char32_t code_point);

// The soft hyphen and the word joiner are invisible, and belong to the word.
constexpr bool is_invisible_in_word(char32_t code_point) {
  return code_point == 0x00AD || code_point == 0x2060;
}

// C1 controls with which sequences of a terminal begin or end (ECMA-48, section 8.3).
constexpr bool introduces_c1(char32_t c) {
  return c == 0x90 || c == 0x98 || (c >= 0x9B && c <= 0x9F);
}

// Arrows, geometric shapes and similar symbols, which people put next to links.
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

// Fullwidth ASCII letters and digits: ｗ, ２
constexpr bool is_fullwidth(char32_t code_point) {
  return (code_point >= U'０' && code_point <= U'９') ||
         (code_point >= U'Ａ' && code_point <= U'Ｚ') ||
         (code_point >= U'ａ' && code_point <= U'ｚ');
}

// Symbols for letters, digits or words: ①, ℡, Ⅱ, ㈱, ｗ
constexpr bool is_compatibility_sign(char32_t code_point) {
  return is_fullwidth(code_point) || code_point == U'℡' ||
         (code_point >= 0x2150 && code_point <= 0x218F) ||  // Number Forms
         (code_point >= 0x2460 && code_point <= 0x24FF) ||  // Enclosed Alphanumerics
         (code_point >= 0x3200 && code_point <= 0x33FF);    // Enclosed CJK, CJK Compatibility
}

// Non-ASCII: €, ₹, ￥
constexpr bool is_currency_sign(char32_t code_point) {
  return (code_point >= U'¢' && code_point <= U'¥') ||
         (code_point >= 0x20A0 && code_point <= 0x20CF) || code_point == U'￡' ||
         code_point == U'￥' || code_point == U'￦';
}

// ZERO WIDTH JOINER, the keycap, variation selectors and skin tones, which change the picture
// before them.
constexpr char32_t kJoinerOfPictures = 0x200D;
constexpr bool is_modifier_of_picture(char32_t code_point) {
  return code_point == kJoinerOfPictures || code_point == 0x20E3 || code_point == 0xFE0E ||
         code_point == 0xFE0F || (code_point >= 0x1F3FB && code_point <= 0x1F3FF);
}

// Emoji and other pictures, and their modifiers. Not musical signs, which are in names (F♯), nor
// mathematical signs.
constexpr bool is_picture(char32_t code_point) {
  return is_modifier_of_picture(code_point) || is_pointer(code_point) ||
         (code_point >= 0x2300 && code_point <= 0x23FF) ||  // Miscellaneous Technical
         (code_point >= 0x2600 && code_point <= 0x266C) ||  // Miscellaneous Symbols
         (code_point >= 0x2670 && code_point <= 0x27BF) ||  // the rest of them, and Dingbats
         (code_point >= 0x1F000 && code_point <= 0x1FBFF);
}

}  // namespace linkspan::scan
