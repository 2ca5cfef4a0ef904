// Promises of docs/charsets.md about ill-formed bytes: each becomes U+FFFD by the rule of the
// WHATWG Encoding Standard, is counted, takes no ASCII with it, and moves no place behind it.

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/chunks.h"
#include "tests/support/decoding.h"

namespace linkspan::test {
namespace {

using namespace std::string_view_literals;

struct Case {
  const char* charset;
  std::string_view bytes;
  std::string_view text;  // U+FFFD as `?`
};

// U+FFFD as `?`, so that cases can be read.
std::string shown(std::string text) {
  for (size_t at = 0; (at = text.find("\uFFFD", at)) != std::string::npos;)
    text.replace(at, 3, "?");
  return text;
}

void expect_decoded(const Case& c) {
  for (const Chunking& chunking : every_split_in_two(c.bytes.size())) {
    const Decoded decoded = decode(c.charset, c.bytes, chunking);
    EXPECT_EQ(shown(decoded.text), c.text) << c.charset << ' ' << ::testing::PrintToString(c.bytes);
    EXPECT_EQ(decoded.ill_formed, std::count(c.text.begin(), c.text.end(), '?')) << c.charset;
  }
}

TEST(CharsetIllFormed, SingleByte) {
  for (const Case& c : {Case{"windows-1253", "a\xD2\"", "a?\""}, Case{"iso-8859-6", "\xA1z", "?z"},
                        Case{"windows-1252", "\x81", "\xC2\x81"},  // a C1 control, as WHATWG has it
                        Case{"ibm866", "\x1A\x1C\x7F", "\x1A\x1C\x7F"}}) {
    expect_decoded(c);
  }
}

TEST(CharsetIllFormed, ShiftJis) {
  for (const Case& c : {
           Case{"shift_jis", "\x81\"", "?\""},    // an ASCII byte stands for itself
           Case{"shift_jis", "\x85\\z", "?\\z"},  // also where it could be a trail byte
           Case{"shift_jis", "\x81\xFFz", "?z"},  // any other is taken along
           Case{"shift_jis", "\xA0\xFD\xFE\xFFz", "????z"},
           Case{"shift_jis", "\x80\\", "\xC2\x80\\"},
           Case{"shift_jis", "\xB1\x93\xFA", "ｱ日"},
           Case{"shift_jis", "a\x93", "a?"},
       }) {
    expect_decoded(c);
  }
}

TEST(CharsetIllFormed, Euc) {
  for (const Case& c : {
           Case{"euc-jp", "\x8E\"", "?\""},
           Case{"euc-jp", "\xA4\"", "?\""},
           Case{"euc-jp", "\x8F\xB0\"", "?\""},
           Case{"euc-jp", "\x8F\"", "?\""},
           Case{"euc-jp", "\xA4\xFFz", "?z"},
           Case{"euc-jp", "\x80\x90z", "??z"},
           Case{"euc-jp", "\x8F\xB0", "?"},
           Case{"euc-jp", "\x8E\xB1", "ｱ"},
           Case{"euc-kr", "\xB0<", "?<"},
           Case{"euc-kr", "\xFFz", "?z"},
           Case{"euc-kr", "\xC9\xA1z", "\xEE\x80\x80z"},
           Case{"euc-tw", "\x8E\xA2\xA1z", "?z"},
           Case{"euc-tw", "\xA4\"", "?\""},
           Case{"euc-tw", "\x8E\xA1\xC4\xA1", "一"},
       }) {
    expect_decoded(c);
  }
}

TEST(CharsetIllFormed, Big5AndJohab) {
  for (const Case& c : {
           Case{"big5", "\xA4\"", "?\""},
           Case{"big5", "\xB3\x5C\xA5\\", "許功"},
           Case{"big5", "\x80z\xFFz", "?z?z"},
           Case{"big5-hkscs", "\x88\x62", "Ê̄"},
           Case{"big5-hkscs", "\x88\xA5z", "ê̌z"},
           Case{"johab", "\x88\"", "?\""},
           Case{"johab", "\x88\x61\x7F", "가\x7F"},
       }) {
    expect_decoded(c);
  }
}

TEST(CharsetIllFormed, Gb18030) {
  for (const Case& c : {
           Case{"gb18030", "\x81\"", "?\""},
           Case{"gb18030", "\x81\x30\"", "?0\""},
           Case{"gb18030", "\x81\x30\x81\"", "?0?\""},  // only the first byte is ill-formed
           Case{"gb18030", "\x81\x30\x81\x81", "?0亖"},
           Case{"gb18030", "\xFF\x80", "?€"},
           Case{"gb18030", "\x84\x31\xA5\x30z", "?z"},  // numbered, but no character
           Case{"gb18030", "\x90\x30\x81\x30", "𐀀"},
           Case{"gb18030", "\xE3\x32\x9A\x35", "\U0010FFFF"},
           Case{"gb18030", "\xE3\x32\x9A\x36z", "?z"},
           Case{"gb18030", "\x81\x30\x81", "?"},
           Case{"gbk", "\x80", "€"},
           Case{"gb2312", "\xD6\xD0\x81\x30\x81\x30", "中\xC2\x80"},
       }) {
    expect_decoded(c);
  }
}

TEST(CharsetIllFormed, UnicodeForms) {
  for (const Case& c : {
           Case{"utf-16be", "\xD8\x3D\0A"sv, "?A"},
           Case{"utf-16be", "\xDE\x00\0A"sv, "?A"},
           Case{"utf-16be", "\xD8\x3D\xD8\x3D\xDE\x00"sv, "?😀"},
           Case{"utf-16be", "\xD8\x3D"sv, "?"},
           Case{"utf-16be", "\xD8\x3D\xDE"sv, "?"},
           Case{"utf-16le", "A\0z"sv, "A?"},
           Case{"utf-32be", "\0\0\xD8\0\0\0\0A"sv, "?A"},
           Case{"utf-32be", "\0\x11\0\0\0\0\0A"sv, "?A"},
           Case{"utf-32le", "A\0\0\0z\0"sv, "A?"},
           Case{"utf-7", "a+2AA-z", "a?z"},
           Case{"utf-7", "+MEIwRA-", "あい"},
           Case{"utf-7", "+2D3eAA-", "😀"},
           Case{"cesu-8", "\xED\xA0\xBD\xED\xB8\x80", "😀"},
       }) {
    expect_decoded(c);
  }
}

TEST(CharsetIllFormed, UnicodeFormsKeepThePlaceOfTheNext) {
  const Decoded decoded = decode("utf-16be", "\xD8\x3D\0A"sv);
  EXPECT_EQ(decoded.places[0], (Range{0, 2}));
  EXPECT_EQ(decoded.places[3], (Range{2, 4}));
}

TEST(CharsetIllFormed, PlacesBehindAreRight) {
  for (const Case& c :
       {Case{"shift_jis", "\x81\"\x93\xFA", ""}, Case{"gb18030", "\x81\x30\"\x93\xFA", ""},
        Case{"big5", "\xA4\"\xB3\x5C", ""}}) {
    for (const Chunking& chunking : every_split_in_two(c.bytes.size())) {
      const Decoded decoded = decode(c.charset, c.bytes, chunking);
      EXPECT_EQ(decoded.places[0], (Range{0, 1})) << c.charset;
      EXPECT_EQ(decoded.places[decoded.text.size() - 4],
                (Range{c.bytes.size() - 3, c.bytes.size() - 2}));
      EXPECT_EQ(decoded.places.back(), (Range{c.bytes.size() - 2, c.bytes.size()})) << c.charset;
    }
  }
}

}  // namespace
}  // namespace linkspan::test
