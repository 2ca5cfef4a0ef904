// SPDX-License-Identifier: Apache-2.0
// Promise: serious warnings about links are diagnostics, at their place, with a name and an
// explanation; they move with edits, and are removed with their link. command_lsp_edits_test.cc
// compares the diagnostics after edits with those of a newly opened document.

#include <string>
#include <vector>

#include "tests/support/lsp_client.h"

namespace linkspan::test::lsp {
namespace command_lsp_diagnostics_test {

class LspDiagnostics : public CommandTest {
 protected:
  // The diagnostics published last for the document; null if there are none.
  static Json last(LspClient& client) {
    client.links(kUri);  // reads the notifications before the response
    const std::vector<Json> all = client.said_with("textDocument/publishDiagnostics");
    client.said.clear();
    return all.empty() ? Json() : all.back();
  }
  static Json with_level(const char* level) { return {{"diagnostics", level}}; }

  static constexpr const char* kUri = "file:///a.txt";
  static constexpr const char* kDeceiving = "see https://www.paypal.com@evil.de/ now";
};

TEST_F(LspDiagnostics, AWarningHasItsPlaceAndItsName) {
  LspClient client(files_);
  client.initialize(
      {{"textDocument", {{"publishDiagnostics", {{"codeDescriptionSupport", true}}}}}});
  client.open(kUri, kDeceiving);
  const Json published = last(client);
  EXPECT_EQ(published.at("uri"), kUri);
  EXPECT_EQ(published.at("version"), 1);
  ASSERT_EQ(published.at("diagnostics").size(), 1u);
  const Json& found = published.at("diagnostics")[0];
  EXPECT_EQ(found.at("range"), lsp_range(0, 12, 26));  // www.paypal.com
  EXPECT_EQ(found.at("severity"), 2);
  EXPECT_EQ(found.at("code"), "userinfo-like-host");
  EXPECT_EQ(found.at("source"), "linkspan");
  EXPECT_NE(found.at("message").get<std::string>().find("evil.de"), std::string::npos);
  EXPECT_TRUE(found.at("codeDescription").at("href").get<std::string>().starts_with("https://"));
  EXPECT_EQ(client.end(), 0);
}

// A host that is not the one that it seems to be is a warning; what else is suspicious, a hint.
TEST_F(LspDiagnostics, AFalseHostIsAWarning) {
  for (const auto& [text, severity] :
       {std::pair{"http://аррӏе.com/", 2}, std::pair{"http://0x7f.1/", 2},
        std::pair{"http://p\u0430ypal.example/", 2}, std::pair{"https://a.example/%C0%AF", 4},
        std::pair{"https://a.example/b/%2E%2E/c", 4}}) {
    LspClient client(files_);
    client.initialize(Json::object(), with_level("auto"));
    client.open(kUri, text);
    EXPECT_EQ(last(client).at("diagnostics")[0].at("severity"), severity) << text;
    EXPECT_EQ(client.end(), 0);
  }
}

TEST_F(LspDiagnostics, TheSettingSelectsTheSeverity) {
  for (const auto& [level, severity] : {std::pair{"hint", 4}, std::pair{"warning", 2}}) {
    LspClient client(files_);
    client.initialize(Json::object(), with_level(level));
    client.open(kUri, kDeceiving);
    EXPECT_EQ(last(client).at("diagnostics")[0].at("severity"), severity);
    EXPECT_EQ(client.end(), 0);
  }
  LspClient client(files_);
  client.initialize(Json::object(), with_level("off"));
  client.open(kUri, kDeceiving);
  EXPECT_EQ(last(client), Json());
  EXPECT_EQ(client.end(), 0);
}

TEST_F(LspDiagnostics, TheyMoveWithTheText) {
  LspClient client(files_);
  client.initialize();
  client.open(kUri, kDeceiving);
  client.change(kUri, {{{"range", lsp_range(0, 0, 0)}, {"text", "\nx"}}});
  Json published = last(client);
  EXPECT_EQ(published.at("version"), 2);
  EXPECT_EQ(published.at("diagnostics")[0].at("range"), lsp_range(1, 13, 27));
  client.change(kUri, {{{"range", lsp_range(1, 27, 28)}, {"text", "/"}}});  // the @
  EXPECT_EQ(last(client).at("diagnostics"), Json::array());
  client.change(kUri, {{{"range", lsp_range(0, 0, 0)}, {"text", "y"}}});
  EXPECT_EQ(last(client), Json());  // no notification if there were and are no diagnostics
  EXPECT_EQ(client.end(), 0);
}

TEST_F(LspDiagnostics, DependOnTheTextNextToALink) {
  LspClient client(files_);
  client.initialize();
  client.open(kUri, "https://e.org/a b\n[https://a.org](https://b.org)");
  Json found = last(client).at("diagnostics");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].at("code"), "text-names-other-host");
  client.change(kUri, {{{"range", lsp_range(1, 9, 10)}, {"text", "b"}}});  // of the first link
  EXPECT_EQ(last(client).at("diagnostics"), Json::array());
  client.change(kUri, {{{"range", lsp_range(0, 15, 15)}, {"text", "\u202E"}}});
  found = last(client).at("diagnostics");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].at("code"), "bidi-control");
  EXPECT_EQ(found[0].at("range"), lsp_range(0, 0, 15));
  EXPECT_EQ(client.end(), 0);
}

TEST_F(LspDiagnostics, AClosedDocumentHasNone) {
  LspClient client(files_);
  client.initialize();
  client.open(kUri, kDeceiving);
  client.notify("textDocument/didClose", {{"textDocument", {{"uri", kUri}}}});
  client.request("textDocument/documentLink", {{"textDocument", {{"uri", kUri}}}});
  const std::vector<Json> published = client.said_with("textDocument/publishDiagnostics");
  ASSERT_EQ(published.size(), 2u);
  EXPECT_EQ(published[1].at("diagnostics"), Json::array());
  client.open(kUri, kDeceiving);
  client.open(kUri, "opened again, without a link");
  EXPECT_EQ(last(client).at("diagnostics"), Json::array());
  EXPECT_EQ(client.end(), 0);
}

// An attacker may write a text full of suspicious links.
TEST_F(LspDiagnostics, AreNoMoreThanAThousand) {
  LspClient client(files_);
  client.initialize();
  std::string text;
  for (int i = 0; i < 3000; ++i) text += std::string(kDeceiving) + '\n';
  client.open(kUri, text);
  EXPECT_EQ(last(client).at("diagnostics").size(), 1000u);
  client.change(kUri, {{{"range", lsp_range(0, 0, 0)}, {"text", "x"}}});
  EXPECT_EQ(last(client).at("diagnostics").size(), 1000u);
  const Json all = {{"start", lsp_position(0, 0)}, {"end", lsp_position(3000, 0)}};
  client.change(kUri, {{{"range", all}, {"text", ""}}});
  EXPECT_EQ(last(client).at("diagnostics").size(), 0u);
  EXPECT_EQ(client.end(), 0);
}

}  // namespace command_lsp_diagnostics_test
}  // namespace linkspan::test::lsp
