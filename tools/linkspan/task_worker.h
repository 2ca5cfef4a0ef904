// TaskWorker: does tasks, in a worker process or in the one that asks.
//
//   a part of a text   its records, kept until it is their turn, then written by the worker itself,
//                      with what counts from the begin of the text (counts.h)
//   some messages      likewise; nothing in their records counts on
//
// If a worker is killed while it writes, the last line of it is cut off.
// Guarded by tests/jobs_test.cc and tests/mail_links_test.cc.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "documents.h"
#include "io.h"
#include "task.h"
#include "worker_processes.h"

namespace linkspan::command {

using MakeReceiver = std::function<std::unique_ptr<DocumentReceiver>(Output&)>;

class TaskWorker {
 public:
  // All outlive this. REQUIRES: nothing is in `output` when the turn of a task comes.
  TaskWorker(const MakeReceiver& make, DocumentReader& reader, const Output& output)
      : make_(make), reader_(reader), output_(output.another()) {}

  // Does a task. Its turn is told the CountBase, and answers with a TaskAnswer, both encoded; it
  // may come on another thread.
  WorkerProcesses::InTurn start(const Task& task);

  // A part of a text. `before_reading` is called before each block and says whether to go on.
  // Returns where the part ends. REQUIRES: `kept` notes counts.
  Position read_part(const Task& task, Output& kept, const std::function<Next()>& before_reading,
                     Report& report);

 private:
  struct Records {
    std::string bytes;
    Counts counts;  // in them
  };
  struct Done {
    Records records;
    TaskAnswer answer;
  };

  void read_messages(const Task& task, Output& kept, Report& report);
  Records take_spare();
  void give_back(Records& records);
  std::string write(Done& done, CountBase base);

  const MakeReceiver& make_;
  DocumentReader& reader_;
  Output output_;
  std::vector<char> block_;     // of what is read
  std::mutex mutex_;            // over what follows: records are written on another thread
  std::vector<Records> spare_;  // of records that were written
};

}  // namespace linkspan::command
