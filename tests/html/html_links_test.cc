// SPDX-License-Identifier: Apache-2.0
// Promise: in an HTML document, the links of its anchors and of the text around them are found in
// order, with their places in bytes, code points and lines, for any charset and chunks.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "html/page.h"
#include "linkspan/document.h"

namespace linkspan::test {
namespace html_links_test {

struct Found {
  std::string text, iri, uri;
  Form form;
  Kind kind;
  Warnings warnings;
  std::vector<Piece> pieces;
};

const Engine& engine() {
  static const Engine one = Engine::create({}).value();
  return one;
}

DocumentOptions html(HtmlLinks links = HtmlLinks::all) {
  DocumentOptions options;
  options.markup = Markup::html;
  options.html_links = links;
  return options;
}

std::vector<Found> find(std::string_view bytes, const DocumentOptions& options) {
  std::vector<Found> found;
  const auto take = [&found](const Link& link) {
    found.push_back({std::string(link.text), link.iri, link.uri, link.span.form, link.span.kind,
                     link.warnings, link.pieces});
  };
  EXPECT_TRUE(linkify({bytes, options}, engine(), take).ok());
  return found;
}

std::vector<std::string> uris(std::string_view bytes, const DocumentOptions& options = html()) {
  std::vector<std::string> all;
  for (const Found& found : find(bytes, options)) all.push_back(found.uri);
  return all;
}

using Uris = std::vector<std::string>;

bool names_other_host(std::string_view text, std::string_view href) {
  const std::string source = "<a href=\"" + std::string(href) + "\">" + std::string(text) + "</a>";
  const std::vector<Found> found = find(source, html());
  EXPECT_EQ(found.size(), 1u) << source;
  return !found.empty() && found[0].warnings.has(Warning::text_names_other_host);
}

constexpr std::string_view kPage =
    "<p>See <a href='https://example.org/é'>this\n page</a> or www.example.com,"
    " <a href=mailto:a@example.net>write</a>.";

TEST(HtmlLinks, AreThoseOfAnchorsAndOfTheTextAroundThem) {
  const std::vector<Found> found = find(kPage, html());
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].text, "this page");
  EXPECT_EQ(found[0].iri, "https://example.org/é");
  EXPECT_EQ(found[0].uri, "https://example.org/%C3%A9");
  EXPECT_EQ(found[0].form, Form::href);
  EXPECT_EQ(found[0].kind, Kind::url);
  EXPECT_EQ(found[1].form, Form::www);
  EXPECT_EQ(found[2].kind, Kind::email);
  EXPECT_EQ(found[2].uri, "mailto:a@example.net");
}

TEST(HtmlLinks, CanBeLimitedToAnchorsOrToText) {
  EXPECT_EQ(uris(kPage, html(HtmlLinks::hrefs)),
            (Uris{"https://example.org/%C3%A9", "mailto:a@example.net"}));
  EXPECT_EQ(uris(kPage, html(HtmlLinks::text)), (Uris{"http://www.example.com"}));
  EXPECT_EQ(uris("<a href=https://a.example/>www.example.org</a>", html(HtmlLinks::text)),
            (Uris{"http://www.example.org"}));
}

TEST(HtmlLinks, TheTextOfAnAnchorIsNotPartOfAnotherLink) {
  EXPECT_EQ(uris("https://example.org/<a href=https://b.example/>x</a>/y"),
            (Uris{"https://example.org/", "https://b.example/"}));
}

TEST(HtmlLinks, TheTextOfAnAnchorWithAnUnresolvedHrefIsScanned) {
  EXPECT_EQ(uris("<a href=/x>www.example.org</a>"), Uris{"http://www.example.org"});
}

TEST(HtmlLinks, HaveTheirPlaceInTheBytes) {
  const std::string source(kPage);
  const std::vector<Found> found = find(source, html());
  ASSERT_EQ(found.size(), 3u);
  const auto bytes_of = [&](const Found& link) {
    return source.substr(link.pieces[0].bytes.begin, link.pieces[0].bytes.size());
  };
  EXPECT_EQ(bytes_of(found[0]), "this\n page");
  EXPECT_EQ(bytes_of(found[1]), "www.example.com");
  EXPECT_EQ(bytes_of(found[2]), "write");
}

TEST(HtmlLinks, WithoutTextHaveThePlaceOfTheirAttribute) {
  const std::string source = "é<a href=\"https://a.example/?b&amp;c\"><img src=d></a>";
  DocumentOptions options = html();
  options.offsets = OffsetUnit::code_points;
  const std::vector<Found> found = find(source, options);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].text, "https://a.example/?b&c");
  const Range place = found[0].pieces[0].bytes;
  EXPECT_EQ(source.substr(place.begin, place.size()), "https://a.example/?b&amp;c");
  EXPECT_EQ(found[0].pieces[0].begin, (Position{0, place.begin - 1}));
}

TEST(HtmlLinks, HaveALabelForPeople) {
  const auto label = [](const std::string& inside) {
    std::string found = "none";
    const std::string source = "<a href=http://e.example/>" + inside + "</a>";
    const auto take = [&found](const Link& link) { found = link.label; };
    EXPECT_TRUE(linkify({source, html()}, engine(), take).ok());
    return found;
  };
  EXPECT_EQ(label("a <b>b</b><br>c"), "a b c");
  EXPECT_EQ(label("<img alt='A &amp; B'>"), "A & B");
  EXPECT_EQ(label("<img src=x><img alt=''><span><IMG ALT=c></span><img alt=d>"), "c");
  EXPECT_EQ(label("a <img alt=b>"), "a");
  EXPECT_EQ(label("<img src=x>"), "");
  EXPECT_EQ(label(""), "");
  EXPECT_EQ(label("<svg><img alt=x></svg>"), "x");  // an <img> ends the <svg>
  // Not a picture beside it, and not in a text.
  const auto take = [](const Link& link) { EXPECT_EQ(link.label, ""); };
  EXPECT_TRUE(
      linkify({"<img alt=a><a href=http://e.example/></a><img alt=b> http://f.example/", html()},
              engine(), take)
          .ok());
}

TEST(HtmlLinks, HaveTheirPlaceInLines) {
  DocumentOptions options = html();
  options.offsets = OffsetUnit::lines;
  const std::vector<Found> found = find(kPage, options);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].pieces[0].begin, (Position{1, 40}));
  EXPECT_EQ(found[0].pieces[0].end, (Position{2, 6}));
  EXPECT_EQ(found[1].pieces[0].begin, (Position{2, 14}));
}

TEST(HtmlLinks, OverSeveralLinesHaveSeveralPieces) {
  const std::vector<Found> found = find("<a href=https://a.example/>b<br>c</a>", html());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].text, "b c");
  ASSERT_EQ(found[0].pieces.size(), 2u);
}

TEST(HtmlLinks, HaveAnAbsoluteDestinationThatMayBeOpened) {
  EXPECT_EQ(
      uris("<a href=#a>b</a><a href=c.html>d</a><a href=javascript:e()>f</a><a href=cid:g@h>i"),
      Uris());
  EXPECT_EQ(uris("<base href=https://a.example/b/><a href=../c>d</a>"),
            (Uris{"https://a.example/c"}));
  EXPECT_EQ(uris("<a href='http://user@@host.example/'>x</a>"),
            (Uris{"http://user%40@host.example/"}));
}

TEST(HtmlLinks, HaveAWarningIfTheTextNamesAnotherHost) {
  EXPECT_TRUE(names_other_host("www.bank.com", "https://evil.example/www.bank.com"));
  EXPECT_TRUE(names_other_host("Log in at https://bank.com/", "https://bank.com.evil.example/"));
  EXPECT_TRUE(names_other_host("help@bank.com", "mailto:help@evil.example"));
  EXPECT_FALSE(names_other_host("bank.com", "https://www.bank.com/login"));
  EXPECT_FALSE(names_other_host("WWW.BANK.COM", "https://bank.com./"));
  EXPECT_FALSE(names_other_host("bücher.com", "https://xn--bcher-kva.com/"));
  EXPECT_FALSE(names_other_host("help@bank.com", "mailto:help@bank.com?subject=x"));
  EXPECT_FALSE(names_other_host("here", "https://evil.example/"));
}

// A base is repeated by each relative link, so what they have together is bounded.
TEST(HtmlLinks, ThatAreRelativeToALongBaseAreCountedIfThereIsNoRoom) {
  std::string source = "<base href='https://e.example/" + std::string(4000, 'a') + "/'>";
  for (int i = 0; i < 100; ++i) source += "<a href=x>y</a> <a href=https://f.example/>z</a>";
  uint64_t relative = 0, absolute = 0;
  const auto take = [&](const Link& link) { ++(link.iri.size() > 100 ? relative : absolute); };
  const Summary summary = linkify({source, html()}, engine(), take).value();
  EXPECT_EQ(absolute, 100u);
  EXPECT_GT(relative, 0u);
  EXPECT_EQ(summary.links, relative + absolute);
  EXPECT_EQ(summary.links_left_out, 100 - relative);
  EXPECT_EQ(source.substr(summary.first_left_out, 10), "<a href=x>");
  EXPECT_EQ(linkify({source, html(HtmlLinks::text)}, engine(), take).value().links_left_out, 0u);
}

// All links of the text count, seen or not, as style sheets decide what is seen.
TEST(HtmlLinks, HaveAWarningIfAnyLinkOfTheTextNamesAnotherHost) {
  constexpr std::string_view kEvil = "https://evil.example/";
  for (const char* const text :
       {"https://evil.example via https://bank.com",
        "<span style='font-size:0'>https://evil.example/ </span>https://bank.com",
        "<span style='opacity:0'>https://evil.example/ </span>https://bank.com",
        "<span style='position:absolute;left:-9999px'>evil.example </span>bank.com",
        "<span style='display:/**/none'>https://evil.example/ </span>https://bank.com",
        "<span style='d\\69 splay:none'>https://evil.example/ </span>https://bank.com",
        "<span style='visibility:collapse'>evil.example </span>www.bank.com",
        "<details><summary>www.bank.com</summary>www.evil.example</details>", "bank&#8203;.com",
        "https://ba&shy;nk.com/", "https://pay&#x2060;pal.com", "my&#x2010;bank.com",
        "bank&#x2024;com", "&#8238;moc.knab//:sptth", "&#8238;moc.knab",
        "<bdo dir=rtl>moc.knab//:sptth</bdo>",
        "<span style='unicode-bidi:bidi-override;direction:rtl'>moc.knab.www</span>"}) {
    EXPECT_TRUE(names_other_host(text, kEvil)) << text;
  }
}

TEST(HtmlLinks, HaveAWarningIfTheTextIsAUrlAndTheDestinationHasNoHost) {
  EXPECT_TRUE(names_other_host("https://bank.com", "blob:https://evil.example/1"));
  EXPECT_TRUE(names_other_host("www.bank.com", "tel:+19005550100"));
  EXPECT_FALSE(names_other_host("+1 900 555 0100", "tel:+19005550100"));
  EXPECT_FALSE(names_other_host("example.com: 555 0100", "tel:+15550100"));
}

// Newsletters lead to other hosts of the same registrant.
TEST(HtmlLinks, AreComparedByRegistrableDomain) {
  EXPECT_FALSE(names_other_host("example.com", "https://login.example.com/"));
  EXPECT_FALSE(names_other_host("https://shop.example.co.uk", "https://click.example.co.uk/x"));
  EXPECT_FALSE(names_other_host("news@example.com", "mailto:reply@mail.example.com"));
  EXPECT_FALSE(names_other_host("bücher.de", "https://www.xn--bcher-kva.de/"));
  EXPECT_TRUE(names_other_host("bank.co.uk", "https://evil.co.uk/"));
  EXPECT_TRUE(names_other_host("alice.github.io", "https://bob.github.io/"));
  EXPECT_TRUE(names_other_host("http://192.0.2.1/", "http://198.51.100.1/"));
  EXPECT_FALSE(names_other_host("http://192.0.2.1/a", "http://192.0.2.1:8080/"));
}

// Reversed ordinary text is not a host.
TEST(HtmlLinks, HaveNoWarningIfTheTextNamesNoHost) {
  for (const char* const text : {"Read more", "Node.js 18.2, e.g. here", "1.5 MB (PDF)", "a@b",
                                 "See p. 7: notes", "\u202Eabc", "example.com\u2026"}) {
    EXPECT_FALSE(names_other_host(text, "https://example.com/")) << text;
  }
}

TEST(HtmlLinks, AreFoundInAnyCharset) {
  DocumentOptions options = html();
  options.charset = "auto";
  EXPECT_EQ(uris("<meta charset=koi8-r><a href='http://example.org/\xC4\xC1'>x</a>", options),
            (Uris{"http://example.org/%D0%B4%D0%B0"}));
  options.charset = "utf-16le";
  std::string wide;
  for (const char c : std::string_view("<a href=https://a.example/>b</a>")) wide += {c, '\0'};
  const std::vector<Found> found = find(wide, options);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].pieces[0].bytes, (Range{54, 56}));
}

TEST(HtmlLinks, DoNotDependOnTheChunks) {
  const Uris whole = uris(kPage);
  for (size_t size = 1; size < 9; ++size) {
    Uris cut;
    const auto take = [&cut](const Link& link) { cut.push_back(link.uri); };
    DocumentStream stream = DocumentStream::open(engine(), html()).value();
    for (size_t at = 0; at < kPage.size(); at += size) stream.feed(kPage.substr(at, size), take);
    stream.finish(take);
    EXPECT_EQ(cut, whole) << size;
  }
}

// A note is no part of what it is about, and a power is no note.
TEST(HtmlLinks, ASuperscriptIsNoPartOfALink) {
  EXPECT_EQ(uris("<p>https://a.example/x<sup>2</sup>, b.com<sup><i>1</i></sup> and c@d.com<sup>3"),
            (Uris{"https://a.example/x", "http://b.com", "mailto:c@d.com"}));
  EXPECT_EQ(uris("<p>https://a.example/<b>x</b><wbr>y<sup>2</sup>z"), Uris{"https://a.example/xy"});
  EXPECT_EQ(uris("<p>see<sup>1</sup> <sup>https://a.example/x</sup>"), Uris{"https://a.example/x"});
  const html::Page page = html::read_page("<p>3.5 10<sup>6</sup> a.b<sup>1</sup> c<sup>2</sup>");
  EXPECT_EQ(page.text, "3.5 106 a.b\t1 c2");
}

// "img src http://a.example/" for each link.
Uris places(std::string_view bytes, DocumentOptions options = html()) {
  options.html_links = HtmlLinks::attributes;
  Uris found;
  const auto take = [&found](const Link& link) {
    found.push_back(link.element + ' ' + link.attribute + ' ' + link.uri);
  };
  EXPECT_TRUE(linkify({bytes, options}, engine(), take).ok());
  return found;
}

TEST(HtmlLinks, EveryAttributeWithAUrlIsReadOnRequest) {
  const std::string_view page =
      "<link REL=icon href=http://a.example/1><script src=http://a.example/2></script>"
      "<meta http-equiv=Refresh content=\"5; URL = 'http://a.example/3'\">"
      "<meta name=x content='0;url=http://a.example/not'>"
      "<style>@import \"http://a.example/4\"; p { background: url( 'http://a.example/5' ) }</style>"
      "<img alt='http://a.example/not' src='http://a.example/6?a&amp;b'"
      " srcset='http://a.example/7, http://a.example/8 2x,http://a.example/9 (3,x) , '>"
      "<p style='background:URL(http://a.example/10)'>http://a.example/11 "
      "<a href=http://a.example/12 ping='http://a.example/13 http://a.example/14'>t</a>"
      "<svg><use xlink:href=http://a.example/15 /><image href=http://a.example/16 /></svg>";
  const Uris right = {"link href http://a.example/1",
                      "script src http://a.example/2",
                      "meta content http://a.example/3",
                      "style  http://a.example/4",
                      "style  http://a.example/5",
                      "img src http://a.example/6?a&b",
                      "img srcset http://a.example/7",
                      "img srcset http://a.example/8",
                      "img srcset http://a.example/9",
                      "p style http://a.example/10",
                      "  http://a.example/11",
                      "a ping http://a.example/13",
                      "a ping http://a.example/14",
                      "a href http://a.example/12",
                      "use xlink:href http://a.example/15",
                      "image href http://a.example/16"};
  EXPECT_EQ(places(page), right);
  EXPECT_EQ(uris(page), (Uris{"http://a.example/11", "http://a.example/12"}));
  DocumentOptions options = html();
  options.base = "http://b.example/d/";
  EXPECT_EQ(places("<img src=x><div style='a:url()'><img src=''>", options),
            Uris{"img src http://b.example/d/x"});
  const auto found = find("<a href=http://a.example/>x<img src=http://b.example/>y</a>",
                          html(HtmlLinks::attributes));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].text, "xy");
}

TEST(HtmlLinks, UrlsOfStylesAreThoseOfCss) {
  const auto urls = [](const std::string& css) { return places("<style>" + css + "</style>"); };
  const Uris none, one = {"style  http://a.example/1"},
                   two = {"style  http://a.example/1", "style  http://a.example/2"};
  EXPECT_EQ(urls("/* url(http://a.example/0) */ a{b:url(http://a.example/1)/**/}"), one);
  EXPECT_EQ(urls("a{content:'url(http://a.example/0)'} /b url(http://a.example/1)"), one);
  EXPECT_EQ(urls("a:url('http://a.example/1');b:url(\"http://a.example/2\")"), two);
  EXPECT_EQ(urls("a{content:'it\n} b{c:url(http://a.example/1)}"), one) << "a string has one line";
  EXPECT_EQ(urls("a:url(http://a.example/\\29 b)"), none) << "an escape";
  EXPECT_EQ(urls("/* url(http://a.example/0)"), none);
  EXPECT_EQ(
      places(
          "<p "
          "style=\"a:url(&quot;http://a.example/1&quot;);b:url(&#x27;http://a.example/2&#x27;)\">"),
      (Uris{"p style http://a.example/1", "p style http://a.example/2"}));
  EXPECT_EQ(places("<meta http-equiv=refresh content='0;url=&quot;http://a.example/1&quot;'>"),
            Uris{"meta content http://a.example/1"});
}

TEST(HtmlLinks, RelativeLinksAreKeptOnRequest) {
  DocumentOptions options = html();
  options.relative_links = RelativeLinks::keep;
  const std::string_view page =
      "<a href='a b/é'>x</a><a href='#top'>y</a><a href=//c.example/>z</a><a href=''>e</a>"
      "<a href=http://d.example/>f</a><a href='javascript:x'>g</a>";
  std::vector<std::pair<std::string, bool>> found;
  const auto take = [&found](const Link& link) { found.emplace_back(link.uri, link.is_relative); };
  EXPECT_TRUE(linkify({page, options}, engine(), take).ok());
  const std::vector<std::pair<std::string, bool>> right = {
      {"a%20b/%C3%A9", true}, {"//c.example/", true}, {"http://d.example/", false}};
  EXPECT_EQ(found, right);
  options.base = "http://b.example/";
  EXPECT_EQ(uris(page, options),
            (Uris{"http://b.example/a%20b/%C3%A9", "http://c.example/", "http://d.example/"}));
}

}  // namespace html_links_test
}  // namespace linkspan::test
