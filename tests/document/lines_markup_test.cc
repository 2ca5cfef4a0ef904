// SPDX-License-Identifier: Apache-2.0
// Promise: enriched text is converted to its plain text, the source place of every byte is correct,
// and neither depends on the chunks. notations_test.cc has the other formats.

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "lines/unfold.h"
#include "tests/support/chunks.h"

namespace linkspan::lines {
namespace lines_markup_test {

constexpr Layout kEnriched{.flow = Flow::enriched};

struct Unfolded {
  std::string text;
  std::vector<uint64_t> sources;  // of each byte
  bool operator==(const Unfolded&) const = default;
};

Unfolded unfold(std::string_view text, const Layout& layout, size_t chunk) {
  Unfolder unfolder(layout);
  Unfolded result;
  for (size_t at = 0; at < text.size(); at += chunk) {
    const test::ExactCopy part(text.substr(at, chunk));
    const size_t before = result.text.size();
    const uint64_t earliest = unfolder.source_of(before);
    unfolder.feed(part.view(), result.text);
    if (result.text.size() > before) {
      EXPECT_LE(earliest, unfolder.source_of(before)) << text << " at " << at;
    }
  }
  unfolder.finish(result.text);
  for (uint64_t i = 0; i < result.text.size(); ++i) {
    result.sources.push_back(unfolder.source_of(i));
  }
  return result;
}

// The text. It must be the same for any chunks, and its bytes must be those of the source, except
// breaks.
std::string text_of(std::string_view text, const Layout& layout) {
  const Unfolded whole = unfold(text, layout, text.size() + 1);
  for (const size_t chunk : {size_t{1}, size_t{2}, size_t{3}, size_t{5}}) {
    EXPECT_EQ(unfold(text, layout, chunk), whole) << text << " by " << chunk;
  }
  for (size_t i = 0; i < whole.text.size(); ++i) {
    const char c = whole.text[i];
    EXPECT_TRUE(text.at(whole.sources[i]) == c || c == '\n' || c == ' ' || c == '<') << i;
    EXPECT_TRUE(i == 0 || whole.sources[i] > whole.sources[i - 1]) << i;
  }
  return whole.text;
}

TEST(Enriched, CommandsAreRemoved) {
  EXPECT_EQ(text_of("<bold>See</bold> <x-color><param>red</param>a</x-color>.", kEnriched),
            "See a.");
  EXPECT_EQ(text_of("<<https://example.org/>", kEnriched), "<https://example.org/>");
  EXPECT_EQ(text_of("a<comment>b<bold>c</comment>d", kEnriched), "ad");
  EXPECT_EQ(text_of("a <lt>b<nl>c", kEnriched), "a <b\nc");
}

TEST(Enriched, AnythingThatIsNotACommandIsText) {
  for (const std::string_view text :
       {"a <https://example.org/>, <4 <b", "<", "a <>", "</", "<a b>", "<_>", "a<\xC3\xA9>"}) {
    EXPECT_EQ(text_of(text, kEnriched), text);
  }
  const std::string longest(61, 'x');
  EXPECT_EQ(text_of("<" + longest.substr(1) + ">", kEnriched), "");
  EXPECT_EQ(text_of("<" + longest + "xx>", kEnriched), "<" + longest + "xx>");
}

TEST(Enriched, SingleLineBreaksBecomeSpaces) {
  EXPECT_EQ(text_of("a\nb\n\nc\r\n\r\n\r\nd\n", kEnriched), "a b\nc\n\nd ");
  EXPECT_EQ(text_of("<nofill>a\nb\n</nofill>c\nd", kEnriched), "a\nb\nc d");
  EXPECT_EQ(text_of("a\n<bold>b", kEnriched), "a b");
}

}  // namespace lines_markup_test
}  // namespace linkspan::lines
