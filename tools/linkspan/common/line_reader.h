// SPDX-License-Identifier: Apache-2.0
// LineReader: the lines of standard input, as they arrive.
//
//   "a\nb\r\n\nc"     "a", "b", "", "c"
//   a line over 256 MiB   too_long, and nothing of it is kept
//
// A line ends with LF or CR LF; the last one need not. Before it waits for a writer, it calls back,
// so that the answers so far can be written. Guarded by tests/command/iri/command_iri_test.cc.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace linkspan::command {

class LineReader {
 public:
  LineReader(int descriptor, std::function<void()> before_waiting);

  static constexpr size_t kMaxLineBytes = size_t{256} << 20;

  enum class Got { line, too_long, end, failed };  // failed: with errno set
  Got next();
  // REQUIRES: next() has returned `line`. Until it is called again.
  std::string_view line() const { return line_; }

 private:
  enum class Read { some, end, failed };
  Read read_more();
  Got take_line(size_t end, size_t next);

  int descriptor_;
  std::function<void()> before_waiting_;
  std::vector<char> bytes_;
  size_t begin_ = 0, end_ = 0;  // of the bytes that were read but not returned
  size_t searched_ = 0;         // there is no line feed before it
  bool is_skipping_ = false;    // the rest of a line that is too long
  std::string_view line_;
};

}  // namespace linkspan::command
