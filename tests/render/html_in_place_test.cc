// SPDX-License-Identifier: Apache-2.0
// Promise: link_html writes the links of a page into it, each in one text node, in the charset of
// the page, and changes no other byte. Nothing is written into elements that can hold no link.
// tests/html_parse5 compares the trees before and after.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "linkspan/render.h"
#include "tests/support/data.h"

namespace linkspan::test {
namespace html_in_place_test {

using Attributes = std::vector<render::Attribute>;

const Engine& engine() {
  static const Engine made = Engine::create({}).value();
  return made;
}

DocumentOptions options_of(std::string charset = "utf-8") {
  DocumentOptions options;
  options.charset = std::move(charset);
  return options;
}

std::string linked(std::string_view page, const DocumentOptions& options = options_of(),
                   render::RenderOptions render_options = {}) {
  std::string out;
  const auto read =
      render::link_html({page, options}, engine(), out, {.rel = ""}, std::move(render_options));
  EXPECT_TRUE(read.ok());
  return out;
}

constexpr std::string_view kTag = "<a dir=\"ltr\" href=\"http://a.example/\">";

std::string tagged(std::string_view text) { return std::string(kTag).append(text).append("</a>"); }

TEST(HtmlInPlace, LinksAreWrittenIntoTheText) {
  EXPECT_EQ(linked("<P>see http://a.example/, ok\r\n<!-- http://b.example -->"),
            "<P>see " + tagged("http://a.example/") + ", ok\r\n<!-- http://b.example -->");
  EXPECT_EQ(linked("no link <b>"), "no link <b>");
  EXPECT_EQ(linked(""), "");
  EXPECT_EQ(linked("http://a.example/?a=1&amp;b=%22 x"),
            "<a dir=\"ltr\" "
            "href=\"http://a.example/?a=1&amp;b=%22\">http://a.example/?a=1&amp;b=%22</a> x");
}

TEST(HtmlInPlace, ALinkAcrossElementsIsOneInEachTextNode) {
  EXPECT_EQ(linked("http://a.<b>exam<!-- -->ple</b>/"), tagged("http://a.") + "<b>" +
                                                            tagged("exam") + "<!-- -->" +
                                                            tagged("ple") + "</b>" + tagged("/"));
}

TEST(HtmlInPlace, ElementsThatHoldNoLinkStayAsTheyAre) {
  for (const std::string_view page :
       {"<a href=x>http://a.example/</a>",
        "<button>http://a.example/</button>",
        "<label>http://a.example/</label>",
        "<textarea>http://a.example/</textarea>",
        "<title>http://a.example/</title>",
        "<script>http://a.example/</script>",
        "<style>http://a.example/</style>",
        "<select><option>http://a.example/</select>",
        "<noscript>http://a.example/</noscript>",
        "<p><NOSCRIPT id=x><b>http://a.example/</Noscript>",
        "<head><noscript><style></style>http://a.example/</noscript>",
        "<template>http://a.example/</template>",
        "<svg><text>http://a.example/</text></svg>",
        "<xmp>http://a.example/</xmp>",
        "<svg><foreignObject><p>http://a.example/</p></foreignObject></svg>",
        "<math><mtext>http://a.example/</mtext></math>",
        "<iframe>http://a.example/</iframe>",
        "<datalist><option>http://a.example/</datalist>",
        "<plaintext>http://a.example/",
        "<A HREF=x><i>http://a.example/</i>",
        "<a href=x>http://a.</a>example/",
        "<button><b>http://a.example/</b></button>",
        "<p hidden>http://a.example/</p>"}) {
    EXPECT_EQ(linked(page), page);
  }
}

TEST(HtmlInPlace, TheCallerNamesMoreElements) {
  DocumentOptions options = options_of();
  options.in_place = {"code", "PRE", "kbd"};
  const std::string page =
      "<code>http://a.example/</code><pre>http://a.example/</pre><kbd>http://a.example/</kbd>";
  EXPECT_EQ(linked(page, options), page);
  EXPECT_EQ(linked("<code>http://a.example/</code>"),
            "<code>" + tagged("http://a.example/") + "</code>");
  options.in_place = {".no-links"};
  const std::string by_class = "<p CLASS='a\tno-links'><b>http://a.example/</b></p>";
  EXPECT_EQ(linked(by_class, options), by_class);
  EXPECT_EQ(linked("<p class='no-links-here No-Links'>http://a.example/", options),
            "<p class='no-links-here No-Links'>" + tagged("http://a.example/"));
  options.in_place = {"code", "x-code"};
  std::string out;
  const auto read = render::link_html({page, options}, engine(), out);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().position, 1u);
  EXPECT_EQ(read.error().message, "'x-code' is no element of HTML");
  EXPECT_EQ(out, "");
}

TEST(HtmlInPlace, LinksAreRefusedAndHaveTheirAttributes) {
  const auto refuse = [](const Link&) { return std::optional<std::string>(); };
  EXPECT_EQ(linked("http://a.example/", options_of(), {.rewrite = refuse}), "http://a.example/");
  const auto own = [](const Link&) {
    return std::optional(
        Attributes{render::Attribute{"title", "\"é\">"}, render::Attribute{"onclick", "x"}});
  };
  EXPECT_EQ(linked("http://a.example/", options_of(), {.attributes = own}),
            "<a dir=\"ltr\" href=\"http://a.example/\" title=\"&quot;&#x0000E9;&quot;&gt;\">"
            "http://a.example/</a>");
}

std::string wide(std::string_view ascii, size_t before, size_t after) {
  std::string out;
  for (const char c : ascii) out.append(before, '\0').append(1, c).append(after, '\0');
  return out;
}

TEST(HtmlInPlace, TheTagsAreInTheCharsetOfThePage) {
  const std::string page = "<p>http://a.example/ x";
  const std::string expected = "<p>" + tagged("http://a.example/") + " x";
  for (const char* charset : {"utf-8", "windows-1252", "shift_jis", "gb18030", "big5", "koi8-r",
                              "iso-2022-jp", "iso-2022-kr", "euc-kr", "auto"}) {
    EXPECT_EQ(linked(page, options_of(charset)), expected) << charset;
  }
  EXPECT_EQ(linked(wide(page, 0, 1), options_of("utf-16le")), wide(expected, 0, 1));
  EXPECT_EQ(linked(wide(page, 1, 0), options_of("utf-16be")), wide(expected, 1, 0));
  EXPECT_EQ(linked(wide(page, 0, 3), options_of("utf-32le")), wide(expected, 0, 3));
  EXPECT_EQ(linked("\xFF\xFE" + wide(page, 0, 1), options_of("utf-16")),
            "\xFF\xFE" + wide(expected, 0, 1));
  EXPECT_EQ(linked("\xFE\xFF" + wide(page, 1, 0), options_of("utf-16")),
            "\xFE\xFF" + wide(expected, 1, 0));
  for (const char* charset : {"utf-7", "hz-gb-2312"}) {
    std::string out;
    EXPECT_FALSE(render::link_html({page, options_of(charset)}, engine(), out).ok()) << charset;
    EXPECT_EQ(out, "");
  }
}

// ESC $ B begins two-byte characters; the tag is in ASCII between them.
TEST(HtmlInPlace, TagsLeaveAndEnterTheStatesOfIso2022) {
  const std::string path = "\x1B$B\x46|K\\\x1B(B";  // 日本
  const std::string out = linked("http://a.example/" + path + "/x", options_of("iso-2022-jp"));
  EXPECT_EQ(out, "<a dir=\"ltr\" href=\"http://a.example/%E6%97%A5%E6%9C%AC/x\">http://a.example/" +
                     path + "/x</a>");
  // `</p>` are two such characters.
  const std::string at_end =
      linked("http://a.example/\x1B$B\x46|K\\</p>", options_of("iso-2022-jp"));
  EXPECT_TRUE(at_end.ends_with("</p>\x1B(B</a>\x1B$B")) << at_end;
  const std::string inside = linked("\x1B$B\x46|\x1B(B http://a.example/\x1B$B\x46|K\\\x21\x23 ",
                                    options_of("iso-2022-jp"));
  EXPECT_NE(inside.find("K\\\x1B(B</a>\x1B$B\x21\x23"), std::string::npos) << inside;
}

// A link of many text nodes would repeat its URI in each.
TEST(HtmlInPlace, TheOutputIsBounded) {
  std::string page = "http://a.example/";
  for (int i = 0; i < 8000; ++i) page += "x<b></b>";
  EXPECT_LE(linked(page).size(), 40 * page.size());
  const std::string path(10'000, 'x');
  EXPECT_EQ(linked("http://a.example/" + path).size(),
            tagged("http://a.example/").size() + 2 * path.size());
}

// What was written is taken out again.
TEST(HtmlInPlace, NoOtherByteOfAPageIsChanged) {
  const std::string marker = " data-linkspan=\"1\">";
  const auto mark = [](const Link&) {
    return std::optional(Attributes{render::Attribute{"data-linkspan", "1"}});
  };
  size_t pages = 0, links = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(source_dir() / "tests/data/malformed_html")) {
    if (!entry.is_regular_file()) continue;
    std::string page = read_file(entry.path());
    if (page.find("data-linkspan") != page.npos) continue;
    for (size_t at = 0; (at = page.find('>', at)) != page.npos; at += 20) {
      page.insert(at + 1, "www.a.example/");
    }
    std::string out = linked(page, options_of("utf-8"), {.attributes = mark});
    for (size_t end; (end = out.find(marker)) != out.npos; ++links) {
      const size_t begin = out.rfind("<a ", end);
      out.erase(begin, end + marker.size() - begin);
      const size_t close = out.find("</a>", begin);
      ASSERT_NE(close, out.npos);
      out.erase(close, 4);
    }
    EXPECT_EQ(out, page) << entry.path();
    ++pages;
  }
  EXPECT_GT(pages, 3u);
  EXPECT_GT(links, 10u);
}

}  // namespace html_in_place_test
}  // namespace linkspan::test
