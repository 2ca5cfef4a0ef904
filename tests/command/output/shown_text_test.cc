// SPDX-License-Identifier: Apache-2.0
// Promise: untrusted text has the same columns as in a terminal, invisible characters are shown as
// code points, no character controls the terminal, and right-to-left text stays between its
// delimiters.

#include "tools/linkspan/output/shown_text.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace linkspan::command {
namespace shown_text_test {

std::string shown(std::string_view text) { return ShownText(text).all(); }
int columns(std::string_view text) { return ShownText(text).columns(); }

TEST(ShownText, IsAsWideAsItsCharactersInAnyLocale) {
  EXPECT_EQ(columns("abc"), 3);
  EXPECT_EQ(columns("日本語"), 6);
  EXPECT_EQ(columns("e\u0301x"), 2);
  EXPECT_EQ(columns("مثال"), 4);
  EXPECT_EQ(columns("👍"), 2);
  EXPECT_EQ(columns(""), 0);
}

TEST(ShownText, HasAColumnForEachByte) {
  const ShownText text("日e\u0301x");  // bytes 0-3, 3-6, 6-7
  EXPECT_EQ(text.column_at(0), 0);
  EXPECT_EQ(text.column_at(2), 0);
  EXPECT_EQ(text.column_at(3), 2);
  EXPECT_EQ(text.column_at(4), 2);  // the combining mark is in the column of its letter
  EXPECT_EQ(text.column_at(6), 3);
  EXPECT_EQ(text.column_at(7), 4);
  EXPECT_EQ(text.column_at(70), 4);
}

TEST(ShownText, ShowsInvisibleCharactersAsCodePoints) {
  EXPECT_EQ(shown("pay\u200Bpal"), "pay<U+200B>pal");
  EXPECT_EQ(columns("pay\u200Bpal"), 14);
  EXPECT_EQ(shown("a\u202Eb\u200Fc\u00ADd"), "a<U+202E>b<U+200F>c<U+00AD>d");
  EXPECT_EQ(shown("a\u00A0b c\u3000"), "a<U+00A0>b c<U+3000>");
  EXPECT_EQ(shown("\U000E0041"), "<U+E0041>");
  EXPECT_EQ(shown("👩\u200D👧"), "👩<U+200D>👧");
  EXPECT_EQ(shown("👍\U0001F3FD"), "👍<U+1F3FD>");
  EXPECT_EQ(shown("\uE000\U0010FFFF"), "<U+E000><U+10FFFF>");
}

TEST(ShownText, ControlCharactersAreEscaped) {
  EXPECT_EQ(shown("\x1B[2J\a\r\n"), "<U+001B>[2J<U+0007><U+000D><U+000A>");
  EXPECT_EQ(shown("\u009B2J"), "<U+009B>2J");
  EXPECT_EQ(shown(std::string_view("a\0b", 3)), "a<U+0000>b");
  EXPECT_EQ(shown("\xFF\xC0\xAF"), "\\xFF\\xC0\\xAF");
  EXPECT_EQ(shown("\u2068a\u2069"), "<U+2068>a<U+2069>");
}

TEST(ShownText, IsolatesRightToLeftTextBetweenDelimiters) {
  EXPECT_EQ(shown("http://مثال.x/a/تجربة12?q"),
            "http://\u2068مثال\u2069.x/a/\u2068تجربة12\u2069?q");
  EXPECT_EQ(columns("مثال.x"), 6);
}

TEST(ShownText, OmitsRanges) {
  const ShownText text("abcdefgh", {{1, 3}, {5, 7}});
  EXPECT_EQ(text.all(), "a…de…h");
  EXPECT_EQ(text.columns(), 6);
  EXPECT_EQ(text.column_at(2), 1);
  EXPECT_EQ(text.column_at(3), 2);
  EXPECT_EQ(text.column_at(7), 5);
}

TEST(ShownText, CutsRowsBetweenCharacters) {
  const ShownText text("a日本語");
  EXPECT_EQ(text.rows(4), (std::vector<int>{0, 3, 7}));
  EXPECT_EQ(text.between(0, 3), "a日");
  EXPECT_EQ(text.between(3, 7), "本語");
  EXPECT_EQ(text.next_start(2), 3);
  EXPECT_EQ(text.next_start(9), 7);
  EXPECT_EQ(text.start_of(2), 1);
  EXPECT_EQ(text.start_of(3), 3);
  EXPECT_EQ(text.start_of(7), 7);
  EXPECT_EQ(ShownText("").rows(4), (std::vector<int>{0, 0}));
}

TEST(ShownText, WrapsSentencesAtSpaces) {
  std::string out;
  append_wrapped(out, "one two 日本語 four averyveryverylongword", "  ", 14);
  EXPECT_EQ(out, "  one two\n  日本語 four\n  averyveryverylongword\n");
}

}  // namespace shown_text_test
}  // namespace linkspan::command
