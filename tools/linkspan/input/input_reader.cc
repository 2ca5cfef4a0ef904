// SPDX-License-Identifier: Apache-2.0
#include "input/input_reader.h"

#include <sys/types.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "common/io.h"

namespace linkspan::command {
namespace {

// How long bytes that may belong to a message are held, from the first of them on.
constexpr std::chrono::milliseconds kPatience{25};

std::chrono::milliseconds left_until(std::chrono::steady_clock::time_point end) {
  const auto left = end - std::chrono::steady_clock::now();
  return std::max(std::chrono::ceil<std::chrono::milliseconds>(left), {});
}

}  // namespace

void InputReader::peek() {
  while (take_into_head() > 0 && head_.size() < kGuessBytes && has_more({})) {
  }
}

const Format& InputReader::guess(const std::string& name, AskedFor asked_for) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  for (FirstBytes extent = head_.empty() ? FirstBytes::whole : FirstBytes::cut;;) {
    if (const Format* const row = guess_format(name, head_, extent, asked_for)) return *row;
    if (!has_more(left_until(end)) || take_into_head() == 0) extent = FirstBytes::whole;
  }
}

size_t InputReader::read(char* into, size_t size) {
  if (head_taken_ == head_.size()) return read_further(into, size);
  const size_t taken = std::min(size, head_.size() - head_taken_);
  std::copy_n(head_.data() + head_taken_, taken, into);
  head_taken_ += taken;
  // The charset of a pipe is decided by the available bytes, which may be more than the peeked
  // ones.
  const bool is_more_wanted = taken < size && has_more({});
  return is_more_wanted ? taken + read_further(into + taken, size - taken) : taken;
}

bool InputReader::has_more(std::chrono::milliseconds patience) const {
  return is_member() || has_more_within(descriptor_, patience);
}

std::string InputReader::read_all() {
  std::string bytes;
  for (;;) {
    const size_t size = bytes.size();
    bytes.resize(std::max(size + kBlockBytes, size * 2));
    const size_t got = read(bytes.data() + size, bytes.size() - size);
    bytes.resize(size + got);
    if (got == 0) return bytes;
  }
}

void InputReader::read_to_end() {
  std::vector<char> block(kBlockBytes);
  while (read(block.data(), block.size()) > 0) {
  }
}

size_t InputReader::take_into_head() {
  const size_t size = head_.size();
  head_.resize(size + kGuessBytes);
  const size_t got = read_further(head_.data() + size, kGuessBytes);
  head_.resize(size + got);
  return got;
}

size_t InputReader::read_further(char* into, size_t size) {
  const uint64_t before = reader_->bytes_taken();
  const ssize_t got = reader_->read(into, size);
  count_bytes_(reader_->bytes_taken() - before);
  if (got < 0) failure_ = reader_->failure();
  return got < 0 ? 0 : static_cast<size_t>(got);
}

}  // namespace linkspan::command
