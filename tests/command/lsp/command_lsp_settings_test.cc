// SPDX-License-Identifier: Apache-2.0
// Promise: each setting has the effect that docs/lsp.md describes, from every source; an invalid
// setting gets an error with the valid values, and the settings do not change.

#include <set>
#include <string>
#include <vector>

#include "tests/support/lsp_client.h"

namespace linkspan::test::lsp {
namespace command_lsp_settings_test {

const char* const kUri = "file:///a.txt";

class LspSettings : public CommandTest {
 protected:
  static void configure(LspClient& client, const Json& section) {
    client.notify("workspace/didChangeConfiguration", {{"settings", {{"linkspan", section}}}});
  }

  // The targets in a text, with these settings.
  std::vector<std::string> targets(const Json& settings, const std::string& text,
                                   const std::string& language = "plaintext") const {
    LspClient client(files_);
    client.initialize(Json::object(), settings, files_);
    client.open(kUri, text, language);
    const std::vector<std::string> found = lsp_targets(client.links(kUri));
    EXPECT_EQ(client.end(), 0);
    EXPECT_TRUE(client.said_with("window/showMessage").empty()) << settings;
    return found;
  }
};

using Targets = std::vector<std::string>;

TEST_F(LspSettings, EachSettingHasItsEffect) {
  const std::string text = "e.org/a b@e.org steam:x foo.intern/a http://e.org/";
  EXPECT_EQ(targets(nullptr, text), (Targets{"http://e.org/a", "mailto:b@e.org", "http://e.org/"}));
  EXPECT_EQ(targets({{"bareDomains", false}, {"email", false}}, text), Targets{"http://e.org/"});
  EXPECT_EQ(targets({{"schemes", "+steam"}}, text).size(), 4u);
  EXPECT_EQ(targets({{"schemes", {"+steam", "-http"}}}, text),
            (Targets{"http://e.org/a", "mailto:b@e.org", "steam:x"}));
  EXPECT_EQ(targets({{"tlds", "+intern"}}, text).size(), 4u);
  EXPECT_EQ(targets({{"defaultScheme", "https"}}, text).at(0), "https://e.org/a");
  EXPECT_EQ(targets({{"profile", "strict"}}, text), Targets{"http://e.org/"});
  const std::string long_link = "http://e.org/" + std::string(400, 'a');
  EXPECT_EQ(targets({{"maxLinkBytes", 256}}, long_link).at(0).size(), 256u);
  EXPECT_EQ(targets({{"maxDocumentBytes", 100}}, "http://e.org/"), Targets{"http://e.org/"});
}

TEST_F(LspSettings, ProfilesAreChosenByLanguage) {
  const std::string text = "see example.com, ok";
  EXPECT_EQ(targets(nullptr, text, "python").size(), 0u);
  EXPECT_EQ(targets({{"profile", "prose"}}, text, "python").size(), 1u);
  EXPECT_EQ(targets({{"profiles", {{"python", "prose"}}}}, text, "python").size(), 1u);
  EXPECT_EQ(
      targets({{"profile", "prose"}, {"profiles", {{"python", "code"}}}}, text, "python").size(),
      0u);
}

TEST_F(LspSettings, MarkdownIsReadIfAsked) {
  const std::string text =
      "[www.bank.com](https://evil.example/) `http://a.example/` http://b.example/\n";
  EXPECT_EQ(targets(nullptr, text, "markdown"),
            (Targets{"http://www.bank.com", "https://evil.example/", "http://a.example/",
                     "http://b.example/"}));
  EXPECT_EQ(targets({{"markdown", true}}, text, "markdown"),
            (Targets{"https://evil.example/", "http://b.example/"}));
  EXPECT_EQ(targets({{"markdown", true}}, text, "plaintext").size(), 4u);
  EXPECT_EQ(targets({{"markdown", true}}, text + std::string(1 << 20, ' '), "markdown").size(), 4u);
  LspClient client(files_);
  client.initialize(Json::object(), {{"markdown", true}});
  client.open(kUri, text, "markdown");
  EXPECT_EQ(client.links(kUri).size(), 2u);
  client.change(kUri, {{{"range", lsp_range(0, 38, 39)}, {"text", ""}}});  // the first `
  EXPECT_EQ(client.links(kUri).at(0).at("range"), lsp_range(0, 1, 13));
  EXPECT_EQ(client.links(kUri).size(), 3u);
  EXPECT_EQ(client.end(), 0);
  const std::vector<Json> published = client.said_with("textDocument/publishDiagnostics");
  ASSERT_FALSE(published.empty());
  EXPECT_EQ(published.back().at("diagnostics").at(0).at("code"), "text-names-other-host");
}

TEST_F(LspSettings, InvalidOnesAreReportedAndTheOldOnesRemain) {
  LspClient client(files_);
  client.initialize(Json::object(), {{"defaultScheme", "https"}});
  client.open(kUri, "e.org/a");
  const std::pair<Json, const char*> cases[] = {
      {{{"profile", "cod"}}, "linkspan.profile can be auto, prose, uts58, code or strict"},
      {{{"profile", 3}}, "linkspan.profile can be auto"},
      {{{"bareDomain", true}},
       "no setting linkspan.bareDomain; did you mean linkspan.bareDomains?"},
      {{{"bareDomains", "yes"}}, "linkspan.bareDomains can be true or false"},
      {{{"profiles", {{"c", "x"}}}}, "profiles are prose, uts58, code and strict"},
      {{{"schemes", "a,,b"}}, "linkspan.schemes can be names with commas"},
      {{{"schemes", "not a scheme"}}, "linkspan.schemes or linkspan.tlds: "},
      {{{"tlds", 1}}, "linkspan.tlds can be names"},
      {{{"maxLinkBytes", 3}}, "linkspan.maxLinkBytes can be a number of bytes from 256 to"},
      {{{"maxDocumentBytes", -1}}, "linkspan.maxDocumentBytes can be a number"},
      {{{"diagnostics", "error"}}, "linkspan.diagnostics can be auto, off, hint or warning"},
      {{{"defaultScheme", "ftp"}}, "linkspan.defaultScheme can be http or https"},
      {{{"linkFiles", "on"}}, "linkspan.linkFiles can be true or false"},
      {{{"markdown", "on"}}, "linkspan.markdown can be true or false"},
      {{{"rules", "x"}}, "linkspan.rules can be a list of strings"},
      {{{"ruleParameters", {{"a", 1}}}}, "linkspan.ruleParameters can be an object with strings"},
      {{{"copyCommand", 1}}, "linkspan.copyCommand can be the name"},
      {{{"rules", {"missing.toml"}}}, "linkspan.rules names 'missing.toml'"}};
  for (const auto& [settings, sentence] : cases) {
    configure(client, settings);
    EXPECT_EQ(lsp_targets(client.links(kUri)), Targets{"https://e.org/a"}) << settings;
    const std::vector<Json> shown = client.said_with("window/showMessage");
    ASSERT_EQ(shown.size(), 1u) << settings;
    EXPECT_EQ(shown[0].at("type"), 1);
    EXPECT_NE(shown[0].at("message").get<std::string>().find(sentence), std::string::npos)
        << shown[0];
    client.said.clear();
  }
  EXPECT_EQ(client.end(), 0);
  // The same for initializationOptions, which may also have a whole section.
  LspClient other(files_);
  other.initialize(Json::object(), {{"linkspan", {{"profil", "code"}}}});
  EXPECT_EQ(other.said_with("window/showMessage").size(), 1u);
  EXPECT_EQ(other.end(), 0);
}

TEST_F(LspSettings, LaterSettingsAreMergedIntoEarlierOnes) {
  LspClient client(files_);
  client.initialize(Json::object(), {{"defaultScheme", "https"}});
  client.open(kUri, "e.org/a b@e.org");
  configure(client, {{"email", false}});
  EXPECT_EQ(lsp_targets(client.links(kUri)), Targets{"https://e.org/a"});
  configure(client, {{"email", nullptr}, {"trace", {{"server", "off"}}}});
  EXPECT_EQ(client.links(kUri).size(), 2u);
  client.notify("workspace/didChangeConfiguration", {{"settings", nullptr}});
  client.notify("workspace/didChangeConfiguration", {{"settings", {{"other", 1}}}});
  EXPECT_EQ(client.links(kUri).size(), 2u);
  EXPECT_EQ(client.end(), 0);
  EXPECT_TRUE(client.said.empty());
}

TEST_F(LspSettings, TheServerRequestsThemIfTheClientSupportsIt) {
  LspClient client(files_);
  client.answers["workspace/configuration"] = Json::array({{{"defaultScheme", "https"}}});
  client.initialize({{"workspace",
                      {{"configuration", true},
                       {"didChangeConfiguration", {{"dynamicRegistration", true}}},
                       {"didChangeWatchedFiles", {{"dynamicRegistration", true}}}}}});
  client.open(kUri, "e.org/a");
  client.links(kUri);  // answers the pending request of the server
  EXPECT_EQ(lsp_targets(client.links(kUri)), Targets{"https://e.org/a"});
  EXPECT_EQ(client.said_with("workspace/configuration").at(0),
            (Json{{"items", {{{"section", "linkspan"}}}}}));
  EXPECT_EQ(client.said_with("client/registerCapability").at(0).at("registrations").size(), 2u);
  client.answers["workspace/configuration"] = Json::array({{{"defaultScheme", "http"}}});
  client.notify("workspace/didChangeConfiguration", {{"settings", nullptr}});
  client.links(kUri);
  EXPECT_EQ(lsp_targets(client.links(kUri)), Targets{"http://e.org/a"});
  EXPECT_EQ(client.end(), 0);
}

constexpr const char* kRules =
    "[[rule]]\nname = \"bug\"\npattern = 'BUG-(\\d+)'\nuri = 'https://bugs.example.org/{1}'\n";

TEST_F(LspSettings, RulesOfTheWorkspaceAndOfTheSettingAreUsed) {
  write(".linkspan/rules", kRules);
  write("more.toml",
        "[[rule]]\nname = \"wins\"\npattern = 'https://e\\.org/\\d+'\nuri = 'https://w.org/'\n"
        "wins = true\n");
  EXPECT_EQ(targets(nullptr, "x BUG-12, https://e.org/3"),
            (Targets{"https://bugs.example.org/12", "https://e.org/3"}));
  EXPECT_EQ(targets({{"rules", {"more.toml", "standards"}}}, "RFC 9 BUG-12 https://e.org/3"),
            (Targets{"https://www.rfc-editor.org/rfc/rfc9", "https://bugs.example.org/12",
                     "https://w.org/"}));
}

// Some editors execute such a URI on a click, and rules may come with a folder of another author.
TEST_F(LspSettings, RulesLinkOnlyToSchemesThatAreSafeToOpen) {
  for (const char* const scheme : {"command:", "javascript:", "vscode:", "file:///"}) {
    write(".linkspan/rules",
          std::string("[[rule]]\nname = \"x\"\npattern = 'BUG'\nuri = '") + scheme + "x'\n");
    EXPECT_EQ(targets(nullptr, "x BUG y"), Targets()) << scheme;
  }
}

TEST_F(LspSettings, RulesAreReadAgainWhenTheyChange) {
  LspClient client(files_);
  client.initialize(Json::object(), nullptr, files_);
  client.open(kUri, "BUG-12 and BUG-13");
  EXPECT_EQ(client.links(kUri).size(), 0u);
  write(".linkspan/rules", kRules);
  const Json changed = {{"changes", Json::array()}};
  client.notify("workspace/didChangeWatchedFiles", changed);
  const Json links = client.links(kUri);
  ASSERT_EQ(links.size(), 2u);
  EXPECT_EQ(links[0].at("data"), (Json{{"form", "rule"}, {"rule", "bug"}}));
  EXPECT_NE(client.result("documentLink/resolve", links[0])
                .at("tooltip")
                .get<std::string>()
                .find("Rule: bug"),
            std::string::npos);
  client.change(kUri, {{{"range", lsp_range(0, 0, 1)}, {"text", ""}}});
  EXPECT_EQ(client.links(kUri).size(), 1u);  // found again after the edit
  write(".linkspan/rules", "[[rule]]\nname = 3\n");
  client.notify("workspace/didChangeWatchedFiles", changed);
  EXPECT_EQ(client.links(kUri).size(), 1u);
  EXPECT_EQ(client.said_with("window/showMessage").size(), 1u);
  client.notify("workspace/didChangeWorkspaceFolders",
                {{"event",
                  {{"added", Json::array()},
                   {"removed", {{{"uri", "file://" + files_.string()}, {"name", ""}}}}}}});
  EXPECT_EQ(client.links(kUri).size(), 0u);
  EXPECT_EQ(client.end(), 0);
}

// The extension for VS Code sends all of its settings at once: an unknown one, or a value that is
// not one of ours, would drop the user's others.
TEST_F(LspSettings, ThoseOfTheExtensionForVsCodeAreKnownWithTheirValues) {
  const Json extension = Json::parse(read_file(source_dir() / "tools/editors/vscode/package.json"));
  for (const auto& [full_name, property] :
       extension.at("/contributes/configuration/properties"_json_pointer).items()) {
    const std::string name = full_name.substr(full_name.find('.') + 1);
    if (name == "path" || name == "serverUrl" || name == "trace.server") continue;
    LspClient client(files_);
    client.initialize(Json::object(), {{name, property.at("default")}});
    std::string sentence = "linkspan." + name + " can be ";
    const Json words = property.value("enum", Json::array());
    for (size_t i = 0; i < words.size(); ++i) {
      configure(client, {{name, words[i]}});
      sentence += i == 0 ? "" : i + 1 == words.size() ? " or " : ", ";
      sentence += words[i].get<std::string>();
    }
    EXPECT_TRUE(client.said_with("window/showMessage").empty()) << name;
    configure(client, {{name, {{"x", 1}}}});
    EXPECT_EQ(client.end(), 0);
    const std::vector<Json> shown = client.said_with("window/showMessage");
    ASSERT_EQ(shown.size(), 1u) << name;
    EXPECT_NE(shown[0].dump().find(words.empty() ? "linkspan." + name : sentence + "\""),
              std::string::npos)
        << name << shown[0];
  }
}

// Each row of the table is a setting, and each setting has a row.
TEST_F(LspSettings, TheDocumentationListsAllSettings) {
  std::set<std::string> listed;
  std::istringstream page(read_file(source_dir() / "docs/lsp.md"));
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("| `")) continue;
    const std::string name = line.substr(3, line.find('`', 3) - 3);
    const bool is_setting = name.find_first_of("/. ") == std::string::npos;
    if (is_setting) listed.insert(name);
  }
  EXPECT_EQ(listed, (std::set<std::string>{"profile", "profiles", "bareDomains", "email", "schemes",
                                           "tlds", "maxLinkBytes", "defaultScheme", "diagnostics",
                                           "rules", "ruleParameters", "maxDocumentBytes",
                                           "linkFiles", "markdown", "copyCommand"}));
  for (const std::string& name : listed) {  // the error for a wrong value names the setting
    LspClient client(files_);
    client.initialize(Json::object(), {{name, {{"x", 1}}}});
    ASSERT_EQ(client.said_with("window/showMessage").size(), 1u) << name;
    EXPECT_NE(client.said[0].dump().find("linkspan." + name + " can be"), std::string::npos)
        << name;
    EXPECT_EQ(client.end(), 0);
  }
}

}  // namespace command_lsp_settings_test
}  // namespace linkspan::test::lsp
