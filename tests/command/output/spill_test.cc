// SPDX-License-Identifier: Apache-2.0
// Promise: what --count, --stats and --unique remember is the same, whether it fits into --memory
// or not, in one process or several, and the memory is what was allowed.
#include "tools/linkspan/output/spill.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace linkspan::command {
namespace spill_test {

using Counted = std::vector<std::pair<std::string, uint64_t>>;

Counted all_of(const TextCounts& counts, uint64_t most = UINT64_MAX) {
  Counted all;
  counts.visit(most, [&all](std::string_view text, uint64_t count) {
    all.emplace_back(text, count);
    return true;
  });
  return all;
}

// By counting in a map, and sorting.
Counted expected_of(const std::vector<std::string>& texts) {
  std::map<std::string, uint64_t> counts;
  for (const std::string& text : texts) ++counts[text];
  Counted all(counts.begin(), counts.end());
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return all;
}

// Texts of many lengths, with long common starts, zero bytes and repetitions.
std::vector<std::string> texts_of(size_t count) {
  std::mt19937_64 random(51);
  std::vector<std::string> texts = {"",  std::string(1, '\0'),  std::string(2, '\0'),
                                    "a", std::string("a\0", 2), std::string(300'000, 'x')};
  while (texts.size() < count) {
    const uint64_t number = random() % (count / 2);
    std::string text = "https://example.org/a/rather/long/path/" + std::to_string(number);
    if (number % 7 == 0) text += std::string(number % 300, static_cast<char>(number));
    texts.push_back(std::move(text));
  }
  return texts;
}

TEST(Spill, CountsAreThoseOfAMapWithAnyMemory) {
  const std::vector<std::string> texts = texts_of(200'000);
  const Counted expected = expected_of(texts);
  for (const uint64_t memory : {uint64_t{1} << 20, uint64_t{5} << 20, UINT64_MAX}) {
    SpillFile file;
    TextCounts counts(file, memory);
    for (const std::string& text : texts) counts.add(text);
    counts.finish();
    EXPECT_EQ(counts.size(), expected.size()) << memory;
    EXPECT_TRUE(all_of(counts) == expected) << memory;
    EXPECT_TRUE(all_of(counts, 10) == Counted(expected.begin(), expected.begin() + 10)) << memory;
  }
}

TEST(Spill, NothingAndOneTextAreCounted) {
  SpillFile file;
  TextCounts counts(file, 0);
  TextCounts none(file, 0);
  counts.add("", 3);
  counts.finish();
  none.finish();
  EXPECT_EQ(all_of(counts), (Counted{{"", 3}}));
  EXPECT_EQ(none.size(), 0u);
  EXPECT_TRUE(all_of(none).empty());
}

// Three texts, each more than the memory: most partitions are empty.
TEST(Spill, PartitionsMayBeEmpty) {
  SpillFile file;
  TextCounts counts(file, 0);
  const std::string a(2 << 20, 'a'), b(2 << 20, 'b'), c(2 << 20, 'c');
  for (const std::string* text : {&c, &a, &b, &a}) counts.add(*text);
  counts.finish();
  EXPECT_EQ(counts.size(), 3u);
  EXPECT_TRUE(all_of(counts) == (Counted{{a, 2}, {b, 1}, {c, 1}}));
}

// Two other processes count, one of them more than its memory holds.
TEST(Spill, CountsOfOtherProcessesAreAdded) {
  const std::vector<std::string> texts = texts_of(100'000);
  SpillFile file;
  TextCounts all(file, 1 << 20);
  for (const size_t from : {size_t{0}, texts.size() - 50}) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
      TextCounts counts(file, 1 << 20);
      for (size_t i = from; i < (from == 0 ? texts.size() - 50 : texts.size()); ++i) {
        counts.add(texts[i]);
      }
      const std::string encoded = counts.take_encoded();
      for (size_t at = 0; at < encoded.size();) {
        const ssize_t written = write(ends[1], encoded.data() + at, encoded.size() - at);
        if (written <= 0) _exit(1);
        at += static_cast<size_t>(written);
      }
      _exit(0);
    }
    close(ends[1]);
    std::string encoded(1 << 24, '\0');
    size_t size = 0;
    for (ssize_t got = 0;
         (got = read(ends[0], encoded.data() + size, encoded.size() - size)) > 0;) {
      size += static_cast<size_t>(got);
    }
    encoded.resize(size);
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_EQ(status, 0);
    all.add_encoded(encoded);
  }
  all.finish();
  EXPECT_TRUE(all_of(all) == expected_of(texts));
}

TEST(Spill, OfTheRecordsOfAHashTheFirstIsWritten) {
  SpillFile file;
  SpilledRecords mine(file), other(file);
  const std::vector<std::string> texts = texts_of(50'000);
  std::map<std::string, std::string> expected;
  for (size_t i = 0; i < texts.size(); ++i) {
    const std::string record = texts[i] + '#' + std::to_string(i);
    expected.try_emplace(texts[i], record);
    (i % 3 == 0 ? other : mine).add(file.hash(texts[i]), record);
  }
  mine.add_encoded(other.take_encoded());
  std::multiset<std::string> found, wanted;
  mine.visit([&found](std::string_view record) {
    found.emplace(record);
    return true;
  });
  for (const auto& [text, record] : expected) wanted.insert(record);
  EXPECT_TRUE(found == wanted);
  size_t taken = 0;
  mine.visit([&taken](std::string_view) { return ++taken < 5; });
  EXPECT_EQ(taken, 5u) << "stops when it is told to";
}

}  // namespace spill_test
}  // namespace linkspan::command
