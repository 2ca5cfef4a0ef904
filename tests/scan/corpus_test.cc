// SPDX-License-Identifier: Apache-2.0
// Promise: for every required case of the gold corpus, exactly its links are found in its profiles,
// for uts58 and strict by the reference scanner as well. tools/bench/accuracy counts the cases held
// out and the known misses.

#include <gtest/gtest.h>

#include "tests/support/reference_scanner.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace corpus_test {

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

// The cases of prose are not rules for uts58 and strict, but both scanners must agree on their
// texts.
TEST(Corpus, TheReferenceScannerAgreesOnAllCases) {
  for (const Profile profile : {Profile::uts58, Profile::strict}) {
    Options options;
    options.profile = profile;
    for (const Case& one : corpus()) {
      EXPECT_EQ(scan_whole(options, one.text), reference_scan(one.text, options))
          << place(one) << " in " << to_string(profile);
    }
  }
}

}  // namespace corpus_test
}  // namespace linkspan::test
