// SPDX-License-Identifier: Apache-2.0
#include "common/io.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <utility>

#include "base/printable.h"

namespace linkspan::command {
namespace {

constexpr size_t kMostDigits = 20;  // of 2^64

// Writes numbers that are near each other, such as those of lines: the digits before the last four
// are kept if they are the same. PERF: a quarter of the instructions of std::to_chars; of 1 GB with
// two jobs, in which each link has such a number, 3 % of all.
class NearbyNumbers {
 public:
  // At most kMostDigits. Returns their end.
  char* write(char* at, uint64_t number) {
    const uint64_t high = number / kLow;
    if (high == 0) return std::to_chars(at, at + kMostDigits, number).ptr;
    if (high != high_) {
      high_ = high;
      const char* const end = std::to_chars(digits_.begin(), digits_.end(), high).ptr;
      size_ = static_cast<size_t>(end - digits_.data());
    }
    std::memcpy(at, digits_.data(), digits_.size());
    at += size_;
    uint64_t low = number % kLow;
    for (size_t i = kLowDigits; i-- > 0; low /= 10) at[i] = static_cast<char>('0' + low % 10);
    return at + kLowDigits;
  }

 private:
  static constexpr size_t kLowDigits = 4;
  static constexpr uint64_t kLow = 10000;

  uint64_t high_ = 0;
  size_t size_ = 0;
  std::array<char, kMostDigits - kLowDigits> digits_{};
};

}  // namespace

void append_number(std::string& out, uint64_t number) {
  std::array<char, kMostDigits> digits;
  const auto written = std::to_chars(digits.begin(), digits.end(), number);
  out.append(digits.data(), static_cast<size_t>(written.ptr - digits.data()));
}

void append_count(std::string& out, uint64_t count, Counts* counts) {
  if (counts != nullptr) {
    counts->push_back({out.size(), count});
  } else {
    append_number(out, count);
  }
}

void append_rebased(std::string& out, std::string_view records, const Counts& counts,
                    uint64_t base) {
  const size_t size = out.size();
  out.resize(size + records.size() + counts.size() * kMostDigits);
  char* at = out.data() + size;
  size_t copied = 0;
  const auto copy_up_to = [&](size_t end) {
    std::memcpy(at, records.data() + copied, end - copied);
    at += end - copied;
    copied = end;
  };
  NearbyNumbers numbers;
  for (const PlacedCount& count : counts) {
    copy_up_to(count.offset);
    at = numbers.write(at, base + count.number);
  }
  copy_up_to(records.size());
  out.resize(static_cast<size_t>(at - out.data()));
}

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

FileRange rest_of_file(const std::string& name, int descriptor) {
  struct stat status {};
  const off_t begin = lseek(descriptor, 0, SEEK_CUR);
  if (begin < 0 || fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return {};
  return {name, status.st_dev, status.st_ino, static_cast<uint64_t>(begin), FileRange::kToTheEnd};
}

uint64_t size_of_file(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 ? static_cast<uint64_t>(status.st_size) : 0;
}

size_t read_at(int descriptor, char* into, size_t size, uint64_t offset) {
  size_t done = 0;
  errno = 0;
  while (done < size) {
    const ssize_t got =
        pread(descriptor, into + done, size - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return done;
    if (got == 0) break;
    done += static_cast<size_t>(got);
  }
  errno = 0;
  return done;
}

FileRangeReader::FileRangeReader(const FileRange& range) : offset_(range.begin), left_(range.size) {
  const bool is_standard_input = range.name == "-";
  descriptor_ = is_standard_input ? dup(STDIN_FILENO)
                                  : open(range.name.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  struct stat status {};
  if (descriptor_ < 0 || fstat(descriptor_, &status) != 0) {
    failure_ = std::strerror(errno);
  } else if (status.st_dev != range.device || status.st_ino != range.inode) {
    failure_ = "is another file now; its links are missing";
  }
}

FileRangeReader::~FileRangeReader() {
  if (descriptor_ >= 0) close(descriptor_);
}

size_t FileRangeReader::read(char* into, size_t size) {
  if (!failure_.empty()) return 0;
  const auto wanted = static_cast<size_t>(std::min<uint64_t>(size, left_));
  const size_t got = read_at(descriptor_, into, wanted, offset_);
  if (errno != 0) failure_ = std::strerror(errno);
  offset_ += got;
  left_ -= got;
  return got;
}

std::string FileRangeReader::read_all() {
  std::string bytes;
  for (;;) {
    const size_t before = bytes.size();
    bytes.resize(before + static_cast<size_t>(std::min<uint64_t>(left_, kBlockBytes)));
    const size_t got = read(bytes.data() + before, bytes.size() - before);
    bytes.resize(before + got);
    if (got == 0) return bytes;
  }
}

LineReader::LineReader(int descriptor, std::function<void()> before_waiting)
    : descriptor_(descriptor), before_waiting_(std::move(before_waiting)), bytes_(kBlockBytes) {}

LineReader::Got LineReader::next() {
  for (;;) {
    const void* const found = std::memchr(bytes_.data() + searched_, '\n', end_ - searched_);
    if (found != nullptr) {
      const auto at = static_cast<size_t>(static_cast<const char*>(found) - bytes_.data());
      return take_line(at, at + 1);
    }
    searched_ = end_;
    const Read read = read_more();
    if (read == Read::failed) return Got::failed;
    if (read == Read::some) continue;
    const bool has_line = begin_ != end_ || is_skipping_;
    return has_line ? take_line(end_, end_) : Got::end;
  }
}

LineReader::Got LineReader::take_line(size_t end, size_t next) {
  const char* const begin = bytes_.data() + begin_;
  const size_t size = end - begin_;
  const bool ends_with_return = next > end && size > 0 && begin[size - 1] == '\r';
  line_ = {begin, size - (ends_with_return ? 1 : 0)};
  begin_ = searched_ = next;
  return std::exchange(is_skipping_, false) || size > kMaxLineBytes ? Got::too_long : Got::line;
}

LineReader::Read LineReader::read_more() {
  if (end_ - begin_ > kMaxLineBytes) {
    is_skipping_ = true;
    begin_ = end_;
  }
  std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  searched_ -= begin_;
  begin_ = 0;
  if (bytes_.size() - end_ < kBlockBytes) bytes_.resize(2 * bytes_.size());
  if (!has_more_within(descriptor_, std::chrono::milliseconds(0))) before_waiting_();
  const ssize_t got = read_some(descriptor_, bytes_.data() + end_, kBlockBytes);
  if (got < 0) return Read::failed;
  end_ += static_cast<size_t>(got);
  return got == 0 ? Read::end : Read::some;
}

}  // namespace linkspan::command
