// SPDX-License-Identifier: Apache-2.0
// TaskWorker: does tasks in a worker process.
//
//   some inputs        their records are kept until their turn, then written by the worker itself
//   a part of a text   likewise, with the numbers that count from the start of the text
//   (common/io.h) some messages      likewise
//
// If there are too many records to keep, the worker waits for its turn (Turn::wait) and then writes
// records as they are found, so that memory is bounded.
//
// If a worker is killed while it writes, its last line is incomplete. Guarded by
// tests/command/work/jobs_test.cc and tests/command/input/mail_links_test.cc.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/keyed_hash.h"
#include "common/io.h"
#include "input/document_reader.h"
#include "input/whole_input.h"
#include "work/task.h"
#include "work/worker_processes.h"

namespace linkspan::command {

class PartDirectory;

// What workers count for the main process, and how links that are written once are chosen. A
// function that is not set is not needed.
struct Tally {
  // In a worker after each task, and in the main process in the order of the tasks.
  std::function<std::string()> of_task = {};
  std::function<void(std::string_view)> add_task = {};
  // In a worker at its end.
  std::function<std::string()> of_process = {};
  std::function<void(std::string_view)> add_process = {};
  // The hashes of the records that were kept since the last call; and, in their turn, the removal
  // of those that are not new.
  std::function<std::vector<base::Hash128>()> take_hashes = {};
  std::function<void(std::string& records, const std::vector<base::Hash128>&)> keep_new = {};
};

using MakeReceiver = std::function<std::unique_ptr<DocumentReceiver>(Output&)>;

class TaskWorker {
 public:
  // All outlive this. REQUIRES: nothing is in `output` when the turn of a task comes. `parts`, if
  // not null, is where the records go instead.
  TaskWorker(const ReadSettings& settings, const MakeReceiver& make, DocumentReader& reader,
             LineAnswerer& batch, const Output& output, const PartDirectory* parts,
             const Tally& tally);

  // Does a task. Its turn receives the CountBase, and returns a TaskAnswer, both encoded; it may
  // come on another thread.
  WorkerProcesses::InTurn start(const Task& task, Turn& turn);

 private:
  struct Records {
    std::string bytes;
    Counts counts;       // in them
    uint64_t links = 0;  // in them, if they are compressed already
    std::vector<base::Hash128> hashes = {};
  };
  struct Done {
    Records records;
    TaskAnswer answer;
    CountBase base;  // if it is known already
    uint64_t output_part = 0;
  };

  void do_task(const Task& task, Output& kept, TaskAnswer& answer);
  void read_inputs(const Task& task, Output& kept, Report& report);
  Position read_part(const Task& task, Output& kept, Report& report);
  Position answer_lines(std::string_view lines, Output& kept, Report& report);
  void read_messages(const Task& task, Output& kept, Report& report);
  Records take_spare();
  void give_back(Records& records);
  void prepare(Done& done);
  void direct_to_part(uint64_t number);
  void write(const Records& records, CountBase base, Done& done);
  std::string finish(Done& done, CountBase base);

  const ReadSettings& settings_;
  const MakeReceiver& make_;
  DocumentReader& reader_;
  LineAnswerer& batch_;
  WholeInput whole_input_;
  Output output_;
  const PartDirectory* parts_;
  const Tally& tally_;
  std::optional<uint64_t> part_;  // to which `output_` goes
  int part_descriptor_ = -1;
  std::vector<char> block_;     // of what is read
  std::mutex mutex_;            // over what follows: records are written on another thread
  std::vector<Records> spare_;  // of records that were written
};

}  // namespace linkspan::command
