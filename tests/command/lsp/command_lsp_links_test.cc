// SPDX-License-Identifier: Apache-2.0
// Promise: the links of a document have their URI, and a tooltip with their host and warnings; a
// hover has no markup and no control characters of the document.

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/lsp_client.h"

namespace linkspan::test::lsp {
namespace command_lsp_links_test {

const char* const kUri = "file:///a.txt";
const Json kDocument = {{"textDocument", {{"uri", kUri}}}};

class LspLinks : public CommandTest {
 protected:
  static std::string tooltip_of(LspClient& client, const Json& link) {
    return client.result("documentLink/resolve", link).at("tooltip");
  }
  static Json hover(LspClient& client, uint64_t character, uint64_t line = 0) {
    return client.result("textDocument/hover", lsp_at(kUri, lsp_position(line, character)));
  }
};

TEST_F(LspLinks, EachFormHasItsTarget) {
  LspClient client(files_);
  client.initialize();
  client.open(
      kUri,
      "https://bücher.de/ü www.e.org e.org/a r&d@e.org mailto:x@e.org <https://e.org/a\n  b> "
      "urn:isbn:0451450523");
  EXPECT_EQ(lsp_targets(client.links(kUri)),
            (std::vector<std::string>{"https://xn--bcher-kva.de/%C3%BC", "http://www.e.org",
                                      "http://e.org/a", "mailto:r%26d@e.org", "mailto:x@e.org",
                                      "https://e.org/ab", "urn:isbn:0451450523"}));
  EXPECT_EQ(client.end(), 0);
}

TEST_F(LspLinks, LinksOfARangeAreThoseThatOverlapIt) {
  LspClient client(files_);
  client.initialize();
  client.open(kUri, "https://a.org/ x\nhttps://b.org/\nhttps://c.org/ https://d.org/");
  const Json all = client.links(kUri);
  const auto links_in = [&](const Json& range) {
    Json params = kDocument;
    params["range"] = range;
    return client.result("linkspan/links", params);
  };
  EXPECT_EQ(links_in({{"start", lsp_position(0, 0)}, {"end", lsp_position(9, 0)}}), all);
  EXPECT_EQ(links_in({{"start", lsp_position(0, 15)}, {"end", lsp_position(2, 1)}}),
            Json::array({all[1], all[2]}));
  EXPECT_EQ(links_in(lsp_range(0, 14, 16)), Json::array());
  EXPECT_EQ(links_in(lsp_range(2, 20, 20)), Json::array({all[3]}));
  EXPECT_EQ(client.end(), 0);
}

TEST_F(LspLinks, ATooltipShowsTheUriHostAndWarnings) {
  LspClient client(files_);
  client.initialize();
  client.open(kUri, "https://bücher.de/ü https://www.paypal.com@evil.de/ https://e.org/");
  const Json links = client.links(kUri);
  EXPECT_EQ(tooltip_of(client, links[0]),
            "URI: https://xn--bcher-kva.de/%C3%BC\n"
            "IRI: https://bücher.de/ü\n"
            "Host: bücher.de = xn--bcher-kva.de");
  EXPECT_TRUE(tooltip_of(client, links[1])
                  .starts_with("URI: https://www.paypal.com@evil.de/\nHost: evil.de\n"
                               "\u26A0 Warning: what looks like the host is user information"));
  EXPECT_EQ(tooltip_of(client, links[2]), "URI: https://e.org/\nHost: e.org");
  // A link that is no longer in the document: the result depends on its fields alone.
  client.change(kUri, {{{"text", ""}}});
  Json old = links[2];
  old["mine"] = 7;
  const Json resolved = client.result("documentLink/resolve", old);
  EXPECT_EQ(resolved.at("mine"), 7);
  EXPECT_EQ(resolved.at("target"), "https://e.org/");
  EXPECT_EQ(client.end(), 0);
}

TEST_F(LspLinks, AHoverIsMarkdownIfTheClientSupportsIt) {
  for (const char* const kind : {"markdown", "plaintext"}) {
    LspClient client(files_);
    client.initialize({{"textDocument", {{"hover", {{"contentFormat", Json::array({kind})}}}}}});
    client.open(kUri, "see https://e.org/a_b_*c, ok");
    const Json found = hover(client, 6);
    EXPECT_EQ(found.at("range"), lsp_range(0, 4, 24));
    EXPECT_EQ(found.at("contents").at("kind"), kind);
    const std::string value = found.at("contents").at("value");
    EXPECT_EQ(value, kind == std::string("markdown")
                         ? "**URI:** `https://e.org/a_b_*c`  \n**Host:** `e.org`"
                         : "URI: https://e.org/a_b_*c\nHost: e.org");
    EXPECT_EQ(hover(client, 1), Json());
    EXPECT_EQ(hover(client, 99), Json());
    EXPECT_EQ(client.end(), 0);
  }
}

// A code span ends with as many back-quotes as it begins with (CommonMark 0.31, section 6.1).
std::string outside_of_code_spans(const std::string& markdown) {
  std::string outside;
  for (size_t at = 0; at < markdown.size();) {
    const size_t fence = std::min(markdown.find_first_not_of('`', at), markdown.size()) - at;
    if (fence == 0) {
      outside += markdown[at++];
      continue;
    }
    at += fence;
    for (size_t run = 0; run != fence && at < markdown.size(); at += std::max<size_t>(run, 1)) {
      run = std::min(markdown.find_first_not_of('`', at), markdown.size()) - at;
    }
  }
  return outside;
}

// Controls, bidi controls and markup in every part of a link and of a rule.
TEST_F(LspLinks, AHoverHasNoControlsOrMarkupOfTheText) {
  write(".linkspan/rules",
        "[[rule]]\nname = \"a`b **x** \\u202e \\u001b[2J <b>\"\n"
        "pattern = 'BUG-(.*)'\nuri = 'https://e.org/{1}'\n");
  LspClient client(files_);
  client.initialize({{"textDocument", {{"hover", {{"contentFormat", Json::array({"markdown"})}}}}}},
                    nullptr, files_);
  const std::vector<std::string> lines = {
      "https://e.org/\u202E/x\u200B",  "https://e.org/a\u2066b",
      "https://e.org/%E2%80%AE%0A`x`", "https://e\u0301.org/<img>",
      "<https://e.org/\u200F \r\n x>", "BUG-`\u202E\u0007`*x*"};
  for (const std::string& line : lines) {
    client.open(kUri, line);
    const Json found = hover(client, 2);
    ASSERT_FALSE(found.is_null()) << line;
    const std::string value = found.at("contents").at("value");
    for (const char* const harmful :
         {"\u202E", "\u2066", "\u200B", "\u200F", "\x1B", "\a", "\r", "<b>*", "**x**\n"}) {
      EXPECT_EQ(value.find(harmful), std::string::npos) << line << '\n' << value;
    }
    const std::string outside = outside_of_code_spans(value);
    EXPECT_EQ(outside.find_first_of("<>[]!"), std::string::npos) << outside;
  }
  EXPECT_EQ(client.end(), 0);
}

TEST_F(LspLinks, TheLanguageSelectsTheProfile) {
  LspClient client(files_);
  client.initialize();
  for (const char* const prose :
       {"plaintext", "markdown", "mail", "asciidoc", "restructuredtext", "rst", "tex", "latex",
        "bibtex", "org", "text", "gitcommit", "git-commit"}) {
    client.open(kUri, "see example.com, ok", prose);
    EXPECT_EQ(client.links(kUri).size(), 1u) << prose;
  }
  for (const char* const code : {"cpp", "python", "", "log", "json"}) {
    client.open(kUri, "see example.com, ok", code);
    EXPECT_EQ(client.links(kUri).size(), 0u) << code;
  }
  EXPECT_EQ(client.end(), 0);
}

}  // namespace command_lsp_links_test
}  // namespace linkspan::test::lsp
