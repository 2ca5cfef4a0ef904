// SPDX-License-Identifier: Apache-2.0
#include "iri/legacy_charsets.h"

#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_err.h>
#include <unicode/utf16.h>
#include <unicode/utypes.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include "unicode/properties.h"

namespace linkspan::iri {
namespace {

using unicode::Script;

struct Charset {
  std::string_view name;  // IANA's
  const char* converter;  // ICU's
  std::array<Script, 3> scripts;
};

// The charsets of links on the web before UTF-8, for each script the most frequent first.
constexpr std::array kCharsets = {
    Charset{"Shift_JIS", "ibm-943_P15A-2003", {Script::han, Script::hiragana, Script::katakana}},
    Charset{"EUC-JP", "euc-jp-2007", {Script::han, Script::hiragana, Script::katakana}},
    Charset{"GB18030", "gb18030", {Script::han, Script::han, Script::han}},
    Charset{"Big5", "windows-950-2000", {Script::han, Script::han, Script::han}},
    Charset{"EUC-KR", "windows-949-2000", {Script::hangul, Script::hangul, Script::hangul}},
    Charset{"ISO-8859-1", "ibm-5348_P100-1997", {Script::latin, Script::latin, Script::latin}},
    Charset{"ISO-8859-2", "ibm-912_P100-1995", {Script::latin, Script::latin, Script::latin}},
    Charset{"windows-1254", "ibm-5350_P100-1998", {Script::latin, Script::latin, Script::latin}},
    Charset{"windows-1251",
            "ibm-5347_P100-1998",
            {Script::cyrillic, Script::cyrillic, Script::cyrillic}},
    Charset{"KOI8-R", "ibm-878_P100-1996", {Script::cyrillic, Script::cyrillic, Script::cyrillic}},
    Charset{"ISO-8859-7", "ibm-9005_X110-2007", {Script::greek, Script::greek, Script::greek}},
    Charset{"windows-1255", "ibm-9447_P100-2002", {Script::hebrew, Script::hebrew, Script::hebrew}},
    Charset{"windows-1256", "ibm-9448_X100-2005", {Script::arabic, Script::arabic, Script::arabic}},
    Charset{"TIS-620", "windows-874-2000", {Script::thai, Script::thai, Script::thai}}};

struct Close {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};
using Converter = std::unique_ptr<UConverter, Close>;

// A converter has a state, so each thread has its own. Null if ICU does not have it.
UConverter* converter(size_t index) {
  thread_local std::array<Converter, kCharsets.size()> converters;
  Converter& found = converters[index];
  if (!found) {
    UErrorCode status = U_ZERO_ERROR;
    found.reset(ucnv_open(kCharsets[index].converter, &status));
    if (U_FAILURE(status)) return nullptr;
    ucnv_setToUCallBack(found.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &status);
  }
  return found.get();
}

// Punctuation of running text, and the length and repetition marks of Kana.
bool is_neutral(char32_t c) {
  return unicode::script(c) == Script::common &&
         (unicode::properties(c).is_punctuation() || unicode::properties(c).is_letter());
}

bool is_east_asian(const Charset& charset) {
  return charset.scripts[0] == Script::han || charset.scripts[0] == Script::hangul;
}

// Are the non-ASCII characters letters of the scripts, and could they be words? A word has no
// control character, no capital after a small letter, no two alphabets, and in Latin no three
// accented letters in a row.
bool reads_as(const std::u16string& text, const Charset& charset) {
  constexpr int kMostInRow = 2;
  const bool latin = charset.scripts[0] == Script::latin;
  const bool one_alphabet = !latin && !is_east_asian(charset);
  size_t letters = 0;
  int in_row = 0;
  UChar32 before = 0;
  for (size_t i = 0; i < text.size();) {
    UChar32 c = 0;
    U16_NEXT(text.data(), i, text.size(), c);
    const auto value = static_cast<char32_t>(c);
    const bool turns_capital = u_islower(before) && u_isupper(c);
    const bool turns_ascii = (before < 0x80) != (c < 0x80) && u_isalpha(before) && u_isalpha(c);
    before = c;
    if (u_iscntrl(c) || (one_alphabet && turns_ascii)) return false;
    in_row = value < 0x80 ? 0 : in_row + 1;
    if (value < 0x80 || is_neutral(value)) continue;
    const bool fits = std::find(charset.scripts.begin(), charset.scripts.end(),
                                unicode::script(value)) != charset.scripts.end();
    const unicode::Properties properties = unicode::properties(value);
    if (!fits || turns_capital || !(properties.is_letter() || properties.is_mark())) return false;
    if (latin && in_row > kMostInRow) return false;
    ++letters;
  }
  return letters > 0;
}

bool is_text_in(std::string_view bytes, size_t index) {
  UConverter* const from = converter(index);
  if (from == nullptr) return false;
  ucnv_reset(from);
  std::u16string text(2 * bytes.size() + 2, u'\0');
  UErrorCode status = U_ZERO_ERROR;
  const int32_t length = ucnv_toUChars(from, text.data(), static_cast<int32_t>(text.size()),
                                       bytes.data(), static_cast<int32_t>(bytes.size()), &status);
  if (U_FAILURE(status)) return false;
  text.resize(static_cast<size_t>(length));
  return reads_as(text, kCharsets[index]);
}

}  // namespace

std::vector<std::string_view> legacy_charsets(std::string_view bytes) {
  std::vector<std::string_view> names;
  for (size_t i = 0; i < kCharsets.size(); ++i) {
    if (is_text_in(bytes, i)) names.push_back(kCharsets[i].name);
  }
  return names;
}

}  // namespace linkspan::iri
