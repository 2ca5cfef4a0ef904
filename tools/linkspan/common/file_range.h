// SPDX-License-Identifier: Apache-2.0
// FileRange: bytes of a file for another process, and their reader.
//
// The file is opened again by its name, as descriptors are not shared with running processes. If
// there is another file now, this is reported and nothing is read; if it has become shorter, the
// rest is read; the last range ends at the current end of the file. Guarded by
// tests/command/work/jobs_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace linkspan::command {

struct FileRange {
  static constexpr uint64_t kToTheEnd = UINT64_MAX;

  std::string name;  // "-": standard input; empty: no file
  uint64_t device = 0, inode = 0;
  uint64_t begin = 0;
  uint64_t size = 0;  // or kToTheEnd
};

// The rest of the regular file of the descriptor; without a name if it is not a regular file.
FileRange rest_of_file(const std::string& name, int descriptor);

// Reads at most `size` bytes at this offset, all of them unless the file ends or cannot be read:
// then errno is not 0.
size_t read_at(int descriptor, char* into, size_t size, uint64_t offset);

class FileRangeReader {
 public:
  // Opens the file.
  explicit FileRangeReader(const FileRange& range);
  ~FileRangeReader();
  FileRangeReader(const FileRangeReader&) = delete;
  FileRangeReader& operator=(const FileRangeReader&) = delete;

  // The next bytes, at most `size`; 0 at the end, and where reading failed.
  size_t read(char* into, size_t size);

  // All of the range.
  std::string read_all();

  // A sentence; empty without a failure.
  const std::string& failure() const { return failure_; }

 private:
  int descriptor_ = -1;
  uint64_t offset_ = 0;
  uint64_t left_ = 0;
  std::string failure_;
};

}  // namespace linkspan::command
