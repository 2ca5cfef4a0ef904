// SPDX-License-Identifier: Apache-2.0
// Session: the state of the server between two messages, and the messages that it sends by itself.
//
//   Reply hover(Session& session, const Json& params)      a handler of a request
//   session.show_message(MessageType::warning, "…")        a notification
//   session.request("workspace/configuration", …, take)    a request; take() gets the response
//
// Handlers are functions of a session and the parameters of a message (the tables of server.cc).
// How messages are received and sent is in server.h.
//
// Guarded by tests/command/lsp/command_lsp_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "linkspan/rules.h"
#include "lsp/client.h"
#include "lsp/environment.h"
#include "lsp/json.h"
#include "lsp/open_document.h"
#include "lsp/server_settings.h"

namespace linkspan::command::lsp {

// MessageType and the error codes of the specification.
enum class MessageType : int { error = 1, warning = 2, info = 3 };
enum class ErrorCodes : int {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  internal_error = -32603,
  server_not_initialized = -32002,
  request_cancelled = -32800,
};

// The response to a request: a result as JSON text, so that a long one is in memory once, or an
// error.
struct Reply {
  struct Failure {
    ErrorCodes code;
    std::string message;
  };
  std::string result = "null";
  std::optional<Failure> failure = {};
};

class Session {
 public:
  using Send = std::function<void(const std::string& message)>;
  using TakeResponse = std::function<void(const Json& response)>;  // the whole message

  Session(Environment& environment_given, Send send)
      : environment(environment_given), send_(std::move(send)) {}

  // The document with this URI; nullptr if it is not open.
  OpenDocument* document(const std::string& uri);
  // The document of `params.textDocument`, with its index; or the reply that it is not open.
  struct Found {
    OpenDocument* document = nullptr;
    Reply otherwise = {};
  };
  Found document_of(const Json& params);

  // For documents in this language.
  Scanner& scanner(std::string_view language);
  // Call it after settings have changed.
  void drop_scanners() { scanners_.clear(); }

  void notify(std::string_view method, const Json& params);
  void request(std::string_view method, const Json& params, TakeResponse take = {});
  void show_message(MessageType type, std::string_view sentence);

  // Passes the client's response to the function that was given with the request.
  void take_response(const Json& message);

  Environment& environment;
  ClientCapabilities client;
  ServerSettings settings, initial_settings;
  std::vector<std::string> folders;  // of the workspace, as paths
  Rules rules;
  std::map<std::string, OpenDocument> documents;  // by URI

 private:
  Send send_;
  std::map<Profile, Scanner> scanners_;
  std::map<std::string, TakeResponse> awaited_;  // by the id of the request
  uint64_t requests_ = 0;
};

}  // namespace linkspan::command::lsp
