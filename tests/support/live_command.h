// SPDX-License-Identifier: Apache-2.0
// Runs the built command on a pipe that stays open, and reads its output as it comes.
//
//   LiveCommand command(folder, {"scan", "--to", "list"});
//   command.write("see https://e.org/\n");
//   EXPECT_EQ(command.read_until("\n"), "1:5: https://e.org/\n");
//   EXPECT_EQ(command.end(), 0);
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "tests/support/command.h"

namespace linkspan::test {

class LiveCommand {
 public:
  LiveCommand(const std::filesystem::path& folder, const Arguments& arguments)
      : error_file_(folder / "live-stderr"),
        error_(open(error_file_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)),
        process_(folder, arguments, in_.read_end, out_.write_end, error_) {
    in_.close_read_end();
    out_.close_write_end();
    close(error_);
  }

  void write(std::string_view bytes) {
    ASSERT_EQ(::write(in_.write_end, bytes.data(), bytes.size()),
              static_cast<ssize_t>(bytes.size()));
  }

  // The output that was not read before, up to and including `end`; when the time is over, the
  // output so far.
  std::string read_until(std::string_view end, std::chrono::milliseconds time) {
    const auto deadline = std::chrono::steady_clock::now() + time;
    size_t found = std::string::npos;
    while ((found = unread_.find(end)) == std::string::npos) {
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
      if (left.count() <= 0 || !read_more(left)) return std::exchange(unread_, {});
    }
    std::string read = unread_.substr(0, found + end.size());
    unread_.erase(0, read.size());
    return read;
  }

  // The next `bytes` bytes; when the time is over, those that have come.
  std::string read_bytes(size_t bytes, std::chrono::milliseconds time) {
    const auto deadline = std::chrono::steady_clock::now() + time;
    while (unread_.size() < bytes) {
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
      if (left.count() <= 0 || !read_more(left)) return std::exchange(unread_, {});
    }
    std::string read = unread_.substr(0, bytes);
    unread_.erase(0, bytes);
    return read;
  }

  // REQUIRES: end() has returned.
  int64_t most_memory_kib() const { return process_.most_memory_kib(); }

  // REQUIRES: end() has returned.
  double processor_seconds() const { return process_.processor_seconds(); }

  // The process of the command.
  pid_t id() const { return process_.id(); }

  // Closes the input of the command. Returns the exit status; afterwards, rest() returns the
  // remaining output.
  int end() {
    in_.close_write_end();
    while (read_more(std::chrono::seconds(60))) {
    }
    return process_.wait();
  }
  const std::string& rest() const { return unread_; }

  // Its standard error so far.
  std::string errors() const { return read_file(error_file_); }

  // Closes the read end of its output.
  void stop_reading() { out_.close_read_end(); }

 private:
  bool read_more(std::chrono::milliseconds time) {
    pollfd wait_for{out_.read_end, POLLIN, 0};
    if (out_.read_end < 0 || poll(&wait_for, 1, static_cast<int>(time.count())) <= 0) return false;
    char block[1 << 16];
    const ssize_t got = read(out_.read_end, block, sizeof block);
    if (got <= 0) return false;
    unread_.append(block, static_cast<size_t>(got));
    return true;
  }

  std::filesystem::path error_file_;
  Pipe in_, out_;
  int error_;
  Process process_;
  std::string unread_;
};

}  // namespace linkspan::test
