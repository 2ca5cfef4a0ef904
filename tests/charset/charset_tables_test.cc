// SPDX-License-Identifier: Apache-2.0
// Promises of src/charset/multi_byte_tables.h and single_byte.h: the characters in which the tables
// differ from those of ICU, and the first and last characters of the tables that ICU does not have.

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/support/decoding_cases.h"

namespace linkspan::test {
namespace charset_tables_test {

// KS X 1001, annex 3.
TEST(CharsetTables, Johab) {
  expect_decoded({
      {"johab", "\x88\x61", "가"},
      {"johab", "\xD3\xBD", "힣"},
      {"johab", "\x88\x62", "각"},
      {"johab", "\x88\x41", "ㄱ"},
      {"johab", "\x84\x61", "ㅏ"},
      {"johab", "\x84\x44", "ㄳ"},
      {"johab", "\xD0\x61", "하"},
      {"johab", "\xD9\x31", "\u3000"},
      {"johab", "\xD9\x32", "、"},
      {"johab", "\xE0\x31", "伽"},
      {"johab", "\xF9\xFE", "詰"},
      {"johab", "\\~", "\\~"},
  });
}

TEST(CharsetTables, SingleByteTablesThatIcuLacks) {
  expect_decoded({
      {"armscii-8", "\xB2\xB3\xFD", "Աաֆ"},
      {"georgian-ps", "\xC0\xE4", "აჰ"},
      {"georgian-academy", "\xC0", "ა"},
      {"koi8-t", "\x80\xC1", "қа"},
      {"koi8-ru", "\xA4\xAE", "єў"},
      {"ptcp154", "\x80\xFF", "Җя"},
      {"kz-1048", "\x8D", "Қ"},
      {"mik", "\x80\xBF", "Ая"},
      {"viscii", "\x02\xA1\xFF", "ẲắỮ"},
      {"tcvn5712-1",
       "\x01"
       "A\xB0\xFE",
       "ÚA\u0300ỵ"},
      {"iso-8859-16", "\xA4\xAA\xFF", "€Șÿ"},
      {"x-mac-croatian", "\xA9\xB9", "Šš"},
      {"x-mac-romanian", "\xAF\xBF", "Șș"},
      {"x-mac-icelandic", "\xDC\xDD", "Ðð"},
      {"x-user-defined", "a\x80\xFF", "a\uF780\uF7FF"},
  });
}

TEST(CharsetTables, ControlCharactersAreThoseOfAscii) {
  std::string controls;
  for (char c = 0; c < 0x20; ++c) controls += c;
  controls += '\x7F';
  for (const char* name :
       {"ibm437", "ibm866", "shift_jis", "euc-kr", "big5", "gbk", "windows-1252"}) {
    expect_decoded({name, controls, controls});
  }
}

TEST(CharsetTables, CommonExtensionsAreDecoded) {
  expect_decoded({
      {"shift_jis", "\x81\x60\x81\x7C\x87\x40\x5C", "～－①\\"},
      {"euc-jp", "\xA1\xC1\xAD\xA1\x8F\xB0\xA1", "～①丂"},
      {"euc-kr", "\xB0\xA1\x81\x41\xC6\x52", "가갂힣"},
      {"big5", "\xA4\x40\xC6\xE7\xF9\xFE", "一ぁ▓"},  // cp950, kana where cp950 has no character
      {"big5-hkscs", "\x88\x40\x88\x62\x8D\x48", "㇀Ê̄\u9FB3"},
      {"gb2312", "\xD6\xD0\x81\x40\x80", "中丂€"},
      {"gb18030", "\xA8\xBC", "ḿ"},
      {"iso-8859-1", "\x80\x93\xE9", "€“é"},
      {"iso-8859-9", "\x80\xF0", "€ğ"},
      {"tis-620", "\xA1\x80", "ก€"},
      {"us-ascii", "\xE9", "é"},
      {"koi8-u", "\xA4", "є"},
      {"macintosh", "\xDB", "€"},
  });
}

}  // namespace charset_tables_test
}  // namespace linkspan::test
