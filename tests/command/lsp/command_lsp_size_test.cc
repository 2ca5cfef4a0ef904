// SPDX-License-Identifier: Apache-2.0
// Promise: a large document takes little time and memory, and a document larger than the limit has
// no links and causes one message.

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#include "tests/support/lsp_client.h"

namespace linkspan::test::lsp {
namespace command_lsp_size_test {

class LspSize : public CommandTest {};

// Some 2,600 links in each MiB.
std::string text_of(size_t bytes) {
  std::string text;
  text.reserve(bytes + 1024);
  for (int i = 0; text.size() < bytes; ++i) {
    text += "Lorem ipsum dolor sit amet, see https://example.org/path/" + std::to_string(i) +
            "?x=7 for more, or write to someone@example.com today.\n";
    for (int line = 0; line < 8; ++line) {
      text += "words of an ordinary line of text without any link in it at all, as most are.\n";
    }
  }
  return text;
}

// In seconds of processor time, which does not depend on other programs.
TEST_F(LspSize, TheLinksOfOneMebibyteAreFoundInOneSecond) {
  const std::string text = text_of(1 << 20);
  double best = std::numeric_limits<double>::max();
  for (int run = 0; run < 3; ++run) {
    LspClient client(files_);
    client.initialize();
    client.open("file:///a", text);
    EXPECT_GT(client.links("file:///a").size(), 2500u);
    EXPECT_EQ(client.end(), 0);
    best = std::min(best, client.command().processor_seconds());
  }
  std::printf("[ measured ] start to all links of 1 MiB: %.0f ms\n", best * 1000);
  EXPECT_LT(best, 1.0);  // 0.03 s when this test was written
}

#ifndef LINKSPAN_SANITIZED  // sanitizers need much memory
const Json kFirstLines = {{"textDocument", {{"uri", "file:///a"}}}, {"range", lsp_range(0, 0, 60)}};

// The peak memory of a process so far.
size_t most_memory_kib(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stoul(line.substr(6));
  }
  ADD_FAILURE() << "no VmHWM";
  return 0;
}

TEST_F(LspSize, MemoryIsAtMostThreeTimesTheTextPlus20Megabytes) {
  const std::string text = text_of(20'000'000);
  LspClient client(files_);
  client.initialize();
  client.open("file:///a", text);
  EXPECT_EQ(client.result("linkspan/links", kFirstLines).size(), 1u);
  client.change("file:///a", {{{"range", lsp_range(0, 0, 0)}, {"text", "https://e.org/ "}}});
  EXPECT_EQ(client.result("linkspan/links", kFirstLines).size(), 2u);
  const size_t most = most_memory_kib(client.command().id());
  std::printf("[ measured ] %zu KiB for a text of %zu KiB\n", most, text.size() / 1024);
  EXPECT_LE(most, (3 * text.size() + 20'000'000) / 1024);
  EXPECT_EQ(client.end(), 0);
}
#endif

TEST_F(LspSize, ADocumentOverTheLimitHasNoLinksAndOneMessage) {
  const std::string text = text_of(100'000'000);
  LspClient client(files_);
  client.initialize();
  client.open("file:///a", text);
  client.open("file:///b", "https://e.org/");
  EXPECT_EQ(client.links("file:///b").size(), 1u);
  EXPECT_EQ(client.links("file:///a").size(), 0u);
  EXPECT_EQ(client.result("textDocument/hover", lsp_at("file:///a", lsp_position(0, 40))), Json());
  client.change("file:///a", {{{"range", lsp_range(0, 0, 0)}, {"text", "https://e.org/ "}}});
  EXPECT_EQ(client.links("file:///a").size(), 0u);
  EXPECT_EQ(client.said_with("window/showMessage").size(), 1u);
  client.change("file:///a", {{{"text", "https://e.org/ is short"}}});
  EXPECT_EQ(client.links("file:///a").size(), 1u);
  EXPECT_EQ(client.end(), 0);
}

TEST_F(LspSize, AnEditOverTheLimitRemovesLinksAndDiagnostics) {
  LspClient client(files_);
  client.initialize(Json::object(), {{"maxDocumentBytes", 30}});
  client.open("file:///a", "https://www.paypal.com@e.org/");
  EXPECT_EQ(client.links("file:///a").size(), 1u);
  client.change("file:///a", {{{"range", lsp_range(0, 0, 0)}, {"text", "ab"}}});
  EXPECT_EQ(client.links("file:///a").size(), 0u);
  EXPECT_EQ(client.said_with("window/showMessage").size(), 1u);
  EXPECT_EQ(client.said_with("textDocument/publishDiagnostics").back().at("diagnostics"),
            Json::array());
  EXPECT_EQ(client.end(), 0);
}

}  // namespace command_lsp_size_test
}  // namespace linkspan::test::lsp
