// SPDX-License-Identifier: Apache-2.0
// Promise: a document is written with its links. Their attributes are the requested ones, with any
// characters in them; a URI can be replaced or refused, but never replaced by one that must not be
// opened; where the text of a link does not show its destination, the output shows it.

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "linkspan/render.h"

namespace linkspan::test {
namespace document_renderer_test {

const Engine& engine() {
  static const Engine made = Engine::create({}).value();
  return made;
}

std::string html(std::string_view text, render::HtmlOptions options = {},
                 render::RenderOptions render_options = {}) {
  std::string out;
  const auto writer = render::html_writer(out, std::move(options));
  const auto read = render::render({text, {}}, engine(), *writer, std::move(render_options));
  EXPECT_TRUE(read.ok());
  return out;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(DocumentRenderer, LinksHaveTheRequestedAttributes) {
  EXPECT_EQ(html("see http://a.example/, ok"),
            "<pre class=\"linkspan\" dir=\"auto\">\n"
            "see <a dir=\"ltr\" href=\"http://a.example/\" rel=\"noopener noreferrer\" "
            "data-link=\"1\">http://a.example/</a>, ok</pre>\n");
  EXPECT_TRUE(contains(html("http://a.example/",
                            {.target = "_blank", .rel = "nofollow", .css_class = "link outside"}),
                       " class=\"link outside\" target=\"_blank\" rel=\"nofollow\" "));
  EXPECT_FALSE(contains(html("http://a.example/", {.rel = ""}), "rel="));
}

TEST(DocumentRenderer, AttributesAreEscaped) {
  const std::string out =
      html("http://a.example/", {.target = "\" onclick=\"x()", .css_class = "<b>\n"});
  EXPECT_TRUE(contains(out, "target=\"&quot; onclick=&quot;x()\"")) << out;
  EXPECT_FALSE(contains(out, "<b>"));
}

TEST(DocumentRenderer, UrisAreRewrittenOrRefused) {
  const auto rewrite = [](const Link& link) {
    return link.uri == "http://a.example/"
               ? std::optional<std::string>("https://proxy.example/?u=1")
               : std::nullopt;
  };
  const std::string out = html("http://a.example/ http://b.example/", {}, {.rewrite = rewrite});
  EXPECT_TRUE(contains(out, "href=\"https://proxy.example/?u=1\"")) << out;
  EXPECT_TRUE(contains(out, "<span class=\"linkspan-unopened\" dir=\"ltr\">http://b.example/"));
  EXPECT_FALSE(contains(
      html("http://a.example/", {}, {.rewrite = [](const Link&) { return "javascript:alert(1)"; }}),
      "<a "));
}

TEST(DocumentRenderer, AUriThatMustNotBeOpenedIsNotRewritten) {
  Options options;
  options.schemes.add = {"javascript"};
  std::string out;
  const auto writer = render::html_writer(out);
  const auto proxy = [](const Link& link) { return "https://proxy.example/?u=" + link.uri; };
  ASSERT_TRUE(render::render({"javascript:alert(1)", {}}, Engine::create(options).value(), *writer,
                             {.rewrite = proxy})
                  .ok());
  EXPECT_FALSE(contains(out, "<a ")) << out;
  EXPECT_TRUE(contains(out, ">[⚠]</b>")) << out;
}

constexpr render::HtmlOptions inline_form() {
  return {.form = render::HtmlForm::phrasing, .rel = ""};
}

TEST(DocumentRenderer, PhrasingContentIsTextAndLinksAlone) {
  EXPECT_EQ(html("a < b\nhttp://a.example/, ok", inline_form()),
            "a &lt; b\n<a dir=\"ltr\" href=\"http://a.example/\">http://a.example/</a>, ok");
  const auto refuse = [](const Link&) { return std::optional<std::string>(); };
  EXPECT_EQ(html("http://a.example/", inline_form(), {.rewrite = refuse}), "http://a.example/");
  EXPECT_EQ(html("https://bank.example@evil.example/", inline_form(),
                 {.title = render::ShowTitle::never}),
            "<a dir=\"ltr\" href=\"https://bank.example@evil.example/\">"
            "https://bank.example@evil.example/</a> [⚠ evil.example]");
  std::string out;
  const auto writer = render::html_writer(out, inline_form());
  writer->begin();
  writer->heading({"<a>", {}});
  writer->text("x");
  writer->heading({"b", {}});
  writer->end();
  EXPECT_EQ(out, "&lt;a&gt;\nx\nb\n");
}

// The text between the tags of the only link.
std::string shown(std::string_view text, size_t most, render::Shorten where) {
  const std::string out =
      html(text, inline_form(),
           {.title = render::ShowTitle::never, .most_characters = most, .shorten = where});
  const size_t begin = out.find('>') + 1;
  return out.substr(begin, out.find("</a>") - begin);
}

TEST(DocumentRenderer, LongLinksAreShortenedBehindTheirHost) {
  constexpr auto kEnd = render::Shorten::end;
  constexpr auto kMiddle = render::Shorten::middle;
  constexpr std::string_view kLink = "https://example.org/a/long/path?last=1";  // 38 characters
  EXPECT_EQ(shown(kLink, 0, kEnd), kLink);
  EXPECT_EQ(shown(kLink, 38, kEnd), kLink);
  EXPECT_EQ(shown(kLink, 37, kEnd), "https://example.org/a/long/path?last…");
  EXPECT_EQ(shown(kLink, 26, kEnd), "https://example.org/a/lon…");
  EXPECT_EQ(shown(kLink, 28, kMiddle), "https://example.org…h?last=1");
  EXPECT_EQ(shown(kLink, 32, kMiddle), "https://example.org/a…ath?last=1");
  for (const auto where : {kEnd, kMiddle}) {
    for (const size_t most : {1u, 5u, 19u}) {
      EXPECT_EQ(shown(kLink, most, where), "https://example.org…") << most;
      EXPECT_EQ(shown("https://example.org", most, where), "https://example.org") << most;
      EXPECT_EQ(shown("somebody@example.org", most, where), "somebody@example.org") << most;
    }
  }
  EXPECT_EQ(shown("https://a@example.org:80/b/c", 5, kEnd), "https://a@example.org…");
  // A character with its combining marks, and a flag, are whole.
  EXPECT_EQ(shown("https://a.org/e\u0301\u0302xyz", 16, kEnd), "https://a.org/e\u0301\u0302…");
  EXPECT_EQ(shown("https://a.org/🇩🇪🇫🇷xyz", 16, kEnd), "https://a.org/🇩🇪…");
}

TEST(DocumentRenderer, AShortenedLinkHasItsUriAsTitle) {
  const std::string out = html("http://a.example/b/c", {}, {.most_characters = 18});
  EXPECT_TRUE(contains(out, " title=\"http://a.example/b/c\"")) << out;
  EXPECT_TRUE(contains(out, ">http://a.example/…</a>")) << out;
}

TEST(DocumentRenderer, ALinkHasItsOwnAttributesOrIsRefused) {
  using Attributes = std::vector<render::Attribute>;
  const auto own = [](const Link& link) -> std::optional<Attributes> {
    if (link.uri != "http://a.example/") return std::nullopt;
    return Attributes{{"rel", "\"><script>"}, {"class", "c"},     {"title", "t"},
                      {"data-x", "y"},        {"onclick", "x()"}, {"href", "//e"},
                      {"style", "s"},         {"a=b c", "d"},     {"ping", "//e"}};
  };
  const std::string out =
      html("http://a.example/ http://b.example", {.target = "_blank"}, {.attributes = own});
  EXPECT_TRUE(contains(out,
                       "<a dir=\"ltr\" href=\"http://a.example/\" target=\"_blank\" "
                       "rel=\"&quot;&gt;&lt;script&gt;\" class=\"c\" title=\"t\" "
                       "data-x=\"y\" data-link=\"1\">http://a.example/</a>"))
      << out;
  EXPECT_TRUE(contains(out, "<span class=\"linkspan-unopened\" dir=\"ltr\">http://b.example<"));
}

TEST(DocumentRenderer, LinksAreNumberedFromFirstId) {
  EXPECT_TRUE(contains(html("http://a.example/", {}, {.first_id = 7}), "data-link=\"7\""));
}

TEST(DocumentRenderer, ATitleIsShownForASeriousWarningOrAsRequested) {
  constexpr std::string_view kPlain = "http://a.example/";
  constexpr std::string_view kSerious = "https://www.paypal.com@evil.example/";
  const auto with = [](render::ShowTitle title) { return render::RenderOptions{.title = title}; };
  EXPECT_FALSE(contains(html(kPlain), "title="));
  EXPECT_TRUE(
      contains(html(kPlain, {}, with(render::ShowTitle::always)), "title=\"http://a.example/\""));
  EXPECT_TRUE(contains(html(kSerious), "title=\"⚠ leads to evil.example (userinfo-like-host)\""));
  EXPECT_FALSE(contains(html(kSerious, {}, with(render::ShowTitle::never)), "title="));
}

TEST(DocumentRenderer, PiecesOfALinkShareItsNumber) {
  DocumentOptions options;
  options.layout.flow = Flow::flowed;
  std::string out;
  const auto writer = render::html_writer(out);
  ASSERT_TRUE(
      render::render({"<http://a.example/b/ \nc> http://d.example", options}, engine(), *writer)
          .ok());
  EXPECT_TRUE(contains(out, "data-link=\"1\">http://a.example/b/ \nc</a>")) << out;
  EXPECT_TRUE(contains(out, "data-link=\"2\">http://d.example</a>")) << out;
}

TEST(DocumentRenderer, DestinationsAreShownOnRequest) {
  constexpr std::string_view kHost = "http://faß.de/";
  EXPECT_FALSE(contains(html(kHost), "[xn--"));
  const auto destination = render::ShowDestination::where_hidden;
  EXPECT_TRUE(contains(html(kHost, {}, {.destination = destination}), "[xn--fa-hia.de]"));
  std::string ansi;
  ASSERT_TRUE(render::render({kHost, {}}, engine(), *render::ansi_writer(ansi),
                             {.destination = destination})
                  .ok());
  EXPECT_TRUE(contains(ansi, "[xn--fa-hia.de]"));
}

TEST(DocumentRenderer, NothingIsWrittenIfTheCharsetIsUnknown) {
  std::string out;
  const auto writer = render::markdown_writer(out);
  EXPECT_FALSE(render::render({"a", {.charset = "koi9"}}, engine(), *writer).ok());
  EXPECT_EQ(out, "");
}

}  // namespace document_renderer_test
}  // namespace linkspan::test
