// From what was named on the command line to documents, in order, on as many threads as were asked
// for.
//
//   inputs ─▶ decompress ─▶ what is it? ─┬─▶ text ──────────────┬─▶ DocumentReader ─▶ Output
//                                        ├─▶ a message          │
//                                        └─▶ mailbox ─▶ messages┘
//
// With several jobs, a file or some messages of a mailbox are the work of one thread, whose output
// is kept until it is its turn: the order is that of the input. What is too long to be kept so is
// read on the thread that calls. Guarded by tests/command_test.cc and tests/mail_links_test.cc.
#pragma once

#include <functional>
#include <memory>

#include "documents.h"
#include "io.h"
#include "linkspan/linkspan.h"
#include "settings.h"

namespace linkspan::command {

using MakeReceiver = std::function<std::unique_ptr<DocumentReceiver>(Output&)>;

// Reads all inputs. Each thread has receivers of its own, made by `make`, and each document goes to
// one of them. Returns the exit status; what was wrong is on standard error.
int read_documents(const ReadSettings& settings, const Engine& engine, document::Wants wants,
                   const MakeReceiver& make, Output& output);

}  // namespace linkspan::command
