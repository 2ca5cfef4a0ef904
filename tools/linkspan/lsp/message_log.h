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
#include "lsp/json.h"

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

// A line of a log.
struct LogEntry {
  From from;
  // As it came: JSON, or text that is not JSON.
  std::string text;
};

// Fails with syntax and a sentence that says what a line is.
Result<LogEntry> parse_log_entry(std::string line);

}  // namespace linkspan::command::lsp
