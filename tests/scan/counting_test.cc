// SPDX-License-Identifier: Apache-2.0
// Promise: counting 64 bytes at a time, with the code for each CPU, gives the same result as
// counting single code points, wherever CR, LF and ill-formed UTF-8 are.

#include "base/counting.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "index/text_extent.h"
#include "tests/support/chunks.h"

namespace linkspan::test {
namespace counting_test {

using index::TextExtent;

// Counts single code points and CR LF.
TextExtent plain_extent(std::string_view text) {
  TextExtent sum;
  while (sum.bytes < text.size()) sum += index::extent_of_first(text.substr(sum.bytes));
  return sum;
}

void expect_same(const base::Counting& counting, std::string_view text) {
  const ExactCopy copy(text);
  const auto* const begin = reinterpret_cast<const uint8_t*>(copy.view().data());
  const base::TextCount count = counting.count_text(begin, begin + text.size());
  const TextExtent plain = plain_extent(copy.view());
  ASSERT_EQ(count.code_points, plain.code_points) << testing::PrintToString(text);
  ASSERT_EQ(count.utf16_units(), plain.utf16_units) << testing::PrintToString(text);
  ASSERT_EQ(count.line_breaks, plain.line_breaks) << testing::PrintToString(text);
  ASSERT_EQ(counting.count_code_points(begin, begin + text.size()), plain.code_points);
  ASSERT_EQ(counting.count_utf16(begin, begin + text.size()), plain.utf16_units);
}

class CountingOnCpu : public testing::TestWithParam<Cpu> {
 protected:
  void SetUp() override {
    if (counting() == nullptr) GTEST_SKIP() << "no version for " << to_string(GetParam());
  }
  static const base::Counting* counting() { return base::counting_for(GetParam()); }
};

// Each piece after 0 to 140 bytes of ASCII, so that it is at all places around the ends of blocks.
TEST_P(CountingOnCpu, LineEndsAreCountedAtEveryPlaceOfABlock) {
  for (const std::string_view piece :
       {"\n", "\r", "\r\n", "\n\r", "\r\r\n", "\r\n\n", "\r\n\r\n", "\r\xC3", "\xF0\x9F\r\n",
        "é\r\n", "\xE3\x81\n", "😀\r", "\r😀", "\x80\r\n\x80", "\xC0\n", "\xED\xA0\x80\r"}) {
    for (size_t before = 0; before <= 140; ++before) {
      for (const size_t after : {0, 1, 70}) {
        expect_same(*counting(),
                    std::string(before, 'a').append(piece).append(std::string(after, 'b')));
      }
    }
  }
}

TEST_P(CountingOnCpu, RandomTextsHaveTheCountsOfSingleCodePoints) {
  const std::string_view pieces[] = {"\n",
                                     "\r",
                                     "\r\n",
                                     "a",
                                     "words ",
                                     "é",
                                     "語",
                                     "😀",
                                     "\xC3",
                                     "\x80",
                                     "\xC0",
                                     "\xF0\x9F",
                                     "\xE3\x81",
                                     "\xED\xA0\x80",
                                     "\xF4\x90\x80\x80"};
  std::mt19937 random(1);
  for (size_t size = 0; size < 400; ++size) {
    for (int round = 0; round < 20; ++round) {
      const size_t kinds = 1 + random() % std::size(pieces);  // few kinds make long runs
      std::string text;
      while (text.size() < size) text += pieces[random() % kinds];
      text.resize(size);
      expect_same(*counting(), text);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, CountingOnCpu, testing::ValuesIn(kAllCpus));

TEST(Counting, TheExtentOfATextIsTheSumOfThoseOfItsCodePoints) {
  const std::string text = "é\r\n\r😀\n\xFF" + std::string(200, ' ') + "\r";
  const TextExtent whole = index::extent_of(text), plain = plain_extent(text);
  EXPECT_EQ(whole.bytes, plain.bytes);
  EXPECT_EQ(whole.utf16_units, plain.utf16_units);
  EXPECT_EQ(whole.code_points, plain.code_points);
  EXPECT_EQ(whole.line_breaks, plain.line_breaks);
}

}  // namespace counting_test
}  // namespace linkspan::test
