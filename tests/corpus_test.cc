// SPDX-License-Identifier: Apache-2.0
// Promise: every required case of the gold corpus has exactly its links in its profiles; those of
// uts58 and strict in the reference scanner as well. Cases held out and known misses are counted by
// tools/bench/accuracy.

#include <gtest/gtest.h>

#include "tests/support/reference_scanner.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace {

TEST(Corpus, EveryRequiredCaseHasItsLinks) {
  ASSERT_GT(corpus().size(), 1500u);
  for (const Case& one : corpus()) {
    if (one.duty != Duty::required) continue;
    for (const Profile profile : one.profiles) {
      Options options;
      options.profile = profile;
      const std::vector<Span> spans = scan_whole(options, one.text);
      EXPECT_EQ(mark_links(one.text, ranges(spans)), mark_links(one.text, one.links))
          << place(one) << " in " << to_string(profile);
      if (reference_knows(profile)) {
        EXPECT_EQ(spans, reference_scan(one.text, options)) << place(one);
      }
    }
  }
}

// What the corpus says of prose is no rule for uts58, but both scanners have to agree on it.
TEST(Corpus, TheReferenceAgreesOnAllCases) {
  for (const Profile profile : {Profile::uts58, Profile::strict}) {
    Options options;
    options.profile = profile;
    for (const Case& one : corpus()) {
      EXPECT_EQ(scan_whole(options, one.text), reference_scan(one.text, options))
          << place(one) << " in " << to_string(profile);
    }
  }
}

}  // namespace
}  // namespace linkspan::test
