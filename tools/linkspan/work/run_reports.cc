// SPDX-License-Identifier: Apache-2.0
#include "work/run_reports.h"

#include <string>

#include "common/exit_status.h"
namespace linkspan::command {

void RunReports::take(const Report& report) {
  progress_.add_bytes(report.bytes);
  progress_.add_links(report.links);
  remarks_.take_over(report.remarks);
  if (const std::string due = remarks_.take_due(); !due.empty()) progress_.say(due);
  if (report.status != kDone) status_ = report.status;
}

void RunReports::say(Remark kind, std::string_view subject, std::string_view what) {
  Report report(messages_);
  report.say(kind, subject, what);
  take(report);
}

void RunReports::fail(Remark kind, std::string_view subject, std::string_view what) {
  Report report(messages_);
  report.fail(kind, subject, what);
  take(report);
}

void RunReports::sum_up() {
  if (const std::string summary = remarks_.summary(); !summary.empty()) progress_.say(summary);
}

}  // namespace linkspan::command
