// SPDX-License-Identifier: Apache-2.0
// The log of a session (`linkspan lsp --log FILE`): every message both ways, a line of JSON each.
//
//   {"time":"2026-03-01T12:00:00.123Z","from":"client","message":{"jsonrpc":"2.0","id":1,…}}
//   {"time":"2026-03-01T12:00:00.125Z","from":"server","message":{"jsonrpc":"2.0","id":1,…}}
//   {"time":"…","from":"client","text":"{not JSON"}
//
// Messages of the client are written when they are received, which may be long before they are
// handled.
// A log holds the texts of all documents: the file can be read by its owner only.
//
// Guarded by tests/command/lsp/command_lsp_log_test.cc.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>

#include "linkspan/result.h"
#include "lsp/messages.h"
#include "lsp/server_session.h"

namespace linkspan::command::lsp {

enum class From : uint8_t { client, server };

class MessageLog {
 public:
  MessageLog() = default;  // writes nothing
  // Empties the file, or creates it. Fails with io.
  static Result<MessageLog> open(const std::string& path);

  void write(From from, const std::string& message);

 private:
  std::ofstream file_;
};

// `linkspan lsp --check FILE`: repeats a session that was logged or written by
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
//
// Writes the differences to standard output. Returns the exit status: 0 if there are none, else 1.
int check_log(const std::string& path, Environment& environment);

}  // namespace linkspan::command::lsp
