// SPDX-License-Identifier: Apache-2.0
// Dispatcher: distributes the inputs of a run to worker processes, which write their records in the
// order of the input.
//
//   many small files     some of them are one task; the worker opens them
//   JSON lines           some of the lines are one task
//   a long text          parts of it, cut at seams (input/text_parts.h), read by the workers
//   a mailbox            some of its messages are one task
//   any other file       one task
//   other inputs read by the main process, as their writer may wait for the answer
//
// PERF: a tree of 100,000 files of 2 KB with two jobs takes 0.56 of the time of one. With a task
// for each file it took 3.3 times as long: each needed three messages through pipes, each of which
// wakes another process, and the file was opened and read twice.
//
// Guarded by tests/command/work/jobs_test.cc, tests/command_jobs_test.cc and
// tests/command/input/mail_links_test.cc.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "common/io.h"
#include "common/progress.h"
#include "input/input_reader.h"
#include "input/inputs.h"
#include "input/read_settings.h"
#include "input/text_parts.h"
#include "input/whole_input.h"
#include "linkspan/linkspan.h"
#include "work/parts.h"
#include "work/reading.h"
#include "work/task.h"
#include "work/task_worker.h"
#include "work/worker_processes.h"

namespace linkspan::command {

class Dispatcher {
 public:
  // Reads an open input in this process, and handles its reports.
  using ReadHere = std::function<void(const std::string& name, int descriptor, InputReader& input,
                                      const Format& format)>;

  // All outlive this. REQUIRES: the process has one thread.
  Dispatcher(const ReadSettings& settings, const MakeReceiver& make, DocumentReader& reader,
             LineAnswerer& batch, Output& output, Progress& progress, RunReports& reports,
             ReadHere read_here, PartDirectory* parts, const Tally& tally);

  Next take(const FoundInput& input);

  // The same for the pieces of a part of --output. REQUIRES: there is a PartDirectory.
  Next take(const Part& part, uint64_t number);

  // Waits until everything is written.
  void finish();

 private:
  Next next() const;
  std::string turn_message();
  Next take_answer(const std::optional<std::string>& encoded);
  void report_lost(const Task& task);
  void take_report(const Report& report);
  void end_parts();
  void end_part(TextPart part, Position end);

  void add_to_batch(const FoundInput& input);
  void submit_batch();
  void take_opened(const FoundInput& input, int descriptor);
  void take_piece(const Piece& piece);
  void divide_text(Task task, int descriptor);
  CountBase base_after(const TextParts::Part& part, uint64_t base) const;
  void report_failure(const std::string& name, const InputReader& input);
  void divide_lines(const std::string& name, int descriptor, InputReader& input);
  void divide_mailbox(const std::string& name, const FileRange& file, InputReader& input);
  void add_message(Origin origin, std::string_view message, const FileRange& file, Task& task);
  void add_message(Task::Message message, const FileRange& file, Task& task);
  void submit(Task task);

  const ReadSettings& settings_;
  Output& output_;
  Progress& progress_;
  RunReports& reports_;
  ReadHere read_here_;
  WholeInput whole_input_;
  InputOpener opener_;
  TaskWorker task_worker_;
  // INVARIANT: made before any thread, and after everything that a worker uses.
  WorkerProcesses workers_;

  Task batch_;  // inputs that are read as a whole
  uint64_t batch_bytes_ = 0;
  CountBase base_ = 0;  // at the start of the next part of a text; nothing after a missing part

  std::deque<Task> given_out_;  // the tasks without an answer, in order, without their bytes
  // The parts of --output that are begun and not ended, in order.
  struct OpenPart {
    uint64_t number;
    PartResult result = {};
    size_t tasks_left = 0;  // without an answer
    enum class State : uint8_t { open, given_out, lost } state = State::open;
  };
  PartDirectory* parts_;
  const Tally& tally_;
  std::deque<OpenPart> open_parts_;

  std::string last_lost_;  // the input that was last reported as not read to its end
};

}  // namespace linkspan::command
