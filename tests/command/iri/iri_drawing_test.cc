// SPDX-License-Identifier: Apache-2.0
// Promise: brackets and carets are under their text, in columns of a terminal; names do not
// overlap; no line is wider than the terminal.

#include <gtest/gtest.h>

#include <random>
#include <sstream>
#include <string>
#include <string_view>

#include "tools/linkspan/iri/inspection.h"
#include "tools/linkspan/output/shown_text.h"

namespace linkspan::command {
namespace iri_drawing_test {

std::string drawing(std::string_view text, int columns = 80) {
  const Result<iri::View> view = iri::parse(text);
  EXPECT_TRUE(view.ok()) << text;
  std::string out = "\n";
  if (view.ok()) append_components(out, *view, columns);
  return out;
}

std::string excerpt(std::string_view text, const Range& place, int columns = 80) {
  std::string out = "\n";
  append_excerpt(out, text, place, columns);
  return out;
}

TEST(IriDrawing, ComponentsAreUnderTheIri) {
  EXPECT_EQ(drawing("https://user:pass@example.com:1234/foo/bar?baz#quux"), R"(
  https://user:pass@example.com:1234/foo/bar?baz#quux
  └─┬─┘   └───┬───┘ └────┬────┘ └┬─┘└──┬───┘ └┬┘ └┬─┘
  scheme   userinfo     host    port  path    │  fragment
                                             query
)");
}

TEST(IriDrawing, NamesThatDoNotFitAreOnLowerLines) {
  EXPECT_EQ(drawing("https://example.org:80/a?q#f"), R"(
  https://example.org:80/a?q#f
  └─┬─┘   └────┬────┘ ┬┘┬┘ ┬ ┬
  scheme      host    │ │  │ fragment
                      │ │  query
                      │ path
                      port
)");
}

TEST(IriDrawing, ColumnsCountWideCombiningAndInvisibleCharacters) {
  EXPECT_EQ(drawing("http://例え.jp/e\u0301\u200B/日本"), R"(
  http://例え.jp/e)"
                                                          "\u0301"
                                                          R"(<U+200B>/日本
  └┬─┘   └──┬──┘└──────┬──────┘
  scheme   host       path
)");
}

TEST(IriDrawing, EmptyComponentsHaveNoBracket) {
  EXPECT_EQ(drawing("http://h:/?#"), R"(
  http://h:/?#
  └┬─┘   ┬ ┬
  scheme │ path
         host
)");
  EXPECT_EQ(drawing(""), "\n  \n");
}

TEST(IriDrawing, LongIrisTakeSeveralRows) {
  EXPECT_EQ(drawing("http://example.org/one/two/three/four/five/six#f", 40), R"(
  http://example.org/one/two/thr
  └┬─┘   └────┬────┘└───────────
  scheme     host
  ee/four/five/six#f
  ───────┬───────┘ ┬
        path       fragment
)");
}

TEST(IriDrawing, VeryLongComponentsAreCutInTheirMiddle) {
  const std::string data = "data:," + std::string(1 << 20, 'a');
  const std::string drawn = drawing(data);
  EXPECT_LT(drawn.size(), 4000u);
  EXPECT_NE(drawn.find("a…a"), std::string::npos);
}

TEST(IriDrawing, CaretsAreUnderThePlace) {
  EXPECT_EQ(excerpt("http://a/日本 x", {15, 16}), R"(
  http://a/日本 x
               ^
)");
  EXPECT_EQ(excerpt("http://日本/x", {7, 13}), R"(
  http://日本/x
         ^^^^
)");
  EXPECT_EQ(excerpt("http://", {7, 7}), R"(
  http://
         ^
)");
  EXPECT_EQ(excerpt("", {0, 0}), "\n  \n  ^\n");
  EXPECT_EQ(excerpt("a\u202Eb", {1, 4}), "\n  a<U+202E>b\n   ^^^^^^^^\n");
}

TEST(IriDrawing, ExcerptsOfLongTextsShowTheTextAroundThePlace) {
  const std::string path(100, 'a');
  EXPECT_EQ(excerpt("/" + path + "!" + path, {101, 102}, 40), "\n  …" + std::string(18, 'a') + "!" +
                                                                  std::string(17, 'a') + "…\n" +
                                                                  std::string(21, ' ') + "^\n");
  EXPECT_EQ(excerpt("/" + path + "!", {101, 102}, 40),
            "\n  …" + std::string(35, 'a') + "!\n" + std::string(38, ' ') + "^\n");
  EXPECT_EQ(excerpt("!" + path, {0, 1}, 40), "\n  !" + std::string(35, 'a') + "…\n  ^\n");
}

int widest_line(const std::string& text) {
  int widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::string plain;
    for (size_t at = 0; at < line.size(); ++at) {
      const bool is_isolate =
          line.compare(at, 3, "\u2068") == 0 || line.compare(at, 3, "\u2069") == 0;
      if (is_isolate) {
        at += 2;
      } else {
        plain += line[at];
      }
    }
    widest = std::max(widest, ShownText(plain).columns());
  }
  return widest;
}

TEST(IriDrawing, NoLineIsWiderThanTheTerminal) {
  const std::string_view pieces[] = {"a", "日", "e\u0301", "\u200B", "م", "/",
                                     "?", "#",  ":",       "@",      "👍"};
  std::mt19937 random(7);
  int drawn = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text = "http://";
    for (auto n = random() % 120; n > 0; --n) text += pieces[random() % std::size(pieces)];
    const int columns = 40 + static_cast<int>(random() % 60);
    std::string out;
    if (const Result<iri::View> view = iri::parse(text); view.ok()) {
      append_components(out, *view, columns);
      ++drawn;
    }
    append_excerpt(out, text, {random() % (text.size() + 1), text.size()}, columns);
    ASSERT_LE(widest_line(out), columns) << text << '\n' << out;
  }
  EXPECT_GT(drawn, 300);
}

}  // namespace iri_drawing_test
}  // namespace linkspan::command
