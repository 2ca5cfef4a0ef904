// SPDX-License-Identifier: Apache-2.0
// Promise: links in coloured text are the same as without colours, each piece in its place; of all
// escape sequences, only those that colour text can reach a terminal, if colours are requested.
// Neither depends on the chunks.

#include "base/sgr.h"

#include <gtest/gtest.h>

#include <random>
#include <regex>
#include <string>
#include <vector>

#include "linkspan/document.h"
#include "render/ansi_writer.h"
#include "render/text_colours.h"
#include "tests/support/chunks.h"

namespace linkspan::test {
namespace sgr_test {

using base::find_sgr;
using render::is_harmless_sgr;
using namespace std::string_literals;

const Layout kColoured{.colours = Colours::remove};
const Layout kColouredMail{.flow = Flow::flowed_delsp, .colours = Colours::remove};

TEST(Sgr, IsRecognisedByItsSyntax) {
  const auto length = [](std::string_view text) {
    return find_sgr(text, base::Text::complete).with_erase;
  };
  for (const std::string_view whole :
       {"\x1B[m", "\x1B[0m", "\x1B[01;31m", "\x1B[;m", "\x1B[38:2::1:2:3m", "\x1B[m\x1B[K"}) {
    EXPECT_EQ(length(whole), whole.size());
    EXPECT_EQ(length(std::string(whole) + "m"), whole.size());
    for (size_t cut = 1; cut < whole.size(); ++cut) {
      EXPECT_TRUE(find_sgr(whole.substr(0, cut), base::Text::more_may_follow).may_follow);
    }
  }
  for (const std::string_view none : {"", "m", "\x1B", "\x1B[", "\x1B[1", "\x1B[>4m", "\x1B[?1m",
                                      "\x1B[ 1m", "\x1B[1 m", "\x1B[2J", "\x1B]0;x\x07m",
                                      "\x9B"
                                      "1m",
                                      "\xC2\x9B"
                                      "1m",
                                      "\x1BPm", "\x1B[1\nm"}) {
    EXPECT_EQ(length(none), 0U) << none;
  }
  EXPECT_EQ(length("\x1B[" + std::string(64, '1') + "m"), 0U);
}

TEST(Sgr, IsHarmlessIfItIsKnownAndHidesNoText) {
  for (const char* kept :
       {"\x1B[m", "\x1B[0m", "\x1B[1;4;31;107m", "\x1B[38;5;8m", "\x1B[38;5;255m",
        "\x1B[48;2;8;8;8;1m", "\x1B[38:2::8:8:8m", "\x1B[4:3m"}) {
    EXPECT_TRUE(is_harmless_sgr(kept)) << kept;
  }
  for (const char* refused :
       {"", "\x1B[8m", "\x1B[1;8m", "\x1B[008m", "\x1B[38;5;1;8m", "\x1B[38;5;256m", "\x1B[108m",
        "\x1B[99999999999999999999m", "\x1B[38;8m"}) {
    EXPECT_FALSE(is_harmless_sgr(refused)) << refused;
  }
}

struct Found {
  std::string text;
  std::vector<std::string> pieces;  // as in the bytes
  bool operator==(const Found&) const = default;
};

std::vector<Found> find(const std::string& bytes, const Layout& layout, const Chunking& chunking) {
  static const Engine engine = Engine::create({}).value();
  std::vector<Found> links;
  const auto sink = [&](const Link& link) {
    links.push_back({std::string(link.text), {}});
    for (const Piece& piece : link.pieces) {
      links.back().pieces.push_back(bytes.substr(piece.bytes.begin, piece.bytes.size()));
    }
  };
  DocumentStream stream = DocumentStream::open(engine, {.layout = layout}).value();
  std::string_view rest = bytes;
  for (const size_t size : chunking) {
    stream.feed(ExactCopy(rest.substr(0, size)).view(), sink);
    rest.remove_prefix(size);
  }
  stream.finish(sink);
  return links;
}

TEST(Sgr, LinksAreCompleteInColouredText) {
  const std::string of_grep =
      "see \x1B[01;31m\x1B[Khttps\x1B[m\x1B[K://e.org/\x1B[01;31m\x1B[Kab\x1B[m\x1B[Kc, ok\n";
  const std::vector<Found> expected = {{"https://e.org/abc", {"https", "://e.org/", "ab", "c"}}};
  EXPECT_EQ(find(of_grep, kColoured, whole(of_grep.size())), expected);
  EXPECT_EQ(find(of_grep, kColoured, one_byte_at_a_time(of_grep.size())), expected);
  for (const Chunking& split : every_split_in_two(of_grep.size())) {
    EXPECT_EQ(find(of_grep, kColoured, split), expected);
  }
  EXPECT_EQ(find("\x1B[35mhttps://e.org/\x1B[m", kColoured, {19 + 3}),
            (std::vector<Found>{{"https://e.org/", {"https://e.org/"}}}));
  EXPECT_EQ(find("https://e.org/\x1B[2Jx", kColoured, {19}),
            (std::vector<Found>{{"https://e.org/x", {"https://e.org/", "x"}}}));
}

// nroff and mandoc: bold is each letter twice, underlined a line and the letter.
TEST(Sgr, TextThatIsPrintedOverIsReadOnce) {
  const std::string link = "https://e.org/\u00FC_a";
  std::string bold = "see ";
  std::string underlined = "see ";
  std::string both = "see ";
  for (const std::string letter :
       {"h", "t", "t", "p", "s", ":", "/", "/", "e", ".", "o", "r", "g", "/", "\u00FC", "_", "a"}) {
    bold += letter + "\b" + letter;
    underlined += letter == "_" ? letter : "_\b" + letter;
    both += "_\b" + letter + "\b" + letter;
  }
  for (const std::string& printed : {bold, underlined, both}) {
    const std::string text = printed + " \bx, a\bb\n";
    const std::vector<Found> links = find(text, kColoured, whole(text.size()));
    ASSERT_EQ(links.size(), 1U) << text;
    EXPECT_EQ(links[0].text, link);
    EXPECT_EQ(find(text, kColoured, one_byte_at_a_time(text.size())), links);
    for (const Chunking& split : every_split_in_two(text.size())) {
      EXPECT_EQ(find(text, kColoured, split), links);
    }
  }
}

TEST(Sgr, ColoursAreRemovedBeforeLinesAreJoined) {
  const std::string mail = "\x1B[1m> https://e.org/ \r\n\x1B[m> \x1B[2mlong/way\x1B[m\r\n";
  const std::vector<Found> expected = {{"https://e.org/long/way", {"https://e.org/", "long/way"}}};
  EXPECT_EQ(find(mail, kColouredMail, whole(mail.size())), expected);
  for (const Chunking& split : every_split_in_two(mail.size())) {
    EXPECT_EQ(find(mail, kColouredMail, split), expected);
  }
}

std::string ansi(const std::string& text, const Chunking& chunking) {
  std::string out;
  render::AnsiWriter writer(out, {render::LinkStyle::plain, render::TextColours::keep});
  writer.begin();
  std::string_view rest = text;
  for (const size_t size : chunking) {
    writer.text(ExactCopy(rest.substr(0, size)).view());
    rest.remove_prefix(size);
  }
  writer.end();
  return out;
}

TEST(Sgr, IsWrittenToTheTerminalAndResetAtTheEnd) {
  EXPECT_EQ(ansi("a \x1B[31mred", {10}), "a \x1B[31mred\x1B[m");
  EXPECT_EQ(ansi("\x1B[m\x1B[Kx", {7}), "\x1B[mx\x1B[m");
  EXPECT_EQ(ansi("no colour", {9}), "no colour");
  EXPECT_EQ(ansi("\x1B[8m\x1B[2J\x1B", {9}), "\u241B[8m\u241B[2J\u241B");
  std::string out;
  render::AnsiWriter writer(out, {render::LinkStyle::plain, render::TextColours::keep});
  writer.begin();
  writer.text("\x1B[31m");
  writer.piece("x", {"https://e.org/", "", 1});
  writer.text("\x1B[m");
  writer.piece("y", {"https://e.org/", "", 1});
  writer.heading({"title", {}});
  writer.end();
  const std::string open = "\x1B]8;id=1;https://e.org/\x1B\\";
  const std::string close = "\x1B]8;;\x1B\\";
  EXPECT_EQ(out, "\x1B[31m" + open + "x" + close + "\x1B[m" + open + "y" + close +
                     "\x1B[m\n\n\x1B[1mtitle\x1B[22m\n\n");
}

// Only text and SGR reach a terminal.
TEST(Sgr, NoTextControlsTheTerminal) {
  const std::string pieces[] = {"\x1B",     "[",      "]",       "m",    "1",        ";",
                                ":",        "8;;x",   "\x07",    "\x9B", "\xC2\x9B", "K",
                                "\x1B[31m", "\x1B[K", "\x1B[8m", "?",    ">",        "\x1B\\",
                                "a",        "\n",     "\r",      "\0"s,  "\x7F",     "\xE2"};
  std::mt19937 random(22);
  const std::regex harmless("(\x1B\\[[0-9;:]*m|[^\\x00-\\x08\\x0B-\\x1F\x7F])*");
  for (int run = 0; run < 3000; ++run) {
    std::string text;
    for (int i = 0; i < 24; ++i) text += pieces[random() % std::size(pieces)];
    const std::string out = ansi(text, {text.size()});
    EXPECT_TRUE(std::regex_match(out, harmless)) << text;
    EXPECT_EQ(out.find("\xC2\x9B"), std::string::npos) << "the 8-bit form";
    EXPECT_EQ(ansi(text, one_byte_at_a_time(text.size())), out);
    EXPECT_EQ(ansi(text, random_chunks(text.size(), static_cast<uint32_t>(run), 6)), out);
  }
}

}  // namespace sgr_test
}  // namespace linkspan::test
