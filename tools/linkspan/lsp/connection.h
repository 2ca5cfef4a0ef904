// SPDX-License-Identifier: Apache-2.0
// Connection: messages over standard input and output.
//
// While the client does not read, its messages are read, so that a client that writes many messages
// before it reads does not block for ever. Reading stops while 64 MiB of messages wait to be
// handled.
//
// Guarded by tests/command/lsp/command_lsp_test.cc.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "lsp/frames.h"

namespace linkspan::command::lsp {

class Connection {
 public:
  Connection(int in, int out) : in_(in), out_(out) {}

  // Reads what has arrived; waits this long for the first of it.
  void read(std::chrono::milliseconds wait);
  // The next message that was read.
  std::optional<std::string> next();

  // Writes a message; returns when it is written.
  void write(std::string_view message);

  enum class State : uint8_t {
    open,
    ended,   // there is no more input
    broken,  // not the protocol, or reading or writing failed: see problem()
  };
  State state() const { return state_; }
  const std::string& problem() const { return problem_; }

 private:
  void read_block();
  void write_all(std::string_view bytes);
  void fail(std::string problem);

  int in_, out_;
  FrameReader frames_;
  std::deque<std::string> messages_;
  size_t waiting_bytes_ = 0;  // of messages_
  State state_ = State::open;
  std::string problem_;
};

}  // namespace linkspan::command::lsp
