// SPDX-License-Identifier: Apache-2.0
#include "input/input_reader.h"

#include <sched.h>
#include <sys/types.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>
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

namespace {

// PERF: the thread is woken when this many are left, half as often as for each free block.
constexpr uint64_t kFewBlocks = 1;

// More than a set has room for are several, too.
bool has_several_processors() {
  cpu_set_t usable;
  return sched_getaffinity(0, sizeof(usable), &usable) != 0 || CPU_COUNT(&usable) > 1;
}

}  // namespace

ReadAhead::ReadAhead(Read read, Waits waits)
    : read_(std::move(read)),
      by_(waits == Waits::no && has_several_processors() ? By::caller_then_thread : By::caller) {}

std::string_view ReadAhead::next() {
  if (by_ == By::caller_then_thread && given_ == kBlocksBefore) start();
  return by_ == By::thread ? next_of_thread() : next_of_caller();
}

std::string_view ReadAhead::next_of_caller() {
  ++given_;
  fill(blocks_.front());
  return blocks_.front().view();
}

void ReadAhead::start() {
  given_ = 0;
  try {
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
    by_ = By::thread;
  } catch (const std::system_error&) {  // no thread could be started
    by_ = By::caller;
  }
}

std::string_view ReadAhead::next_of_thread() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return given_ < filled_; });
  const Block& block = blocks_[given_ % kBlocks];
  if (block.size == 0) {  // stays the next one
    if (thrown_) std::rethrow_exception(thrown_);
    return {};
  }
  const bool are_few_left = filled_ - ++given_ <= kFewBlocks;
  lock.unlock();
  if (are_few_left) changed_.notify_one();
  return block.view();
}

void ReadAhead::run(const std::stop_token& stop) {
  Block* block = nullptr;
  do {
    block = wait_for_room(stop);
    if (block == nullptr) return;
    try {
      fill(*block);
    } catch (...) {
      thrown_ = std::current_exception();
    }
    {
      const std::lock_guard lock(mutex_);
      ++filled_;
    }
    changed_.notify_one();
  } while (block->size > 0);
}

// The next block to fill; null to stop.
ReadAhead::Block* ReadAhead::wait_for_room(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, stop, [this] { return filled_ - given_ < kBlocks - 1; });
  return stop.stop_requested() ? nullptr : &blocks_[filled_ % kBlocks];
}

// Empty if `read` throws.
void ReadAhead::fill(Block& block) {
  block.size = 0;
  if (!block.bytes) block.bytes = std::make_unique_for_overwrite<char[]>(kBlockBytes);
  block.size = read_(block.bytes.get(), kBlockBytes);
}

}  // namespace linkspan::command
