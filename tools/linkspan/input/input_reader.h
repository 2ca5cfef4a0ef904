// SPDX-License-Identifier: Apache-2.0
// InputReader: a decompressed input that can be inspected before it is read.
//
//   peek(), guess(name)   what the input begins with says how it is stored, and in which format
//   read() …              all of it, from the begin on
//
// Guarded by tests/command/input/command_documents_test.cc.
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "common/io.h"
#include "input/decompress.h"
#include "input/read_settings.h"

namespace linkspan::command {

class InputReader {
 public:
  // Receives the number of further bytes of the stored input that were read.
  using CountBytes = std::function<void(uint64_t)>;

  InputReader(int descriptor, CountBytes count_bytes)
      : descriptor_(descriptor),
        reader_(std::make_unique<DecompressingReader>(descriptor, std::string())),
        count_bytes_(std::move(count_bytes)) {}

  // A member of an archive or a part of a mail, which never waits. `read` is like read(2), but
  // never fails.
  using Read = std::function<size_t(char* into, size_t size)>;
  explicit InputReader(Read read)
      : reader_(std::make_unique<DecompressingReader>(
            [read = std::move(read)](char* into, size_t size) {
              return static_cast<ssize_t>(read(into, size));
            })) {}

  // Reads the first bytes, as many as are always enough, if there are so many. After that the
  // compression is known.
  void peek();

  // The format, by the first bytes. Reads as many as necessary; but if the input is still being
  // written, the available bytes decide after a short pause, so that no link waits for more.
  const Format& guess(const std::string& name, AskedFor asked_for);

  // At most `size` bytes; 0 at the end, and where reading failed.
  size_t read(char* into, size_t size);

  // All that is left.
  std::string read_all();

  bool is_member() const { return descriptor_ < 0; }
  // The bytes that peek() and guess() have read.
  std::string_view first_bytes() const { return head_; }

  uint64_t bytes_taken() const { return reader_->bytes_taken(); }
  bool is_compressed() const { return reader_->compression() != Compression::none; }
  bool is_stored_as_read() const { return !is_member() && !is_compressed(); }
  const std::string& failure() const { return failure_; }
  // Is it one that the format's own tool says and does not count as an error?
  bool is_failure_harmless() const { return reader_->is_failure_harmless(); }

  // Reads the rest, so that the checks at its end are made.
  void read_to_end();

 private:
  size_t take_into_head();
  bool has_more(std::chrono::milliseconds patience) const;
  size_t read_further(char* into, size_t size);

  int descriptor_ = -1;
  std::unique_ptr<DecompressingReader> reader_;
  CountBytes count_bytes_ = [](uint64_t) {};
  std::string head_;
  size_t head_taken_ = 0;
  std::string failure_;
};

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
