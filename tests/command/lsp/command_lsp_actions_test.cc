// SPDX-License-Identifier: Apache-2.0
// Promise: code actions replace a link by another spelling with the same destination; an action
// that would change nothing, or whose result would not be the same link, is not offered.

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/data.h"
#include "tests/support/lsp_client.h"

namespace linkspan::test::lsp {
namespace command_lsp_actions_test {

const char* const kUri = "file:///a.txt";

class LspActions : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    client_.emplace(files_);
  }

  void initialize(Json options = nullptr, Json more = Json::object()) {
    more["general"]["positionEncodings"] = {"utf-8"};  // positions are byte offsets
    more["textDocument"]["codeAction"]["codeActionLiteralSupport"] = Json::object();
    client_->initialize(more, options);
  }

  Json actions(const std::string& text, uint64_t character, Json context = Json::object(),
               uint64_t line = 0) {
    client_->open(kUri, text);
    return client_->result("textDocument/codeAction",
                           {{"textDocument", {{"uri", kUri}}},
                            {"range", lsp_range(line, character, character)},
                            {"context", context}});
  }

  // The text after each action, by the title of the action.
  std::map<std::string, std::string> results(const std::string& text, uint64_t character = 1) {
    std::map<std::string, std::string> all;
    for (const Json& action : actions(text, character)) {
      if (!action.contains("edit")) continue;
      client_->open("file:///edited", text);
      const Json& edit = action.at("edit").at("changes").at(kUri).at(0);
      const Json range = edit.at("range");
      std::string result = text;
      EXPECT_EQ(range.at("start").at("line"), 0);
      const size_t begin = range.at("start").at("character");
      size_t end = range.at("end").at("character");
      for (int line = range.at("end").at("line"); line > 0; --line) end += text.find('\n') + 1;
      result.replace(begin, end - begin, edit.at("newText").get<std::string>());
      all[action.at("title")] = result;
    }
    return all;
  }

  std::optional<LspClient> client_;
};

using Results = std::map<std::string, std::string>;

TEST_F(LspActions, EachActionRewritesAsItsTitleDescribes) {
  initialize();
  EXPECT_EQ(results("http://e.org/"), (Results{{"Use https", "https://e.org/"}}));
  EXPECT_EQ(results("https://e.org/%C3%BCx, ok"),
            (Results{{"Percent-decode", "https://e.org/üx, ok"}}));
  EXPECT_EQ(results("https://xn--bcher-kva.de/%C3%BC"),
            (Results{{"Percent-decode", "https://bücher.de/ü"},
                     {"Percent-encode minimally (UTS #58)", "https://xn--bcher-kva.de/ü"}}));
  EXPECT_EQ(results("e.org/start now"), (Results{{"Add the scheme", "http://e.org/start now"}}));
  EXPECT_EQ(results("<http://e.org/%C3%BC\n   b> x", 5),
            (Results{{"Join the lines of the link", "<http://e.org/%C3%BCb> x"}}));
  EXPECT_EQ(results("https://e.org/\xC3\xBC"),
            (Results{{"Write as a URI in ASCII", "https://e.org/%C3%BC"}}));
  EXPECT_EQ(client_->end(), 0);
}

// A row of the table in docs/lsp.md: | title | kind | `from` | `to` |. ⏎ is a line end.
std::string cell(std::string row, size_t number) {
  for (size_t at = 0; (at = row.find("⏎", at)) != std::string::npos;) {
    row.replace(at, std::string("⏎").size(), "\n");
  }
  size_t begin = 0;
  for (size_t i = 0; i < number; ++i) begin = row.find("| ", begin) + 2;
  std::string text = row.substr(begin, row.find(" |", begin) - begin);
  std::erase(text, '`');
  return text;
}

TEST_F(LspActions, TheTableInTheDocumentationIsCorrect) {
  initialize();
  std::istringstream page(read_file(source_dir() / "docs/lsp.md"));
  size_t rows = 0;
  for (std::string row; std::getline(page, row);) {
    if (row.find("| quickfix |") == row.npos && row.find("| refactor.rewrite |") == row.npos) {
      continue;
    }
    ++rows;
    const Results offered = results(cell(row, 3), 3);
    const auto found = offered.find(cell(row, 1));
    ASSERT_NE(found, offered.end()) << row;
    EXPECT_EQ(found->second, cell(row, 4)) << row;
  }
  EXPECT_EQ(rows, 6u);
  EXPECT_EQ(client_->end(), 0);
}

TEST_F(LspActions, AnActionWithoutEffectIsNotOffered) {
  initialize();
  for (const char* const text : {"https://e.org/", "name@e.org", "no link", "r&d@e.org",
                                 "mailto:a@e.org", "urn:isbn:0451450523"}) {
    EXPECT_EQ(results(text), Results()) << text;
  }
  EXPECT_EQ(results("http://e.org:8080/"), Results());  // https has no server at that port
  EXPECT_EQ(client_->end(), 0);
}

// A decoded dot or bracket at the end would not be part of the link, and a decoded space would end
// it.
TEST_F(LspActions, DecodingThatWouldChangeTheLinkIsNotOffered) {
  initialize();
  for (const char* const text :
       {"https://e.org/a%2E", "https://e.org/a%20b", "https://e.org/%E2%80%AE",
        "https://e.org/a%2Fb", "https://e.org/%C3"}) {
    EXPECT_FALSE(results(text).contains("Percent-decode")) << text;
  }
  EXPECT_EQ(client_->end(), 0);
}

TEST_F(LspActions, OnlyRequestedKindsAreReturned) {
  initialize();
  const std::string text = "http://e.org/%C3%BC";
  const auto kinds = [&](const Json& only) {
    std::vector<std::string> found;
    for (const Json& action : actions(text, 0, {{"only", only}}))
      found.push_back(action.at("kind"));
    return found;
  };
  using Kinds = std::vector<std::string>;
  EXPECT_EQ(kinds({"quickfix"}), Kinds{"quickfix"});
  EXPECT_EQ(kinds({"refactor"}), Kinds{"refactor.rewrite"});
  EXPECT_EQ(kinds({"refactor.rewrite", "quickfix"}), (Kinds{"quickfix", "refactor.rewrite"}));
  EXPECT_EQ(kinds({"refactor.extract"}), Kinds{});
  EXPECT_EQ(kinds(Json::array()), Kinds{});
  EXPECT_EQ(client_->end(), 0);
}

TEST_F(LspActions, EditsHaveADocumentVersionIfTheClientSupportsIt) {
  initialize(nullptr, {{"workspace", {{"workspaceEdit", {{"documentChanges", true}}}}}});
  const Json action = actions("http://e.org/", 0).at(0);
  const Json& change = action.at("edit").at("documentChanges").at(0);
  EXPECT_EQ(change.at("textDocument"), (Json{{"uri", kUri}, {"version", 1}}));
  EXPECT_EQ(change.at("edits").size(), 1u);
  EXPECT_EQ(client_->end(), 0);
}

TEST_F(LspActions, CopyActionsUseTheCommandOfTheClient) {
  initialize({{"copyCommand", "my.copy"}});
  Json commands = Json::array();
  for (const Json& action : actions("https://bücher.de/", 0)) {
    if (action.contains("command")) commands.push_back(action.at("command"));
  }
  ASSERT_EQ(commands.size(), 2u);
  EXPECT_EQ(commands[0], (Json{{"title", "Copy as URI"},
                               {"command", "my.copy"},
                               {"arguments", {"https://xn--bcher-kva.de/"}}}));
  EXPECT_EQ(commands[1].at("arguments"), Json::array({"https://bücher.de/"}));
  EXPECT_EQ(client_->end(), 0);
}

TEST_F(LspActions, AClientWithoutCodeActionLiteralsReceivesNone) {
  client_->initialize();
  EXPECT_EQ(actions("http://e.org/", 0), Json::array());
  EXPECT_EQ(client_->end(), 0);
}

}  // namespace command_lsp_actions_test
}  // namespace linkspan::test::lsp
