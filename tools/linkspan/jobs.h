// OrderedPool: work on several threads, its results in the order in which the work was given.
//
//   submit(a) submit(b) submit(c)   a takes longest   →  the sink gets a, b, c
//   the sink says stop after a                        →  it gets nothing more; c never starts
//
// The calling thread gives the work and receives the results; only the jobs run elsewhere. It is
// the one that waits: when there are kJobsPerWorker jobs for each worker that were not handed to
// the sink yet, submit() hands out results until there is room, so memory is bounded by that many
// jobs and their outputs. One slow job holds back those behind it, never more than that.
//
// With one worker there are no threads: submit() runs the job and hands out its result.
//
// The guarding test is tests/jobs_test.cc, also under the thread sanitizer.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "inputs.h"  // Next

namespace linkspan::command {

struct JobResult {
  std::string output;
  int status = 0;        // means what the caller wants it to
  std::string messages;  // for standard error
};

// Runs once at most, on a worker's thread, and does not throw. A long job looks at the token now
// and then: when a stop is requested, nobody receives its result any more.
using Job = std::function<JobResult(const std::stop_token& stop)>;

// Receives the results in order, on the thread that calls the pool. REQUIRES: does not call it.
using JobSink = std::function<Next(JobResult result)>;

// All functions are for one thread, the one that made the pool.
class OrderedPool {
 public:
  static constexpr size_t kJobsPerWorker = 4;

  // REQUIRES: workers > 0. If the system gives fewer threads, there are fewer workers.
  OrderedPool(size_t workers, JobSink sink);

  // Cancels what was not handed out, and waits for the jobs that are running.
  ~OrderedPool();
  OrderedPool(const OrderedPool&) = delete;
  OrderedPool& operator=(const OrderedPool&) = delete;

  // Takes the job, unless the pool is cancelled. Hands out results when there is no room for it.
  Next submit(Job job);

  // Hands out the results whose turn it is, without waiting: for a caller that is about to wait for
  // something else.
  Next hand_out_finished();

  // Waits for all jobs and hands out their results.
  Next finish();

  // No job starts any more, those that run are told, no result is handed out. What a sink that
  // says stop does, too.
  void cancel();

 private:
  enum class Phase : uint8_t { waiting, running, finished };

  struct Slot {
    Job job;
    JobResult result;
    Phase phase = Phase::waiting;
  };

  void start_workers(size_t workers);
  void work();
  Slot* next_to_run();
  Next hand_out_until(size_t at_most_left);
  JobResult take_first();
  Next hand_out(JobResult result);
  Next next() const { return stop_.stop_requested() ? Next::stop : Next::go_on; }

  JobSink sink_;
  std::stop_source stop_;
  std::vector<std::thread> workers_;  // none: jobs run inline

  std::mutex mutex_;  // over all that follows
  std::condition_variable job_waits_;
  std::condition_variable job_finished_;
  // The jobs not handed out yet, in order. INVARIANT: those that are not waiting come first, there
  // are `started_` of them; a slot stays where it is until it is handed out.
  std::deque<Slot> slots_;
  size_t started_ = 0;
};

}  // namespace linkspan::command
