// SPDX-License-Identifier: Apache-2.0
// The progress of a long run, in one line on standard error.
//
//   `  312 MB of 2.0 GB  15 %  410 MB/s  12,345 links  0:04 left`
//   `  312 MB of 2.0 GB or more  410 MB/s  12,345 links`: directories are still listed
//
//   a scan of two seconds or less    →  nothing is shown
//   a longer one, on a terminal      →  the line, updated in place, erased at the end
//   … with the links on the same terminal, or standard error in a file
//                                    →  nothing: the links show the progress
//   … with --progress                →  the line in all cases; in a file, one more each second
//
// A signal that ends the program first erases the line (tests/command/output/command_ends_test.cc).
//
// Counting and showing are separate: any thread may add to the counters, which costs an atomic
// addition; the line is a pure function of the counters and the time, which is an argument. Guarded
// by tests/command/common/progress_test.cc.
#pragma once

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "common/remarks.h"

namespace linkspan::command {

using ProgressTime = std::chrono::steady_clock::time_point;

// --- the line

struct ProgressReading {
  uint64_t bytes_done = 0;
  std::optional<uint64_t> bytes_total;  // unless there is an input of unknown length
  uint64_t links = 0;
  double bytes_per_second = 0;  // 0: not known yet
  // While inputs are still listed, the total grows: no share and no time left can be said.
  enum class Total : uint8_t { final, grows } total = Total::final;
};

// The line, at most `width` columns of ASCII. What does not fit is left out, the least important
// first: links, rate, time left.
std::string format_progress(const ProgressReading& reading, size_t width);

// "999 B", "1.5 kB", "312 MB", "2.0 GB": powers of 1000, two or three digits.
std::string format_bytes(uint64_t bytes);

// --- the display

struct ProgressSettings {
  ShowProgress show = ShowProgress::when_slow;
  std::optional<uint64_t> bytes_total;
  int descriptor = STDERR_FILENO;
  int results_descriptor = STDOUT_FILENO;
  ProgressReading::Total total = ProgressReading::Total::final;
};

class Progress {
 public:
  Progress(const ProgressSettings& settings, ProgressTime start);

  // For any thread, at any time.
  void add_bytes(uint64_t count) { bytes_.fetch_add(count, std::memory_order_relaxed); }
  void take_back_bytes(uint64_t count) { bytes_.fetch_sub(count, std::memory_order_relaxed); }
  // Of inputs that were found; after that, the total is final.
  void add_total(uint64_t count) { bytes_total_.fetch_add(count, std::memory_order_relaxed); }
  void end_total() { total_ = ProgressReading::Total::final; }
  void add_links(uint64_t count) { links_.fetch_add(count, std::memory_order_relaxed); }

  // Shows the progress if that is due: at most ten times a second on a terminal. For any thread;
  // `now` does not decrease.
  void update(ProgressTime now);

  // Writes a message that ends with a line feed, in place of the line if there is one. For any
  // thread.
  void say(std::string_view message);

  // Erases the line, or writes the last one if there is a line each second. Nothing is shown after
  // that.
  void finish(ProgressTime now);

  // Can anything be shown at all? If not, update() need not be called.
  enum class Shows : uint8_t { nothing, line_in_place, line_each_second };
  Shows shows() const { return shows_; }
  int descriptor() const { return descriptor_; }

 private:
  void measure(ProgressTime now);
  void draw(std::string_view line);
  void write_out(std::string_view text) const;
  ProgressReading reading() const;

  const int descriptor_;
  const Shows shows_;
  const bool has_total_;
  const ProgressTime start_;
  std::atomic<uint64_t> bytes_total_;
  std::atomic<ProgressReading::Total> total_;
  std::atomic<uint64_t> bytes_ = 0;
  std::atomic<uint64_t> links_ = 0;

  std::mutex mutex_;  // over all that follows, and over writing
  ProgressTime next_;
  ProgressTime measured_at_;
  uint64_t measured_bytes_ = 0;
  double rate_ = 0;
  size_t drawn_ = 0;  // columns of the line on the terminal
  enum class Finished : uint8_t { no, yes } finished_ = Finished::no;
};

// Calls update() from its own thread as long as it lives, then finish(). Without a thread if
// nothing can be shown. If a line is drawn in place, SIGINT, SIGTERM and SIGHUP erase it before
// they end the program. REQUIRES: there is one of these at a time.
class ProgressTicker {
 public:
  explicit ProgressTicker(Progress& progress);
  ~ProgressTicker();
  ProgressTicker(const ProgressTicker&) = delete;
  ProgressTicker& operator=(const ProgressTicker&) = delete;

 private:
  void run();

  Progress& progress_;
  std::mutex mutex_;
  std::condition_variable stop_;
  enum class Stopping : uint8_t { no, yes } stopping_ = Stopping::no;
  std::thread thread_;
};

}  // namespace linkspan::command
