// SPDX-License-Identifier: Apache-2.0
// WorkerProcesses: work in several processes, and in the order in which it was given what has to
// be.
//
//   submit(a) submit(b) submit(c)   a takes longest   →  the sink gets a, b, c
//   the sink says stop after a                        →  it gets nothing more
//   a worker dies                                     →  its jobs are reported as lost, no others
//
// Processes and not threads, because of the library that reads mail: its objects are counted under
// locks that all threads share. PERF: `linkspan scan --jobs 2` on a mailbox of 2 GB takes 9.0 s
// where one job takes 16.7 s; with threads, reading mail alone was 1.36 times as fast as with one.
//
// A job is done in two steps. What may be done at any time is done at once; what has to be done in
// the order of the jobs, such as writing, waits for its turn. The process that asks gives the
// turns, with what is to be told then, and gets an answer:
//
//   job ─▶ Work ─▶ InTurn ─┬─▶ answer ─▶ AnswerSink
//              told ─▶─────┘
//
// A job whose results are too large to be kept may wait for its turn in the middle of Work, and
// write what it has so far and the rest as it comes (Turn::wait).
//
// A worker has one thread for each step: while its turn waited for the end of another job, all the
// others waited for it. PERF: `scan --jobs 2` of a directory where a file of 1.9 MB and one of 2 KB
// take turns: 0.33 s; 0.52 with one thread, and 0.54 with one job.
//
// PERF: `linkspan scan --to list --jobs 2` of 1 GB: 1.02 s of CPU time, and 1.21 when 150 MB of
// records went through pipes and were written by the process that asks.
//
// Jobs, what is told and answers are strings, which go through pipes. A job goes to the worker that
// has the fewest left to do, as processors are not equally fast, nor free; who that is, workers
// tell in memory that is shared, so that nobody has to be woken for it. While a pipe is full, what
// the worker has to say is taken from the other one: neither waits for the other for ever.
//
// A worker that is killed is reported; when the process that made this is killed, all workers end.
//
// The workers are forked when this is made, with all that is in memory then. REQUIRES: the process
// has one thread at that time. The guarding test is tests/worker_processes_test.cc.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "inputs.h"  // Next

namespace linkspan::command {

// In a worker: the turn of the job at hand.
class Turn {
 public:
  // Called at most once; waits for the turn and returns what it brings.
  using Take = std::function<std::string()>;
  explicit Turn(Take take) : take_(std::move(take)) {}

  // Waits for the turn, which is then that of this job until its end. Returns what was told.
  std::string_view wait() {
    if (!told_) told_ = take_();
    return *told_;
  }
  bool has_come() const { return told_.has_value(); }

 private:
  Take take_;
  std::optional<std::string> told_;
};

class WorkerProcesses {
 public:
  // In a worker: what is left of a job, told what is known when it is its turn. Returns the answer.
  // Called on another thread than Work, which may be at the next job meanwhile; or on the same one
  // right after Work, if that has waited for the turn.
  using InTurn = std::function<std::string(std::string_view told)>;
  // In a worker: does a job up to there.
  using Work = std::function<InTurn(std::string_view job, Turn& turn)>;

  // In the process that made this: what the next job is told.
  using Tell = std::function<std::string()>;
  // Receives the answers in order; nothing if the worker has died, as it does when Work or InTurn
  // throws. Others do the jobs that it was not given.
  using AnswerSink = std::function<Next(std::optional<std::string> answer)>;

  // How many jobs may be without an answer for each worker, so that none waits for the next while
  // the turn is another's.
  static constexpr size_t kJobsPerWorker = 4;

  // REQUIRES: workers > 0. If the system gives fewer, there are fewer; with none, jobs are done
  // here.
  WorkerProcesses(size_t workers, Work work, Tell tell, AnswerSink sink);

  // Ends the workers. Jobs whose turn has not come are lost.
  ~WorkerProcesses();
  WorkerProcesses(const WorkerProcesses&) = delete;
  WorkerProcesses& operator=(const WorkerProcesses&) = delete;

  // Gives out a job; gives turns when there is no room for it.
  Next submit(std::string_view job);

  // Gives all jobs their turn.
  Next finish();

 private:
  // Jobs done up to their turn, counted by one worker in memory that all processes share.
  struct alignas(64) JobsDone {
    std::atomic<uint64_t> count = 0;
    static_assert(std::atomic<uint64_t>::is_always_lock_free);
  };
  struct Worker {
    pid_t id = -1;
    int jobs = -1;       // written to
    int turns = -1;      // written to
    int answers = -1;    // read from
    std::string unread;  // what came from it and was not taken
    uint64_t jobs_given = 0;
    const JobsDone* jobs_done = nullptr;
    bool has_died = false;

    uint64_t jobs_left() const;
    void close_pipes();
  };
  // The worker's ends of the same pipes.
  struct Ends {
    int jobs, turns, answers;
  };
  struct Unmap {
    size_t count;
    void operator()(JobsDone* first) const;
  };
  using SharedJobsDone = std::unique_ptr<JobsDone[], Unmap>;

  static SharedJobsDone share_jobs_done(size_t workers);
  bool start_worker(JobsDone& done);
  static bool is_ready(Worker& worker);
  class InTurnQueue;
  void do_job(std::string_view job, InTurnQueue& waiting) const;
  [[noreturn]] void serve(const Ends& ends, JobsDone& done) const;
  std::optional<size_t> least_busy() const;
  enum class Sent : uint8_t { no, yes };  // a worker that has died takes nothing
  static Sent send(Worker& worker, std::string_view bytes);
  static bool receive_or_wait(Worker& worker);
  static bool read_from(Worker& worker, char* into, size_t size);
  static std::optional<std::string> take_answer(Worker& worker);
  Next give_turn();

  Work work_;
  Tell tell_;
  AnswerSink sink_;
  SharedJobsDone jobs_done_;  // one for each worker; null: no worker can be started
  std::vector<Worker> workers_;
  std::deque<size_t> unanswered_;  // who has the jobs without an answer, in their order
  Next next_ = Next::go_on;
};

}  // namespace linkspan::command
