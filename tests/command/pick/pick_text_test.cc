// SPDX-License-Identifier: Apache-2.0
// Promise: text in cells has the width of wcwidth(3), is cut and wrapped between characters, and
// has no control sequences.

#include <gtest/gtest.h>

#include <clocale>
#include <string>

#include "tools/linkspan/pick/text.h"

namespace linkspan::command {
namespace pick_text_test {

class PickText : public testing::Test {
 protected:
  void SetUp() override { ASSERT_NE(std::setlocale(LC_CTYPE, "C.UTF-8"), nullptr); }
};

std::wstring shown(std::string_view text) { return to_text(to_cells(text)); }
int columns(std::string_view text) { return columns_of(to_cells(text)); }

TEST_F(PickText, IsAsWideAsItsCharacters) {
  EXPECT_EQ(columns("abc"), 3);
  EXPECT_EQ(columns("日本語"), 6);
  EXPECT_EQ(columns("e\xCC\x81"), 1);  // U+0301 combines
  EXPECT_EQ(columns("مثال"), 4);
}

TEST_F(PickText, EmojiSequencesAreReducedToSingleCharacters) {
  EXPECT_EQ(shown("👩‍👩‍👧"), L"👩👩👧");
  EXPECT_EQ(shown("❤️x"), L"❤x");
  EXPECT_EQ(shown("👍🏽"), L"👍");
  EXPECT_EQ(shown("क्\u200Dष"), L"क्\u200Dष");  // the joiner stays where a script needs it
}

TEST_F(PickText, UnsafeCharactersAreEscapedOrReplaced) {
  EXPECT_EQ(shown("\x1B[2J\a"), L"\\x1B[2J\\x07");
  EXPECT_EQ(shown("a\tb"), L"a b");
  EXPECT_EQ(shown("\xFF"), L"\\xFF");
  EXPECT_EQ(shown("\u202Eabc"), L"\\xE2\\x80\\xAEabc");
  EXPECT_EQ(shown("\U000F0000"), L"\U000F0000");
  EXPECT_EQ(shown("\U0007FFFD"), L"\uFFFD");  // not assigned, so its width is unknown
}

TEST_F(PickText, IsCutBetweenCharacters) {
  EXPECT_EQ(to_text(cut_to(to_cells("日本語"), 6)), L"日本語");
  EXPECT_EQ(to_text(cut_to(to_cells("日本語"), 5)), L"日本…");
  EXPECT_EQ(to_text(cut_to(to_cells("日本語"), 4)), L"日…");
  EXPECT_EQ(to_text(cut_to(to_cells("abc"), 1)), L"…");
  EXPECT_EQ(to_text(cut_to(to_cells("abc"), 0)), L"");
}

TEST_F(PickText, IsWrappedBetweenCharacters) {
  const std::vector<Cells> rows = wrap(to_cells("a日本"), 2);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(to_text(rows[1]), L"日");
  EXPECT_EQ(wrap(to_cells(""), 5).size(), 1u);
}

TEST_F(PickText, IsWrappedBetweenWords) {
  const auto rows = [](const char* text, int columns) {
    std::vector<std::wstring> all;
    for (const Cells& row : wrap(to_cells(text), columns)) all.push_back(to_text(row));
    return all;
  };
  using Rows = std::vector<std::wstring>;
  EXPECT_EQ(rows("one two three", 7), (Rows{L"one two", L"three"}));
  EXPECT_EQ(rows("one two three", 8), (Rows{L"one two", L"three"}));
  EXPECT_EQ(rows("  one two", 6), (Rows{L"  one", L"two"}));
  EXPECT_EQ(rows("one   two", 5), (Rows{L"one", L"two"}));
  // A word that is wider than a row begins where it is, and goes on.
  EXPECT_EQ(rows("to abcdefghij x", 6), (Rows{L"to abc", L"defghi", L"j x"}));
  EXPECT_EQ(rows("  abcdefgh", 6), (Rows{L"  abcd", L"efgh"}));
  EXPECT_EQ(rows("abcdef", 6), Rows{L"abcdef"});
  EXPECT_EQ(rows("日本 語語", 5), (Rows{L"日本", L"語語"}));
}

TEST_F(PickText, RightToLeftLettersAreDetected) {
  EXPECT_TRUE(has_right_to_left(to_cells("http://مثال.إختبار/")));
  EXPECT_TRUE(has_right_to_left(to_cells("דוגמה")));
  EXPECT_FALSE(has_right_to_left(to_cells("日本語 é")));
}

TEST_F(PickText, FoldsLettersOfAllScripts) {
  EXPECT_EQ(folded("ÀÉ ПРИМЕР ABC\xFF"), "àé пример abc\xFF");
}

}  // namespace pick_text_test
}  // namespace linkspan::command
