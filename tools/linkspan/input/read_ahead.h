// SPDX-License-Identifier: Apache-2.0
// ReadAhead: an input in blocks. While one of them is used, a thread reads the next ones.
//
//   a file of 1 GB             →  its first blocks are read by the caller, the rest by the thread
//   a short file, a pipe       →  all is read by the caller
//   one processor, no thread   →  likewise
//
// Reading is a copy out of the system's cache, or decompression: work for another processor. Blocks
// that were read before an end or an exception are returned first. There are few blocks, so that
// they stay in the processor's cache. A thread that waits for a writer could not be ended, so pipes
// and terminals are not read ahead.
//
// PERF: `linkspan scan --to list` of 1 GB in the page cache takes 0.75 s, and 0.84 s with all read
// by the caller (medians of eleven in turn, with `chrt -f 1` on two processors that others use,
// too).
//
// Guarded by tests/command/input/read_ahead_test.cc.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <thread>

#include "common/io.h"

namespace linkspan::command {

// Belongs to one thread, apart from its own.
class ReadAhead {
 public:
  // At most `size` bytes; 0 at the end.
  using Read = std::function<size_t(char* into, size_t size)>;

  // `read` is called as long as this lives, by one thread at a time, and not before next() is.
  ReadAhead(Read read, Waits waits);

  // The next bytes, until the next call; empty at the end. Rethrows exceptions of `read`.
  std::string_view next();

  static constexpr size_t kBlocks = 4;
  static constexpr uint64_t kBlocksBefore = 4;  // the thread starts: shorter inputs gain nothing

 private:
  struct Block {
    std::unique_ptr<char[]> bytes;
    size_t size = 0;
    std::string_view view() const { return {bytes.get(), size}; }
  };
  enum class By : uint8_t { caller, caller_then_thread, thread };

  std::string_view next_of_caller();
  std::string_view next_of_thread();
  void start();
  void run(const std::stop_token& stop);
  Block* wait_for_room(const std::stop_token& stop);
  void fill(Block& block);

  Read read_;
  By by_;
  // INVARIANT: the thread fills no block from the last returned one, which may be in use, to the
  // last filled one.
  std::array<Block, kBlocks> blocks_;
  std::exception_ptr thrown_;  // instead of the last one

  std::mutex mutex_;  // over what follows
  std::condition_variable_any changed_;
  uint64_t filled_ = 0;  // blocks so far
  uint64_t given_ = 0;   // of them

  std::jthread thread_;  // ends before all that it uses
};

}  // namespace linkspan::command
