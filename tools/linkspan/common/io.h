// SPDX-License-Identifier: Apache-2.0
// Reading and writing file descriptors in large blocks, with interrupted system calls handled.
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

#include "common/counts.h"

namespace linkspan::command {

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

}  // namespace linkspan::command
