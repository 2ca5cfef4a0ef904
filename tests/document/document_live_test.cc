// SPDX-License-Identifier: Apache-2.0
// Promise: a text that is still being written is read in the charset of a file with the same bytes,
// for any chunks, and every complete link is reported before more text is read
// (src/charset/live_detector.h).

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "linkspan/document.h"
#include "tests/support/chunks.h"

namespace linkspan::test {
namespace document_live_test {

using namespace std::string_literals;

const Engine& engine() {
  static const Engine one = Engine::create({}).value();
  return one;
}

struct Found {
  std::string text, uri;
  Range range;
  bool operator==(const Found&) const = default;
};

struct Reading {
  std::vector<Found> links;
  std::string charset;
  uint64_t ended_by_ill_formed = 0;
};

const DocumentOptions kFile{.charset = "auto"};
const DocumentOptions kLive{.charset = "auto", .detection = Detection::at_hand};

// The chunks of a text, and the number of links after each chunk.
class Reader {
 public:
  explicit Reader(const DocumentOptions& options)
      : stream_(DocumentStream::open(engine(), options).value()) {}

  size_t feed(std::string_view chunk) {
    const ExactCopy copy(chunk);
    stream_.feed(copy.view(), [this](const Link& link) { take(link); });
    return reading_.links.size();
  }

  Reading finish() {
    const Summary summary = stream_.finish([this](const Link& link) { take(link); });
    reading_.charset = summary.charset;
    reading_.ended_by_ill_formed = summary.ended_by_ill_formed;
    return reading_;
  }

 private:
  void take(const Link& link) {
    reading_.links.push_back({std::string(link.text), link.uri, link.span.range});
  }

  DocumentStream stream_;
  Reading reading_;
};

Reading read(std::string_view text, const DocumentOptions& options, const Chunking& chunking) {
  Reader reader(options);
  for (const size_t size : chunking) {
    reader.feed(text.substr(0, size));
    text.remove_prefix(size);
  }
  return reader.finish();
}

Reading read(std::string_view text, const DocumentOptions& options) {
  return read(text, options, {text.size()});
}

std::string utf16(std::string_view ascii, std::string_view zero_first_or_last) {
  std::string text;
  for (const char c : ascii) {
    text += zero_first_or_last == "first" ? std::string{'\0', c} : std::string{c, '\0'};
  }
  return text;
}

std::string utf32(std::string_view ascii) {
  std::string text;
  for (const char c : ascii) text += std::string{c, '\0', '\0', '\0'};
  return text;
}

struct Case {
  std::string text;
  const char* charset;
};

std::vector<Case> cases() {
  const std::string latin =
      "siehe https://e.org/f\xFCr und https://m\xFCller.example/ \xFC"
      "ber alles\n";
  return {
      {"", "UTF-8"},
      {"x", "UTF-8"},
      {"https://e.org/", "UTF-8"},
      {"see https://e.org/~a~{b}~ and \x1B[31mhttps://e.org/\x1B[m ~{x\n", "UTF-8"},
      {"an escape \x1B$B and then http://a.example.com/path/page\n", "UTF-8"},
      {"see https://e.org/f\xC3\xBCr, https://e.org/\xE6\x97\xA5\xE6\x9C\xAC\n", "UTF-8"},
      {"\xEF\xBB\xBFhttps://e.org/f\xC3\xBCr", "UTF-8"},
      {latin, "windows-1252"},
      {"https://e.org/f\xFCr", "windows-1252"},
      {"https://e.org/f\xE9", "windows-1252"},
      {"https://e.org/caf\xE9 x https://e.org/\xE9t\xE9 y", "windows-1252"},
      {utf16("see https://e.org/a, www.example.org", "last"), "UTF-16LE"},
      {utf16("see https://e.org/a, www.example.org", "first"), "UTF-16BE"},
      {"\xFF\xFE" + utf16("http://e.org/\xFC", "last"), "UTF-16"},
      {"\xFE\xFF" + utf16("http://e.org/\xFC", "first"), "UTF-16"},
      {utf32("see https://e.org/a b"), "UTF-32LE"},
      {"\xFF\xFE\0\0"s + utf32("see https://e.org/a b"), "UTF-32"},
      {"https://e.org/\x1B$B$3$l\x1B(B, \x1B$BF|K\\\x1B(B www.example.org\n", "ISO-2022-JP"},
      {"\x1B$)C\nhttps://e.org/ \x0E"
       "0!\x0F https://e.org/b\n",
       "ISO-2022-KR"},
      {"see ~{VPND~} https://e.org/~{VPND~} b\n", "HZ-GB-2312"},
  };
}

TEST(LiveDocument, HasTheCharsetAndLinksOfAFileWithTheSameBytes) {
  for (const auto& [text, charset] : cases()) {
    const Reading live = read(text, kLive);
    EXPECT_EQ(live.charset, charset) << text;
    const Reading file = read(text, kFile);
    EXPECT_EQ(file.charset, live.charset) << text;
    EXPECT_EQ(file.links, live.links) << text;
  }
}

TEST(LiveDocument, DoesNotDependOnTheChunks) {
  for (const Case& each : cases()) {
    const std::string& text = each.text;
    const char* const charset = each.charset;  // a binding cannot be captured in C++20
    const Reading whole = read(text, kFile);
    const auto expect_same = [&](const Chunking& chunking) {
      const Reading live = read(text, kLive, chunking);
      EXPECT_EQ(live.charset, charset) << text;
      EXPECT_EQ(live.links, whole.links) << text;
    };
    expect_same(one_byte_at_a_time(text.size()));
    for (const Chunking& split : every_split_in_two(text.size())) expect_same(split);
  }
}

TEST(LiveDocument, ALinkIsCompleteIfTheCharsetIsDetectedWithinIt) {
  const Reading live = read("https://e.org/f\xFCr", kLive, {15, 1, 1});
  ASSERT_EQ(live.links.size(), 1U);
  EXPECT_EQ(live.links[0].text, "https://e.org/f\xC3\xBCr");
  EXPECT_EQ(live.links[0].range, (Range{0, 17}));
}

TEST(LiveDocument, EachLinkIsReportedAtTheEndOfItsLine) {
  Reader reader(kLive);
  EXPECT_EQ(reader.feed("https://e.org/1\n"), 1U);
  EXPECT_EQ(reader.feed("\x1B[31mhttps://e.org/2\x1B[m\n"), 2U);
  EXPECT_EQ(reader.feed("~{ https://e.org/3\n"), 3U);
  EXPECT_EQ(reader.feed("https://e.org/4/f\xFCr\n"), 4U);
  EXPECT_EQ(reader.feed("https://e.org/5/f\xFCr\n"), 5U);
  EXPECT_EQ(reader.finish().charset, "windows-1252");
}

TEST(LiveDocument, TheCharsetIsDetectedAfterALongAsciiStart) {
  const std::string ascii = std::string(300'000, 'x') + "\n";
  const Reading live = read(ascii +
                                "https://e.org/f\xFCr und \xFC"
                                "ber\n",
                            kLive, {65'536, 65'536, 65'536, 65'536, 37'857, 27});
  EXPECT_EQ(live.charset, "windows-1252");
  ASSERT_EQ(live.links.size(), 1U);
  EXPECT_EQ(live.links[0].text, "https://e.org/f\xC3\xBCr");
  EXPECT_EQ(live.links[0].range, (Range{300'001, 300'018}));
}

// As a file, with all that has arrived.
TEST(LiveDocument, AfterALongAsciiStartTheLineIsJudged) {
  const std::string line =
      "dzi\xEA"
      "kuj\xEA https://\xBF\xF3\xB3w.example/\xB6 za wszystko\n";
  const std::string text = std::string(200'000, 'x') + "\n" + line;
  const Reading file = read(text, kFile);
  EXPECT_NE(file.charset, "UTF-8");
  ASSERT_EQ(file.links.size(), 1U);
  for (const size_t cut : {size_t{65'536}, text.size() - line.size() + 3, text.size()}) {
    const Reading live = read(text, kLive, {cut, text.size() - cut});
    EXPECT_EQ(live.charset, file.charset) << cut;
    EXPECT_EQ(live.links, file.links) << cut;
  }
}

TEST(LiveDocument, SignsThatDecideNothingHideNoOthers) {
  const std::string start = std::string(70'000, 'x') + " a[~{1] \x1B$B\x1B[m\n";
  for (const std::string& line : {"https://e.org/f\xFCr und \xFC"
                                  "ber\n"s,
                                  "https://e.org/\x1B$BF|K\\\x1B(B \x1B$B$3$l\x1B(B\n"s}) {
    const Reading file = read(start + line, kFile);
    ASSERT_EQ(file.links.size(), 1U);
    const Reading live = read(start + line, kLive, {start.size(), line.size()});
    EXPECT_EQ(live.charset, file.charset);
    EXPECT_EQ(live.links, file.links);
    EXPECT_EQ(read(start + line, kLive, one_byte_at_a_time(start.size() + line.size())).charset,
              file.charset);
  }
}

// The summary counts the links that end at ill-formed bytes.
TEST(LiveDocument, TextOnceReadAsUtf8StaysUtf8) {
  Reader reader(kLive);
  reader.feed("h\xC3\xB6here https://e.org/\xC3\xBC\n");
  reader.feed("https://e.org/f\xFCr https://e.org/\xC3\xBC\n");
  const Reading reading = reader.finish();
  EXPECT_EQ(reading.charset, "UTF-8");
  ASSERT_EQ(reading.links.size(), 3U);
  EXPECT_EQ(reading.links[2].text, "https://e.org/\xC3\xBC");
  EXPECT_EQ(reading.ended_by_ill_formed, 1U);
}

TEST(LiveDocument, AZeroWidthNoBreakSpaceAfterAsciiIsKept) {
  const std::string text = std::string(5000, 'x') + " \xEF\xBB\xBFx";
  for (const DocumentOptions& options : {kFile, kLive}) {
    std::string output;
    const auto summary = linkify_text(
        {text, options}, engine(), [](const Link&) {},
        [&](std::string_view part) { output += part; });
    ASSERT_TRUE(summary.ok());
    EXPECT_EQ(output, text);
  }
}

// A rejected escape sequence is not examined again.
TEST(LiveDocument, ManyEscapeSequencesTakeLinearTime) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "\x1B$B! and \x1B(B ~{x~} \0"s;
  EXPECT_EQ(read(text, kLive, one_byte_at_a_time(text.size())).charset, read(text, kFile).charset);
}

}  // namespace document_live_test
}  // namespace linkspan::test
