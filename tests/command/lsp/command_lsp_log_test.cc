// SPDX-License-Identifier: Apache-2.0
// Promise: --log writes each message in both directions, and --check receives the same
// responses, or reports the differences.

#include <sys/stat.h>

#include <fstream>
#include <string>
#include <vector>

#include "tests/support/lsp_client.h"

namespace linkspan::test::lsp {
namespace command_lsp_log_test {

class LspLog : public CommandTest {
 protected:
  // Runs a session with every kind of message; returns the lines of its log.
  std::vector<std::string> logged_session() const {
    LspClient client(files_, {"lsp", "--log", "log"});
    client.answers["workspace/configuration"] = Json::array({{{"defaultScheme", "https"}}});
    client.initialize({{"workspace", {{"configuration", true}}}});
    client.open("file:///a", "see e.org/a and https://www.paypal.com@evil.de/");
    client.links("file:///a");
    client.send_bytes(lsp_frame("{not JSON"));
    EXPECT_TRUE(client.answer_to(nullptr).contains("error"));
    client.send_bytes(lsp_frame(R"({"jsonrpc":"2.0","id":"x","method":"shutdown_"})") +
                      lsp_frame(R"({"method":"$/cancelRequest","params":{"id":"x"}})"));
    client.answer_to("x");
    client.links("file:///a");
    EXPECT_EQ(client.end(), 0);
    return lines_of(read_file(files_ / "log"));
  }

  void write_log(const std::vector<std::string>& lines) const {
    std::ofstream file(files_ / "log");
    for (const std::string& line : lines) file << line << '\n';
  }
};

TEST_F(LspLog, EachMessageIsALineWithItsTimeAndDirection) {
  const std::vector<std::string> lines = logged_session();
  ASSERT_GT(lines.size(), 15u);
  size_t of_client = 0;
  for (const std::string& line : lines) {
    const Json entry = Json::parse(line);
    const std::string time = entry.at("time");
    EXPECT_EQ(time.size(), std::string("2026-03-01T12:00:00.123Z").size()) << time;
    EXPECT_TRUE(entry.at("from") == "client" || entry.at("from") == "server");
    EXPECT_NE(entry.contains("message"), entry.contains("text"));
    of_client += entry.at("from") == "client" ? 1 : 0;
  }
  EXPECT_EQ(of_client, 11u);
  struct stat status {};
  ASSERT_EQ(stat((files_ / "log").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
}

TEST_F(LspLog, CheckSucceedsIfTheResponsesAreTheSame) {
  logged_session();
  const Outcome outcome = run({"lsp", "--check", "log"});
  EXPECT_EQ(outcome.status, 0) << outcome.out;
  EXPECT_NE(outcome.out.find("all as in the file"), std::string::npos);
  EXPECT_EQ(outcome.err, "");
}

TEST_F(LspLog, CheckShowsResponsesThatDiffer) {
  std::vector<std::string> lines = logged_session();
  for (std::string& line : lines) {
    const size_t at = line.find("\"target\":\"https://e.org/a\"");
    if (at != std::string::npos) line.replace(at, 26, "\"target\":\"https://e.org/b\"");
    const size_t version = line.find("\"version\":\"0");
    if (version != std::string::npos) line.replace(version, 12, "\"version\":\"9");
  }
  write_log(lines);
  const Outcome outcome = run({"lsp", "--check", "log"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.out.find("/result/0/target is \"https://e.org/a\"\n"
                             "  in the file it is \"https://e.org/b\"\n"),
            std::string::npos)
      << outcome.out;
}

TEST_F(LspLog, CheckShowsMissingAndNewMessages) {
  std::vector<std::string> lines = logged_session();
  std::erase_if(lines, [](const std::string& line) {
    return line.find("publishDiagnostics") != std::string::npos;
  });
  lines.emplace_back(R"({"from":"server","message":{"jsonrpc":"2.0","id":99,"result":null}})");
  write_log(lines);
  const Outcome outcome = run({"lsp", "--check", "log"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.out.find("there is no response to request 99 now"), std::string::npos);
  EXPECT_NE(outcome.out.find("message textDocument/publishDiagnostics that is not in the file"),
            std::string::npos);
}

TEST_F(LspLog, ASessionCanBeWrittenByHand) {
  write("log",
        R"({"from":"client","message":{"id":1,"method":"initialize","params":{}}})"
        "\n\n"
        R"({"from":"client","message":{"method":"textDocument/didOpen","params":{"textDocument":)"
        R"({"uri":"file:///a","languageId":"text","version":1,"text":"https://e.org/"}}}})"
        "\n"
        R"({"from":"client","message":{"id":2,"method":"textDocument/documentLink","params":)"
        R"({"textDocument":{"uri":"file:///a"}}}})"
        "\n");
  const Outcome outcome = run({"lsp", "--check", "log"});
  EXPECT_EQ(outcome.status, 1);  // the responses are not in the file
  const size_t first = outcome.out.find("response to request 1 that is not in the file: {");
  const size_t second = outcome.out.find("response to request 2 that is not in the file: {");
  EXPECT_LT(first, second);
  EXPECT_NE(outcome.out.find("https://e.org/", second), std::string::npos);
  EXPECT_EQ(outcome.out.find("…"), std::string::npos) << "each answer is shown in full";
}

TEST_F(LspLog, CheckReportsTheNumberOfAnInvalidLine) {
  write("log", "{\"from\":\"client\",\"message\":{}}\nnonsense\n");
  const Outcome outcome = run({"lsp", "--check", "log"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("log, line 2: a line is"), std::string::npos);
}

}  // namespace command_lsp_log_test
}  // namespace linkspan::test::lsp
