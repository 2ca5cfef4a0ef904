// WorkerProcesses: work in several processes, its results in the order in which the work was given.
//
//   submit(a) submit(b) submit(c)   a takes longest   →  the sink gets a, b, c
//   the sink says stop after a                        →  it gets nothing more
//   a worker dies                                     →  its jobs are reported as lost, no others
//
// Processes and not threads, because of the library that reads mail: its objects are counted under
// locks that all threads share. PERF: `linkspan scan --jobs 2` on a mailbox of 2 GB takes 9.0 s
// where one job takes 16.7 s; with threads, reading mail alone was 1.36 times as fast as with one.
//
// Jobs and results are strings, which go through pipes. Job i is done by worker i modulo their
// number, so the next result always comes from a worker that is known. While a pipe is full, what
// the worker has to say is taken from the other one: neither waits for the other for ever.
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
  // Does a job, in a worker.
  using Work = std::function<std::string(std::string_view job)>;
  // Receives the results in order, in the process that made this; nothing if the worker has died.
  using ResultSink = std::function<Next(std::optional<std::string> result)>;

  // How many jobs a worker may have that were not handed out, so that it never waits for the next.
  static constexpr size_t kJobsPerWorker = 3;

  // REQUIRES: workers > 0. If the system gives fewer, there are fewer; with none, jobs are done
  // here.
  WorkerProcesses(size_t workers, Work work, ResultSink sink);

  // Ends the workers. What was not handed out is lost.
  ~WorkerProcesses();
  WorkerProcesses(const WorkerProcesses&) = delete;
  WorkerProcesses& operator=(const WorkerProcesses&) = delete;

  // Gives out a job; hands out results when there is no room for it.
  Next submit(std::string_view job);

  // Waits for all jobs and hands out their results.
  Next finish();

 private:
  struct Worker {
    pid_t id = -1;
    int jobs = -1;       // written to
    int results = -1;    // read from
    std::string unread;  // what came from it and was not handed out
  };

  bool start_worker();
  [[noreturn]] void serve(int jobs, int results) const;
  Worker& worker_of(size_t job) { return workers_[job % workers_.size()]; }
  static void send(Worker& worker, std::string_view bytes);
  static bool receive_or_wait(Worker& worker);
  static bool read_from(Worker& worker, char* into, size_t size);
  static std::optional<std::string> take_result(Worker& worker);
  Next hand_out_one();

  Work work_;
  ResultSink sink_;
  std::vector<Worker> workers_;
  size_t given_ = 0;       // jobs so far
  size_t handed_out_ = 0;  // results so far
  Next next_ = Next::go_on;
};

}  // namespace linkspan::command
