// SPDX-License-Identifier: Apache-2.0
// Promise: a set of links reports whether a link was added before, and its SipHash is the published
// function.

#include "tools/linkspan/link_set.h"

#include <gtest/gtest.h>

#include <string>

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

}  // namespace link_set_test
}  // namespace linkspan::command
