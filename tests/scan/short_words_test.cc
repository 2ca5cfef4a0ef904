// SPDX-License-Identifier: Apache-2.0
// Promise: exactly the short words of a list are found, in upper and lower case, at any place, with
// their values in the list.

#include "base/short_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <random>
#include <string>
#include <vector>

#include "automata/tld_traits.h"
#include "automata/tlds.h"

namespace linkspan {
namespace short_words_test {

constexpr const auto& kTlds = automata::kTldsShort;
constexpr const auto& kTldTraits = automata::kTldTraitsShort;

base::PackedWord packed(std::string_view word) {
  const auto* const at = reinterpret_cast<const uint8_t*>(word.data());
  return {at, word.size(), at + word.size()};
}

void visit_words(const base::WordDfa& list, int state, const std::string& word,
                 std::vector<std::string>& words) {
  if (list.value[state] != 0) words.push_back(word);
  for (uint16_t edge = list.first_edge[state]; edge < list.first_edge[state + 1]; ++edge) {
    const auto byte = static_cast<char>(list.edge_byte[edge]);
    visit_words(list, list.edge_target[edge], word + byte, words);
  }
}

bool is_short(const std::string& word) {
  return word.size() <= base::kLongestShortWord &&
         std::none_of(word.begin(), word.end(), [](char c) { return (c & 0x80) != 0; });
}

std::vector<std::string> words_of(const base::WordDfa& list) {
  std::vector<std::string> words;
  visit_words(list, 0, {}, words);
  std::erase_if(words, [](const std::string& word) { return !is_short(word); });
  return words;
}

// The word ends at the end of its memory, so that sanitizers report an overrun.
uint8_t find_in_tlds(const std::string& word) {
  const std::vector<uint8_t> copy(word.begin(), word.end());
  return kTlds.find({copy.data(), copy.size(), copy.data() + copy.size()});
}

// "abcdefgh", as CPUs of both orders of bytes read it.
static_assert(base::first_bytes(0x6867666564636261, 8, std::endian::little) == 0x6867666564636261);
static_assert(base::first_bytes(0x6162636465666768, 8, std::endian::big) == 0x6867666564636261);
static_assert(base::first_bytes(0x6867666564636261, 3, std::endian::little) == 0x636261);
static_assert(base::first_bytes(0x6162636465666768, 3, std::endian::big) == 0x636261);
static_assert(base::first_bytes(0x6162636465666768, 1, std::endian::big) == 0x61);

// The numbers of words are those of the tables made at compile time, whatever the CPU.
TEST(ShortWords, HaveTheFirstByteLowest) {
  EXPECT_EQ(packed("abcdefgh").bytes, 0x6867666564636261u);
  EXPECT_EQ(packed("abc").bytes, 0x636261u);
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

TEST(ShortWords, HaveTheValuesOfTheList) {
  for (const std::string& word : words_of(automata::kTldTraits)) {
    EXPECT_EQ(kTldTraits.find(packed(word)), automata::kTldTraits.find(word)) << word;
  }
}

TEST(ShortWords, AreFoundOnlyIfTheListHasThem) {
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

TEST(ShortWords, DoNotDependOnTheFollowingBytes) {
  const std::string text = "com.deDE\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF";
  const auto* const at = reinterpret_cast<const uint8_t*>(text.data());
  const auto* const end = at + text.size();
  EXPECT_NE(kTlds.find({at, 3, end}), 0);
  EXPECT_NE(kTlds.find({at + 4, 2, end}), 0);
  EXPECT_EQ(kTlds.find({at + 4, 4, end}), 0);
  EXPECT_EQ(base::PackedWord(at + 4, 4, end).capitals(), 2u);
  EXPECT_EQ(base::PackedWord(at + 4, 2, end).capitals(), 0u);
  EXPECT_TRUE(base::PackedWord(at, 8, end).is_ascii());
  EXPECT_FALSE(base::PackedWord(at + 1, 8, end).is_ascii());
}

TEST(ShortWords, CountTheirCapitals) {
  for (int byte = 0; byte < 0x80; ++byte) {
    const std::string word{'Z', static_cast<char>(byte), 'a', 'A', 'z', '-', '0', '@'};
    EXPECT_EQ(packed(word).capitals(), std::isupper(byte) != 0 ? 3u : 2u) << byte;
  }
}

TEST(ShortWords, AreComparedWithKnownWordsIgnoringCase) {
  constexpr base::KnownWord kKnown("net");
  EXPECT_EQ(packed("net").lower, kKnown.lower);
  EXPECT_EQ(packed("NeT").lower, kKnown.lower);
  for (const char* other : {"ne", "nett", "new", "t", "network1"}) {
    EXPECT_NE(packed(other).lower, kKnown.lower) << other;
  }
}

// --- longer words, by their prefixes

constexpr base::LongWords<automata::kTlds, 4096> kLongTlds;

TEST(LongWords, AreNeverRejectedByTheirPrefixes) {
  std::vector<std::string> words;
  visit_words(automata::kTlds, 0, "", words);
  size_t count = 0;
  for (const std::string& word : words) {
    const base::PackedWord begins = packed(word.substr(0, base::kLongestShortWord));
    if (word.size() <= base::kLongestShortWord || !begins.is_ascii()) continue;
    ++count;
    EXPECT_TRUE(kLongTlds.may_contain(begins)) << word;
  }
  EXPECT_GT(count, 200u);
}

TEST(LongWords, MostOtherWordsAreRejected) {
  std::mt19937 random(2);
  int passed = 0;
  for (int round = 0; round < 10'000; ++round) {
    std::string word(8, ' ');
    for (char& c : word) c = static_cast<char>('a' + random() % 26);
    passed += kLongTlds.may_contain(packed(word)) ? 1 : 0;
  }
  EXPECT_LT(passed, 1'500);
}

}  // namespace short_words_test
}  // namespace linkspan
