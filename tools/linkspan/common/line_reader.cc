// SPDX-License-Identifier: Apache-2.0
#include "common/line_reader.h"

#include <chrono>
#include <cstring>
#include <utility>

#include "common/io.h"

namespace linkspan::command {

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
