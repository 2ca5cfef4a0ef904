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
// PERF: `linkspan scan --to list --jobs 2` of 1 GB: 1.02 s of CPU time, and 1.21 when 150 MB of
// records went through pipes and were written by the process that asks.
//
// Jobs, what is told and answers are strings, which go through pipes. Job i is done by worker i
// modulo their number, so the next answer always comes from a worker that is known. While a pipe is
// full, what the worker has to say is taken from the other one: neither waits for the other for
// ever.
//
// The workers are forked when this is made, with all that is in memory then. REQUIRES: the process
// has one thread at that time. The guarding test is tests/worker_processes_test.cc.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inputs.h"  // Next

namespace linkspan::command {

class WorkerProcesses {
 public:
  // In a worker: what is left of a job, told what is known when it is its turn. Returns the answer.
  using InTurn = std::function<std::string(std::string_view told)>;
  // In a worker: does a job up to there.
  using Work = std::function<InTurn(std::string_view job)>;

  // In the process that made this: what the next job is told.
  using Tell = std::function<std::string()>;
  // Receives the answers in order; nothing if the worker has died.
  using AnswerSink = std::function<Next(std::optional<std::string> answer)>;

  // How many jobs a worker may have without an answer, so that it never waits for the next.
  static constexpr size_t kJobsPerWorker = 3;

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
  struct Worker {
    pid_t id = -1;
    int jobs = -1;       // written to
    int turns = -1;      // written to
    int answers = -1;    // read from
    std::string unread;  // what came from it and was not taken

    void close_pipes();
  };
  struct Ends {
    int jobs, turns, answers;
  };

  bool start_worker();
  [[noreturn]] void serve(const Ends& ends) const;
  Worker& worker_of(size_t job) { return workers_[job % workers_.size()]; }
  static void send(Worker& worker, std::string_view bytes);
  static bool receive_or_wait(Worker& worker);
  static bool read_from(Worker& worker, char* into, size_t size);
  static std::optional<std::string> take_answer(Worker& worker);
  Next give_turn();

  Work work_;
  Tell tell_;
  AnswerSink sink_;
  std::vector<Worker> workers_;
  size_t given_ = 0;     // jobs so far
  size_t answered_ = 0;  // of them
  Next next_ = Next::go_on;
};

}  // namespace linkspan::command
