// SPDX-License-Identifier: Apache-2.0
#include "common/io.h"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/printable.h"

namespace linkspan::command {
namespace {

// Whether to repeat the call that failed with errno: it was interrupted, or another process made
// the descriptor non-blocking, and it is ready now.
enum class Again : uint8_t { no, yes };

Again try_again(int descriptor, short events) {
  if (errno == EINTR) return Again::yes;
  if (errno != EAGAIN && errno != EWOULDBLOCK) return Again::no;
  pollfd wait_for{descriptor, events, 0};
  return poll(&wait_for, 1, -1) >= 0 || errno == EINTR ? Again::yes : Again::no;
}

}  // namespace

void report_problem(std::string_view sentence) {
  const std::string line = "linkspan: " + base::printable(sentence) + '\n';
  std::fputs(line.c_str(), stderr);
}

void report_problem(std::string_view subject, std::string_view what) {
  report_problem(std::string(subject).append(": ").append(what));
}

void report_system_error(std::string_view subject, int error_number) {
  report_problem(subject, std::strerror(error_number));
}

ssize_t read_some(int descriptor, char* into, size_t size) {
  for (;;) {
    const ssize_t got = read(descriptor, into, size);
    if (got >= 0 || try_again(descriptor, POLLIN) == Again::no) return got;
  }
}

bool has_more_within(int descriptor, std::chrono::milliseconds time) {
  pollfd wait_for{descriptor, POLLIN, 0};
  return poll(&wait_for, 1, static_cast<int>(time.count())) != 0;
}

Waits reading_waits(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) ? Waits::no : Waits::yes;
}

void Output::flush() {
  if (make_room_) return make_room_();
  size_t written = 0;
  while (state_ == State::open && written < buffer_.size()) {
    const ssize_t count = write(descriptor_, buffer_.data() + written, buffer_.size() - written);
    if (count >= 0) {
      written += static_cast<size_t>(count);
    } else if (try_again(descriptor_, POLLOUT) == Again::no) {
      state_ = errno == EPIPE ? State::unwanted : State::failed;
      if (state_ == State::failed) report_system_error("cannot write the output", errno);
    }
  }
  buffer_.clear();
}

}  // namespace linkspan::command
