// Promise: of the words of a list, the short ones are found in any case, wherever they stand, with
// the value that the list gives them; and nothing else is.

#include "base/short_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <random>
#include <string>
#include <vector>

#include "automata/doubtful_tlds.h"
#include "automata/tlds.h"

namespace linkspan {
namespace {

constexpr auto kTlds = base::short_words<automata::kTlds>();
constexpr auto kDoubtfulTlds = base::short_words<automata::kDoubtfulTlds>();

base::PackedWord packed(std::string_view word) {
  const auto* const at = reinterpret_cast<const uint8_t*>(word.data());
  return {at, word.size(), at + word.size()};
}

std::vector<std::string> words_of(const base::WordDfa& list) {
  std::vector<std::string> words;
  base::for_each_short_word(list, [&words](uint64_t bytes, uint8_t) {
    std::string& word = words.emplace_back();
    for (; bytes != 0; bytes >>= 8) word += static_cast<char>(bytes & 0xFF);
  });
  return words;
}

// The word ends where its memory ends, so that nothing behind it may be read.
uint8_t find_in_tlds(const std::string& word) {
  const std::vector<uint8_t> copy(word.begin(), word.end());
  return kTlds.find({copy.data(), copy.size(), copy.data() + copy.size()});
}

TEST(ShortWords, AreFoundInAnyCase) {
  const std::vector<std::string> words = words_of(automata::kTlds);
  EXPECT_GT(words.size(), 1000u);
  for (std::string word : words) {
    EXPECT_NE(find_in_tlds(word), 0) << word;
    std::transform(word.begin(), word.end(), word.begin(), [](char c) { return std::toupper(c); });
    EXPECT_NE(find_in_tlds(word), 0) << word;
  }
}

TEST(ShortWords, HaveTheirValues) {
  for (const std::string& word : words_of(automata::kDoubtfulTlds)) {
    EXPECT_EQ(kDoubtfulTlds.find(packed(word)), automata::kDoubtfulTlds.find(word)) << word;
  }
}

TEST(ShortWords, AreNotFoundWhereTheListHasNone) {
  const std::vector<std::string> words = words_of(automata::kTlds);
  constexpr std::string_view kCharacters = "abcdefghijklmnopqrstuvwxyz0123456789-";
  std::mt19937 random(1);
  for (int round = 0; round < 200'000; ++round) {
    std::string word = words[random() % words.size()];
    word[random() % word.size()] = kCharacters[random() % kCharacters.size()];
    if (random() % 2 == 0) word = word.substr(0, 1 + random() % word.size());
    EXPECT_EQ(find_in_tlds(word) != 0, automata::kTlds.find(word) != 0) << word;
  }
}

TEST(ShortWords, DoNotDependOnWhatStandsBehind) {
  const std::string text = "com.deDE\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF";
  const auto* const at = reinterpret_cast<const uint8_t*>(text.data());
  const auto* const end = at + text.size();
  EXPECT_NE(kTlds.find({at, 3, end}), 0);
  EXPECT_NE(kTlds.find({at + 4, 2, end}), 0);
  EXPECT_EQ(kTlds.find({at + 4, 4, end}), 0);
  EXPECT_TRUE(base::PackedWord(at + 4, 4, end).may_have_capitals());
  EXPECT_FALSE(base::PackedWord(at + 4, 2, end).may_have_capitals());
  EXPECT_TRUE(base::PackedWord(at, 8, end).is_ascii());
  EXPECT_FALSE(base::PackedWord(at + 1, 8, end).is_ascii());
}

}  // namespace
}  // namespace linkspan
