// SPDX-License-Identifier: Apache-2.0
// Promise: after any edits, a LinkIndex has the links of a scan of the whole text, has scanned only
// a small part of it, and converts offsets to lines and characters and back.
//
// With LINKSPAN_EDITS=N in the environment each text gets N edits in each profile (20000: 1.2
// million edits, half a minute).

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "linkspan/index.h"
#include "scan/text/reach.h"
#include "tests/support/adversarial.h"
#include "tests/support/edited_text.h"
#include "tests/support/notation_writers.h"
#include "tests/support/repeat.h"
#include "tests/support/sanitized.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace link_index_test {

constexpr Profile kProfiles[] = {Profile::prose, Profile::code, Profile::uts58};

Engine engine_for(Profile profile) {
  Options options;
  options.profile = profile;
  return Engine::create(options).value();
}

size_t edits_for_each_text() {
  const char* const given = std::getenv("LINKSPAN_EDITS");  // NOLINT(concurrency-mt-unsafe)
  constexpr size_t kUsual = kSanitized ? 100 : 2000;
  return given != nullptr ? std::strtoull(given, nullptr, 10) : kUsual;
}

// Text for insertions: starts and ends of links, and text that affects links.
const std::vector<std::string>& snippets() {
  static const std::vector<std::string> kSnippets = {
      "<",
      ">",
      "a",
      "z9",
      ".",
      "..",
      ":",
      "@",
      "/",
      " ",
      "\n",
      "\r",
      "\r\n",
      "\n\n",
      "\"",
      "'",
      "*",
      "_",
      ")",
      "(",
      "é",
      "例え",
      "。",
      "😀",
      "\u200D",
      "\xEF\xBB\xBF",
      "\xF0\x9F",
      "\x80",
      "\xE3",
      std::string(1, '\0'),
      "https://",
      "http://example.org/a(b)c?x=1#y",
      "www.example.com",
      "example.com",
      "name@example.org",
      "mailto:",
      "mailto:a@b.org?subject=x",
      "<URL:",
      "<https://example.org/\nlong",
      "References: <a@example.org>\n <b@example.org>,",
      "Message-ID: <",
      "xn--",
      "//host.tld/p",
      "192.168.1.1/admin",
      "README.md",
      "e.g.",
      "&nbsp;",
      "_www.esa.int_",
      "日本語https://例え.jp/パス。",
      "javascript:",
      "%C3%A9",
      "\\",
      "\\n",
      "\\/",
      "\\_",
      "\\q",
      "\\\"",
      "\\u0026",
      "\\u001b[1m",
      "&",
      ";",
      "&amp;",
      "&#8217;",
      "\x1B",
      "\x1B[1m",
      "\x1B]8;;",
      "\x07",
      "\u009B0m",
      "first\\_last@example.org",
      "https:\\/\\/example.org\\/a",
      std::string(300, 'x'),
      "https://example.org/" + std::string(900, 'y')};
  return kSnippets;
}

// Texts of several kinds and sizes: cases of the corpus, one after the other, and adversarial
// texts.
std::vector<std::string> texts() {
  constexpr size_t kSizes[] = {0, 1, 40, 300, 700, 1200, 2500, 5000, 9000, 20000};
  std::vector<std::string> found;
  size_t next = 0;
  for (const size_t size : kSizes) {
    std::string text;
    // Every other text is one long line, where a rule could look back far.
    const char* const between = found.size() % 2 == 0 ? "\n" : " ";
    while (text.size() < size) text += corpus()[next++ * 37 % corpus().size()].text + between;
    found.push_back(text);
  }
  for (uint32_t seed = 1; seed <= 5; ++seed) found.push_back(adversarial_mixture(seed, 3000));
  for (size_t i = 0; i < 5; ++i) {
    const auto& families = adversarial_families();
    found.push_back(adversarial_text(families[i * families.size() / 5], 2000));
  }
  return found;
}

// Cases of the corpus in the notations of programs, and tokens with backslashes, of which the last
// one decides about the first.
std::vector<std::string> texts_with_escapes() {
  using Write = std::string (*)(std::string_view);
  constexpr Write kWriters[] = {as_json, as_ascii_json, as_html, as_markdown,
                                [](std::string_view text) { return coloured(text, 5); }};
  std::vector<std::string> found;
  size_t next = 0;
  for (const Write write : kWriters) {
    for (const std::string_view between : {"\n", ","}) {
      std::string text;
      while (text.size() < 2000) {
        text += write(corpus()[next++ * 37 % corpus().size()].text).append(between);
      }
      found.push_back(text);
    }
  }
  for (const std::string_view unit : {"a\\_b@example.org/", "\\/x", "example\\.org,"}) {
    found.push_back("see " + repeat(unit, 200) + " and " + repeat(unit, 20) + " end");
  }
  return found;
}

struct RandomEdit {
  Range range;
  std::string new_text;
};

RandomEdit random_edit(const EditedText& text, std::mt19937& random) {
  const auto below = [&](uint64_t limit) { return limit == 0 ? 0 : random() % limit; };
  const uint64_t size = text.text().size();
  uint64_t begin = below(size + 1);
  // Every second edit is at an edge of a link, or close to it.
  const std::vector<Span> links = text.index().links_in({begin, std::min(size, begin + 400)});
  if (!links.empty() && below(2) == 0) {
    const Range& link = links[below(links.size())].range;
    begin = std::min(size, (below(2) == 0 ? link.begin : link.end) + below(3));
    begin -= std::min<uint64_t>(begin, below(3));
  }
  const uint64_t most = below(8) == 0 ? 600 : 4;
  const uint64_t end = below(2) == 0 ? begin : std::min(size, begin + below(most + 1));
  const bool inserts = begin == end || below(3) == 0;
  return {{begin, end}, inserts ? snippets()[below(snippets().size())] : std::string()};
}

std::vector<std::string> original_texts() {
  std::vector<std::string> all = texts();
  const std::vector<std::string> more = texts_with_escapes();
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST(LinkIndexTest, HasTheLinksOfAScanAfterEveryEdit) {
  const size_t edits = edits_for_each_text();
  for (const Profile profile : kProfiles) {
    const Engine engine = engine_for(profile);
    uint32_t seed = 0;
    for (const std::string& original : original_texts()) {
      std::mt19937 random(++seed);
      EditedText text(engine, original, seed % 3 == 0 ? 1 + seed : SIZE_MAX);
      ASSERT_STREQ(text.broken_promise(), nullptr) << "text " << seed;
      for (size_t i = 0; i < edits; ++i) {
        const RandomEdit edit = random_edit(text, random);
        const std::string before = text.text();
        text.replace(edit.range, edit.new_text);
        ASSERT_STREQ(text.broken_promise(), nullptr)
            << to_string(profile) << ", text " << seed << ", edit " << i << ": " << edit.range.begin
            << " to " << edit.range.end << " of\n"
            << before << "\nbecomes\n"
            << edit.new_text;
        if (text.text().size() > original.size() + 3000) text = {engine, original};
      }
    }
  }
}

// A text of `size` bytes with a link every 200 bytes.
std::string linked_text(size_t size) {
  std::string text;
  for (size_t i = 0; text.size() < size; ++i) {
    text += "Some words, and more of them, as a text has. See https://example.org/page/" +
            std::to_string(i) + " or write to name@example.org about it";
    text += i % 4 == 0 ? ".\n\n" : " one of these days. ";
    text += "Dazu kommt noch ein Satz, der länger ist. ";
  }
  return text;
}

// The bytes that are scanned for an edit: at most a segment before it, the context and two segments
// after it, however long the text is.
TEST(LinkIndexTest, ScansAtMost2KibForAnEdit) {
  constexpr uint64_t kMost = 2048;
  constexpr int kEdits = kSanitized ? 50 : 300;
  const Engine engine = engine_for(Profile::prose);
  for (const size_t size : {size_t{20} << 10, size_t{2} << 20}) {
    EditedText text(engine, linked_text(size));
    std::mt19937 random(7);
    for (int i = 0; i < kEdits; ++i) {
      const uint64_t before = text.index().bytes_scanned();
      const uint64_t at = random() % (text.text().size() - 1);
      const bool deletes = random() % 2 == 0;
      text.replace({at, at + (deletes ? 1 : 0)}, deletes ? "" : "x");
      ASSERT_LE(text.index().bytes_scanned() - before, kMost) << "at " << at << " of " << size;
    }
  }
}

// In a line of domains, one always waits for the text after it.
TEST(LinkIndexTest, ScansLittleForAnEditInALineOfDomains) {
  const Engine engine = engine_for(Profile::prose);
  for (const char* each : {"see example.org/a ok. ", "www.example.org/a, ", "example.org, "}) {
    std::string line;
    for (int i = 0; i < 4000; ++i) line += each;
    EditedText text(engine, line);
    const uint64_t before = text.index().bytes_scanned();
    text.replace({30000, 30000}, "x");
    EXPECT_LE(text.index().bytes_scanned() - before, 4096u) << each;
    EXPECT_STREQ(text.broken_promise(), nullptr);
  }
}

// An escape costs an edit only where it is.
TEST(LinkIndexTest, ScansAtMost2KibForAnEditBesideEscapes) {
  constexpr uint64_t kMost = 2048;
  const Engine engine = engine_for(Profile::prose);
  for (const size_t every : {size_t{400}, size_t{100000}}) {
    std::string written = R"(&amp; "a\nb" )" + linked_text(size_t{1} << 20);
    for (size_t at = 200; at < written.size(); at += every) written.insert(at, R"( "\n\"\u00e9" )");
    EditedText text(engine, written);
    std::mt19937 random(7);
    for (int i = 0; i < (kSanitized ? 30 : 300); ++i) {
      const uint64_t before = text.index().bytes_scanned();
      const uint64_t at = random() % (text.text().size() - 1);
      const bool deletes = random() % 2 == 0;
      text.replace({at, at + (deletes ? 1 : 0)}, deletes ? "" : "x");
      ASSERT_LE(text.index().bytes_scanned() - before, kMost) << "at " << at << ", every " << every;
    }
    EXPECT_STREQ(text.broken_promise(), nullptr);
  }
}

// An edit in a long link scans the link as well.
TEST(LinkIndexTest, ScansALongLinkForAnEditInIt) {
  constexpr uint64_t kLink = 40000;
  const Engine engine = engine_for(Profile::prose);
  const std::string link = "https://example.org/" + std::string(kLink, 'a');
  EditedText text(engine, linked_text(50000) + link + " " + linked_text(50000));
  const uint64_t before = text.index().bytes_scanned();
  text.replace({70000, 70001}, "b");
  EXPECT_LE(text.index().bytes_scanned() - before, kLink + 2048);
  EXPECT_STREQ(text.broken_promise(), nullptr);
  ASSERT_EQ(text.last_change().removed.size(), 1u);  // its text has changed
  EXPECT_EQ(text.last_change().added, text.last_change().removed);
}

TEST(LinkIndexTest, ReportsTheLinksThatAnEditChanged) {
  const Engine engine = engine_for(Profile::prose);
  EditedText text(engine, "see http://a.example/x and http://b.example/y and www.example.org");
  text.replace({7, 7}, "s");
  EXPECT_EQ(ranges(text.last_change().removed), (std::vector<Range>{{4, 22}}));
  EXPECT_EQ(ranges(text.last_change().added), (std::vector<Range>{{4, 23}}));
  EXPECT_EQ(text.last_change().moved_from, 7u);
  EXPECT_EQ(text.last_change().moved_by, 1);

  text.replace({0, 0}, "Do ");  // no link is touched
  EXPECT_TRUE(text.last_change().removed.empty());
  EXPECT_TRUE(text.last_change().added.empty());
  EXPECT_EQ(text.last_change().moved_by, 3);
}

TEST(LinkIndexTest, FindsLinksByPlace) {
  const Engine engine = engine_for(Profile::prose);
  const std::string text = "see http://a.example/x and http://b.example/y";
  LinkIndex index(engine);
  ASSERT_TRUE(index.assign(text.size(), TextReader(text)).ok());
  EXPECT_FALSE(index.at(3));
  EXPECT_EQ(index.at(4)->range, (Range{4, 22}));
  EXPECT_EQ(index.at(22)->range, (Range{4, 22})) << "the link that ends there";
  EXPECT_FALSE(index.at(23));
  EXPECT_FALSE(index.at(1000));
  EXPECT_EQ(ranges(index.links_in({21, 28})), (std::vector<Range>{{4, 22}, {27, 45}}));
  EXPECT_TRUE(index.links_in({22, 27}).empty());
  EXPECT_EQ(index.links_in({27, 27}).size(), 1u);
  EXPECT_EQ(index.links_in({0, UINT64_MAX}).size(), 2u);
  EXPECT_TRUE(index.links_in({UINT64_MAX, UINT64_MAX}).empty());
  EXPECT_TRUE(index.links_in({30, 10}).empty());
}

TEST(LinkIndexTest, RefusesARangeOutsideTheText) {
  LinkIndex index(engine_for(Profile::prose));
  const std::string text = "www.example.org";
  ASSERT_TRUE(index.assign(text.size(), TextReader(text)).ok());
  for (const Range range : {Range{0, 16}, Range{16, 16}, Range{5, 4}}) {
    const Result<LinkChange> change = index.replace(range, 0, TextReader(text));
    ASSERT_FALSE(change.ok());
    EXPECT_EQ(change.error().code, ErrorCode::invalid_argument);
    EXPECT_NE(change.error().message.find("15 bytes"), std::string::npos);
  }
  EXPECT_EQ(index.link_count(), 1u);
}

TEST(LinkIndexTest, IsEmptyAfterTheReaderFails) {
  LinkIndex index(engine_for(Profile::prose));
  const std::string text = "www.example.org";
  const auto change = index.assign(100, TextReader(text));
  ASSERT_FALSE(change.ok());
  EXPECT_EQ(change.error().code, ErrorCode::io);
  EXPECT_EQ(index.size(), 0u);
  EXPECT_EQ(index.link_count(), 0u);
  ASSERT_TRUE(index.assign(text.size(), TextReader(text)).ok());
  EXPECT_EQ(index.link_count(), 1u);
}

// ---------------------------------------------------------------------------------------------------
// Positions, against a count of the whole text

struct Counted {
  TextPosition position;
  uint64_t offset;
};

// The position of each code point, except inside CR LF, and of the end.
std::vector<Counted> count(std::string_view text, TextUnit unit) {
  std::vector<Counted> places;
  TextPosition position;
  for (size_t at = 0; at < text.size();) {
    places.push_back({position, at});
    const bool is_pair = text.substr(at, 2) == "\r\n";
    if (is_pair || text[at] == '\n' || text[at] == '\r') {
      position = {position.line + 1, 0};
      at += is_pair ? 2 : 1;
      continue;
    }
    const auto lead = static_cast<uint8_t>(text[at]);
    const size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    position.character += unit == TextUnit::utf8                  ? bytes
                          : unit == TextUnit::utf16 && bytes == 4 ? 2
                                                                  : 1;
    at += bytes;
  }
  places.push_back({position, text.size()});
  return places;
}

void expect_places(const EditedText& text) {
  for (const TextUnit unit : {TextUnit::utf8, TextUnit::utf16, TextUnit::utf32}) {
    for (const Counted& place : count(text.text(), unit)) {
      ASSERT_EQ(text.index().position_of(place.offset, unit, text.reader()).line,
                place.position.line)
          << place.offset;
      ASSERT_EQ(text.index().position_of(place.offset, unit, text.reader()).character,
                place.position.character)
          << place.offset;
      ASSERT_EQ(text.index().offset_of(place.position, unit, text.reader()), place.offset);
    }
  }
}

TEST(LinkIndexTest, ConvertsOffsetsToPositionsAndBack) {
  const Engine engine = engine_for(Profile::prose);
  const std::string kPieces[] = {"a",
                                 "é",
                                 "e\u0301",
                                 "漢",
                                 "😀",
                                 "\n",
                                 "\r",
                                 "\r\n",
                                 "\xEF\xBB\xBF",
                                 "b c ",
                                 std::string(1, '\0'),
                                 "https://a.example/"};
  std::mt19937 random(3);
  std::string original = "\xEF\xBB\xBF";
  for (int i = 0; i < 600; ++i) original += kPieces[random() % std::size(kPieces)];
  EditedText text(engine, original);
  expect_places(text);
  for (int i = 0; i < 60; ++i) {
    const std::vector<Counted> places = count(text.text(), TextUnit::utf8);
    const uint64_t first = places[random() % places.size()].offset;
    const uint64_t second = places[random() % places.size()].offset;
    const Range range = {std::min(first, second), std::min(std::max(first, second), first + 40)};
    if (range.end < range.begin) continue;
    // Whole code points are replaced, so that the count above holds.
    const auto is_whole = [&](uint64_t offset) {
      return std::any_of(places.begin(), places.end(),
                         [&](const Counted& place) { return place.offset == offset; });
    };
    if (!is_whole(range.end)) continue;
    text.replace(range, kPieces[random() % std::size(kPieces)]);
    expect_places(text);
  }
}

TEST(LinkIndexTest, ClampsPositions) {
  const Engine engine = engine_for(Profile::prose);
  const EditedText text(engine, "a😀\r\nb\rc\n");
  const auto offset = [&](uint64_t line, uint64_t character) {
    return text.index().offset_of({line, character}, TextUnit::utf16, text.reader());
  };
  EXPECT_EQ(offset(0, 2), 1u) << "inside a pair: its start";
  EXPECT_EQ(offset(0, 3), 5u);
  EXPECT_EQ(offset(0, 99), 5u) << "before the line break";
  EXPECT_EQ(offset(1, 99), 8u);
  EXPECT_EQ(offset(3, 0), 11u);
  EXPECT_EQ(offset(4, 0), 11u) << "no such line: the end";
  EXPECT_EQ(text.index().line_count(), 4u);
  const auto position = [&](uint64_t at) {
    return text.index().position_of(at, TextUnit::utf16, text.reader());
  };
  EXPECT_EQ(position(3), (TextPosition{0, 1})) << "inside a code point: its start";
  EXPECT_EQ(position(6), (TextPosition{0, 3})) << "inside CR LF: before it";
  EXPECT_EQ(position(99), (TextPosition{3, 0}));
}

TEST(LinkIndexTest, CountsIllFormedBytesOneByOne) {
  const Engine engine = engine_for(Profile::prose);
  const std::string text = "\xF0\x9F" + std::string(2000, '\x80') + "\xE3\xC0x";
  const EditedText edited(engine, text);
  for (uint64_t at = 0; at <= text.size(); ++at) {
    const TextPosition position = edited.index().position_of(at, TextUnit::utf16, edited.reader());
    // The first four bytes, F0 9F 80 80, are U+1F000.
    const uint64_t expected = at < 4 ? 0 : at - 2;
    ASSERT_EQ(position, (TextPosition{0, expected})) << at;
  }
}

}  // namespace link_index_test
}  // namespace linkspan::test
