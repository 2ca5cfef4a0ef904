// SPDX-License-Identifier: Apache-2.0
// RunReports: what the reports of all inputs of a run come to: what is printed on standard error,
// what progress is shown, and the exit status.
//
// Guarded by tests/command_test.cc and tests/mail_links_test.cc.
#pragma once

#include <string_view>

#include "documents.h"
#include "progress.h"
#include "remarks.h"

namespace linkspan::command {

// Belongs to one thread.
class RunReports {
 public:
  // `progress` outlives this.
  RunReports(Progress& progress, Messages messages)
      : progress_(progress), messages_(messages), remarks_(messages) {}

  void take(const Report& report);
  // What Remarks::add takes; to fail is to say what makes the exit status 1.
  void say(Remark kind, std::string_view subject, std::string_view what = {});
  void fail(Remark kind, std::string_view subject, std::string_view what = {});

  // Prints what was counted and is not printed yet. To be called once, at the end.
  void sum_up();

  int status() const { return status_; }

 private:
  Progress& progress_;
  const Messages messages_;
  Remarks remarks_;
  int status_ = kDone;
};

}  // namespace linkspan::command
