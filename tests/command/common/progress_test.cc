// SPDX-License-Identifier: Apache-2.0
// Promise: the progress line is correct, fits the columns of the terminal, and is written only to a
// terminal unless it is requested.

#include "tools/linkspan/common/progress.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace linkspan::command {
namespace progress_test {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr uint64_t kMega = 1'000'000;

// --- the line

TEST(ProgressLine, ShowsBytesPercentageRateLinksAndTimeLeft) {
  const ProgressReading reading{312 * kMega, 2000 * kMega, 12345, 410.0 * kMega};
  EXPECT_EQ(format_progress(reading, 80),
            "  312 MB of 2.0 GB  15 %  410 MB/s  12,345 links  0:05 left");
}

TEST(ProgressLine, WithoutATotalThereIsNoPercentageAndNoTimeLeft) {
  const ProgressReading reading{312 * kMega, std::nullopt, 1, 41.0 * kMega};
  EXPECT_EQ(format_progress(reading, 80), "  312 MB   41 MB/s  1 link");
}

TEST(ProgressLine, UnknownValuesAreOmitted) {
  EXPECT_EQ(format_progress({0, std::nullopt, 0, 0}, 80), "     0 B  0 links");
  EXPECT_EQ(format_progress({0, 5000, 0, 0}, 80), "     0 B of 5.0 kB   0 %  0 links");
  EXPECT_EQ(format_progress({0, 0, 0, 0}, 80), "     0 B of 0 B  0 links");
}

TEST(ProgressLine, ThePercentageIsRoundedDownAndAtMost100) {
  EXPECT_EQ(format_progress({999, 1000, 2, 0}, 80), "   999 B of 1.0 kB  99 %  2 links");
  EXPECT_EQ(format_progress({1000, 1000, 2, 0}, 80), "  1.0 kB of 1.0 kB  100 %  2 links");
  // The file grew while it was read.
  EXPECT_EQ(format_progress({2000, 1000, 2, 1000}, 80),
            "  2.0 kB of 1.0 kB  100 %  1.0 kB/s  2 links  0:00 left");
}

TEST(ProgressLine, TimeLeftIsRoundedUpAndHasHoursWhenThereAreAny) {
  const auto left = [](uint64_t bytes, double rate) {
    const std::string line = format_progress({0, bytes, 0, rate}, 80);
    const size_t links = line.find("0 links");
    return line.substr(links + std::string_view("0 links").size());
  };
  EXPECT_EQ(left(100, 100), "  0:01 left");
  EXPECT_EQ(left(101, 100), "  0:02 left");
  EXPECT_EQ(left(5999, 100), "  1:00 left");
  EXPECT_EQ(left(359'900, 100), "  59:59 left");
  EXPECT_EQ(left(360'000, 100), "  1:00:00 left");
  EXPECT_EQ(left(366'100, 100), "  1:01:01 left");
  EXPECT_EQ(left(35'999'900, 100), "  99:59:59 left");
  EXPECT_EQ(left(36'000'000, 100), "");  // too long to be useful
  EXPECT_EQ(left(UINT64_MAX, 1), "");
}

TEST(ProgressLine, BytesHaveTwoOrThreeDigitsInPowersOfThousand) {
  const std::vector<std::pair<uint64_t, std::string>> expected = {{0, "0 B"},
                                                                  {999, "999 B"},
                                                                  {1000, "1.0 kB"},
                                                                  {1049, "1.0 kB"},
                                                                  {1051, "1.1 kB"},
                                                                  {9949, "9.9 kB"},
                                                                  {9951, "10 kB"},
                                                                  {10'499, "10 kB"},
                                                                  {999'499, "999 kB"},
                                                                  {999'501, "1.0 MB"},
                                                                  {312'400'000, "312 MB"},
                                                                  {2'000'000'000, "2.0 GB"},
                                                                  {999'600'000'000, "1.0 TB"},
                                                                  {UINT64_MAX, "18 EB"}};
  for (const auto& [bytes, text] : expected) EXPECT_EQ(format_bytes(bytes), text) << bytes;
}

TEST(ProgressLine, FitsTheWidthAndLosesTheLeastImportantFirst) {
  const ProgressReading reading{312 * kMega, 2000 * kMega, 12345, 410.0 * kMega};
  const std::string all = format_progress(reading, 1000);
  for (size_t width = 0; width <= all.size(); ++width) {
    EXPECT_LE(format_progress(reading, width).size(), width);
  }
  EXPECT_EQ(format_progress(reading, all.size()), all);
  EXPECT_EQ(format_progress(reading, 50), "  312 MB of 2.0 GB  15 %  410 MB/s  0:05 left");
  EXPECT_EQ(format_progress(reading, 40), "  312 MB of 2.0 GB  15 %  0:05 left");
  EXPECT_EQ(format_progress(reading, 30), "  312 MB of 2.0 GB  15 %");
  EXPECT_EQ(format_progress(reading, 20), "  312 MB of 2.0 GB");
  EXPECT_EQ(format_progress(reading, 5), "  312");
}

// --- where it is shown

// A descriptor, and the output that it receives.
class Receiver {
 public:
  Receiver() = default;
  virtual ~Receiver() {
    close(write_end_);
    close(read_end_);
  }
  Receiver(const Receiver&) = delete;
  Receiver& operator=(const Receiver&) = delete;

  int descriptor() const { return write_end_; }

  // The output since the last call.
  std::string received() const {
    std::string all;
    std::array<char, 4096> some{};
    pollfd readable{read_end_, POLLIN, 0};
    while (poll(&readable, 1, 50) == 1 && (readable.revents & POLLIN) != 0) {
      const ssize_t got = read(read_end_, some.data(), some.size());
      if (got <= 0) break;
      all.append(some.data(), static_cast<size_t>(got));
    }
    return all;
  }

 protected:
  int write_end_ = -1;
  int read_end_ = -1;
};

class Terminal : public Receiver {
 public:
  Terminal() {
    read_end_ = posix_openpt(O_RDWR | O_NOCTTY);
    std::array<char, 128> name{};
    if (grantpt(read_end_) != 0 || unlockpt(read_end_) != 0 ||
        ptsname_r(read_end_, name.data(), name.size()) != 0) {
      ADD_FAILURE() << "no pseudoterminal is available";
      return;
    }
    write_end_ = open(name.data(), O_RDWR | O_NOCTTY);
    termios mode{};
    tcgetattr(write_end_, &mode);
    mode.c_oflag &= static_cast<tcflag_t>(~OPOST);  // line feeds arrive as they are written
    tcsetattr(write_end_, TCSANOW, &mode);
    set_width(100);
  }
  void set_width(unsigned short columns) const {
    const winsize size{24, columns, 0, 0};
    EXPECT_EQ(ioctl(write_end_, TIOCSWINSZ, &size), 0);
  }
};

class Pipe : public Receiver {
 public:
  Pipe() {
    std::array<int, 2> ends{};
    EXPECT_EQ(pipe(ends.data()), 0);
    read_end_ = ends[0];
    write_end_ = ends[1];
  }
};

const ProgressTime kStart{seconds(1000)};

// The line that a terminal with this number of columns shows after this output, which has no line
// feeds.
std::string shown(std::string_view written) {
  std::string line;
  size_t column = 0;
  for (const char c : written) {
    if (c == '\r') {
      column = 0;
    } else {
      line.resize(std::max(line.size(), column + 1), ' ');
      line[column++] = c;
    }
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

TEST(Progress, NothingIsShownBeforeTwoSeconds) {
  const Terminal terminal;
  const Pipe results;
  Progress progress(
      {ShowProgress::when_slow, 1000 * kMega, terminal.descriptor(), results.descriptor()}, kStart);
  progress.add_bytes(100 * kMega);
  progress.add_links(3);
  progress.update(kStart + milliseconds(1999));
  EXPECT_EQ(terminal.received(), "");
  progress.update(kStart + seconds(2));
  EXPECT_EQ(terminal.received(), "\r  100 MB of 1.0 GB  10 %   50 MB/s  3 links  0:18 left");
}

TEST(Progress, AShortRunShowsNothing) {
  const Terminal terminal;
  const Pipe results;
  Progress progress({ShowProgress::when_slow, 1000, terminal.descriptor(), results.descriptor()},
                    kStart);
  progress.add_bytes(1000);
  progress.update(kStart + seconds(1));
  progress.finish(kStart + milliseconds(1990));
  EXPECT_EQ(terminal.received(), "");
}

TEST(Progress, TheLineIsUpdatedAtMostTenTimesASecond) {
  const Terminal terminal;
  const Pipe results;
  Progress progress(
      {ShowProgress::when_slow, std::nullopt, terminal.descriptor(), results.descriptor()}, kStart);
  for (int ms = 2000; ms < 3000; ++ms) progress.update(kStart + milliseconds(ms));
  const std::string written = terminal.received();
  EXPECT_EQ(std::count(written.begin(), written.end(), '\r'), 10);
}

TEST(Progress, AShorterLineOverwritesALongerOneAndTheEndErasesIt) {
  const Terminal terminal;
  const Pipe results;
  Progress progress(
      {ShowProgress::when_slow, std::nullopt, terminal.descriptor(), results.descriptor()}, kStart);
  progress.add_bytes(100 * kMega);
  progress.add_links(1234567);
  progress.update(kStart + seconds(3));
  std::string written = terminal.received();
  EXPECT_EQ(shown(written), "  100 MB   33 MB/s  1,234,567 links");
  terminal.set_width(26);
  progress.update(kStart + seconds(4));
  written += terminal.received();
  // No output beyond the new width, where it would begin another line.
  EXPECT_EQ(shown(written).substr(0, 25), "  100 MB   27 MB/s       ");
  terminal.set_width(100);
  progress.update(kStart + seconds(5));
  progress.finish(kStart + seconds(6));
  written += terminal.received();
  EXPECT_EQ(shown(written), "");
  EXPECT_EQ(written.back(), '\r');
  progress.update(kStart + seconds(7));
  EXPECT_EQ(terminal.received(), "");
}

TEST(Progress, AMessageReplacesTheProgressLine) {
  const Terminal terminal;
  const Pipe results;
  Progress progress(
      {ShowProgress::when_slow, std::nullopt, terminal.descriptor(), results.descriptor()}, kStart);
  progress.say("early\n");
  EXPECT_EQ(terminal.received(), "early\n");
  progress.update(kStart + seconds(3));
  const std::string line = terminal.received();
  progress.say("linkspan: a.txt: broken\n");
  const std::string written = line + terminal.received();
  EXPECT_EQ(shown(written), "linkspan: a.txt: broken\n");
  // Then the progress line is shown again, on its own line.
  progress.update(kStart + seconds(4));
  EXPECT_EQ(shown(terminal.received()), "     0 B  0 links");
}

TEST(Progress, TheRateAdaptsToTheRecentSpeed) {
  const Terminal terminal;
  const Pipe results;
  Progress progress(
      {ShowProgress::when_slow, std::nullopt, terminal.descriptor(), results.descriptor()}, kStart);
  progress.add_bytes(200 * kMega);
  progress.update(kStart + seconds(2));
  EXPECT_EQ(terminal.received(), "\r  200 MB  100 MB/s  0 links");
  std::string last;
  for (int second = 3; second <= 30; ++second) {
    progress.add_bytes(10 * kMega);
    progress.update(kStart + seconds(second));
    last = terminal.received();
  }
  EXPECT_EQ(last, "\r  480 MB   10 MB/s  0 links");
}

TEST(Progress, NothingIsShownInAPipeByDefault) {
  const Pipe pipe;
  const Pipe results;
  Progress progress({ShowProgress::when_slow, 1000, pipe.descriptor(), results.descriptor()},
                    kStart);
  EXPECT_EQ(progress.shows(), Progress::Shows::nothing);
  progress.update(kStart + seconds(10));
  progress.finish(kStart + seconds(11));
  EXPECT_EQ(pipe.received(), "");
}

TEST(Progress, NothingIsShownOnTheTerminalThatReceivesTheLinks) {
  const Terminal terminal;
  Progress progress({ShowProgress::when_slow, 1000, terminal.descriptor(), terminal.descriptor()},
                    kStart);
  progress.update(kStart + seconds(10));
  progress.finish(kStart + seconds(11));
  EXPECT_EQ(terminal.received(), "");
}

TEST(Progress, NothingIsShownIfSetToNever) {
  const Terminal terminal;
  const Pipe results;
  Progress progress({ShowProgress::never, 1000, terminal.descriptor(), results.descriptor()},
                    kStart);
  progress.update(kStart + seconds(10));
  progress.finish(kStart + seconds(11));
  EXPECT_EQ(terminal.received(), "");
}

TEST(Progress, OnRequestATerminalShowsTheLineAtOnce) {
  const Terminal terminal;
  Progress progress({ShowProgress::always, 1000, terminal.descriptor(), terminal.descriptor()},
                    kStart);
  progress.add_bytes(500);
  progress.update(kStart + milliseconds(100));
  EXPECT_EQ(shown(terminal.received()), "   500 B of 1.0 kB  50 %  5.0 kB/s  0 links  0:01 left");
}

TEST(Progress, OnRequestAPipeReceivesALineEachSecondAndALastLine) {
  const Pipe pipe;
  const Pipe results;
  Progress progress({ShowProgress::always, 4000, pipe.descriptor(), results.descriptor()}, kStart);
  for (int ms = 0; ms < 2500; ms += 10) {
    progress.update(kStart + milliseconds(ms));
    if (ms % 1000 == 0) progress.add_bytes(1000);
  }
  EXPECT_EQ(pipe.received(),
            "  1.0 kB of 4.0 kB  25 %  1.0 kB/s  0 links  0:03 left\n"
            "  2.0 kB of 4.0 kB  50 %  1.0 kB/s  0 links  0:02 left\n");
  progress.add_bytes(1000);
  progress.finish(kStart + seconds(4));
  EXPECT_EQ(pipe.received(), "  4.0 kB of 4.0 kB  100 %  1.0 kB/s  0 links  0:00 left\n");
}

// --- threads

TEST(Progress, CountsFromManyThreadsAddUp) {
  const Pipe pipe;
  const Pipe results;
  Progress progress({ShowProgress::always, std::nullopt, pipe.descriptor(), results.descriptor()},
                    kStart);
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&progress] {
      for (int n = 0; n < 5000; ++n) {
        progress.add_bytes(1);
        progress.add_links(2);
        progress.update(kStart);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  progress.finish(kStart + seconds(1));
  EXPECT_EQ(pipe.received(), "   20 kB   20 kB/s  40,000 links\n");
}

TEST(ProgressTicker, UpdatesByItselfAndErasesAtTheEnd) {
  const Terminal terminal;
  Progress progress(
      {ShowProgress::always, std::nullopt, terminal.descriptor(), terminal.descriptor()},
      std::chrono::steady_clock::now());
  std::string written;
  {
    const ProgressTicker ticker(progress);
    for (int i = 0; i < 1200 && shown(written).find("7 links") == std::string::npos; ++i) {
      if (i == 0) progress.add_links(7);
      written += terminal.received();
    }
    EXPECT_NE(shown(written).find("7 links"), std::string::npos) << written;
  }
  written += terminal.received();
  EXPECT_EQ(shown(written), "");
}

TEST(ProgressTicker, WithNothingToShowEndsAtOnce) {
  const Pipe pipe;
  const auto start = std::chrono::steady_clock::now();
  Progress progress({ShowProgress::never, std::nullopt, pipe.descriptor(), pipe.descriptor()},
                    start);
  for (int i = 0; i < 1000; ++i) const ProgressTicker ticker(progress);
  // A single tick takes 0.1 s.
  EXPECT_LT(std::chrono::steady_clock::now() - start, seconds(50));
}

}  // namespace progress_test
}  // namespace linkspan::command
