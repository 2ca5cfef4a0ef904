// SPDX-License-Identifier: Apache-2.0
// Promise: with charset `auto`, the links of the first 4 KiB are reported as soon as 4 KiB have
// been fed, if the charset is certain by then or does not affect them. Links, charset and summary
// are those of detect() on the first 64 KiB, or if they are ASCII, on the first later ones that are
// not, for any chunks (src/charset/live_detector.h).

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "charset/detect.h"
#include "linkspan/document.h"
#include "tests/support/chunks.h"
#include "tests/support/data.h"
#include "tests/support/repeat.h"

namespace linkspan::test {
namespace document_early_test {

using namespace std::string_literals;

constexpr size_t kEarly = charset::kEarlyBytes;
constexpr size_t kAll = charset::kDetectBytes;

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
  int confidence = 0;
  uint64_t ill_formed = 0;
  uint64_t ended_by_ill_formed = 0;
  bool operator==(const Reading&) const = default;
};

// Reads a document in chunks; stops after `most` links.
class Reader {
 public:
  explicit Reader(std::string charset, size_t most = SIZE_MAX)
      : stream_(DocumentStream::open(engine(), {.charset = std::move(charset)}).value()),
        most_(most) {}

  const std::vector<Found>& feed(std::string_view chunk) {
    const ExactCopy copy(chunk);
    stream_.feed(copy.view(), [this](const Link& link) { return take(link); });
    return reading_.links;
  }

  Reading finish() {
    const Summary summary = stream_.finish([this](const Link& link) { return take(link); });
    EXPECT_EQ(summary.links, reading_.links.size());
    reading_.charset = summary.charset;
    reading_.confidence = summary.confidence;
    reading_.ill_formed = summary.ill_formed;
    reading_.ended_by_ill_formed = summary.ended_by_ill_formed;
    return reading_;
  }

 private:
  Visit take(const Link& link) {
    reading_.links.push_back({std::string(link.text), link.uri, link.span.range});
    return reading_.links.size() < most_ ? Visit::go_on : Visit::stop;
  }

  DocumentStream stream_;
  size_t most_;
  Reading reading_;
};

Reading read(std::string_view text, const Chunking& chunking, size_t most = SIZE_MAX) {
  Reader reader("auto", most);
  for (const size_t size : chunking) {
    reader.feed(text.substr(0, size));
    text.remove_prefix(size);
  }
  return reader.finish();
}

charset::Guess detect(std::string_view text) {
  return charset::detect(text, text.size() < kAll ? charset::Extent::whole : charset::Extent::cut);
}

std::string_view ascii_start_of(std::string_view text) {
  const auto is_high = [](char c) { return (c & 0x80) != 0; };
  return text.substr(
      0, static_cast<size_t>(std::find_if(text.begin(), text.end(), is_high) - text.begin()));
}

// The first 64 KiB decide; if they are ASCII, those from the line on that has the first byte that
// is not, or before that an escape sequence or a start of HZ that they continue.
charset::Guess expected_guess(std::string_view text) {
  const charset::Guess first = detect(text);
  const bool is_open = ascii_start_of(text).size() >= kAll && text.size() >= kAll &&
                       first.by == charset::GuessedBy::well_formed;
  if (!is_open) return first;
  size_t judged_to = kAll;
  for (size_t at = kAll - 3; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    const bool is_high = ascii_start_of(rest.substr(0, 1)).empty();
    const bool is_escape = rest.starts_with("\x1B$") || rest.starts_with("\x1B(J");
    const size_t sign_size = is_high ? 1 : rest.starts_with("~{") ? 2 : is_escape ? 3 : 0;
    if (sign_size == 0 || at + sign_size <= judged_to) continue;
    const size_t line = text.substr(0, at).rfind('\n') + 1;
    const std::string_view judged = text.substr(std::max(line, at - 1024));
    const charset::Guess guess = detect(judged);
    if (is_high || guess.by == charset::GuessedBy::escape_sequence) return guess;
    judged_to = text.size() - judged.size() + ascii_start_of(judged.substr(0, kAll)).size();
  }
  return first;
}

// The expected result: first detect the charset, then read the whole text in it.
Reading read_by_detect(std::string_view text) {
  const charset::Guess guess = expected_guess(text);
  Reader reader(std::string(guess.charset.name()));
  reader.feed(text);
  Reading reading = reader.finish();
  reading.confidence = guess.confidence;
  return reading;
}

std::string ascii(size_t size) {
  std::string text =
      repeat_to_size("See https://e.org/a, or www.example.org (or mail me@e.org).\n", size);
  text.resize(size, ' ');
  return text;
}

std::string utf16le(std::string_view ascii) {
  std::string text;
  for (const char c : ascii) text += {c, '\0'};
  return text;
}

std::string utf32be(std::string_view ascii) {
  std::string text;
  for (const char c : ascii) text += {'\0', '\0', '\0', c};
  return text;
}

// Ways to cut a text into chunks, among them every cut near the sizes kEarly and kAll.
std::vector<Chunking> chunkings(size_t size) {
  std::vector<Chunking> ways = {whole(size), one_byte_at_a_time(size), random_chunks(size, 1, 9000),
                                random_chunks(size, 2, 100)};
  for (const size_t place : {kEarly, kAll}) {
    for (size_t cut = place - 4; cut <= place + 4 && cut <= size; ++cut) {
      ways.push_back({cut, size - cut});
    }
  }
  return ways;
}

TEST(EarlyLinks, AreReportedAsSoonAs4KibHaveBeenFed) {
  for (const std::string_view line :
       {"See https://e.org/a, or www.example.org (or mail me@e.org).\n",
        "Sie hören „Größe“ und Übermut: https://e.org/für, www.example.org/ä.\n",
        "L’été déjà à Évry, où ça coûte : https://e.org/été.\n",
        "“Don’t” — he said… see https://e.org/a.\n",
        "Привет, мир: https://e.org/я, www.example.org.\n",
        "Καλημέρα κόσμε: https://e.org/ω, www.example.org.\n", "你好，世界：https://e.org/你好。\n",
        "こんにちは、https://e.org/日本 です。\n", "안녕하세요 https://e.org/한글 입니다\n",
        "नमस्ते दुनिया https://e.org/न \n"}) {
    const std::string text = repeat_to_size(line, 20'000);
    std::vector<Found> expected = read_by_detect(text).links;
    const size_t end_of_lines = text.rfind('\n', kEarly - 1);
    std::erase_if(expected, [&](const Found& one) { return one.range.end > end_of_lines; });
    Reader reader("auto");
    EXPECT_TRUE(reader.feed(text.substr(0, kEarly - 1)).empty()) << line;
    std::vector<Found> early = reader.feed(text.substr(kEarly - 1, 1));
    ASSERT_GE(early.size(), expected.size()) << line;
    early.resize(expected.size());
    EXPECT_EQ(early, expected) << line;
  }
}

TEST(EarlyLinks, InAsciiAreReportedBeforeTheCharsetIsCertain) {
  Reader reader("auto");
  EXPECT_FALSE(reader.feed(ascii(3000) + "gr\xFC\xDF" + std::string(2000, '.')).empty());
  Reader shifts("auto");
  EXPECT_FALSE(shifts.feed(ascii(5000) + "\x1B$B%\"\x1B(B").empty());
}

// HZ has no `~a`, so after one, tildes are ordinary characters.
TEST(EarlyLinks, AreDelayedWhileTildesMayBelongToHz) {
  Reader reader("auto");
  EXPECT_TRUE(reader.feed(repeat_to_size("~~ https://e.org/~a/\n", 5000)).empty());
  Reader not_hz("auto");
  EXPECT_FALSE(not_hz.feed(repeat_to_size("https://e.org/~a/ ~~\n", 5000)).empty());
}

struct Case {
  const char* name;
  std::string text;
  const char* charset;
};

std::vector<Case> cases() {
  const std::string latin = repeat_to_size(
      "gr\xFC\xDF https://e.org/f\xFCr, sch\xF6n und h\xFC"
      "bsch\n",
      3000);
  const std::string russian = repeat_to_size(
      "\xD0\x9F\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82, "
      "\xD0\xBC\xD0\xB8\xD1\x80: https://e.org/\xD1\x8F\n",
      9000);
  const std::string koi8 = repeat_to_size(
      "\xF0\xD2\xC9\xD7\xC5\xD4, \xCD\xC9\xD2 \xC9 \xD7\xD3\xC5\xCD "
      "\xCF\xD3\xD4\xC1\xCC\xD8\xCE\xD9\xCD: https://e.org/\xD1\n",
      9000);
  const std::string jis =
      repeat_to_size("\x1B$B$3$l\x1B(B https://e.org/\x1B$BF|K\\\x1B(B\n", 2000);
  const std::string hz = repeat_to_size("~{VPND~} https://e.org/~{VPND~} b\n", 2000);
  const std::string wide = utf16le(ascii(9000));
  const std::string chinese = repeat_to_size("\x2D\x4E\xE5\x65", 5000);  // U+4E2D U+65E5
  return {
      {"ASCII, shorter", ascii(kEarly - 1), "UTF-8"},
      {"ASCII of 4 KiB", ascii(kEarly), "UTF-8"},
      {"ASCII of 64 KiB", ascii(kAll), "UTF-8"},
      {"ASCII, longer", ascii(kAll + 999), "UTF-8"},
      {"Latin-1, short", latin, "windows-1252"},
      {"Latin-1 after 20 KiB", ascii(20'000) + latin, "windows-1252"},
      {"Latin-1 up to 4 KiB", ascii(kEarly - 2) + latin, "windows-1252"},
      {"Latin-1 from 4 KiB on", ascii(kEarly - 28) + "https://e.org/a-long-link/f\xFCr " + latin,
       "windows-1252"},
      {"Latin-1 just within 64 KiB", ascii(kAll - 1000) + latin, "windows-1252"},
      {"Latin-1 after 64 KiB", ascii(kAll) + latin, "windows-1252"},
      {"Latin-1 in the line at 64 KiB", ascii(kAll - 9) + " https://e.org/f\xFCr\n",
       "windows-1252"},
      {"Latin-1 in a long line",
       ascii(kAll) + std::string(5000, 'x') + " https://e.org/f\xFCr " + latin, "windows-1252"},
      {"Latin-1 long after 64 KiB", ascii(3 * kAll + 77) + latin, "windows-1252"},
      {"KOI8-R after 64 KiB", ascii(kAll + 5) + koi8 + ascii(kAll), "KOI8-R"},
      {"UTF-8 after 64 KiB", ascii(kAll + 5) + russian, "UTF-8"},
      {"UTF-8, one character after 64 KiB", ascii(kAll + 5) + "caf\xC3\xA9 " + ascii(kAll),
       "UTF-8"},
      {"UTF-8 after 64 KiB, cut at the end", ascii(kAll) + "caf\xC3", "windows-1252"},
      {"ISO-2022-JP after 64 KiB", ascii(kAll + 5) + jis, "ISO-2022-JP"},
      {"ISO-2022-JP, cut at 64 KiB", ascii(kAll - 2) + jis, "ISO-2022-JP"},
      {"HZ after 64 KiB", ascii(kAll + 5) + hz, "HZ-GB-2312"},
      {"HZ, cut at 64 KiB", ascii(kAll - 1) + hz, "HZ-GB-2312"},
      {"like HZ and ISO 2022, then Latin-1",
       ascii(kAll) + "~{x https://e.org/ \x1B$B \x1B[m ~a" + ascii(kAll + 9) + latin,
       "windows-1252"},
      {"like HZ, cut after 64 KiB more", ascii(kAll) + "~{x" + ascii(kAll - 4) + "\x1B$B%\"\x1B(B",
       "ISO-2022-JP"},
      {"UTF-16 after 64 KiB", ascii(kAll) + wide, "UTF-8"},
      {"UTF-8", russian, "UTF-8"},
      {"UTF-8 with a byte order mark", "\xEF\xBB\xBF" + russian, "UTF-8"},
      {"UTF-8 after 20 KiB", ascii(20'000) + russian, "UTF-8"},
      {"UTF-8, one character", ascii(5000) + "caf\xC3\xA9" + ascii(70'000), "UTF-8"},
      {"UTF-8, cut at the end", ascii(5000) + "caf\xC3", "windows-1252"},
      {"UTF-8, ill-formed later", russian + "gr\xFC\xDF " + russian, "UTF-8"},
      {"ill-formed before UTF-8 is certain", ascii(5000) + "caf\xC3\xA9 " + latin, "windows-1252"},
      {"U+FEFF after ASCII", ascii(5000) + "\xEF\xBB\xBFhttps://e.org/\xC3\xA9 " + russian,
       "UTF-8"},
      {"KOI8-R", koi8, "KOI8-R"},
      {"KOI8-R after 20 KiB", ascii(20'000) + repeat_to_size(koi8, 40'000), "KOI8-R"},
      {"ISO-2022-JP after 5 KiB", ascii(5000) + jis, "ISO-2022-JP"},
      {"colours", ascii(5000) + repeat_to_size("\x1B[31mhttps://e.org/\x1B[m\n", 3000), "UTF-8"},
      {"colours, then UTF-8", ascii(5000) + "\x1B[31mhttps://e.org/\x1B[m " + russian, "UTF-8"},
      {"shifts", ascii(5000) + "\x0E https://e.org/\x0F" + latin, "windows-1252"},
      {"HZ after 5 KiB", ascii(5000) + "~~ " + hz, "HZ-GB-2312"},
      {"HZ, but with `~a`, which HZ does not have", ascii(5000) + "https://e.org/~a/ ~~ " + hz,
       "UTF-8"},
      {"UTF-16", wide, "UTF-16LE"},
      {"UTF-16 with a byte order mark", "\xFF\xFE" + wide, "UTF-16"},
      {"UTF-32", utf32be(ascii(5000)), "UTF-32BE"},
      {"UTF-16, Chinese, without zero bytes at the start", chinese + wide, "UTF-16LE"},
      {"UTF-16 that begins like ASCII", "https://e.org/ab" + chinese + wide, "UTF-16LE"},
      {"ISO-2022-KR, its header last",
       ascii(5000) + "https://e.org/\x0E"
                     "0!\x0F\n\x1B$)C\n",
       "ISO-2022-KR"},
      {"UTF-16 after ASCII", ascii(5000) + wide, "UTF-8"},
      {"a zero byte early", ascii(100) + "\0 "s + ascii(5000) + latin, "windows-1252"},
      {"a zero byte late", ascii(5000) + "\0 "s + latin, "windows-1252"},
  };
}

TEST(EarlyLinks, AreReadInTheCharsetOfTheFirst64KibForAnyChunks) {
  for (const auto& [name, text, charset] : cases()) {
    const Reading expected = read_by_detect(text);
    EXPECT_EQ(expected.charset, charset) << name;
    for (const Chunking& chunking : chunkings(text.size())) {
      EXPECT_EQ(read(text, chunking), expected) << name << ", first chunk " << chunking[0];
    }
  }
}

TEST(EarlyLinks, TheSummaryOfAStoppedDocumentDoesNotDependOnTheChunks) {
  for (const Case& each : cases()) {
    const Reading expected = read(each.text, whole(each.text.size()), 1);
    for (const Chunking& chunking : chunkings(each.text.size())) {
      EXPECT_EQ(read(each.text, chunking, 1), expected) << each.name;
    }
  }
}

TEST(EarlyLinks, OfPublicDataAreReadInTheCharsetOfTheFirst64Kib) {
  LINKSPAN_SKIP_WITHOUT_DATA("charsets/files");
  for (const char* folder : {"charsets/files", "detect", "mail", "text"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(data_dir() / folder)) {
      if (!entry.is_regular_file()) continue;
      const std::string text = read_file(entry.path()).substr(0, 2 * kAll);
      const Reading expected = read_by_detect(text);
      EXPECT_EQ(read(text, whole(text.size())), expected) << entry.path();
      EXPECT_EQ(read(text, random_chunks(text.size(), 3, kEarly)), expected) << entry.path();
    }
  }
}

}  // namespace document_early_test
}  // namespace linkspan::test
