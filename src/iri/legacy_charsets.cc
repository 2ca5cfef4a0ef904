// SPDX-License-Identifier: Apache-2.0
#include "iri/legacy_charsets.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "iri/tables/tables.h"
#include "unicode/properties.h"

namespace linkspan::iri {
namespace {

using unicode::Script;

struct Charset {
  std::string_view name;  // IANA's
  std::array<Script, 3> scripts;
};

// The charsets of links on the web before UTF-8, for each script the most frequent first.
constexpr std::array kCharsets = {
    Charset{"Shift_JIS", {Script::han, Script::hiragana, Script::katakana}},
    Charset{"EUC-JP", {Script::han, Script::hiragana, Script::katakana}},
    Charset{"GB18030", {Script::han, Script::han, Script::han}},
    Charset{"Big5", {Script::han, Script::han, Script::han}},
    Charset{"EUC-KR", {Script::hangul, Script::hangul, Script::hangul}},
    Charset{"ISO-8859-1", {Script::latin, Script::latin, Script::latin}},
    Charset{"ISO-8859-2", {Script::latin, Script::latin, Script::latin}},
    Charset{"windows-1254", {Script::latin, Script::latin, Script::latin}},
    Charset{"windows-1251", {Script::cyrillic, Script::cyrillic, Script::cyrillic}},
    Charset{"KOI8-R", {Script::cyrillic, Script::cyrillic, Script::cyrillic}},
    Charset{"ISO-8859-7", {Script::greek, Script::greek, Script::greek}},
    Charset{"windows-1255", {Script::hebrew, Script::hebrew, Script::hebrew}},
    Charset{"windows-1256", {Script::arabic, Script::arabic, Script::arabic}},
    Charset{"TIS-620", {Script::thai, Script::thai, Script::thai}}};

// Punctuation of running text, and the length and repetition marks of Kana.
bool is_neutral(char32_t c) {
  return unicode::script(c) == Script::common &&
         (unicode::properties(c).is_punctuation() || unicode::properties(c).is_letter());
}

bool is_east_asian(const Charset& charset) {
  return charset.scripts[0] == Script::han || charset.scripts[0] == Script::hangul;
}

// C0 and C1 controls, and format characters.
bool is_control(char32_t c) {
  const unicode::Properties properties = unicode::properties(c);
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || properties.is_bidi_control() ||
         properties.is_default_ignorable();
}

// Are the non-ASCII characters letters of the scripts, and could they be words? A word has no
// control character, no capital after a small letter, no two alphabets, and in Latin no three
// accented letters in a row.
bool reads_as(const std::u32string& text, const Charset& charset) {
  constexpr int kMostInRow = 2;
  const bool latin = charset.scripts[0] == Script::latin;
  const bool one_alphabet = !latin && !is_east_asian(charset);
  size_t letters = 0;
  int in_row = 0;
  char32_t before = 0;
  for (const char32_t c : text) {
    const unicode::Properties properties = unicode::properties(c);
    const bool turns_capital = tables::is_small(before) && tables::is_capital(c);
    const bool turns_ascii = (before < 0x80) != (c < 0x80) &&
                             unicode::properties(before).is_letter() && properties.is_letter();
    before = c;
    if (is_control(c) || (one_alphabet && turns_ascii)) return false;
    in_row = c < 0x80 ? 0 : in_row + 1;
    if (c < 0x80 || is_neutral(c)) continue;
    const bool fits = std::find(charset.scripts.begin(), charset.scripts.end(),
                                unicode::script(c)) != charset.scripts.end();
    if (!fits || turns_capital || !(properties.is_letter() || properties.is_mark())) return false;
    if (latin && in_row > kMostInRow) return false;
    ++letters;
  }
  return letters > 0;
}

}  // namespace

std::vector<std::string_view> legacy_charsets(std::string_view bytes) {
  std::vector<std::string_view> names;
  for (const Charset& charset : kCharsets) {
    const std::optional<std::u32string> text = tables::decoded(bytes, charset.name);
    if (text && reads_as(*text, charset)) names.push_back(charset.name);
  }
  return names;
}

}  // namespace linkspan::iri
