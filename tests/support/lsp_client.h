// SPDX-License-Identifier: Apache-2.0
// A client of `linkspan lsp` for tests. It exchanges messages with the built command through pipes.
//
//   LspClient client(folder);
//   client.initialize({{"general", {{"positionEncodings", {"utf-8"}}}}});
//   client.open("file:///a.txt", "see https://e.org/");
//   client.links("file:///a.txt")       the result of textDocument/documentLink
//   EXPECT_EQ(client.end(), 0);
//
// Requests of the server are answered with the value that `answers` has for their method, else with
// null.
#pragma once

#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/live_command.h"

namespace linkspan::test::lsp {

// Members of objects in any order.
using Json = nlohmann::json;

inline std::string lsp_frame(std::string_view message) {
  return "Content-Length: " + std::to_string(message.size()) + "\r\n\r\n" + std::string(message);
}

class LspClient {
 public:
  explicit LspClient(const std::filesystem::path& folder, const Arguments& arguments = {"lsp"})
      : command_(folder, arguments) {
    std::signal(SIGPIPE, SIG_IGN);  // next() reports a server that has ended
  }

  void send(const Json& message) { command_.write(lsp_frame(message.dump())); }
  void send_bytes(std::string_view bytes) { command_.write(bytes); }
  void notify(const std::string& method, const Json& params = Json::object()) {
    send({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
  }
  // Sends a request; returns its id.
  int ask(const std::string& method, const Json& params = Json::object()) {
    send({{"jsonrpc", "2.0"}, {"id", ++id_}, {"method", method}, {"params", params}});
    return id_;
  }

  // The next message; null when none comes within the time.
  Json next(std::chrono::milliseconds time = std::chrono::seconds(60)) {
    const std::string header = command_.read_until("\r\n\r\n", time);
    constexpr std::string_view kLength = "Content-Length: ";
    if (!header.starts_with(kLength)) return nullptr;
    const size_t length = std::stoul(header.substr(kLength.size()));
    return Json::parse(command_.read_bytes(length, time), nullptr, false);
  }

  // Reads up to the answer with this id; other messages are appended to `said`.
  Json answer_to(const Json& id) {
    for (;;) {
      Json message = next();
      if (message.is_null()) return message;
      if (!message.contains("method") && message.value("id", Json()) == id) return message;
      take(std::move(message));
    }
  }
  Json request(const std::string& method, const Json& params = Json::object()) {
    return answer_to(ask(method, params));
  }
  Json result(const std::string& method, const Json& params = Json::object()) {
    const Json answer = request(method, params);
    EXPECT_TRUE(answer.contains("result")) << method << ": " << answer.dump();
    return answer.value("result", Json());
  }

  // Returns the result of `initialize`.
  Json initialize(const Json& capabilities = Json::object(), const Json& options = nullptr,
                  const std::filesystem::path& folder = {}, const Json& process = nullptr) {
    Json params = {{"processId", process},
                   {"rootUri", nullptr},
                   {"capabilities", capabilities},
                   {"initializationOptions", options}};
    if (!folder.empty()) {
      params["workspaceFolders"] = {{{"uri", "file://" + folder.string()}, {"name", "folder"}}};
    }
    Json result = this->result("initialize", params);
    notify("initialized");
    return result;
  }

  void open(const std::string& uri, const std::string& text,
            const std::string& language = "plaintext") {
    notify("textDocument/didOpen",
           {{"textDocument",
             {{"uri", uri}, {"languageId", language}, {"version", 1}, {"text", text}}}});
  }
  void change(const std::string& uri, const Json& changes, int version = 2) {
    notify("textDocument/didChange",
           {{"textDocument", {{"uri", uri}, {"version", version}}}, {"contentChanges", changes}});
  }
  Json links(const std::string& uri) {
    return result("textDocument/documentLink", {{"textDocument", {{"uri", uri}}}});
  }

  // The parameters of all server messages with this method that were read so far.
  std::vector<Json> said_with(std::string_view method) const {
    std::vector<Json> found;
    for (const Json& message : said) {
      if (message.value("method", "") == method) found.push_back(message.value("params", Json()));
    }
    return found;
  }

  // Shuts the server down; returns its exit status.
  int end() {
    EXPECT_TRUE(request("shutdown").contains("result"));
    notify("exit");
    return close();
  }
  // Closes the input of the server.
  int close() { return command_.end(); }
  std::string errors() const { return command_.errors(); }
  LiveCommand& command() { return command_; }

  std::vector<Json> said;
  std::map<std::string, Json> answers;

 private:
  void take(Json message) {
    if (message.contains("method") && message.contains("id")) {
      const auto found = answers.find(message["method"].get<std::string>());
      send({{"jsonrpc", "2.0"},
            {"id", message["id"]},
            {"result", found == answers.end() ? Json() : found->second}});
    }
    said.push_back(std::move(message));
  }

  LiveCommand command_;
  int id_ = 0;
};

inline Json lsp_position(uint64_t line, uint64_t character) {
  return {{"line", line}, {"character", character}};
}
inline Json lsp_range(uint64_t line, uint64_t begin, uint64_t end) {
  return {{"start", lsp_position(line, begin)}, {"end", lsp_position(line, end)}};
}
inline Json lsp_at(const std::string& uri, const Json& position) {
  return {{"textDocument", {{"uri", uri}}}, {"position", position}};
}

// The targets of links.
inline std::vector<std::string> lsp_targets(const Json& links) {
  std::vector<std::string> found;
  for (const Json& link : links) found.push_back(link.at("target").get<std::string>());
  return found;
}

}  // namespace linkspan::test::lsp
