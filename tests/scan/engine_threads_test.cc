// SPDX-License-Identifier: Apache-2.0
// Promise of include/linkspan/linkspan.h: an Engine may be used by several threads at once, and
// each may have Streams of it. The results of a thread do not depend on the others. ThreadSanitizer
// checks this test for data races.

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/chunks.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace engine_threads_test {

constexpr size_t kThreads = 4;

// All texts of the corpus, one a line.
std::string text_of_corpus() {
  std::string text;
  for (const Case& one : corpus()) text += one.text + "\n";
  return text;
}

// Calls `find` in every thread at the same time; all threads must find the same.
template <class Find>
void expect_same_in_all_threads(const std::vector<Span>& expected, Find find) {
  std::array<std::vector<Span>, kThreads> found;
  std::array<std::thread, kThreads> threads;
  for (size_t i = 0; i < kThreads; ++i) {
    threads[i] = std::thread([&found, &find, i] { found[i] = find(i); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_FALSE(expected.empty());
  for (const std::vector<Span>& one : found) EXPECT_TRUE(one == expected);
}

TEST(EngineThreads, ShareAnEngine) {
  const std::string text = text_of_corpus();
  for (const Profile profile : kAllProfiles) {
    Options options;
    options.profile = profile;
    const Engine engine = Engine::create(options).value();
    expect_same_in_all_threads(engine.find_all(text),
                               [&](size_t) { return engine.find_all(text); });
  }
}

TEST(EngineThreads, HaveStreamsOfTheirOwn) {
  const std::string text = text_of_corpus();
  const Engine engine = Engine::create({}).value();
  expect_same_in_all_threads(engine.find_all(text), [&](size_t i) {
    Stream stream = engine.open();
    const auto seed = static_cast<uint32_t>(i + 1);
    return feed_chunks(stream, text, random_chunks(text.size(), seed, 5000));
  });
}

TEST(EngineThreads, MakeEnginesAtTheSameTime) {
  const std::string text = text_of_corpus();
  const std::vector<Span> expected = Engine::create({}).value().find_all(text);
  expect_same_in_all_threads(expected,
                             [&](size_t) { return Engine::create({}).value().find_all(text); });
}

// Streams stay valid after their Engine is destroyed.
TEST(EngineThreads, CanUseStreamsAfterTheirEngineIsDestroyed) {
  const std::string text = text_of_corpus();
  const std::vector<Span> expected = Engine::create({}).value().find_all(text);
  std::vector<Stream> streams;
  {
    const Engine engine = Engine::create({}).value();
    for (size_t i = 0; i < kThreads; ++i) streams.push_back(engine.open());
  }
  expect_same_in_all_threads(
      expected, [&](size_t i) { return feed_chunks(streams[i], text, whole(text.size())); });
}

}  // namespace engine_threads_test
}  // namespace linkspan::test
