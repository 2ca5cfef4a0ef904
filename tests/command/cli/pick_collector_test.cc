// SPDX-License-Identifier: Apache-2.0
// Promise: a LinkStore has each link with the lines around it as soon as the link is found, and
// keeps no line that is far from a link.

#include "tools/linkspan/cli/pick_collector.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tools/linkspan/input/document_reader.h"
#include "tools/linkspan/pick/details.h"

namespace linkspan::command {
namespace pick_collector_test {

struct Collected {
  LinkStore store;
  int notified = 0;
  size_t links_before_end = 0;  // the number before the last block was read
};

// Reads a text in blocks of `block` bytes.
void read(Collected& collected, std::string_view text, size_t block = 1 << 20,
          const std::string& source = "a.txt", const LinkFilter::Wanted& wanted = {}) {
  ReadSettings settings;
  settings.inputs = {source};
  settings.document.offsets = OffsetUnit::lines;
  const Engine engine = Engine::create({}).value();
  DocumentReader reader(settings, engine, Wants::text);
  Output output;
  const LinkFilter filter(wanted);
  LinkCollector collector(collected.store, output, filter, [&collected] { ++collected.notified; });
  Report report;
  const auto next_block = [&]() -> std::string_view {
    const std::string_view next = text.substr(0, block);
    text.remove_prefix(next.size());
    if (next.empty()) collected.links_before_end = collected.store.links.size();
    return next;
  };
  reader.read({}, {source, 0, {}, {}, {}}, {"utf-8"}, next_block, collector, report);
}

std::string around(const LinkStore& store, size_t link) {
  const Range lines = lines_around(store, store.links[link]);
  std::string text;
  for (uint64_t line = lines.begin; line < lines.end; ++line) text += store.lines[line].text + '|';
  return text;
}

TEST(PickCollector, HasTheLinesAroundALink) {
  constexpr std::string_view kText =
      "zero\none\nsee https://example.org/a ok\ntwo\nthree\nfour\nhttps://example.org/b";
  for (const size_t block : {size_t{1}, size_t{7}, kText.size()}) {
    Collected collected;
    read(collected, kText, block);
    const LinkStore& store = collected.store;
    ASSERT_EQ(store.links.size(), 2u);
    EXPECT_EQ(collected.notified, 2);
    EXPECT_EQ(store.links[0].place, "a.txt:3");
    EXPECT_EQ(around(store, 0), "one|see https://example.org/a ok|two|");
    EXPECT_EQ(around(store, 1), "four|https://example.org/b|");
    EXPECT_EQ(lines_of_link(store, store.links[0]), "see https://example.org/a ok");
    const PickPiece& piece = store.links[0].pieces.at(0);
    EXPECT_EQ(store.lines[piece.line].text.substr(piece.range.begin, piece.range.size()),
              "https://example.org/a");
  }
}

TEST(PickCollector, NeighbouringLinksShareLines) {
  Collected collected;
  read(collected, "https://a.example/ https://b.example/\nhttps://c.example/\n");
  EXPECT_EQ(around(collected.store, 0),
            "https://a.example/ https://b.example/|https://c.example/|");
  EXPECT_EQ(around(collected.store, 2),
            "https://a.example/ https://b.example/|https://c.example/||");
  EXPECT_EQ(collected.store.lines.size(), 3u);
}

TEST(PickCollector, ALinkIsStoredBeforeItsLineEnds) {
  Collected collected;
  read(collected, "see https://example.org/a and ", 4);
  EXPECT_EQ(collected.links_before_end, 1u);
}

TEST(PickCollector, LinesOfDifferentDocumentsAreSeparate) {
  Collected collected;
  read(collected, "https://a.example/");
  const size_t lines = collected.store.lines.size();
  read(collected, "https://b.example/");
  EXPECT_GT(collected.store.lines.size(), lines);
  EXPECT_EQ(around(collected.store, 0), "https://a.example/|");
}

TEST(PickCollector, OnlyThePartOfALongLineAroundALinkIsKept) {
  Collected collected;
  const std::string far(100'000, 'x');
  read(collected, far + " é https://example.org/a " + far);
  ASSERT_EQ(collected.store.links.size(), 1u);
  EXPECT_LE(collected.store.lines.size(), 3u);
  for (const PickLine& line : collected.store.lines) {
    EXPECT_LE(line.text.size(), LinkCollector::kMostLineBytes + 100);
  }
  EXPECT_NE(lines_of_link(collected.store, collected.store.links[0]).find("example.org/a"),
            std::string::npos);
}

TEST(PickCollector, LinesFarFromALinkAreNotKept) {
  Collected collected;
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "nothing here\n";
  read(collected, text + "https://example.org/\n" + text);
  EXPECT_EQ(collected.store.lines.size(), 3u);
}

TEST(PickCollector, HostsAreStoredInUnicodeAndAscii) {
  Collected collected;
  read(collected, "http://bücher.example/ and xn--bcher-kva.com/x a@例え.jp http://[::1]/");
  const LinkStore& store = collected.store;
  ASSERT_EQ(store.links.size(), 4u);
  EXPECT_EQ(store.links[0].host_unicode, "bücher.example");
  EXPECT_EQ(store.links[0].host_ascii, "xn--bcher-kva.example");
  EXPECT_EQ(store.links[1].host_unicode, "bücher.com");
  EXPECT_EQ(store.links[2].host_ascii, "xn--r8jz45g.jp");
  EXPECT_EQ(store.links[3].host_ascii, "[::1]");
}

TEST(PickCollector, LinksExcludedByTheFilterAreText) {
  Collected collected;
  read(collected, "a@example.org and https://example.org/ here", 100, "a.txt",
       {{Kind::email}, {}, {}});
  ASSERT_EQ(collected.store.links.size(), 1u);
  EXPECT_EQ(around(collected.store, 0), "a@example.org and https://example.org/ here|");
  EXPECT_EQ(collected.store.links[0].pieces.size(), 1u);
}

TEST(PickCollector, StandardInputHasNoName) {
  Collected collected;
  read(collected, "\nhttps://example.org/", 100, "-");
  EXPECT_EQ(collected.store.links.at(0).place, "line 2");
}

}  // namespace pick_collector_test
}  // namespace linkspan::command
