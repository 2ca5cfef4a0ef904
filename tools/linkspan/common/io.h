// SPDX-License-Identifier: Apache-2.0
// Reading and writing file descriptors in large blocks, with interrupted system calls handled; and
// what belongs to it: exit statuses, numbers that are added later, ranges of files, lines.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace linkspan::command {

// The exit status, as the manual page promises it.
inline constexpr int kDone = 0;        // also if no link was found
inline constexpr int kIncomplete = 1;  // some input could not be read, or some output not written
inline constexpr int kWrongUsage = 2;

// And with StatusOf::finding, as grep has it.
inline constexpr int kFound = 0;
inline constexpr int kNothingFound = 1;
inline constexpr int kFailed = 2;

// That of comparing, as cmp has it.
inline constexpr int kEqual = 0;
inline constexpr int kDifferent = 1;

// Counts: the numbers in records that count from the start of a text, so that the records of a part
// can be made before the numbers at its start are known.
//
//   records of a part   ":1: https://example.org/⏎:7: www.example.org⏎"
//   its counts          3 at byte 0, and 12 at byte 25
//   lines before it     1000
//   rebased             "1003:1: https://example.org/⏎1012:7: www.example.org⏎"
//
// Guarded by tests/command/work/jobs_test.cc.

// A number to be inserted at this offset of the records.
struct PlacedCount {
  size_t offset;
  uint64_t number;
};

// In the order of their offsets.
using Counts = std::vector<PlacedCount>;

// Appends the records with their numbers, `base` added to each.
void append_rebased(std::string& out, std::string_view records, const Counts& counts,
                    uint64_t base);

// Appends the number, or stores its place.
void append_count(std::string& out, uint64_t count, Counts* counts);

// PERF: fmt::format_to takes four times as long for a number alone.
void append_number(std::string& out, uint64_t number);

inline constexpr size_t kBlockBytes = 256 * 1024;

// Print `linkspan: sentence`, `linkspan: subject: what` and `linkspan: subject: what errno means`
// on standard error, made printable (base/printable.h), as they contain file names.
void report_problem(std::string_view sentence);
void report_problem(std::string_view subject, std::string_view what);
void report_system_error(std::string_view subject, int error_number);

// Reads the available bytes, at most `size`, waiting for the first of them. 0 at the end, -1 with
// errno set on failure.
ssize_t read_some(int descriptor, char* into, size_t size);

// Is there data to read, or the end, within this time?
bool has_more_within(int descriptor, std::chrono::milliseconds time);

// May reading from it wait for a writer?
enum class Waits : uint8_t { no, yes };
Waits reading_waits(int descriptor);

// Standard output, collected into large writes; or, without a descriptor, text kept in memory.
class Output {
 public:
  enum class State : uint8_t {
    open,
    unwanted,  // its reader has closed it: write no more, which is not a failure
    failed,    // reported on standard error
  };

  Output() = default;
  explicit Output(int descriptor) : descriptor_(descriptor), most_(kBlockBytes) {}

  std::string& buffer() { return buffer_; }
  void flush();  // REQUIRES: a descriptor, or make_room_with()
  void flush_when_full() {
    if (buffer_.size() >= most_) flush();
  }

  // For text in memory: at `most` bytes or more, `make_room` removes them.
  void make_room_with(std::function<void()> make_room, size_t most) {
    make_room_ = std::move(make_room);
    most_ = most;
  }
  // Is it text in memory? Its records are written later.
  bool is_kept() const { return descriptor_ < 0; }
  void set_most(size_t most) { most_ = most; }
  State state() const { return state_; }

  // Another one, empty, to the same place: each is flushed before the other is written to.
  Output another() const { return Output(descriptor_); }
  // Further text goes to this descriptor. REQUIRES: the buffer was flushed.
  void direct_to(int descriptor) { descriptor_ = descriptor; }
  // Takes over the state of another one.
  void follow(State state) { state_ = state_ == State::open ? state : state_; }

  // For text in memory, the places of the numbers that count from the start of a document; null if
  // not needed.
  Counts* counts() { return counts_ ? &*counts_ : nullptr; }
  void note_counts(Counts empty = {}) { counts_.emplace(std::move(empty)); }

 private:
  std::optional<Counts> counts_;
  int descriptor_ = -1;
  size_t most_ = SIZE_MAX;  // bytes to be collected
  std::function<void()> make_room_;
  State state_ = State::open;
  std::string buffer_;
};

// FileRange: bytes of a file for another process, and their reader.
//
// The file is opened again by its name, as descriptors are not shared with running processes. If
// there is another file now, this is reported and nothing is read; if it has become shorter, the
// rest is read; the last range ends at the current end of the file. Guarded by
// tests/command/work/jobs_test.cc.
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

// In bytes; 0 if it is not known.
uint64_t size_of_file(int descriptor);

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

// LineReader: the lines of standard input, as they arrive.
//
//   "a\nb\r\n\nc"     "a", "b", "", "c"
//   a line over 256 MiB   too_long, and nothing of it is kept
//
// A line ends with LF or CR LF; the last one need not. Before it waits for a writer, it calls back,
// so that the answers so far can be written. Guarded by tests/command/iri/command_iri_test.cc.
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
