// SPDX-License-Identifier: Apache-2.0
// InputReader: an input, decompressed, that can be looked at before it is read.
//
//   peek(), guess(name)   what the input begins with says how it is stored, and in which format
//   read() …              all of it, from the begin on
//
// Guarded by tests/command_documents_test.cc.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "decompress.h"
#include "settings.h"

namespace linkspan::command {

class InputReader {
 public:
  // Receives how many more bytes of the input, as it is stored, were read.
  using CountBytes = std::function<void(uint64_t)>;

  InputReader(int descriptor, CountBytes count_bytes)
      : descriptor_(descriptor),
        reader_(std::make_unique<DecompressingReader>(descriptor, std::string())),
        count_bytes_(std::move(count_bytes)) {}

  // A member of an archive, which is decompressed already and never waited for. `read` is as
  // read(2), and without failures.
  using Read = std::function<size_t(char* into, size_t size)>;
  explicit InputReader(Read read) : read_member_(std::move(read)) {}

  // Reads the first bytes, as many as always say enough if so many are there. From then on it is
  // known how the input is stored.
  void peek();

  // The format, by what comes first. Reads as much as that takes; but where somebody is still
  // writing, what is there is judged when no more comes for a moment: no link waits for more.
  InputFormat guess(const std::string& name);

  // At most `size` bytes; 0 at the end, and where reading failed.
  size_t read(char* into, size_t size);

  // All that is left.
  std::string read_all();

  bool is_member() const { return !reader_; }
  // What was looked at by peek() and guess().
  std::string_view first_bytes() const { return head_; }

  uint64_t bytes_taken() const { return reader_ ? reader_->bytes_taken() : 0; }
  bool is_stored_as_read() const { return reader_ && reader_->compression() == Compression::none; }
  const std::string& failure() const { return failure_; }

 private:
  size_t take_into_head();
  bool has_more(std::chrono::milliseconds patience) const;
  size_t read_further(char* into, size_t size);

  int descriptor_ = -1;
  std::unique_ptr<DecompressingReader> reader_;
  Read read_member_;  // in place of the reader
  CountBytes count_bytes_;
  std::string head_;
  size_t head_taken_ = 0;
  std::string failure_;
};

}  // namespace linkspan::command
