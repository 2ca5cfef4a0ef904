// SPDX-License-Identifier: Apache-2.0
// From the arguments to documents, in order, in the chosen number of processes.
//
//   visit_inputs ─▶ FoundInput ─┬─ one job ───────▶ WholeInput ──────┬─▶ Output
//                               └─ several ─▶ Dispatcher ─▶ workers ─┘
//
// Guarded by tests/command/work/jobs_test.cc, tests/command/cli/command_test.cc and
// tests/command/input/mail_links_test.cc.
#pragma once

#include <string_view>

#include "common/io.h"
#include "common/progress.h"
#include "common/remarks.h"
#include "input/document_reader.h"
#include "input/read_settings.h"
#include "linkspan/linkspan.h"
#include "work/task_worker.h"

namespace linkspan::command {

// RunReports: combines the reports of all inputs of a run: messages on standard error, progress,
// and the exit status.
//
// Guarded by tests/command/cli/command_test.cc and tests/command/input/mail_links_test.cc.

// Belongs to one thread.
class RunReports {
 public:
  // `progress` outlives this.
  RunReports(Progress& progress, Messages messages)
      : progress_(progress), messages_(messages), remarks_(messages) {}

  void take(const Report& report);
  // The arguments of Remarks::add; fail() also makes the exit status 1.
  void say(Remark kind, std::string_view subject, std::string_view what = {});
  void fail(Remark kind, std::string_view subject, std::string_view what = {});

  // Prints the counted remarks that were not printed yet. Call it once, at the end.
  void sum_up();

  int status() const { return status_; }

 private:
  Progress& progress_;
  const Messages messages_;
  Remarks remarks_;
  int status_ = kDone;
};

class PartDirectory;

// Reads all inputs. Each task has a receiver of its own, made by `make`, and each document goes to
// one of them. REQUIRES: the process has one thread. Returns the exit status; errors are on
// standard error. With `parts`, which is open, the records go there, and only those that are due.
int read_documents(const ReadSettings& settings, const Engine& engine, Wants wants,
                   const MakeReceiver& make, Output& output, PartDirectory* parts = nullptr,
                   const Tally& tally = {});

}  // namespace linkspan::command
