// SPDX-License-Identifier: Apache-2.0
// Fuzzes the language server in process, without files: the bytes as the stream of a client, and
// each line as a message of a client that has opened a document. The output is always messages of
// JSON-RPC.
//
//   options (2 bytes), bytes

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/messages.h"
#include "lsp/server.h"

namespace {

using linkspan::command::lsp::Environment;
using linkspan::command::lsp::FrameReader;
using linkspan::command::lsp::Json;
using linkspan::command::lsp::member;
using linkspan::command::lsp::parse;
using linkspan::command::lsp::Server;
using linkspan::command::lsp::to_text;

void require(bool promise, const char* what) {
  if (promise) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

class NoFiles final : public Environment {
 public:
  std::optional<std::string> read_file(const std::string&) override { return std::nullopt; }
  // Every file exists here, so that names of files are links.
  std::optional<std::string> canonical_path(const std::string& path) override { return path; }
  std::optional<std::string> shipped_rules(const std::string&) override { return std::nullopt; }
  linkspan::Result<linkspan::Rules> load_rules(
      const linkspan::command::RuleSources& sources) override {
    return linkspan::Rules::create(
        {}, {.places = linkspan::FilePlaces{sources.uri_of, *sources.places}});
  }
};

class Client {
 public:
  Client() : server_(files_, [this](const std::string& message) { take(message); }) {}

  void send(std::string message) {
    server_.receive(std::move(message));
    while (server_.has_work()) server_.work();
  }
  void send(const Json& message) { send(to_text(message)); }

  void begin(const char* encoding) {
    send(Json{
        {"id", 1},
        {"method", "initialize"},
        {"params",
         {{"capabilities",
           {{"general", {{"positionEncodings", {encoding}}}},
            {"textDocument", {{"codeAction", {{"codeActionLiteralSupport", Json::object()}}}}}}},
          {"rootUri", "file:///folder"},
          {"initializationOptions", {{"linkFiles", true}, {"maxDocumentBytes", 4096}}}}}});
  }
  void open(const char* uri, std::string_view text) {
    send(Json{{"method", "textDocument/didOpen"},
              {"params",
               {{"textDocument",
                 {{"uri", uri}, {"languageId", "text"}, {"version", 1}, {"text", text}}}}}});
  }
  Json ask(const char* method, Json params, const char* uri) {
    params["textDocument"]["uri"] = uri;
    send(Json{{"id", 7}, {"method", method}, {"params", std::move(params)}});
    return member(last_, "result");
  }

 private:
  void take(const std::string& message) {
    const std::optional<Json> parsed = parse(std::string(message));
    require(parsed.has_value(), "an answer is JSON");
    require(parsed->contains("id") || parsed->contains("method"), "an answer is a message");
    last_ = *parsed;
  }

  NoFiles files_;
  Server server_;
  Json last_;
};

// Sends the bytes as the whole stream of a client.
void read_stream(std::string_view bytes) {
  Client client;
  FrameReader frames;
  while (const std::optional<std::string> message = frames.next(bytes)) client.send(*message);
}

// Sends each line as a message about an open document, and as the text of an edit.
void read_messages(std::string_view bytes, unsigned encoding) {
  constexpr const char* kEncodings[] = {"utf-8", "utf-16", "utf-32"};
  constexpr const char* kUri = "file:///folder/a";
  Client client;
  client.begin(kEncodings[encoding % 3]);
  std::string text = "see https://e.org/\r\n";
  client.open(kUri, text);
  for (unsigned at = 0; !bytes.empty(); ++at) {
    const std::string line(bytes.substr(0, bytes.find('\n')));
    bytes.remove_prefix(std::min(bytes.size(), line.size() + 1));
    client.send(line);
    const Json place = {{"line", at % 3}, {"character", (line.size() * 7) % 31}};
    const Json range = {{"start", place}, {"end", {{"line", at % 4}, {"character", at % 50}}}};
    // A JSON string, so that all its characters are text.
    client.send(Json{{"method", "textDocument/didChange"},
                     {"params",
                      {{"textDocument", {{"uri", kUri}, {"version", at}}},
                       {"contentChanges", Json::array({{{"range", range}, {"text", line}}})}}}});
    client.ask("textDocument/codeAction", {{"range", range}}, kUri);
    client.ask("textDocument/hover", {{"position", place}}, kUri);
    client.ask("linkspan/links", {{"range", range}}, kUri);
  }
  client.ask("textDocument/documentLink", Json::object(), kUri);
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it so
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2 || size > 8192) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  if ((data[0] & 1) != 0) {
    read_stream(bytes);
  } else {
    read_messages(bytes, data[1]);
  }
  return 0;
}
