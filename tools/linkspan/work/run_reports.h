// SPDX-License-Identifier: Apache-2.0
// RunReports: combines the reports of all inputs of a run: messages on standard error, progress,
// and the exit status.
//
// Guarded by tests/command/cli/command_test.cc and tests/command/mail/mail_links_test.cc.
#pragma once

#include <string_view>

#include "common/exit_status.h"
#include "common/progress.h"
#include "common/remarks.h"
#include "input/documents.h"

namespace linkspan::command {

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

}  // namespace linkspan::command
