// The jobs lie in one queue: handed out at its front, put in at its back, and run from the first
// that waits on. A worker holds on to its slot while it runs without the lock: a deque does not
// move its elements when others come and go at its ends, and only finished slots go.
#include "jobs.h"

#include <cassert>
#include <system_error>
#include <utility>

namespace linkspan::command {

OrderedPool::OrderedPool(size_t workers, JobSink sink) : sink_(std::move(sink)) {
  assert(workers > 0);
  if (workers > 1) start_workers(workers);
}

OrderedPool::~OrderedPool() {
  cancel();
  for (std::thread& worker : workers_) worker.join();
}

void OrderedPool::start_workers(size_t workers) {
  workers_.reserve(workers);
  try {
    while (workers_.size() < workers) workers_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    // The system has no more threads for us: those that there are, or this one, do the work.
  }
}

void OrderedPool::work() {
  while (Slot* const slot = next_to_run()) {
    JobResult result = slot->job(stop_.get_token());
    slot->job = nullptr;  // what it holds is freed without the lock, and before the result counts
    const std::lock_guard lock(mutex_);
    slot->result = std::move(result);
    slot->phase = Phase::finished;
    job_finished_.notify_one();
  }
}

// Waits for a job; nothing when there is to be none any more.
OrderedPool::Slot* OrderedPool::next_to_run() {
  std::unique_lock lock(mutex_);
  job_waits_.wait(lock, [this] { return stop_.stop_requested() || started_ < slots_.size(); });
  if (stop_.stop_requested()) return nullptr;
  Slot& slot = slots_[started_++];
  slot.phase = Phase::running;
  return &slot;
}

Next OrderedPool::submit(Job job) {
  if (next() == Next::stop) return Next::stop;
  if (workers_.empty()) return hand_out(job(stop_.get_token()));
  if (hand_out_until(kJobsPerWorker * workers_.size() - 1) == Next::stop) return Next::stop;
  {
    const std::lock_guard lock(mutex_);
    slots_.push_back({std::move(job), {}, Phase::waiting});
  }
  job_waits_.notify_one();
  return hand_out_finished();
}

Next OrderedPool::hand_out_finished() {
  while (next() == Next::go_on) {
    std::unique_lock lock(mutex_);
    if (slots_.empty() || slots_.front().phase != Phase::finished) break;
    JobResult result = take_first();
    lock.unlock();
    hand_out(std::move(result));
  }
  return next();
}

Next OrderedPool::finish() { return hand_out_until(0); }

// Hands out results, waiting for each of them, until no more than so many jobs are left.
Next OrderedPool::hand_out_until(size_t at_most_left) {
  while (next() == Next::go_on) {
    std::unique_lock lock(mutex_);
    if (slots_.size() <= at_most_left) break;
    job_finished_.wait(lock, [this] { return slots_.front().phase == Phase::finished; });
    JobResult result = take_first();
    lock.unlock();
    hand_out(std::move(result));
  }
  return next();
}

// REQUIRES: the lock, and that the first job is finished.
JobResult OrderedPool::take_first() {
  JobResult result = std::move(slots_.front().result);
  slots_.pop_front();
  --started_;
  return result;
}

Next OrderedPool::hand_out(JobResult result) {
  if (sink_(std::move(result)) == Next::stop) cancel();
  return next();
}

void OrderedPool::cancel() {
  {
    const std::lock_guard lock(mutex_);
    stop_.request_stop();
  }
  job_waits_.notify_all();
}

}  // namespace linkspan::command
