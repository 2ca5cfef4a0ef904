// SPDX-License-Identifier: Apache-2.0
// Promises of include/linkspan/linkspan.h to its callers: scanning and feeding allocate nothing,
// and a sink may throw.

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "tests/support/allocations.h"
#include "tests/support/repeat.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace allocation_test {

// The corpus, one text a line.
std::string text_of_corpus() {
  std::string text;
  for (const Case& one : corpus()) text += one.text + "\n";
  return text;
}

class Allocation : public testing::TestWithParam<Profile> {};

TEST_P(Allocation, NoneWhileTextIsScanned) {
  Options options;
  options.profile = GetParam();
  const Engine engine = Engine::create(options).value();
  const std::string text = text_of_corpus();
  Stream stream = engine.open();
  size_t links = 0;
  const auto count = [&links](const Span&) { ++links; };
  const size_t before = allocations();
  engine.scan(text, count);
  for (size_t at = 0; at < text.size(); at += 1000) {
    stream.feed(std::string_view(text).substr(at, 1000), count);
  }
  stream.finish(count);
  EXPECT_EQ(allocations(), before);
  EXPECT_GT(links, 100u);
}

// As long as a link may be, with as many escapes as it can have.
TEST_P(Allocation, NoneWhileLongLinksWithEscapesAreFed) {
  Options options;
  options.profile = GetParam();
  const Engine engine = Engine::create(options).value();
  Stream stream = engine.open();
  size_t links = 0;
  const auto count = [&links](const Span&) { ++links; };
  for (const std::string_view unit :
       {"\\_", "\\u0061", "&amp;", "&eacute;", "\x1B[1ma", "\x1B[1m\\_", "\x1B[1m\x1B[Ka"}) {
    const std::string text = "https://example.org/" + repeat(unit, 70000) + " ";
    const size_t before = allocations();
    for (size_t at = 0; at < text.size(); at += 1000) {
      stream.feed(std::string_view(text).substr(at, 1000), count);
    }
    stream.finish(count);
    EXPECT_EQ(allocations(), before) << unit;
  }
  EXPECT_GT(links, 0u);
}

// A stream keeps no sequence that stands for nothing, however many there are.
TEST_P(Allocation, NoneWhileColoursAreFed) {
  Options options;
  options.profile = GetParam();
  Stream stream = Engine::create(options).value().open();
  const std::string text = repeat("\x1B[1m", 300);
  const auto ignore = [](const Span&) {};
  const size_t before = allocations();
  stream.feed("https://example.org/", ignore);
  for (int i = 0; i < 5000; ++i) stream.feed(text, ignore);
  EXPECT_EQ(allocations(), before);
}

INSTANTIATE_TEST_SUITE_P(, Allocation, testing::ValuesIn(kAllProfiles),
                         [](const auto& param) { return std::string(to_string(param.param)); });

// Without this test, a counter that does not count would pass the tests above.
TEST(Allocations, AreCounted) {
  LINKSPAN_SKIP_WITHOUT_ALLOCATIONS();
  const size_t before = allocations();
  const std::string longer_than_what_a_string_holds(100, 'a');
  EXPECT_GT(allocations(), before);
}

TEST(Sinks, MayThrow) {
  const Engine engine = Engine::create({}).value();
  const std::string text = "see https://a.example/x and https://b.example/y.";
  const auto refuse = [](const Span&) { throw std::runtime_error("enough"); };
  EXPECT_THROW(engine.scan(text, refuse), std::runtime_error);
  Stream stream = engine.open();
  EXPECT_THROW(stream.feed(text, refuse), std::runtime_error);
  EXPECT_EQ(engine.find_all(text).size(), 2u);
}

}  // namespace allocation_test
}  // namespace linkspan::test
