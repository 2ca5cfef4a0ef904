// SPDX-License-Identifier: Apache-2.0
// Server: a language server as a function of messages (Language Server Protocol 3.17).
//
//   Server server(environment, [](const std::string& message) { …to the client… });
//   server.receive(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{…}})");
//   while (server.has_work()) server.work();      each handles one message
//
// receive() only queues a message, so that a later message can cancel a request: the caller passes
// on all messages that have arrived before each step of work.
//
//   text that is not JSON          an error with the id null; the next message is read as usual
//   a request before initialize    ServerNotInitialized; after shutdown InvalidRequest
//   an unknown request             MethodNotFound; unknown notifications are ignored
//
// It reads no clock and has no threads: the same messages have the same responses, which
// `linkspan lsp --check` relies on.
//
// Guarded by tests/command/lsp/command_lsp_test.cc and tests/fuzz/lsp_fuzz.cc.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "lsp/server_session.h"

namespace linkspan::command::lsp {

class Server {
 public:
  Server(Environment& environment, Session::Send send)
      : send_(std::move(send)), session_(environment, send_) {}

  void receive(std::string message);

  bool has_work() const { return !queue_.empty() && !exit_status_; }
  // Of the queued messages.
  size_t queued_bytes() const { return queued_bytes_; }
  // REQUIRES: has_work().
  void work();

  // The exit status, once the client has sent `exit`.
  std::optional<int> exit_status() const { return exit_status_; }
  // The process id of the client, from `initialize`.
  std::optional<uint64_t> client_process() const { return client_process_; }

 private:
  enum class State : uint8_t { created, initialized, shut_down };

  bool is_queued(const Json& id) const;  // of a request
  void handle(Json& message);
  void handle_request(const Json& id, const std::string& method, const Json& params);
  void handle_notification(const std::string& method, Json& params);
  Reply reply_to(const std::string& method, const Json& params);
  Reply initialize(const Json& params);
  void send_reply(const Json& id, Reply reply);
  void send_failure(const Json& id, ErrorCodes code, std::string_view message);

  Session::Send send_;
  Session session_;
  State state_ = State::created;
  struct Queued {
    std::optional<Json> message;  // nothing: text that is not JSON
    size_t bytes;
  };
  std::deque<Queued> queue_;
  size_t queued_bytes_ = 0;
  std::set<Json> cancelled_;  // ids
  std::optional<int> exit_status_;
  std::optional<uint64_t> client_process_;
};

}  // namespace linkspan::command::lsp
