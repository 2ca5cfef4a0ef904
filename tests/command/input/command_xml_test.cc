// SPDX-License-Identifier: Apache-2.0
// Promise: XML files are recognized by their name or their first bytes and read as XML, with one
// job or several; `render` shows their text.

#include "tests/support/command.h"

namespace linkspan::test {
namespace command_xml_test {

class CommandXml : public CommandTest {};

using Texts = std::vector<std::string>;

constexpr std::string_view kFeed =
    "<rss xmlns:x='http://ns.example/'><link>https://a.example/?a&amp;b</link><description>"
    "&lt;a href='https://b.example/'>www.example.com&lt;/a></description></rss>\n";
std::string utf16(std::string_view ascii) {
  std::string bytes = "\xFF\xFE";
  for (const char c : ascii) (bytes += c) += '\0';
  return bytes;
}

const Texts kLinks = {"https://a.example/?a&b", "www.example.com"};

TEST_F(CommandXml, IsRecognizedByNameAndByFirstBytes) {
  for (const char* const name :
       {"a.xml", "b.RSS", "c.atom", "d.svg", "e.opml", "f.kml", "g.rels"}) {
    write(name, kFeed);
    EXPECT_EQ(texts(scan({name}).out), kLinks) << name;
  }
  const std::string feed(kFeed);
  write("a.txt", "\xEF\xBB\xBF <?xml version='1.0'?>\n<!-- x -->" + feed);
  EXPECT_EQ(texts(scan({"a.txt"}).out), kLinks);
  EXPECT_EQ(texts(scan({}, feed).out), kLinks);
  EXPECT_EQ(texts(scan({"--from", "xml"}, "x" + feed).out), kLinks);
  EXPECT_EQ(texts(scan({"--from", "text"}, "<x>https://a.example/?a&amp;b</x>").out),
            Texts{"https://a.example/?a&amp;b"});
}

TEST_F(CommandXml, IsNotXhtml) {
  constexpr std::string_view kPage =
      "<html xmlns='http://www.w3.org/1999/xhtml'><a href='https://a.example/'>x</a>"
      "<p hidden>https://b.example/</html>";
  for (const std::string begin :
       {"", "<?xml version='1.0'?>", "<?xml version='1.0'?>\n<!DOCTYPE html PUBLIC 'x'>",
        "<?xml version='1.0'?><!-- x --><?x y?>"}) {
    EXPECT_EQ(texts(scan({}, begin + std::string(kPage)).out), Texts{"x"}) << begin;
  }
}

TEST_F(CommandXml, IsReadAsTheOptionRequests) {
  write("a.xml", kFeed);
  EXPECT_EQ(texts(scan({"--html", "links", "a.xml"}).out), Texts{"www.example.com"});
  EXPECT_EQ(texts(scan({"--html", "text", "a.xml"}).out), kLinks);
  EXPECT_EQ(scan({"--from", "xml", "--html", "off"}).status, 2);
  EXPECT_EQ(lines_of(scan({"--html", "off", "a.xml"}).out).size(), 4u);
}

TEST_F(CommandXml, HasPlacesInTheFile) {
  write("a.xml", "<?xml version='1.0' encoding='latin1'?><a>\xE9 &lt;http://h.example/\xE9></a>");
  const Json link = Json::parse(lines_of(scan({"a.xml"}).out).at(0));
  EXPECT_EQ(link["start"], 48);
  EXPECT_EQ(link["end"], 66);
  EXPECT_EQ(link["text"], "http://h.example/é");
  write("b.xml", utf16("<?xml version='1.0'?><a>http://h.example/</a>"));
  EXPECT_EQ(Json::parse(lines_of(scan({"b.xml"}).out).at(0))["start"], 2 + 2 * 24);
}

TEST_F(CommandXml, IsReadTheSameInSeveralProcesses) {
  std::string text = "<r>";
  for (int i = 0; i < 30'000; ++i) {
    text += "<e a='x'><p>http://h" + std::to_string(i) + ".exam<b>ple/</b></p></e>";
  }
  write("a.xml", text + "</r>");
  write("b.xml", kFeed);
  const Outcome one = scan({"a.xml", "b.xml"});
  EXPECT_EQ(lines_of(one.out).size(), 30'002u);
  EXPECT_EQ(scan({"--jobs", "2", "a.xml", "b.xml"}).out, one.out);
}

TEST_F(CommandXml, IsShownAsText) {
  write("a.xml", kFeed);
  const std::string shown = run({"render", "--to", "html", "a.xml"}).out;
  EXPECT_NE(shown.find(">https://a.example/?a&amp;b</a>\n<a "), std::string::npos) << shown;
  EXPECT_NE(shown.find("href=\"https://b.example/\""), std::string::npos) << shown;
  EXPECT_NE(shown.find(">www.example.com</a>"), std::string::npos) << shown;
  EXPECT_EQ(shown.find("ns.example"), std::string::npos) << shown;
}

}  // namespace command_xml_test
}  // namespace linkspan::test
