// SPDX-License-Identifier: Apache-2.0
// Promise: the life cycle of `linkspan lsp` is that of the Language Server Protocol 3.17, whatever
// a client sends, and however the client ends.

#include <sys/wait.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "tests/support/lsp_client.h"

namespace linkspan::test::lsp {
namespace command_lsp_test {

class Lsp : public CommandTest {};

constexpr int kParseError = -32700, kInvalidRequest = -32600, kMethodNotFound = -32601,
              kInvalidParams = -32602, kServerNotInitialized = -32002, kRequestCancelled = -32800;

int code_of(const Json& answer) {
  return answer.contains("error") ? answer["error"].at("code").get<int>() : 0;
}

const char* const kUri = "file:///a.txt";
const Json kDocument = {{"textDocument", {{"uri", kUri}}}};

TEST_F(Lsp, EveryDeclaredCapabilityIsImplemented) {
  LspClient client(files_);
  const Json declared = client.initialize().at("capabilities");
  client.open(kUri, "see https://e.org/");
  const std::map<std::string, std::pair<std::string, Json>> requests = {
      {"documentLinkProvider", {"textDocument/documentLink", kDocument}},
      {"hoverProvider", {"textDocument/hover", lsp_at(kUri, lsp_position(0, 5))}},
      {"codeActionProvider",
       {"textDocument/codeAction",
        {{"textDocument", {{"uri", kUri}}}, {"range", lsp_range(0, 5, 5)}, {"context", {}}}}}};
  for (const auto& [provider, request] : requests) {
    ASSERT_TRUE(declared.contains(provider)) << provider;
    EXPECT_TRUE(client.request(request.first, request.second).contains("result")) << provider;
  }
  const std::set<std::string> others = {"positionEncoding", "textDocumentSync", "experimental",
                                        "workspace"};
  for (const auto& [provider, value] : declared.items()) {
    EXPECT_TRUE(requests.contains(provider) || others.contains(provider)) << provider;
  }
  EXPECT_EQ(declared.at("experimental"), Json({{"linkspan/links", true}}));
  EXPECT_TRUE(declared.at("documentLinkProvider").at("resolveProvider").get<bool>());
  EXPECT_EQ(client.end(), 0);
}

TEST_F(Lsp, RequestsBeforeInitializeAndAfterShutdownFail) {
  LspClient client(files_);
  EXPECT_EQ(code_of(client.request("textDocument/documentLink", kDocument)), kServerNotInitialized);
  client.open(kUri, "https://e.org/");  // ignored
  client.initialize();
  EXPECT_EQ(code_of(client.request("textDocument/documentLink", kDocument)), kInvalidParams);
  EXPECT_EQ(code_of(client.request("initialize")), kInvalidRequest);
  EXPECT_EQ(client.result("shutdown"), Json());
  EXPECT_EQ(code_of(client.request("textDocument/documentLink", kDocument)), kInvalidRequest);
  EXPECT_EQ(code_of(client.request("initialize")), kInvalidRequest);
  client.notify("exit");
  EXPECT_EQ(client.close(), 0);
}

TEST_F(Lsp, ExitWithoutShutdownIsAFailure) {
  LspClient client(files_);
  client.initialize();
  client.notify("exit");
  EXPECT_EQ(client.close(), 1);
  LspClient early(files_);
  early.notify("exit");
  EXPECT_EQ(early.close(), 1);
}

TEST_F(Lsp, TheEndOfTheInputEndsTheServer) {
  LspClient client(files_);
  client.initialize();
  EXPECT_EQ(client.close(), 1);
  EXPECT_EQ(client.errors(), "");
  LspClient cut(files_);
  cut.send_bytes("Content-Length: 100\r\n\r\n{");
  EXPECT_EQ(cut.close(), 1);
  EXPECT_EQ(cut.errors(), "linkspan: standard input ends within a message\n");
}

TEST_F(Lsp, UnknownRequestsFailAndUnknownNotificationsAreIgnored) {
  LspClient client(files_);
  client.initialize();
  EXPECT_EQ(code_of(client.request("textDocument/documentColor", kDocument)), kMethodNotFound);
  EXPECT_EQ(code_of(client.request("$/unknown")), kMethodNotFound);
  client.notify("$/setTrace", {{"value", "off"}});
  client.notify("textDocument/didSave", kDocument);
  client.notify("$/cancelRequest", {{"id", 77}});                     // of an unknown request
  client.send({{"jsonrpc", "2.0"}, {"id", 5}, {"result", nullptr}});  // to an unknown request
  EXPECT_EQ(client.end(), 0);
  EXPECT_TRUE(client.said.empty());
}

TEST_F(Lsp, InvalidMessagesHaveAnErrorAndTheServerContinues) {
  LspClient client(files_);
  client.initialize();
  for (const char* const text : {"{", "", "nonsense", "{\"a\":\"\x01\"}", "[1,]"}) {
    client.send_bytes(lsp_frame(text));
    const Json answer = client.next();
    EXPECT_EQ(code_of(answer), kParseError) << text;
    EXPECT_TRUE(answer.at("id").is_null());
  }
  for (const char* const text : {"1", "[]", "null", R"({"id":{},"method":"shutdown"})", "{}",
                                 R"({"id":1.5,"method":"shutdown"})", R"({"method":3,"id":1})"}) {
    client.send_bytes(lsp_frame(text));
    const Json answer = client.next();
    EXPECT_EQ(code_of(answer), kInvalidRequest) << text;
    EXPECT_TRUE(answer.at("id").is_null());
  }
  EXPECT_EQ(client.end(), 0);
}

// What is not the protocol ends the input, not the answers to what was read before it.
TEST_F(Lsp, RequestsBeforeABrokenFrameAreAnswered) {
  const std::string many(4'000'000, 'x');
  for (const std::string& broken :
       {std::string("nonsense\r\n\r\n"), std::string("Content-Length: x\r\n\r\n"),
        std::string("Content-Length: -5\r\n\r\n{}"),
        std::string("Content-Length: 99999999999\r\n\r\n"), std::string("X: 1\r\n\r\n{}"),
        std::string(5000, 'y')}) {
    LspClient client(files_);
    client.initialize();
    client.open(kUri, "see https://e.org/ " + many + " https://f.org/");
    std::string bytes;
    for (int id = 101; id <= 103; ++id) {
      bytes += lsp_frame(Json({{"jsonrpc", "2.0"},
                               {"id", id},
                               {"method", "textDocument/documentLink"},
                               {"params", {{"textDocument", {{"uri", kUri}}}}}})
                             .dump());
    }
    client.send_bytes(bytes + broken);
    for (int id = 101; id <= 103; ++id) {
      const Json answer = client.answer_to(id);
      ASSERT_TRUE(answer.contains("result")) << broken.substr(0, 40) << id;
      EXPECT_EQ(answer["result"].size(), 2u);
    }
  }
}

TEST_F(Lsp, ParametersOfTheWrongTypeAreRejected) {
  LspClient client(files_);
  client.initialize();
  client.open(kUri, "see https://e.org/ here");
  for (const Json& wrong :
       {Json(), Json(3), Json::array({1}), Json{{"textDocument", 3}},
        Json{{"textDocument", {{"uri", 3}}}}, Json{{"textDocument", Json::array()}}}) {
    for (const char* const method : {"textDocument/documentLink", "linkspan/links",
                                     "textDocument/hover", "textDocument/codeAction"}) {
      EXPECT_EQ(code_of(client.request(method, wrong)), kInvalidParams) << method << wrong;
    }
    for (const char* const method :
         {"textDocument/didOpen", "textDocument/didChange", "textDocument/didClose",
          "workspace/didChangeConfiguration", "workspace/didChangeWorkspaceFolders",
          "workspace/didChangeWatchedFiles", "$/cancelRequest"}) {
      client.notify(method, wrong);
    }
  }
  EXPECT_EQ(code_of(client.request("documentLink/resolve", 3)), kInvalidParams);
  client.change(kUri, {{{"range", 3}, {"text", 4}}});
  EXPECT_EQ(client.links(kUri).size(), 0u);  // the whole text is not a string
  const Json backwards = {{"start", lsp_position(0, 9)}, {"end", lsp_position(0, 2)}};
  client.change(kUri, {{{"text", "x https://e.org/ y"}}, {{"range", backwards}, {"text", "H"}}});
  client.change(kUri, {{{"range", lsp_range(0, 0, 0)}, {"text", "http://"}}});
  EXPECT_EQ(client.end(), 0);
}

TEST_F(Lsp, AnInvalidHeaderEndsTheServerWithOneMessage) {
  for (const char* const header :
       {"Content-Length: x\r\n\r\n{}", "nonsense\r\n\r\n", "Content-Length: 99999999999\r\n\r\n"}) {
    LspClient client(files_);
    client.send_bytes(header);
    EXPECT_EQ(client.close(), 1);
    EXPECT_TRUE(client.errors().starts_with("linkspan: ")) << client.errors();
    EXPECT_EQ(lines_of(client.errors()).size(), 1u);
  }
}

TEST_F(Lsp, ARequestThatWaitsCanBeCancelled) {
  LspClient client(files_);
  client.initialize();
  client.open(kUri, "see https://e.org/");
  std::string frames;
  for (int id = 100; id < 103; ++id) {
    frames += lsp_frame(Json({{"jsonrpc", "2.0"},
                              {"id", id},
                              {"method", "textDocument/documentLink"},
                              {"params", kDocument}})
                            .dump());
  }
  frames += lsp_frame(R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":101}})");
  client.send_bytes(frames);  // in one write, so that all arrive before the first response
  EXPECT_EQ(client.answer_to(100).at("result").size(), 1u);
  EXPECT_EQ(code_of(client.answer_to(101)), kRequestCancelled);
  EXPECT_EQ(client.answer_to(102).at("result").size(), 1u);
  EXPECT_EQ(client.end(), 0);
}

TEST_F(Lsp, AClientMayWriteManyRequestsBeforeItReads) {
  LspClient client(files_);
  client.initialize();
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "https://e.org/" + std::to_string(i) + '\n';
  client.open(kUri, text);
  std::vector<int> ids;
  for (int i = 0; i < 200; ++i) ids.push_back(client.ask("textDocument/documentLink", kDocument));
  for (const int id : ids) ASSERT_EQ(client.answer_to(id).at("result").size(), 2000u);
  EXPECT_EQ(client.end(), 0);
}

#ifndef LINKSPAN_SANITIZED  // sanitizers need much memory
TEST_F(Lsp, TheMemoryOfWaitingMessagesIsLimited) {
  LspClient client(files_);
  client.initialize();
  const std::string text(1 << 20, 'x');
  const std::string frame = lsp_frame(
      Json(
          {{"method", "textDocument/didOpen"},
           {"params", {{"textDocument", {{"uri", kUri}, {"languageId", "text"}, {"text", text}}}}}})
          .dump());
  std::string frames;
  for (int i = 0; i < 400; ++i) frames += frame;
  client.send_bytes(frames);  // in one write, so that they arrive faster than they are processed
  EXPECT_EQ(client.end(), 0);
  EXPECT_LT(client.command().most_memory_kib(), 300 * 1024);
}
#endif

// The editor may be killed while another process keeps the other end of the pipe open.
TEST_F(Lsp, TheServerEndsIfTheProcessOfTheClientHasEnded) {
  const pid_t process = fork();
  if (process == 0) _exit(0);
  ASSERT_GT(process, 0);
  waitpid(process, nullptr, 0);
  LspClient client(files_);
  client.initialize(Json::object(), nullptr, {}, process);
  EXPECT_TRUE(client.next().is_null());  // it closes its output first
  EXPECT_EQ(client.close(), 1);
}

TEST_F(Lsp, TheServerRunsWhileTheProcessOfTheClientRuns) {
  LspClient client(files_);
  client.initialize(Json::object(), nullptr, {}, getpid());
  EXPECT_TRUE(client.next(std::chrono::milliseconds(3500)).is_null());
  EXPECT_EQ(client.end(), 0);
}

TEST_F(Lsp, AClientThatStopsReadingIsReported) {
  LspClient client(files_);
  client.initialize();
  client.command().stop_reading();
  client.ask("shutdown");
  EXPECT_EQ(client.close(), 1);
  EXPECT_NE(client.errors().find("cannot write to the client"), std::string::npos);
}

TEST_F(Lsp, ALargeDocumentIsReadWithProgress) {
  LspClient client(files_);
  client.initialize({{"window", {{"workDoneProgress", true}}}});
  std::string text;
  while (text.size() < (5 << 20)) text += "an ordinary line, and https://e.org/ in it\n";
  client.open(kUri, text);
  std::vector<std::string> kinds;
  while (kinds.empty() || kinds.back() != "end") {
    const Json message = client.next();
    ASSERT_FALSE(message.is_null());
    if (message.at("method") == "window/workDoneProgress/create") {
      client.send({{"jsonrpc", "2.0"}, {"id", message["id"]}, {"result", nullptr}});
    } else {
      ASSERT_EQ(message.at("method"), "$/progress");
      kinds.push_back(message.at("params").at("value").at("kind"));
    }
  }
  EXPECT_EQ(kinds.front(), "begin");
  EXPECT_GE(kinds.size(), 4u);
  EXPECT_GT(client.links(kUri).size(), 100'000u);
  // A request that comes before the client has accepted the token is answered without waiting.
  client.open("file:///b.txt", text);
  const Json range = {{"textDocument", {{"uri", "file:///b.txt"}}}, {"range", lsp_range(0, 0, 60)}};
  EXPECT_EQ(client.result("linkspan/links", range).size(), 1u);
  EXPECT_EQ(client.end(), 0);
  EXPECT_TRUE(client.said_with("$/progress").empty());
}

TEST_F(Lsp, WrongUsageHasANonzeroExitStatus) {
  EXPECT_EQ(run({"lsp", "a.txt"}).status, 2);
  EXPECT_EQ(run({"lsp", "--log", "a", "--check", "b"}).status, 2);
  EXPECT_EQ(run({"lsp", "--log", "missing/folder"}).status, 1);
  EXPECT_EQ(run({"lsp", "--check", "missing"}).status, 1);
  EXPECT_EQ(run({"lsp", "--stdio"}).status, 1);  // as editors start servers; no input, no shutdown
}

}  // namespace command_lsp_test
}  // namespace linkspan::test::lsp
