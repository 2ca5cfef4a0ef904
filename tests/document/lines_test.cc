// SPDX-License-Identifier: Apache-2.0
// Promise: Unfolder returns the logical text, the source place of every byte is correct, and
// neither depends on the chunks.

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "lines/unfold.h"
#include "tests/support/chunks.h"

namespace linkspan::lines {
namespace lines_test {

constexpr Layout kFixed{};
constexpr Layout kFlowed{.flow = Flow::flowed};
constexpr Layout kDelSp{.flow = Flow::flowed_delsp};
constexpr Layout kQuoted{.quoting = Quoting::prefixes};
constexpr Layout kWrapped{.quoting = Quoting::prefixes, .wrapping = Wrapping::join};
constexpr Layout kAll[] = {kFixed,  kFlowed,  kDelSp,
                           kQuoted, kWrapped, {.flow = Flow::flowed, .wrapping = Wrapping::join}};

struct Unfolded {
  std::string text;
  std::vector<uint64_t> sources;  // of each byte
  std::vector<bool> joins;        // is it joined with the byte before it?
  bool operator==(const Unfolded&) const = default;
};

Unfolded unfold(std::string_view text, const Layout& layout, const test::Chunking& chunking) {
  Unfolder unfolder(layout);
  Unfolded result;
  for (const size_t size : chunking) {
    const test::ExactCopy chunk(text.substr(0, size));
    unfolder.feed(chunk.view(), result.text);
    text.remove_prefix(size);
  }
  unfolder.finish(result.text);
  for (uint64_t i = 0; i < result.text.size(); ++i) {
    std::vector<Range> pieces;
    unfolder.pieces({i, i + 1}, pieces);
    if (pieces.size() != 1 || pieces[0].size() != 1) throw std::runtime_error("not one byte");
    result.sources.push_back(pieces[0].begin);
    result.joins.push_back(i > 0 && unfolder.is_joined({i - 1, i + 1}));
  }
  return result;
}

Unfolded unfold(std::string_view text, const Layout& layout) {
  return unfold(text, layout, test::whole(text.size()));
}

struct Case {
  Layout layout;
  std::string_view text;
  std::string_view unfolded;
};

constexpr std::string_view kLongLine =
    "The sources are kept at https://git.example.org/project/trunk/view.cgi?id=9f31c07";

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      // fixed: unchanged
      {kFixed, "> a \r\n> b", "> a \r\n> b"},
      // RFC 3676, section 4.1: a line that ends with a space continues
      {kFlowed, "one \r\ntwo\r\nthree", "one two\r\nthree"},
      {kDelSp, "https://a.example/b \r\nc\r\n", "https://a.example/bc\r\n"},
      {kDelSp, "two spaces  \r\nstay one", "two spaces stay one"},
      {kFlowed, "lf \nonly\ncr \ronly", "lf only\ncr only"},
      // 4.3: the signature separator is never flowed, and no line flows into it
      {kFlowed, "text \r\n-- \r\nname", "text \r\n-- \r\nname"},
      {kFlowed, "> text \r\n> -- \r\n> name", "text \r\n-- \r\nname"},
      {kFlowed, "text \r\n-- not\r\n", "text -- not\r\n"},
      {kFlowed, "-- ", "-- "},
      // 4.4: space-stuffing
      {kFlowed, " From here \r\n on", "From here on"},
      {kFlowed, "  two\r\n", " two\r\n"},
      // a `>` after a stuffed space is text, not a quote mark
      {kFlowed, " > 5", "> 5"},
      {kFlowed, "  > 5", " > 5"},
      {kFlowed, "1 \n > 5", "1 > 5"},
      {kDelSp, " > 5 see https://a.example/long- \npath/x now\n",
       "> 5 see https://a.example/long-path/x now\n"},
      {kFlowed, "<https://a.example/ \r\nway/to \r\n > now", "<https://a.example/ way/to > now"},
      {kFlowed, "> one \n > two", "one \n> two"},
      // 4.5: a paragraph ends where the quote depth changes
      {kFlowed, "> one \r\n> two", "one two"},
      {kFlowed, ">> one \r\n> two", "one \r\ntwo"},
      {kFlowed, "> one \r\ntwo", "one \r\ntwo"},
      {kDelSp, "> > 東京 \r\n> > 都", "東京都"},
      {kFlowed, "end \r\n\r\nnew", "end \r\nnew"},
      // quoted, not flowed
      {kQuoted, "> a\n> > b\n>c", "a\nb\nc"},
      {kQuoted, "JD> a\nJD> JD> b", "a\nb"},
      {kQuoted, "| a\n|b", "a\nb"},
      {kQuoted, "  text\n   > far", "  text\n   > far"},
      {kQuoted, "Elevenletts> a", "Elevenletts> a"},
      {kQuoted, "way> a", "way> a"},
      {kQuoted, "> Way> a", "Way> a"},
      {kQuoted, "> <URL:https://a.example/\n>   b> c", "<URL:https://a.example/\n  b> c"},
      // the end of a link in angle brackets is not the name of a quoted person
      {kQuoted, "<https://a.example/\nReadme> for it.\nJD> a",
       "<https://a.example/\nReadme> for it.\na"},
      {kQuoted, "<URL: https://a.example/b\nc\nWiki>", "<URL: https://a.example/b\nc\nWiki>"},
      {kQuoted, "JD> <https://a.example/\nJD> Readme> b\nJD> c",
       "<https://a.example/\nReadme> b\nc"},
      {kQuoted, "JD> <https://a.example/\nWiki> b", "<https://a.example/\nWiki> b"},
      {kQuoted, "> <https://a.example/\n> Readme> b", "<https://a.example/\nReadme> b"},
      {kQuoted, "<https://a.example/>\nJD> a", "<https://a.example/>\na"},
      {kQuoted, "<https://a.example/\n\nJD> a", "<https://a.example/\n\na"},
      {kQuoted, "> <https://a.example/\n>\nJD> a", "<https://a.example/\n\na"},
      {kQuoted, "<https://a.example/\n\nx\nJD> a", "<https://a.example/\n\nx\na"},
      {kQuoted, "I <3 it, a <b c:\nJD> a", "I <3 it, a <b c:\na"},
      {kQuoted, ">From here", "From here"},
      {kQuoted, "a > b\n", "a > b\n"},
      {kQuoted, "", ""},
      {kQuoted, ">", ""},
      {kQuoted, "\n>\n\n> \r", "\n\n\n\r"},
  };
  return all;
}

TEST(Lines, AreUnfoldedToTheLogicalText) {
  for (const Case& one : cases()) EXPECT_EQ(unfold(one.text, one.layout).text, one.unfolded);
}

std::string lines(std::string_view first, std::string_view second) {
  return std::string(first) + "\n" + std::string(second);
}

TEST(Lines, AreJoinedOnlyIfALinkEvidentlyContinues) {
  const std::string full(kLongLine);
  const auto joins = [](const std::string& text) {
    return unfold(text, kWrapped).text.find('\n') == std::string::npos;
  };
  EXPECT_TRUE(joins(lines(full, "a4&context=40 and more")));
  EXPECT_TRUE(joins(lines(full + "&", "context")));
  EXPECT_TRUE(joins(lines("> " + full + "&", "> context")));
  EXPECT_TRUE(joins(lines(full + "/photos-of-the-", "summer.")));
  EXPECT_TRUE(joins(lines(full, "path/to/file.")));
  // indented, in quotations and in tables
  EXPECT_TRUE(joins(lines(full + "&", "    context=40")));
  EXPECT_TRUE(joins(lines("    " + full + "&", "    context=40")));
  EXPECT_TRUE(joins(lines("> > " + full + "&", "> > context")));
  EXPECT_FALSE(joins(lines(full + "/", "    make install")));
  const auto joins_alone = [](const std::string& text) {
    return unfold(text, {.wrapping = Wrapping::join}).text;
  };
  EXPECT_EQ(joins_alone("> > " + full + "&\n> > context=40\n"), "> > " + full + "&context=40\n");
  EXPECT_EQ(joins_alone("> " + full + "&\n> > context=40"), "> " + full + "&\n> > context=40");
  EXPECT_EQ(joins_alone("| https://example.org/a- |\n| b/c         |\n"),
            "| https://example.org/a-b/c         |\n");
  EXPECT_EQ(joins_alone("| https://example.org/a-  |\n| b/c |"),
            "| https://example.org/a-  |\n| b/c |");
  EXPECT_EQ(joins_alone("| text- |\n| b/c |"), "| text- |\n| b/c |");
  // within a name
  EXPECT_TRUE(joins(lines(full, "minutes/notes")));
  EXPECT_FALSE(joins(lines(full, "and/or not")));
  // a word, another link, a list, another depth, a short line, an ended link
  EXPECT_FALSE(joins(lines(full, "Tell me which you like.")));
  EXPECT_FALSE(joins(lines(full + "&", "https://example.org/")));
  EXPECT_FALSE(joins(lines(full + "&", "www.example.org")));
  EXPECT_FALSE(joins(lines(full + "&", "- item")));
  EXPECT_FALSE(joins(lines(full + "&", "> context=40")));
  EXPECT_FALSE(joins(lines(full + "& ", "context=40")));
  EXPECT_FALSE(joins(lines(full + "&", "")));
  EXPECT_FALSE(joins(lines(full + "&", "東京=40")));
  EXPECT_FALSE(joins(lines("https://example.org/a?b=1&", "context=40")));
  EXPECT_FALSE(joins(lines(full + ").", "context=40")));
  EXPECT_FALSE(
      joins(lines("A full line without any link in it, which is as long as it is&", "a=4")));
  // only in layout kWrapped
  EXPECT_NE(unfold(lines(full + "&", "context=40"), kQuoted).text.find('\n'), std::string::npos);
}

TEST(Lines, ReportWhereTheyAreJoined) {
  const std::string text = lines(std::string(kLongLine) + "&", "context=40");
  const Unfolded unfolded = unfold(text, kWrapped);
  for (size_t i = 0; i < unfolded.text.size(); ++i) {
    EXPECT_EQ(unfolded.joins[i], i == kLongLine.size() + 1) << i;
  }
}

void expect_every_cut_equal(std::string_view text, const Layout& layout) {
  const Unfolded whole = unfold(text, layout);
  for (size_t i = 0; i < whole.text.size(); ++i) {
    ASSERT_LT(whole.sources[i], text.size());
    EXPECT_EQ(text[whole.sources[i]], whole.text[i]) << text;
    if (i > 0) {
      EXPECT_LT(whole.sources[i - 1], whole.sources[i]) << text;
    }
  }
  EXPECT_EQ(unfold(text, layout, test::one_byte_at_a_time(text.size())), whole) << text;
  for (const test::Chunking& split : test::every_split_in_two(text.size())) {
    EXPECT_EQ(unfold(text, layout, split), whole) << text;
  }
}

TEST(Lines, DoNotDependOnTheChunks) {
  for (const Case& one : cases()) {
    for (const Layout& layout : kAll) expect_every_cut_equal(one.text, layout);
  }
  expect_every_cut_equal(lines(std::string(kLongLine) + "&", "context=40, and"), kWrapped);
  for (const std::string_view table :
       {"| https://example.org/a- |\n| b/c   |\n| d |", "|  | x |  y   |\n|\n  |  |"}) {
    expect_every_cut_equal(table, kWrapped);
    expect_every_cut_equal(table, {.wrapping = Wrapping::join});
  }
  expect_every_cut_equal(std::string(400, '>') + "\n" + std::string(300, 'x'), kQuoted);
}

TEST(Lines, OfRandomTextsMapBackToTheirSource) {
  constexpr std::string_view kAlphabet = "<>>  \r\n\n|-aJD:/é";
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (size_t i = random() % 24; i > 0; --i) text += kAlphabet[random() % kAlphabet.size()];
    for (const Layout& layout : kAll) expect_every_cut_equal(text, layout);
  }
}

TEST(Lines, HaveTheirPlacesAfterEarlierTextIsReleased) {
  Unfolder unfolder(kQuoted);
  std::string text;
  for (int i = 0; i < 1000; ++i) {
    unfolder.feed("> line\n", text);
    unfolder.release_before(text.size() - 3);
  }
  std::vector<Range> pieces;
  unfolder.pieces({text.size() - 3, text.size()}, pieces);
  ASSERT_EQ(pieces.size(), 1u);
  EXPECT_EQ(pieces[0], (Range{7000 - 4, 7000 - 1}));
}

TEST(Lines, CanBeReadAnewAfterFinish) {
  Unfolder unfolder(kDelSp);
  std::string text;
  unfolder.feed("> a ", text);
  unfolder.finish(text);
  unfolder.feed("b \nc", text);
  unfolder.finish(text);
  EXPECT_EQ(text, "a bc");
}

}  // namespace lines_test
}  // namespace linkspan::lines
