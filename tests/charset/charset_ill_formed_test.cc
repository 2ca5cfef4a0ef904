// SPDX-License-Identifier: Apache-2.0
// Promises of docs/charsets.md about ill-formed bytes: each becomes U+FFFD by the rule of the
// WHATWG Encoding Standard, is counted, removes no ASCII, and does not change the places of
// the text after it.

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

#include "tests/support/chunks.h"
#include "tests/support/decoding_cases.h"

namespace linkspan::test {
namespace charset_ill_formed_test {

using namespace std::string_view_literals;

// The texts of these cases have `?` for each U+FFFD, so that they can be read.
void expect_with_question_marks(std::initializer_list<DecodingCase> cases) {
  for (DecodingCase one : cases) {
    std::string text(one.text);
    for (size_t at = 0; (at = text.find('?', at)) != text.npos;) text.replace(at, 1, "\uFFFD");
    one.text = text;
    expect_decoded(one);
  }
}

TEST(CharsetIllFormed, SingleByte) {
  expect_with_question_marks({
      {"windows-1253", "a\xD2\"", "a?\""},
      {"iso-8859-6", "\xA1z", "?z"},
      {"windows-1252", "\x81", "\xC2\x81"},  // a C1 control, as in the WHATWG standard
      {"ibm866", "\x1A\x1C\x7F", "\x1A\x1C\x7F"},
  });
}

TEST(CharsetIllFormed, ShiftJis) {
  expect_with_question_marks({
      {"shift_jis", "\x81\"", "?\""},    // an ASCII byte is decoded as itself
      {"shift_jis", "\x85\\z", "?\\z"},  // also where it could be a trail byte
      {"shift_jis", "\x81\xFFz", "?z"},  // any other byte is part of the ill-formed sequence
      {"shift_jis", "\xA0\xFD\xFE\xFFz", "????z"},
      {"shift_jis", "\x80\\", "\xC2\x80\\"},
      {"shift_jis", "\xB1\x93\xFA", "ｱ日"},
      {"shift_jis", "a\x93", "a?"},
  });
}

TEST(CharsetIllFormed, Euc) {
  expect_with_question_marks({
      {"euc-jp", "\x8E\"", "?\""},
      {"euc-jp", "\xA4\"", "?\""},
      {"euc-jp", "\x8F\xB0\"", "?\""},
      {"euc-jp", "\x8F\"", "?\""},
      {"euc-jp", "\xA4\xFFz", "?z"},
      {"euc-jp", "\x80\x90z", "??z"},
      {"euc-jp", "\x8F\xB0", "?"},
      {"euc-jp", "\x8E\xB1", "ｱ"},
      {"euc-kr", "\xB0<", "?<"},
      {"euc-kr", "\xFFz", "?z"},
      {"euc-kr", "\xC9\xA1z", "\xEE\x80\x80z"},
      {"euc-tw", "\x8E\xA2\xA1z", "?z"},
      {"euc-tw", "\xA4\"", "?\""},
      {"euc-tw", "\x8E\xA1\xC4\xA1", "一"},
  });
}

TEST(CharsetIllFormed, Big5AndJohab) {
  expect_with_question_marks({
      {"big5", "\xA4\"", "?\""},
      {"big5", "\xB3\x5C\xA5\\", "許功"},
      {"big5", "\x80z\xFFz", "?z?z"},
      {"big5-hkscs", "\x88\x62", "Ê̄"},
      {"big5-hkscs", "\x88\xA5z", "ê̌z"},
      {"johab", "\x88\"", "?\""},
      {"johab", "\x88\x61\x7F", "가\x7F"},
  });
}

TEST(CharsetIllFormed, Gb18030) {
  expect_with_question_marks({
      {"gb18030", "\x81\"", "?\""},
      {"gb18030", "\x81\x30\"", "?0\""},
      {"gb18030", "\x81\x30\x81\"", "?0?\""},  // only the first byte is ill-formed
      {"gb18030", "\x81\x30\x81\x81", "?0亖"},
      {"gb18030", "\xFF\x80", "?€"},
      {"gb18030", "\x84\x31\xA5\x30z", "?z"},  // a valid sequence without a character
      {"gb18030", "\x90\x30\x81\x30", "𐀀"},
      {"gb18030", "\xE3\x32\x9A\x35", "\U0010FFFF"},
      {"gb18030", "\xE3\x32\x9A\x36z", "?z"},
      {"gb18030", "\x81\x30\x81", "?"},
      {"gbk", "\x80", "€"},
      {"gb2312", "\xD6\xD0\x81\x30\x81\x30", "中\xC2\x80"},
  });
}

TEST(CharsetIllFormed, UnicodeEncodings) {
  expect_with_question_marks({
      {"utf-16be", "\xD8\x3D\0A"sv, "?A"},
      {"utf-16be", "\xDE\x00\0A"sv, "?A"},
      {"utf-16be", "\xD8\x3D\xD8\x3D\xDE\x00"sv, "?😀"},
      {"utf-16be", "\xD8\x3D"sv, "?"},
      {"utf-16be", "\xD8\x3D\xDE"sv, "?"},
      {"utf-16le", "A\0z"sv, "A?"},
      {"utf-32be", "\0\0\xD8\0\0\0\0A"sv, "?A"},
      {"utf-32be", "\0\x11\0\0\0\0\0A"sv, "?A"},
      {"utf-32le", "A\0\0\0z\0"sv, "A?"},
      {"utf-7", "a+2AA-z", "a?z"},
      {"utf-7", "+MEIwRA-", "あい"},
      {"utf-7", "+2D3eAA-", "😀"},
      {"cesu-8", "\xED\xA0\xBD\xED\xB8\x80", "😀"},
  });
}

TEST(CharsetIllFormed, UnicodeEncodingsKeepThePlaceOfTheNextCharacter) {
  const Decoded decoded = decode("utf-16be", "\xD8\x3D\0A"sv);
  EXPECT_EQ(decoded.places[0], (Range{0, 2}));
  EXPECT_EQ(decoded.places[3], (Range{2, 4}));
}

TEST(CharsetIllFormed, PlacesAfterIllFormedBytesAreCorrect) {
  for (const DecodingCase& c : {DecodingCase{"shift_jis", "\x81\"\x93\xFA", ""},
                                DecodingCase{"gb18030", "\x81\x30\"\x93\xFA", ""},
                                DecodingCase{"big5", "\xA4\"\xB3\x5C", ""}}) {
    for (const Chunking& chunking : every_split_in_two(c.bytes.size())) {
      const Decoded decoded = decode(c.charset, c.bytes, chunking);
      EXPECT_EQ(decoded.places[0], (Range{0, 1})) << c.charset;
      EXPECT_EQ(decoded.places[decoded.text.size() - 4],
                (Range{c.bytes.size() - 3, c.bytes.size() - 2}));
      EXPECT_EQ(decoded.places.back(), (Range{c.bytes.size() - 2, c.bytes.size()})) << c.charset;
    }
  }
}

}  // namespace charset_ill_formed_test
}  // namespace linkspan::test
