// SPDX-License-Identifier: Apache-2.0
// Promise: the text of a page is the visible text, every character of it has its place in the
// source, and hrefs have the same destinations as in a browser.

#include <gtest/gtest.h>

#include <string>

#include "html/declared_charset.h"
#include "html/href.h"
#include "html/page.h"
#include "html/tree.h"

namespace linkspan::test {
namespace html_page_test {

using html::absolute_href;
using html::Page;
using html::read_page;

std::string text_of(std::string_view source) { return read_page(source).text; }

// The source of the first occurrence of `part` in the text.
std::string source_of(std::string_view source, std::string_view part) {
  const Page page = read_page(source);
  const auto begin = static_cast<uint32_t>(page.text.find(part));
  const html::SourceRange range =
      page.source_of({begin, begin + static_cast<uint32_t>(part.size())});
  return std::string(source.substr(range.begin, range.end - range.begin));
}

TEST(HtmlPage, CollapsesWhiteSpace) {
  EXPECT_EQ(text_of(" a \n\t b  <b> c</b> "), "a b c");
  EXPECT_EQ(text_of("a<b> </b>b"), "a b");
  EXPECT_EQ(text_of("a&nbsp; &#32;b"), "a\u00A0 b");
}

TEST(HtmlPage, KeepsWhiteSpaceInPre) {
  EXPECT_EQ(text_of("<pre>\n a  b\r\nc</pre>"), " a  b\nc");
  EXPECT_EQ(text_of("x<textarea>a\n b</textarea>"), "x\na\n b");
}

TEST(HtmlPage, BreaksLinesAtBlocks) {
  EXPECT_EQ(text_of("a<div>b</div>c"), "a\nb\nc");
  EXPECT_EQ(text_of("<p>a<p>b"), "a\n\nb");
  EXPECT_EQ(text_of("a<br>b<br><br>c"), "a\nb\n\nc");
  EXPECT_EQ(text_of("<ul><li>a<li>b</ul>"), "a\nb");
  EXPECT_EQ(text_of("<table><tr><td>a<td>b<tr><td>c</table>"), "a\tb\nc");
}

TEST(HtmlPage, OmitsElementsThatAreNotShown) {
  EXPECT_EQ(text_of("<title>t</title>a<script>b</script><style>c</style><!-- d -->e"), "ae");
  EXPECT_EQ(text_of("a<span hidden>b</span><i style='Display : none'>c</i>d"), "ad");
  EXPECT_EQ(text_of("a<template>b</template><iframe>c</iframe><noscript>d</noscript>"), "ad");
}

// CSS Syntax 3: comments and escapes, `!important`, the last of two declarations.
TEST(HtmlPage, HasNoTextThatAStyleHides) {
  for (const char* const style :
       {"display:none", "color:red;DISPLAY : /**/ none /* x */", "d\\69splay:n\\6F ne",
        "visibility:collapse", "visibility: hidden !important", "opacity:0", "opacity: 0.00",
        "mso-hide:all", "display:none!important;display:block", "display:block;display:none",
        "background:url(a;display:block);display:none", "content:'/*';display:none"}) {
    const std::string source = "a<span style=\"" + std::string(style) + "\">b</span>c";
    EXPECT_EQ(text_of(source), "ac") << style;
  }
  for (const char* const style :
       {"display:none;display:block", "content:'display:none'", "/*display:none*/", "opacity:0.5",
        "xdisplay:none", "background:url(;display:none)", "display:inline", "visibility:visible",
        "font-size:0", "", ";:;", "\\", "/*"}) {
    const std::string source = "a<span style=\"" + std::string(style) + "\">b</span>c";
    EXPECT_EQ(text_of(source), "abc") << style;
  }
}

TEST(HtmlPage, DecodesCharacterReferences) {
  EXPECT_EQ(text_of("&lt;a&gt; &eacute;&#233;&#xE9; &copy2 &notit; &nosuch; & &#x80;"),
            "<a> ééé ©2 ¬it; &nosuch; & €");
}

TEST(HtmlPage, MapsTextToItsPlaceInTheSource) {
  EXPECT_EQ(source_of("<p>see &eacute;t&eacute;!", "été"), "&eacute;t&eacute;");
  EXPECT_EQ(source_of("a <b>b\n c</b> d", "b c"), "b\n c");
  EXPECT_EQ(source_of("a <b>b\n c</b> d", "a b"), "a <b>b");
  EXPECT_EQ(source_of("<pre>a\r\nb</pre>", "a\nb"), "a\r\nb");
  EXPECT_EQ(source_of("x<table>y<tr><td>z</table>", "y"), "y");
}

TEST(HtmlPage, FosterParentedTextStaysInTheOrderOfTheSource) {
  EXPECT_EQ(text_of("a<table><tr><td>b</td>c</tr></table>d"), "a\n\nb\nc\n\nd");
}

TEST(HtmlPage, AnchorsHaveATextRangeForEachLine) {
  const Page page = read_page("<a href=https://e.example/><div>one  two</div>three<img></a>");
  ASSERT_EQ(page.anchors.size(), 1u);
  ASSERT_EQ(page.anchors[0].text.size(), 2u);
  EXPECT_EQ(page.text, "one two\nthree");
  EXPECT_EQ(page.anchors[0].text[0], (html::TextRange{0, 7}));
  EXPECT_EQ(page.anchors[0].text[1], (html::TextRange{8, 13}));
}

TEST(HtmlPage, AnchorsThatAreNotShownHaveNoText) {
  const Page page = read_page("<p hidden><a href=https://e.example/>x</a></p><a href=/y></a>");
  ASSERT_EQ(page.anchors.size(), 2u);
  EXPECT_EQ(page.anchors[0].visibility, html::Visibility::hidden);
  EXPECT_TRUE(page.anchors[0].text.empty());
  EXPECT_EQ(page.anchors[1].visibility, html::Visibility::shown);
  EXPECT_EQ(page.anchors[1].href, "");
}

TEST(HtmlPage, HrefsAreReadAsBrowsersDo) {
  EXPECT_EQ(absolute_href(" \nhttps://e.example/a\tb c ", ""), "https://e.example/ab%20c");
  EXPECT_EQ(absolute_href("http:\\\\e.example\\a?b\\c", ""), "http://e.example/a?b%5Cc");
  EXPECT_EQ(absolute_href("https:e.example", ""), "https://e.example");
  EXPECT_EQ(absolute_href("http://a@b@e.example/c@d", ""), "http://a%40b@e.example/c@d");
  EXPECT_EQ(absolute_href("mailto:a@b.example?subject=c d", ""),
            "mailto:a@b.example?subject=c%20d");
  EXPECT_EQ(absolute_href("http://e.example:port/", ""), "");
  EXPECT_EQ(absolute_href("http:///", ""), "");
  EXPECT_EQ(absolute_href("page.html", ""), "");
  EXPECT_EQ(absolute_href("#top", "https://e.example/"), "");
}

// "The relative URL that begins with the scheme of its base" (URL Standard, section 4.4, special
// relative or authority state), and the state of files.
TEST(HtmlPage, TheSchemeOfTheBaseMeansNothing) {
  const std::string base = "http://base.example/p/q";
  EXPECT_EQ(absolute_href("http:evil.example", base), "http://base.example/p/evil.example");
  EXPECT_EQ(absolute_href("HTTP:/evil.example", base), "http://base.example/evil.example");
  EXPECT_EQ(absolute_href("http:\\\\evil.example/x", base), "http://evil.example/x");
  EXPECT_EQ(absolute_href("http:///evil.example/x", base), "http://evil.example/x");
  EXPECT_EQ(absolute_href("///evil.example/x", base), "http://evil.example/x");
  EXPECT_EQ(absolute_href("//a@b@evil.example", base), "http://a%40b@evil.example");
  EXPECT_EQ(absolute_href("//evil.example:x/", base), "");
  EXPECT_EQ(absolute_href("http:#top", base), "");
  EXPECT_EQ(absolute_href("https:evil.example", base), "https://evil.example");
  EXPECT_EQ(absolute_href("http:evil.example", "https://base.example/"), "http://evil.example");
  EXPECT_EQ(absolute_href("http:evil.example", "file:///p/q"), "http://evil.example");
}

TEST(HtmlPage, FilesHaveHostsAndBackslashes) {
  EXPECT_EQ(absolute_href("\\\\host\\share\\x", "file:///a/b"), "file://host/share/x");
  EXPECT_EQ(absolute_href("/\\host/x", "file:///a/b"), "file://host/x");
  EXPECT_EQ(absolute_href("c\\d", "file:///a/b"), "file:///a/c/d");
  EXPECT_EQ(absolute_href("file:c", "file:///a/b"), "file:///a/c");
  EXPECT_EQ(absolute_href("file:\\\\host\\x", ""), "file://host/x");
  EXPECT_EQ(absolute_href("file:/x", ""), "file:///x");
  EXPECT_EQ(absolute_href("x", "data:text/plain,a"), "");
}

TEST(HtmlPage, DotSegmentsLeadOutOfTheDirectoryOfTheBase) {
  EXPECT_EQ(absolute_href("a/./b/../../../c/..", "http://h/x/y/z"), "http://h/x/");
  EXPECT_EQ(absolute_href(".%2e/%2E%2e/c", "http://h/x/y/z"), "http://h/c");
  EXPECT_EQ(absolute_href("a/%2e/b", "http://h/x/../y/z"), "http://h/y/a/b");
  EXPECT_EQ(absolute_href("?q", "http://h"), "http://h/?q");
}

// A second <body> or <html> adds its attributes to the first (section 13.2.6.4.7).
TEST(HtmlPage, AttributesOfALaterBodyAreThoseOfTheFirst) {
  EXPECT_EQ(text_of("<p>x<body hidden>y"), "");
  EXPECT_EQ(text_of("<p>x<table><tr><td><body style=display:none>y"), "");
  EXPECT_EQ(text_of("<body style='color:red'><p>x<body style='display:none'>y"), "xy");
  EXPECT_EQ(text_of("x<html hidden>"), "");
  EXPECT_EQ(text_of("<html hidden>x"), "");
  EXPECT_EQ(text_of("<html hidden><html>x"), "");
  EXPECT_EQ(text_of("</body><html style=display:none>x"), "");
  EXPECT_EQ(text_of("x<template><body hidden><html hidden></template>y"), "xy");
  EXPECT_EQ(text_of("x</br hidden>y"), "x\ny");
}

TEST(HtmlPage, ALineFeedAfterPreMayBeAReference) {
  EXPECT_EQ(text_of("<pre>&#10;&#10;a</pre>"), "\na");
  EXPECT_EQ(text_of("<textarea>&#xA;a</textarea>"), "a");
  EXPECT_EQ(text_of("<pre>\n&#10;a</pre>"), "\na");
}

// In quirks mode, a table does not end a paragraph.
TEST(HtmlPage, OldAndMalformedDoctypesMeanQuirks) {
  const auto is_in_p = [](std::string_view doctype) {
    const html::Tree tree = html::parse(std::string(doctype) + "<p><table>");
    for (html::NodeId id = 0; id < tree.nodes.size(); ++id) {
      if (tree[id].tag == html::Tag::table) return tree[tree[id].parent].tag == html::Tag::p;
    }
    return false;
  };
  EXPECT_FALSE(is_in_p("<!DOCTYPE html>"));
  EXPECT_FALSE(is_in_p("<!doctype HTML SYSTEM 'about:legacy-compat'>"));
  EXPECT_FALSE(is_in_p("<!doctype html public '-//W3C//DTD HTML 4.01//EN' 'x'>"));
  EXPECT_TRUE(is_in_p(""));
  EXPECT_TRUE(is_in_p("<!DOCTYPE html x>"));
  EXPECT_TRUE(is_in_p("<!DOCTYPE html public>"));
  EXPECT_TRUE(is_in_p("<!DOCTYPE html public 'a>"));
  EXPECT_TRUE(is_in_p("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN'>"));
  EXPECT_TRUE(
      is_in_p("<!DOCTYPE html SYSTEM "
              "'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd'>"));
}

// Of equal formatting elements, three are opened again. Of attributes of one name, the first
// counts.
TEST(HtmlPage, FormattingElementsAreEqualIfTheirFirstAttributesAre) {
  const auto fonts_around_x = [](const std::string& fonts) {
    const html::Tree tree = html::parse("<p>" + fonts + "<p>x");
    int count = 0;
    for (html::NodeId id = static_cast<html::NodeId>(tree.nodes.size() - 1); id != html::kRoot;
         id = tree[id].parent) {
      if (tree[id].tag == html::Tag::font) ++count;
    }
    return count;
  };
  const std::string one = "<font size=1 face=a>";
  EXPECT_EQ(fonts_around_x(one + one + one + one), 3);
  EXPECT_EQ(fonts_around_x(one + one + one + "<font face=a size=1 size=2>"), 3);
  EXPECT_EQ(fonts_around_x(one + one + one + "<font face=a size=2 size=1>"), 4);
}

// The examples of RFC 3986, section 5.4.
TEST(HtmlPage, RelativeHrefsAreResolved) {
  const std::string base = "http://a/b/c/d;p?q";
  EXPECT_EQ(absolute_href("g", base), "http://a/b/c/g");
  EXPECT_EQ(absolute_href("./g", base), "http://a/b/c/g");
  EXPECT_EQ(absolute_href("g/", base), "http://a/b/c/g/");
  EXPECT_EQ(absolute_href("/g", base), "http://a/g");
  EXPECT_EQ(absolute_href("//g", base), "http://g");
  EXPECT_EQ(absolute_href("?y", base), "http://a/b/c/d;p?y");
  EXPECT_EQ(absolute_href("g?y#s", base), "http://a/b/c/g?y#s");
  EXPECT_EQ(absolute_href(".", base), "http://a/b/c/");
  EXPECT_EQ(absolute_href("..", base), "http://a/b/");
  EXPECT_EQ(absolute_href("../../../g", base), "http://a/g");
  EXPECT_EQ(absolute_href("g;x=1/../y", base), "http://a/b/c/y");
  EXPECT_EQ(absolute_href("g", "http://a"), "http://a/g");
}

TEST(HtmlPage, TheDeclaredCharsetIsFoundInMetaElements) {
  EXPECT_EQ(html::declared_charset("<meta charset=KOI8-R>"), "koi8-r");
  EXPECT_EQ(
      html::declared_charset("<!-- <meta charset=a> --><META content='text/html; charset=big5'>"),
      "big5");
  EXPECT_EQ(html::declared_charset("<meta charset=utf-16le>"), "utf-8");
  EXPECT_EQ(html::declared_charset("<meta name=x content=y><p>charset=z"), "");
}

// The number of nodes of the tree is at most the number of bytes of the source, plus a constant.
// The parser takes as many steps, up to a factor of 512, the most open elements.
TEST(HtmlPage, AnySourceHasALinearNumberOfNodes) {
  constexpr size_t kBytes = 24 * 1024;
  for (const std::string_view unit : {"<",
                                      "&",
                                      "<p>",
                                      "<b>",
                                      "<div>",
                                      "<a href=x>",
                                      "<a href=x><div>",
                                      "<table>",
                                      "<svg>",
                                      "<b><p>",
                                      "</b>",
                                      "<b></p>",
                                      "<table><tr><td>",
                                      "<nobr>",
                                      "<li>",
                                      "<select>",
                                      "<template>",
                                      "<a href=x><p></a>",
                                      "<object><p>",
                                      " a=b",
                                      "<!--",
                                      "<textarea>",
                                      "</p>",
                                      "<table>x"}) {
    std::string source;
    for (int i = 0; source.size() < kBytes; ++i) source += unit;
    EXPECT_LE(html::parse(source).nodes.size(), source.size() + 4096) << unit;
    read_page(source);
  }
  for (const std::string_view begin : {"<b id=", "<p><b id=", "<b id=", "<i a="}) {
    for (const std::string_view end : {">", "><p>", "><div></b>", "></p><p>"}) {
      std::string source;
      for (int i = 0; source.size() < kBytes; ++i) {
        source.append(begin).append(std::to_string(i)).append(end);
      }
      EXPECT_LE(html::parse(source).nodes.size(), source.size() + 4096) << begin << end;
    }
  }
}

TEST(HtmlPage, DeeplyNestedTextAndAnchorsAreFound) {
  std::string source;
  for (int i = 0; i < 100000; ++i) source += i % 2 == 0 ? "<div>" : "<b>";
  source += "<a href=https://e.example/>x</a>";
  const Page page = read_page(source);
  EXPECT_EQ(page.text, "x");
  ASSERT_EQ(page.anchors.size(), 1u);
  EXPECT_EQ(page.anchors[0].text.size(), 1u);
}

}  // namespace html_page_test
}  // namespace linkspan::test
