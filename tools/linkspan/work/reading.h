// SPDX-License-Identifier: Apache-2.0
// From the arguments to documents, in order, in the chosen number of processes.
//
//   visit_inputs ─▶ FoundInput ─┬─ one job ───────▶ WholeInput ──────┬─▶ Output
//                               └─ several ─▶ Dispatcher ─▶ workers ─┘
//
// Guarded by tests/command/work/jobs_test.cc, tests/command/cli/command_test.cc and
// tests/command/mail/mail_links_test.cc.
#pragma once

#include "common/io.h"
#include "input/read_settings.h"
#include "linkspan/linkspan.h"
#include "work/parts.h"
#include "work/task_worker.h"

namespace linkspan::command {

// Reads all inputs. Each task has a receiver of its own, made by `make`, and each document goes to
// one of them. REQUIRES: the process has one thread. Returns the exit status; errors are on
// standard error. With `parts`, which is open, the records go there, and only those that are due.
int read_documents(const ReadSettings& settings, const Engine& engine, Wants wants,
                   const MakeReceiver& make, Output& output, PartDirectory* parts = nullptr,
                   const Tally& tally = {});

}  // namespace linkspan::command
