// SPDX-License-Identifier: Apache-2.0
// `linkspan lsp --check FILE`: a session that was logged (message_log.h), or written by hand, once
// more.
//
// What the client sent is sent again, in the order in which it came and went with the answers. Then
// answers are compared by their id, and what the server said by itself by its method, in order.
// Files of rules and of the workspace are read as they are now. The version of the server is not
// compared.
//
//   check.log:7: the answer to request 3 is another one:
//     /result/0/target is "https://e.org/b"
//     in the file it is   "https://e.org/a"
//
// Guarded by tests/command_lsp_log_test.cc.
#pragma once

#include <string>

#include "lsp/environment.h"

namespace linkspan::command::lsp {

// Writes what differs to standard output. Returns the exit status: 0 where nothing does, else 1.
int check_log(const std::string& path, Environment& environment);

}  // namespace linkspan::command::lsp
