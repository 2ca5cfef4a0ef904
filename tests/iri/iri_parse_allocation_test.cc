// SPDX-License-Identifier: Apache-2.0
// Promise of iri::parse: nothing is allocated for a text that matches, whichever path decides it.

#include <gtest/gtest.h>

#include <string_view>

#include "linkspan/iri.h"
#include "tests/support/allocations.h"

namespace linkspan {
namespace iri_parse_allocation_test {

constexpr std::string_view kTexts[] = {
    "https://user@example.org:8080/a/b/c?d=e&f=g#h",
    "https://example.org/a-path-that-is-longer-than-one-block-of-64-bytes/a%20b/c?d=e&f=g#h",
    "http://[2001:db8::1]:80/",
    "http://192.0.2.1/",
    "https://bücher.example/über/日本語?\uE000",
    "mailto:a@b.example",
    "../a",
    "",
};

TEST(Allocation, IsNotNeededForATextThatMatches) {
  size_t segments = 0;
  const size_t before = test::allocations();
  for (const std::string_view text : kTexts) {
    const Result<iri::View> view = iri::parse(text);
    ASSERT_TRUE(view.ok()) << text;
    for (const std::string_view segment : view->segments()) segments += segment.empty() ? 0 : 1;
  }
  EXPECT_EQ(test::allocations(), before);
  EXPECT_EQ(segments, 11u);
}

// Without this test, a counter that does not count would pass the test above.
TEST(Allocation, IsCountedForAnErrorMessage) {
  LINKSPAN_SKIP_WITHOUT_ALLOCATIONS();
  const size_t before = test::allocations();
  EXPECT_FALSE(iri::parse("a b").ok());
  EXPECT_GT(test::allocations(), before);
}

}  // namespace iri_parse_allocation_test
}  // namespace linkspan
