// SPDX-License-Identifier: Apache-2.0
// Promise: a document is written with its links. Their attributes are the requested ones, with any
// characters in them; a URI can be replaced or refused, but never replaced by one that must not be
// opened; where the text of a link does not show its destination, the output shows it.

#include <gtest/gtest.h>

#include <string>

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
