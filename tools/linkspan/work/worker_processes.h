// SPDX-License-Identifier: Apache-2.0
// WorkerProcesses: runs jobs in several processes, and their ordered steps in the order of the
// jobs.
//
//   submit(a) submit(b) submit(c)   a takes longest   →  the sink gets a, b, c
//   the sink says stop after a                        →  it gets nothing more
//   a worker dies                                     →  its jobs are reported as lost, no others
//
// Processes and not threads, because of the mail library: all threads share the locks of its
// reference counts. PERF: `linkspan scan --jobs 2` on a mailbox of 2 GB takes 9.0 s, one job 16.7
// s; with two threads, reading mail was only 1.36 times as fast as with one.
//
// A job has two steps. The first may be done at any time; the second, such as writing, waits for
// its turn, in the order of the jobs. The main process gives the turns, with a message for the job,
// and gets an answer:
//
//   job ─▶ Work ─▶ InTurn ─┬─▶ answer ─▶ AnswerSink
//           message ─▶─────┘
//
// A job whose results are too large to keep may wait for its turn during Work, and then write its
// results so far, and later ones at once (Turn::wait).
//
// A worker has one thread for each step: otherwise a turn would wait for the end of the next job of
// its worker, and all other workers for the turn. PERF: `scan --jobs 2` of a directory in which a
// file of 1.9 MB and one of 2 KB alternate: 0.33 s; 0.52 with one thread, and 0.54 with one job.
//
// PERF: `linkspan scan --to list --jobs 2` of 1 GB: 1.02 s of CPU time, and 1.21 if 150 MB of
// records go through pipes and are written by the main process.
//
// Jobs, messages and answers are strings in pipes. A job goes to the worker with the fewest
// remaining jobs, as processors are not equally fast, nor free; workers count their jobs in shared
// memory, so that no process has to be woken. While a pipe to a worker is full, its answers are
// read, so that there is no deadlock.
//
// A killed worker is reported; if the main process is killed, all workers end.
//
// The workers are forked in the constructor, with the memory of that time. REQUIRES: the process
// has one thread at that time. Guarded by tests/command/work/worker_processes_test.cc.
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

#include "input/inputs.h"  // Next

namespace linkspan::command {

// In a worker: the turn of the current job.
class Turn {
 public:
  // Called at most once; waits for the turn and returns its message.
  using Take = std::function<std::string()>;
  explicit Turn(Take take) : take_(std::move(take)) {}

  // Waits for the turn, which this job keeps until its end. Returns the message.
  std::string_view wait() {
    if (!message_) message_ = take_();
    return *message_;
  }
  bool has_come() const { return message_.has_value(); }

 private:
  Take take_;
  std::optional<std::string> message_;
};

class WorkerProcesses {
 public:
  // In a worker: the second step of a job, with the message of its turn. Returns the answer. Called
  // on another thread than Work, which may run the next job meanwhile; or on the same one right
  // after Work, if that has waited for the turn.
  using InTurn = std::function<std::string(std::string_view message)>;
  // In a worker: the first step of a job.
  using Work = std::function<InTurn(std::string_view job, Turn& turn)>;

  // In the main process: the message for the next job.
  using MakeMessage = std::function<std::string()>;
  // Receives the answers in order; nothing if the worker has died, as it does when Work or InTurn
  // throws. The remaining jobs go to other workers.
  using AnswerSink = std::function<Next(std::optional<std::string> answer)>;

  // In a worker, at its end: what it hands to end().
  using LastWord = std::function<std::string()>;

  // The number of unanswered jobs for each worker, so that it has a next job while it is another
  // worker's turn.
  static constexpr size_t kJobsPerWorker = 4;

  // REQUIRES: workers > 0. There are fewer if the system cannot start as many; without any, jobs
  // are run in this process.
  WorkerProcesses(size_t workers, Work work, MakeMessage make_message, AnswerSink sink,
                  LastWord last_word = {});

  // Ends the workers. Jobs whose turn has not come are lost.
  ~WorkerProcesses();
  WorkerProcesses(const WorkerProcesses&) = delete;
  WorkerProcesses& operator=(const WorkerProcesses&) = delete;

  // Sends a job to a worker; gives turns if there is no room for it.
  Next submit(std::string_view job);

  // Gives all jobs their turn.
  Next finish();

  // Ends the workers. Returns the last words of each; nothing of one that has died. REQUIRES:
  // finish() said go_on, and nothing is submitted later.
  std::vector<std::optional<std::string>> end();

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
    std::string unread;  // bytes that were read from it and not used
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
  enum class Sent : uint8_t { no, yes };  // no: the worker has died
  static Sent send(Worker& worker, std::string_view bytes);
  static bool receive_or_wait(Worker& worker);
  static bool read_from(Worker& worker, char* into, size_t size);
  static std::optional<std::string> take_answer(Worker& worker);
  Next give_turn();

  Work work_;
  MakeMessage make_message_;
  AnswerSink sink_;
  LastWord last_word_;
  SharedJobsDone jobs_done_;  // one for each worker; null: no worker can be started
  std::vector<Worker> workers_;
  std::deque<size_t> unanswered_;  // the workers of the unanswered jobs, in order
  Next next_ = Next::go_on;
};

}  // namespace linkspan::command
