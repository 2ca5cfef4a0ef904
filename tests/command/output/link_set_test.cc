// SPDX-License-Identifier: Apache-2.0
// Promise: a set of links reports whether a link was added before, and its SipHash is the published
// function; every container with keys from the input has a hash that nobody can predict.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

#include "tests/support/data.h"
#include "tools/linkspan/output/answers.h"
#include "tools/linkspan/output/link_selection.h"
#include "tools/linkspan/output/statistics.h"
#include "tools/linkspan/pick/model.h"

namespace linkspan::command {
namespace link_set_test {

// The reference implementation's vectors for 128 bits: key 00 01 … 0f, and inputs 00 01 … of the
// first lengths.
TEST(SipHash, MatchesTheReferenceVectors) {
  const Hash128 key = {0x0706050403020100u, 0x0f0e0d0c0b0a0908u};
  EXPECT_EQ(base::sip_hash(key, ""), (Hash128{0xe6a825ba047f81a3u, 0x930255c71472f66du}));
  EXPECT_EQ(base::sip_hash(key, std::string(1, '\0')),
            (Hash128{0x44af996bd8c187dau, 0x45fc229b11597634u}));
}

TEST(LinkSet, ReportsWhetherALinkWasAddedBefore) {
  LinkSet set;
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 100'000; ++i) {
      const auto expected = round == 0 ? LinkSet::Seen::first_time : LinkSet::Seen::before;
      ASSERT_EQ(set.insert("https://example.org/" + std::to_string(i)), expected);
    }
  }
  EXPECT_EQ(set.insert(""), LinkSet::Seen::first_time);
  EXPECT_EQ(set.insert(""), LinkSet::Seen::before);
  EXPECT_EQ(set.size(), 100'001u);
}

// Also when another process has made it larger.
TEST(LinkSet, IsSharedWithProcessesThatWereForkedLater) {
  LinkSet set;
  set.insert("before");
  const pid_t other = fork();
  if (other == 0) {
    bool is_right = set.insert("before") == LinkSet::Seen::before;
    for (int i = 0; i < 100'000; ++i) set.insert(std::to_string(i));
    _exit(is_right ? 0 : 1);
  }
  int status = 1;
  ASSERT_EQ(waitpid(other, &status, 0), other);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(set.insert("99999"), LinkSet::Seen::before);
  EXPECT_EQ(set.insert("100000"), LinkSet::Seen::first_time);
  EXPECT_EQ(set.size(), 100'002u);
}

// --- keys with one hash

// Strings of 16 bytes with the same value of libstdc++'s std::hash, which is MurmurHash64A with a
// constant seed: for any first eight bytes, the other eight are computed backwards from the value.
std::vector<std::string> colliding_keys(size_t count) {
  constexpr uint64_t kMultiplier = 0xC6A4A7935BD1E995u;
  constexpr uint64_t kInverse = [] {
    uint64_t inverse = kMultiplier;
    for (int i = 0; i < 6; ++i) inverse *= 2 - kMultiplier * inverse;
    return inverse;
  }();
  static_assert(kMultiplier * kInverse == 1);
  constexpr uint64_t kBegin = 0xC70F6907u ^ (16 * kMultiplier);
  constexpr uint64_t kTarget = 0x0123456789ABCDEFu;
  const auto mixed = [](uint64_t word) { return word ^ (word >> 47); };
  std::vector<std::string> keys;
  for (uint64_t number = 0; number < count; ++number) {
    std::string key(16, 'a');
    std::memcpy(key.data(), &number, 8);
    const uint64_t first = (kBegin ^ (mixed(number * kMultiplier) * kMultiplier)) * kMultiplier;
    const uint64_t second = mixed((kTarget ^ first) * kInverse) * kInverse;
    std::memcpy(key.data() + 8, &second, 8);
    keys.push_back(std::move(key));
  }
  return keys;
}

template <class Map>
size_t longest_bucket(const std::vector<std::string>& keys) {
  Map map;
  for (const std::string& key : keys) map.try_emplace(key);
  size_t longest = 0;
  for (size_t bucket = 0; bucket < map.bucket_count(); ++bucket) {
    longest = std::max(longest, map.bucket_size(bucket));
  }
  return longest;
}

TEST(KeyedHash, KeysMadeForTheUnkeyedHashDoNotCollide) {
  const std::vector<std::string> few = colliding_keys(500);
  using Unkeyed = std::unordered_map<std::string, uint64_t>;
  if (longest_bucket<Unkeyed>(few) != few.size()) {
    GTEST_SKIP() << "std::hash of this standard library is another function";
  }
  const std::vector<std::string> keys = colliding_keys(40'000);
  // Of 40,000 keys in as many buckets, more than 20 in one has a probability below 10^-13.
  EXPECT_LE(longest_bucket<PickModel::RowOfUri>(keys), 20u);
}

// Containers whose keys are numbers of our own or pointers need no key.
TEST(KeyedHash, IsThatOfEveryContainerOfTexts) {
  const std::regex text_keys(
      R"((using KnownNames = )?std::unordered_\w+<\s*(const )?std::string[^;{]*[;{])");
  const std::filesystem::path root(LINKSPAN_SOURCE_DIR);
  size_t files = 0;
  for (const char* const folder : {"src", "include", "tools/linkspan", "tools/python/src"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      const auto extension = entry.path().extension();
      if (extension != ".h" && extension != ".cc") continue;
      ++files;
      std::ostringstream bytes;
      bytes << std::ifstream(entry.path()).rdbuf();
      const std::string source = bytes.str();
      for (std::sregex_iterator at(source.begin(), source.end(), text_keys), end; at != end; ++at) {
        const std::string found = at->str();
        const bool is_fixed = found.starts_with("using KnownNames");  // a table of ours
        EXPECT_TRUE(is_fixed || found.find("KeyedHash") != std::string::npos)
            << entry.path() << ": " << found;
      }
    }
  }
  EXPECT_GT(files, 300u);
}

}  // namespace link_set_test
}  // namespace linkspan::command
