// SPDX-License-Identifier: Apache-2.0
// Reading and writing file descriptors in large blocks, with the interruptions of Unix handled
// here.
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

#include "counts.h"

namespace linkspan::command {

inline constexpr size_t kBlockBytes = 256 * 1024;

// Print `linkspan: sentence`, `linkspan: subject: what` and `linkspan: subject: what errno means`
// on standard error, made printable (base/printable.h): there are names of files in them.
void report_problem(std::string_view sentence);
void report_problem(std::string_view subject, std::string_view what);
void report_system_error(std::string_view subject, int error_number);

// Reads what is there, at most `size` bytes, waiting for the first of them. 0 at the end, -1 with
// errno set when reading failed.
ssize_t read_some(int descriptor, char* into, size_t size);

// Can something be read from it, or its end be seen, within this time?
bool has_more_within(int descriptor, std::chrono::milliseconds time);

// Can reading from it wait for somebody to write?
enum class Waits : uint8_t { no, yes };
Waits reading_waits(int descriptor);

// Standard output, collected into large writes; or, without a descriptor, text kept in memory.
class Output {
 public:
  enum class State : uint8_t {
    open,
    unwanted,  // its reader has gone: no more is to be written, and that is no failure
    failed,    // reported on standard error
  };

  Output() = default;
  explicit Output(int descriptor) : descriptor_(descriptor), most_(kBlockBytes) {}

  std::string& buffer() { return buffer_; }
  void flush();  // REQUIRES: a descriptor, or make_room_with()
  void flush_when_full() {
    if (buffer_.size() >= most_) flush();
  }

  // Of text kept in memory: when there are `most` bytes or more, `make_room` takes them away.
  void make_room_with(std::function<void()> make_room, size_t most) {
    make_room_ = std::move(make_room);
    most_ = most;
  }
  void set_most(size_t most) { most_ = most; }
  State state() const { return state_; }

  // Another one, empty, to the same place: each is flushed before the other is written to.
  Output another() const { return Output(descriptor_); }
  // Takes over what another one has met with.
  void follow(State state) { state_ = state_ == State::open ? state : state_; }

  // Of text kept in memory, where the numbers are that count from the start of a document; null
  // where nobody wants to know.
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
