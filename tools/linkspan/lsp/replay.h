// SPDX-License-Identifier: Apache-2.0
// `linkspan lsp --check FILE`: repeats a session that was logged (message_log.h) or written by
// hand.
//
// The messages of the client are sent again, in their order between those of the server. Responses
// are compared by their id, other messages of the server by their method, in order. Every
// difference is shown in full, in the order of the file; then the messages that it lacks.
//
// Files of rules and of the workspace are read as they are now. The version of the server is not
// compared.
//
//   check.log:7: the response to request 3 differs:
//     /result/0/target is "https://e.org/b"
//     in the file it is   "https://e.org/a"
//
// Guarded by tests/command/lsp/command_lsp_log_test.cc.
#pragma once

#include <string>

#include "lsp/environment.h"

namespace linkspan::command::lsp {

// Writes the differences to standard output. Returns the exit status: 0 if there are none, else 1.
int check_log(const std::string& path, Environment& environment);

}  // namespace linkspan::command::lsp
