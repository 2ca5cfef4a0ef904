// Promises of src/charset/multi_byte_tables.h and single_byte.h: where the tables differ from those
// of ICU, and that those which ICU has not are right at their edges.

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/support/decoding.h"

namespace linkspan::test {
namespace {

struct Case {
  const char* charset;
  std::string_view bytes;
  std::string_view text;
};

void expect_decoded(const Case& c) {
  EXPECT_EQ(decode(c.charset, c.bytes).text, c.text)
      << c.charset << ' ' << ::testing::PrintToString(c.bytes);
}

// KS X 1001, annex 3.
TEST(CharsetTables, Johab) {
  for (const Case& c : {
           Case{"johab", "\x88\x61", "가"},
           Case{"johab", "\xD3\xBD", "힣"},
           Case{"johab", "\x88\x62", "각"},
           Case{"johab", "\x88\x41", "ㄱ"},
           Case{"johab", "\x84\x61", "ㅏ"},
           Case{"johab", "\x84\x44", "ㄳ"},
           Case{"johab", "\xD0\x61", "하"},
           Case{"johab", "\xD9\x31", "\u3000"},
           Case{"johab", "\xD9\x32", "、"},
           Case{"johab", "\xE0\x31", "伽"},
           Case{"johab", "\xF9\xFE", "詰"},
           Case{"johab", "\\~", "\\~"},
       }) {
    expect_decoded(c);
  }
}

TEST(CharsetTables, OwnSingleByteTables) {
  for (const Case& c : {
           Case{"armscii-8", "\xB2\xB3\xFD", "Աաֆ"},
           Case{"georgian-ps", "\xC0\xE4", "აჰ"},
           Case{"georgian-academy", "\xC0", "ა"},
           Case{"koi8-t", "\x80\xC1", "қа"},
           Case{"koi8-ru", "\xA4\xAE", "єў"},
           Case{"ptcp154", "\x80\xFF", "Җя"},
           Case{"kz-1048", "\x8D", "Қ"},
           Case{"mik", "\x80\xBF", "Ая"},
           Case{"viscii", "\x02\xA1\xFF", "ẲắỮ"},
           Case{"tcvn5712-1",
                "\x01"
                "A\xB0\xFE",
                "ÚA\u0300ỵ"},
           Case{"iso-8859-16", "\xA4\xAA\xFF", "€Șÿ"},
           Case{"x-mac-croatian", "\xA9\xB9", "Šš"},
           Case{"x-mac-romanian", "\xAF\xBF", "Șș"},
           Case{"x-mac-icelandic", "\xDC\xDD", "Ðð"},
           Case{"x-user-defined", "a\x80\xFF", "a\uF780\uF7FF"},
       }) {
    expect_decoded(c);
  }
}

TEST(CharsetTables, ControlCharactersAreAscii) {
  std::string controls;
  for (char c = 0; c < 0x20; ++c) controls += c;
  controls += '\x7F';
  for (const char* name :
       {"ibm437", "ibm866", "shift_jis", "euc-kr", "big5", "gbk", "windows-1252"}) {
    expect_decoded({name, controls, controls});
  }
}

TEST(CharsetTables, WhatPeopleUse) {
  for (const Case& c : {
           Case{"shift_jis", "\x81\x60\x81\x7C\x87\x40\x5C", "～－①\\"},
           Case{"euc-jp", "\xA1\xC1\xAD\xA1\x8F\xB0\xA1", "～①丂"},
           Case{"euc-kr", "\xB0\xA1\x81\x41\xC6\x52", "가갂힣"},
           Case{"big5", "\xA4\x40\xC6\xE7\xF9\xFE", "一ぁ▓"},  // cp950, kana where it has nothing
           Case{"big5-hkscs", "\x88\x40\x88\x62\x8D\x48", "㇀Ê̄\u9FB3"},
           Case{"gb2312", "\xD6\xD0\x81\x40\x80", "中丂€"},
           Case{"gb18030", "\xA8\xBC", "ḿ"},
           Case{"iso-8859-1", "\x80\x93\xE9", "€“é"},
           Case{"iso-8859-9", "\x80\xF0", "€ğ"},
           Case{"tis-620", "\xA1\x80", "ก€"},
           Case{"us-ascii", "\xE9", "é"},
           Case{"koi8-u", "\xA4", "є"},
           Case{"macintosh", "\xDB", "€"},
       }) {
    expect_decoded(c);
  }
}

}  // namespace
}  // namespace linkspan::test
