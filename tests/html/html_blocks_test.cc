// SPDX-License-Identifier: Apache-2.0
// Promise: what is found 64 bytes at a time in HTML, with the code for each CPU, is what a loop
// over single bytes finds, wherever it is in a block.

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

#include "base/cpu.h"
#include "html/blocks.h"
#include "html/tokenizer.h"
#include "tests/support/chunks.h"

namespace linkspan::test {
namespace html_blocks_test {

uint64_t plain_marks(std::string_view block, std::string_view bytes) {
  uint64_t marks = 0;
  for (size_t i = 0; i < block.size(); ++i) {
    if (bytes.find(block[i]) != bytes.npos) marks |= uint64_t{1} << i;
  }
  return marks;
}

size_t plain_words(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_last = i + 1 == text.size();
    if (!html::is_white_space_byte(text[i])) continue;
    if (is_last || html::is_white_space_byte(text[i + 1])) return i;
  }
  return text.size();
}

void expect_same(const html::Blocks& blocks, std::string_view text) {
  const ExactCopy copy(text);
  const auto* const begin = reinterpret_cast<const uint8_t*>(copy.view().data());
  ASSERT_EQ(blocks.words_of(begin, begin + text.size()), plain_words(text))
      << testing::PrintToString(text);
  const std::string_view block = text.substr(0, 64);
  const html::BlockMarks marks = blocks.marks_of(begin, block.size());
  ASSERT_EQ(marks.text, plain_marks(block, {"<&\0", 3})) << testing::PrintToString(text);
  ASSERT_EQ(marks.names, plain_marks(block, "\t\n\f\r />=")) << testing::PrintToString(text);
  ASSERT_EQ(marks.quotes, plain_marks(block, "\"")) << testing::PrintToString(text);
}

class HtmlBlocksOnCpu : public testing::TestWithParam<Cpu> {
 protected:
  void SetUp() override {
    if (blocks() == nullptr) GTEST_SKIP() << "no version for " << to_string(GetParam());
  }
  static const html::Blocks* blocks() { return html::blocks_for(GetParam()); }
};

TEST_P(HtmlBlocksOnCpu, EachByteIsFoundAtEachPlace) {
  for (int byte = 0; byte < 256; ++byte) {
    for (size_t before = 0; before <= 130; before += before < 60 ? 7 : 1) {
      const std::string start = std::string(before, 'a') + static_cast<char>(byte);
      for (const std::string_view after : {"", " ", "b", "\n\n", " b c"}) {
        expect_same(*blocks(), start + std::string(after));
      }
    }
  }
}

TEST_P(HtmlBlocksOnCpu, MixedTextIsFoundAsByteByByte) {
  constexpr std::string_view kBytes{"ab<&\0 \n\t\r\f/>=\"'\xC3\xA9", 18};
  std::mt19937 random(1);  // NOLINT: the same in each run
  for (int i = 0; i < 20'000; ++i) {
    std::string text(random() % 200, 'a');
    for (char& c : text) {
      if (random() % 8 == 0) c = kBytes[random() % kBytes.size()];
    }
    expect_same(*blocks(), text);
  }
}

INSTANTIATE_TEST_SUITE_P(, HtmlBlocksOnCpu, testing::ValuesIn(kAllCpus),
                         [](const auto& cpu) { return std::string(to_string(cpu.param)); });

}  // namespace html_blocks_test
}  // namespace linkspan::test
