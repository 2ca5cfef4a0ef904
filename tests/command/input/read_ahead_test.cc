// SPDX-License-Identifier: Apache-2.0
// Promise: reading ahead returns the same bytes as reading directly, in order and up to the same
// end; the current block does not change, and no thread waits forever. ThreadSanitizer checks this
// test for data races.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include "tools/linkspan/common/io.h"
#include "tools/linkspan/input/input_reader.h"

namespace linkspan::command {
namespace read_ahead_test {

constexpr size_t kManyBlocks = 40;

std::string random_bytes(size_t size) {
  std::mt19937 random(1);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

// Returns a text in pieces of any size, sometimes with a delay.
class Source {
 public:
  explicit Source(std::string_view text) : text_(text) {}

  size_t operator()(char* into, size_t size) {
    pause();
    const size_t got = std::min({text_.size(), size, size_t{1} + random_() % size});
    text_.copy(into, got);
    text_.remove_prefix(got);
    return got;
  }
  void pause() {
    if (random_() % 4 == 0) std::this_thread::sleep_for(std::chrono::microseconds(300));
  }

 private:
  std::string_view text_;
  std::mt19937 random_{2};
};

class EachWay : public testing::TestWithParam<Waits> {};
INSTANTIATE_TEST_SUITE_P(Waits, EachWay, testing::Values(Waits::no, Waits::yes),
                         [](const auto& waits) {
                           return waits.param == Waits::no ? "by_a_thread" : "by_the_caller";
                         });

TEST_P(EachWay, TheBytesComeInOrderUpToTheEnd) {
  const std::string text = random_bytes(kManyBlocks * kBlockBytes);
  Source slow_or_fast(text);
  ReadAhead blocks(slow_or_fast, GetParam());
  std::string got;
  for (std::string_view block = blocks.next(); !block.empty(); block = blocks.next()) {
    slow_or_fast.pause();
    got += block;
  }
  EXPECT_TRUE(got == text);
  EXPECT_TRUE(blocks.next().empty()) << "no bytes after the end";
}

TEST_P(EachWay, NothingIsReadBeforeTheFirstRequest) {
  bool has_read = false;
  {
    const ReadAhead blocks(
        [&](char*, size_t) {
          has_read = true;
          return size_t{0};
        },
        GetParam());
  }
  EXPECT_FALSE(has_read);
}

TEST_P(EachWay, BlocksReadBeforeAnExceptionAreReturnedFirst) {
  for (const size_t blocks_before : {size_t{0}, size_t{2}, kManyBlocks}) {
    size_t read = 0;
    ReadAhead blocks(
        [&](char* into, size_t) -> size_t {
          if (read == blocks_before) throw std::runtime_error("out of memory, say");
          *into = static_cast<char>(read++);
          return 1;
        },
        GetParam());
    for (size_t i = 0; i < blocks_before; ++i) {
      EXPECT_EQ(blocks.next(), std::string(1, static_cast<char>(i)));
    }
    EXPECT_THROW(blocks.next(), std::runtime_error);
  }
}

// An endless input of numbered blocks.
class Endless {
 public:
  size_t operator()(char* into, size_t size) {
    std::fill_n(into, size, static_cast<char>(read++));
    return size;
  }
  std::atomic<size_t> read = 0;
};

// Reads until the thread has started.
void start_thread(ReadAhead& blocks) {
  for (size_t i = 0; i <= ReadAhead::kBlocksBefore; ++i) blocks.next();
}

bool has_several_processors() { return std::thread::hardware_concurrency() > 1; }

TEST(ByAThread, ReadsAheadUntilAllBlocksAreFull) {
  if (!has_several_processors()) GTEST_SKIP() << "with one processor there is no thread";
  Endless numbers;
  ReadAhead blocks(std::ref(numbers), Waits::no);
  start_thread(blocks);
  const size_t most = ReadAhead::kBlocksBefore + ReadAhead::kBlocks;
  // The thread is not woken for one block. If it does not read ahead, this loop ends by the time
  // limit of the test.
  while (numbers.read < most - 1) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_LE(numbers.read, most);
}

TEST(ByAThread, ABlockIsUnchangedUntilTheNextCall) {
  Endless numbers;
  ReadAhead blocks(std::ref(numbers), Waits::no);
  for (size_t i = 0; i < kManyBlocks; ++i) {
    const std::string_view block = blocks.next();
    if (i % 8 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    ASSERT_EQ(block, std::string(kBlockBytes, static_cast<char>(i)));
  }
}

TEST(ByAThread, ReadingStopsWhenTheReaderIsDestroyed) {
  Endless numbers;
  {
    ReadAhead blocks(std::ref(numbers), Waits::no);
    start_thread(blocks);
  }
  const size_t read = numbers.read;
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(numbers.read, read);
}

TEST(ByTheCaller, NothingIsReadAhead) {
  Endless numbers;
  ReadAhead blocks(std::ref(numbers), Waits::yes);
  for (size_t i = 0; i < kManyBlocks; ++i) {
    EXPECT_EQ(blocks.next().front(), static_cast<char>(i));
    EXPECT_EQ(numbers.read, i + 1);
  }
}

}  // namespace read_ahead_test
}  // namespace linkspan::command
