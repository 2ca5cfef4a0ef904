// SPDX-License-Identifier: Apache-2.0
// InputReader: a decompressed input that can be inspected before it is read.
//
//   peek(), guess(name)   what the input begins with says how it is stored, and in which format
//   read() …              all of it, from the begin on
//
// Guarded by tests/command/input/command_documents_test.cc.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

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

}  // namespace linkspan::command
