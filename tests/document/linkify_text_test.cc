// SPDX-License-Identifier: Apache-2.0
// Promise: linkify_text returns the decoded text, complete and in order, in UTF-8 and UTF-16, and
// Link::in_text is the place of a link in it.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "linkspan/document.h"
#include "tests/support/data.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace linkify_text_test {

const Engine& engine() {
  static const Engine made = Engine::create({}).value();
  return made;
}

template <class Char>
struct Linkified {
  std::basic_string<Char> text;
  std::vector<std::basic_string<Char>> links;
};

template <class Char>
Linkified<Char> linkified(const Document& document) {
  Linkified<Char> all;
  const auto take_link = [&](const Link& link) {
    EXPECT_LE(link.in_text.end, all.text.size());
    all.links.push_back(all.text.substr(link.in_text.begin, link.in_text.size()));
  };
  const auto take_text = [&](const std::basic_string_view<Char>& text) { all.text += text; };
  const auto summary = linkify_text(document, engine(), take_link, take_text);
  EXPECT_TRUE(summary.ok());
  EXPECT_EQ(summary.ok() ? summary->links : 0, all.links.size());
  return all;
}

Document flowed(std::string_view bytes) {
  Document document{bytes, {}};
  document.options.layout.flow = Flow::flowed_delsp;
  return document;
}

TEST(LinkifyText, JoinsTheLinesOfFlowedText) {
  const auto all =
      linkified<char>(flowed("> see http://a.example/b \r\n> cd, ok\r\nwww.example.org\r\n"));
  EXPECT_NE(all.text.find("see http://a.example/bcd, ok"), std::string::npos) << all.text;
  EXPECT_EQ(all.links, (std::vector<std::string>{"http://a.example/bcd", "www.example.org"}));
}

TEST(LinkifyText, DecodesTheCharset) {
  Document document{"\xA3 http://example.org/\xE9 \xE9", {}};
  document.options.charset = "iso-8859-1";
  EXPECT_EQ(linkified<char>(document).text, "£ http://example.org/é é");
  EXPECT_EQ(linkified<char16_t>(document).text, u"£ http://example.org/é é");
  EXPECT_EQ(linkified<char16_t>(document).links,
            (std::vector<std::u16string>{u"http://example.org/é"}));
}

TEST(LinkifyText, PlacesInUtf16TextCountCodeUnits) {
  const Document document{"😀\xE2\x82http://example.org/😀 \xF0\x9F", {}};
  const auto all = linkified<char16_t>(document);
  EXPECT_EQ(all.text, u"😀\uFFFDhttp://example.org/😀 \uFFFD");
  EXPECT_EQ(all.links, (std::vector<std::u16string>{u"http://example.org/😀"}));
}

TEST(LinkifyText, LinksInHtmlHaveTheirVisibleText) {
  Document document{
      "<p>a <a href='https://e.example/'>b <b>c</b></a> www.example.org<a "
      "href='https://f.example/'></a>",
      {}};
  document.options.markup = Markup::html;
  const auto all = linkified<char>(document);
  EXPECT_EQ(all.links, (std::vector<std::string>{"b c", "www.example.org", ""}));
}

TEST(LinkifyText, TheTextSinkCanStopTheScan) {
  size_t links = 0;
  const std::string text(1 << 20, '\n');
  size_t bytes = 0;
  const auto summary = linkify_text(
      {text + "http://a.example/", {}}, engine(), [&](const Link&) { ++links; },
      [&](const std::string_view& part) {
        bytes += part.size();
        return Visit::stop;
      });
  EXPECT_TRUE(summary.ok());
  EXPECT_EQ(links, 0u);
  EXPECT_LT(bytes, text.size());
}

// For every file of the corpus, which is UTF-8, the text is the file.
TEST(LinkifyText, TheTextOfAUtf8FileIsTheFile) {
  size_t links = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() / "corpus")) {
    if (!entry.is_regular_file()) continue;
    const std::string bytes = read_file(entry.path());
    const auto all = linkified<char>({bytes, {}});
    EXPECT_EQ(all.text, bytes) << entry.path();
    std::vector<std::string> found;
    (void)linkify({bytes, {}}, engine(), [&](const Link& link) { found.emplace_back(link.text); });
    EXPECT_EQ(all.links, found) << entry.path();
    links += found.size();
  }
  EXPECT_GT(links, 10000u);
}

}  // namespace linkify_text_test
}  // namespace linkspan::test
