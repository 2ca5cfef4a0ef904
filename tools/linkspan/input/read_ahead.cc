// SPDX-License-Identifier: Apache-2.0
#include "input/read_ahead.h"

#include <sched.h>

#include <system_error>
#include <utility>

#include "common/io.h"

namespace linkspan::command {
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
