// SPDX-License-Identifier: Apache-2.0
// Promises of src/charset/decoder.h: for each charset of the public data, the UTF-8 and the place
// of every character in the bytes are correct. For any bytes, they do not depend on the chunks.

#include <gtest/gtest.h>
#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "charset/decoder.h"
#include "charset/labels.h"
#include "tests/support/chunks.h"
#include "tests/support/data.h"
#include "tests/support/decoding.h"
#include "tests/support/sanitized.h"

namespace linkspan::test {
namespace charset_test {

using ::nlohmann::json;

std::vector<json> records_of(const std::string& name) {
  std::vector<json> records;
  std::ifstream in(data_dir() / "charsets" / name);
  for (std::string line; std::getline(in, line);) records.push_back(json::parse(line));
  return records;
}

std::string nfc(const std::string& utf8) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* const normalizer = icu::Normalizer2::getNFCInstance(error);
  std::string result;
  normalizer->normalize(icu::UnicodeString::fromUTF8(utf8), error).toUTF8String(result);
  return result;
}

// Charsets for which converters return different but canonically equivalent code points.
bool composes_while_decoding(const std::string& charset) {
  return charset == "windows-1258" || charset == "windows-1255" || charset == "TCVN5712-1";
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// The byte offset of the code point with this number.
size_t offset_of_code_point(std::string_view utf8, size_t number) {
  size_t offset = 0;
  for (; number > 0; --number) {
    ++offset;
    while (offset < utf8.size() && (utf8[offset] & 0xC0) == 0x80) ++offset;
  }
  return offset;
}

std::string source(const json& file) {
  return read_file(data_dir() / "charsets" / file.at("file").get<std::string>());
}

// The label of a file that may have a byte order mark.
std::string label_of(const json& file) { return file.at("charset"); }

TEST(Charset, EveryFileDecodesToItsSentences) {
  LINKSPAN_SKIP_WITHOUT_DATA("charsets");
  std::map<std::string, std::string> sentences;
  for (const json& record : records_of("expected.jsonl"))
    sentences[record.at("id")] = record.at("text");
  const std::vector<json> files = records_of("manifest.jsonl");
  ASSERT_GE(files.size(), 70u);
  for (const json& file : files) {
    const Decoded decoded = decode(label_of(file), source(file));
    EXPECT_EQ(decoded.ill_formed, 0u) << file.at("file");
    const std::vector<std::string> lines = lines_of(decoded.text);
    ASSERT_EQ(lines.size(), file.at("ids").size()) << file.at("file");
    for (size_t i = 0; i < lines.size(); ++i) {
      const std::string& sentence = sentences.at(file.at("ids")[i]);
      if (composes_while_decoding(label_of(file))) {
        EXPECT_EQ(nfc(lines[i]), nfc(sentence)) << file.at("file") << " line " << i + 1;
      } else {
        EXPECT_EQ(lines[i], sentence) << file.at("file") << " line " << i + 1;
      }
    }
  }
}

TEST(Charset, EveryLinkHasItsPlaceInTheBytes) {
  LINKSPAN_SKIP_WITHOUT_DATA("charsets");
  std::map<std::string, std::vector<json>> lines_of_file;
  for (const json& record : records_of("expected_by_file.jsonl")) {
    lines_of_file[record.at("file")].push_back(record);
  }
  size_t compared = 0;
  for (const json& file : records_of("manifest.jsonl")) {
    const std::string bytes = source(file);
    charset::Decoder decoder(charset_named(label_of(file)));
    std::string text(decoder.decode(bytes));
    text += decoder.finish();
    for (const json& line : lines_of_file[file.at("file")]) {
      size_t line_begin = 0;
      for (int i = 1; i < line.at("line"); ++i) line_begin = text.find('\n', line_begin) + 1;
      const std::string_view rest = std::string_view(text).substr(line_begin);
      for (const json& link : line.at("links")) {
        if (!link.contains("byte_start") || composes_while_decoding(label_of(file))) continue;
        const Range utf8{line_begin + offset_of_code_point(rest, link.at("start")),
                         line_begin + offset_of_code_point(rest, link.at("end"))};
        const Range expected{link.at("byte_start"), link.at("byte_end")};
        const Range found = decoder.source_range(utf8);
        EXPECT_EQ(found.begin, expected.begin) << line;
        EXPECT_EQ(found.end, expected.end) << line;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 1000u);
}

TEST(Charset, DecodingOneByteAtATimeHasTheSameResult) {
  LINKSPAN_SKIP_WITHOUT_DATA("charsets");
  for (const json& file : records_of("manifest.jsonl")) {
    const std::string bytes = source(file);
    EXPECT_EQ(decode(label_of(file), bytes, one_byte_at_a_time(bytes.size())),
              decode(label_of(file), bytes))
        << file.at("file");
  }
}

// Every charset of the table, and some that only ICU has.
std::vector<std::string> all_charsets() {
  std::vector<std::string> names;
  for (const charset::KnownCharset& known : charset::known_charsets())
    names.emplace_back(known.name);
  for (const char* name : {"ibm-37", "ibm-930", "ibm-1388", "ibm-964", "ibm-5471", "gsm-03.38-2009",
                           "LMBCS-1", "ISCII,version=0", "UTF-16,version=1"}) {
    names.emplace_back(name);
  }
  return names;
}

// Bytes, about half of which have a special meaning in a charset.
std::string random_bytes(std::mt19937& random, size_t size) {
  static constexpr std::string_view kOften =
      "\x1B$B\x1B(B\x0E\x0F~{}+-&\n \"\x81\x30\x8E\x8F\xA1\xFE\xFF\x80\xD8\xDC\0";
  std::string bytes;
  while (bytes.size() < size) {
    bytes += random() % 2 == 0 ? static_cast<char>(random()) : kOften[random() % kOften.size()];
  }
  return bytes;
}

constexpr int kRandomTexts = kSanitized ? 10 : 100;

TEST(Charset, RandomBytesHaveTheSameResultInAnyChunks) {
  std::mt19937 random(1);
  for (const std::string& name : all_charsets()) {
    for (int i = 0; i < kRandomTexts; ++i) {
      const std::string bytes = random_bytes(random, random() % 100);
      const Decoded expected = decode(name, bytes);
      const auto seed = static_cast<uint32_t>(random());
      ASSERT_EQ(decode(name, bytes, one_byte_at_a_time(bytes.size())), expected)
          << name << ' ' << ::testing::PrintToString(bytes);
      ASSERT_EQ(decode(name, bytes, random_chunks(bytes.size(), seed, 7)), expected)
          << name << ' ' << ::testing::PrintToString(bytes);
    }
  }
}

TEST(Charset, PlacesAreOrderedAndWithinTheInput) {
  std::mt19937 random(2);
  for (const std::string& name : all_charsets()) {
    for (int i = 0; i < kRandomTexts; ++i) {
      const std::string bytes = random_bytes(random, random() % 100);
      const Decoded decoded = decode(name, bytes);
      Range last{0, 0};
      for (const Range& place : decoded.places) {
        ASSERT_GE(place.begin, last.begin) << name << ' ' << ::testing::PrintToString(bytes);
        ASSERT_GE(place.end, last.end) << name;
        ASSERT_LE(place.begin, place.end) << name;
        ASSERT_LE(place.end, bytes.size()) << name;
        last = place;
      }
    }
  }
}

// A text of many blocks, in which one in three characters is ASCII.
std::string long_text(std::string_view character, size_t size) {
  std::string text;
  while (text.size() < size) text += std::string(character) + " " + std::string(character);
  return text;
}

TEST(Charset, PlacesAreRightOverManyBlocks) {
  struct Case {
    const char* charset;
    std::string_view character;
    size_t utf8;
  };
  using namespace std::string_view_literals;
  for (const Case& c : {Case{"koi8-r", "\xC1"sv, 2}, Case{"shift_jis", "\x93\xFA"sv, 3},
                        Case{"gb18030", "\x90\x30\x81\x30"sv, 4},
                        Case{"euc-jp", "\x8F\xB0\xA1"sv, 3}, Case{"utf-7", "+AOk-"sv, 2}}) {
    const std::string bytes = long_text(c.character, 200'000);
    for (const size_t chunk : {size_t{1000}, size_t{65'536}, bytes.size()}) {
      charset::Decoder decoder(charset_named(c.charset));
      std::string text;
      for (size_t at = 0; at < bytes.size(); at += chunk) {
        text += decoder.decode(std::string_view(bytes).substr(at, chunk));
      }
      text += decoder.finish();
      const size_t period_utf8 = 2 * c.utf8 + 1;
      const size_t period_bytes = 2 * c.character.size() + 1;
      ASSERT_EQ(text.size() / period_utf8, bytes.size() / period_bytes);
      for (uint64_t i = 0; i < text.size() / period_utf8; i += 97) {
        const Range space{i * period_utf8 + c.utf8, i * period_utf8 + c.utf8 + 1};
        const uint64_t begin = i * period_bytes + c.character.size();
        ASSERT_EQ(decoder.source_range(space), (Range{begin, begin + 1}))
            << c.charset << ' ' << chunk;
      }
    }
  }
}

TEST(Charset, ARangeGoesFromItsFirstToItsLastCharacter) {
  charset::Decoder decoder(charset_named("shift_jis"));
  EXPECT_EQ(decoder.decode("a\x93\xFA\x96\x7B z"), "a日本 z");
  EXPECT_EQ(decoder.source_range({1, 7}), (Range{1, 5}));
  EXPECT_EQ(decoder.source_range({4, 8}), (Range{3, 6}));
  EXPECT_EQ(decoder.source_range({4, 4}), (Range{3, 3}));
  EXPECT_EQ(decoder.source_range({9, 9}), (Range{7, 7}));
}

TEST(Charset, BytesThatNeedNoConversionAreNotCopied) {
  for (const char* name :
       {"utf-8", "us-ascii", "koi8-r", "shift_jis", "gb18030", "iso-2022-jp", "hz"}) {
    charset::Decoder decoder(charset_named(name));
    decoder.decode("x");
    const std::string_view bytes = "https://example.org/\n";
    EXPECT_EQ(decoder.decode(bytes).data(), bytes.data()) << name;
    EXPECT_EQ(decoder.source_range({3, 5}), (Range{3, 5})) << name;
  }
  charset::Decoder decoder(charset_named("utf-8"));
  const std::string_view bytes = "caf\xC3\xA9 \xFF\xC3";
  EXPECT_EQ(decoder.decode(bytes).data(), bytes.data());
  EXPECT_EQ(decoder.ill_formed(), 0u);
}

TEST(Charset, AByteOrderMarkAtTheStartIsRemoved) {
  struct Case {
    const char* charset;
    std::string_view bytes;
  };
  using namespace std::string_view_literals;
  for (const Case& c :
       {Case{"utf-8", "\xEF\xBB\xBFz"sv}, Case{"utf-16", "\xFF\xFEz\0"sv},
        Case{"utf-16", "\xFE\xFF\0z"sv}, Case{"utf-16le", "\xFF\xFEz\0"sv},
        Case{"utf-16be", "\xFE\xFF\0z"sv}, Case{"utf-32", "\xFF\xFE\0\0z\0\0\0"sv},
        Case{"utf-32", "\0\0\xFE\xFF\0\0\0z"sv}, Case{"utf-32be", "\0\0\xFE\xFF\0\0\0z"sv},
        Case{"gb18030", "\x84\x31\x95\x33z"sv}, Case{"utf-7", "+/v8-z"sv},
        Case{"scsu", "\x0E\xFE\xFFz"sv}, Case{"cesu-8", "\xEF\xBB\xBFz"sv}}) {
    for (const Chunking& chunking : every_split_in_two(c.bytes.size())) {
      const Decoded decoded = decode(c.charset, c.bytes, chunking);
      ASSERT_EQ(decoded.text, "z") << c.charset;
      ASSERT_EQ(decoded.places[0].end, c.bytes.size()) << c.charset;
      ASSERT_GE(decoded.places[0].begin, 2u) << c.charset;
    }
  }
}

TEST(Charset, AByteOrderMarkElsewhereIsACharacter) {
  using namespace std::string_view_literals;
  EXPECT_EQ(decode("utf-8", "A\xEF\xBB\xBF").text, "A\uFEFF");
  EXPECT_EQ(decode("utf-16le", "A\0\xFF\xFE"sv).text, "A\uFEFF");
  EXPECT_EQ(decode("utf-16be", "\xFE\xFF\xFE\xFF"sv).text, "\uFEFF");
  EXPECT_EQ(decode("utf-16be", "\xFF\xFE"sv).text, "\uFFFE");
}

TEST(Charset, AnIncompleteByteOrderMarkIsNotRemoved) {
  EXPECT_EQ(decode("utf-8", "\xEF\xBB").text, "\xEF\xBB");
  EXPECT_EQ(decode("utf-8", "\xEF\xBBz", {1, 1, 1}).text, "\xEF\xBBz");
  const Decoded decoded = decode("utf-8", "\xEF\xBB\xBE", {2, 1});
  EXPECT_EQ(decoded.text, "\xEF\xBB\xBE");
  EXPECT_EQ(decoded.places[2], (Range{2, 3}));
}

TEST(Charset, WithoutAByteOrderMarkTheFirstUnitDecidesTheOrder) {
  using namespace std::string_view_literals;
  EXPECT_EQ(decode("utf-16", "A\0\x42\x30"sv).text, "Aあ");
  EXPECT_EQ(decode("utf-16", "\0A\x30\x42"sv).text, "Aあ");
  EXPECT_EQ(decode("utf-16", "\x30\x42\0A"sv).text, "あA");  // big-endian: RFC 2781, section 4.3
  EXPECT_EQ(decode("utf-32", "A\0\0\0"sv).text, "A");
  EXPECT_EQ(decode("utf-32", "\0\0\0A"sv).text, "A");
}

TEST(Charset, ADecoderCanBeReusedAfterFinish) {
  charset::Decoder decoder(charset_named("iso-2022-jp"));
  EXPECT_EQ(decoder.decode("\x1B$B$\""), "あ");
  EXPECT_EQ(decoder.finish(), "");
  EXPECT_EQ(decoder.source_range({0, 3}), (Range{3, 5}));
  EXPECT_EQ(decoder.decode("$\""), "$\"");
  EXPECT_EQ(decoder.source_range({0, 1}), (Range{0, 1}));
  EXPECT_EQ(decoder.ill_formed(), 0u);
}

TEST(Charset, ADecoderCanBeMoved) {
  charset::Decoder first(charset_named("shift_jis"));
  EXPECT_EQ(first.decode("\x93"), "");
  charset::Decoder second = std::move(first);
  EXPECT_EQ(second.decode("\xFA"), "日");
  EXPECT_EQ(second.source_range({0, 3}), (Range{0, 2}));
}

TEST(Charset, LinesThatStandAloneCanBeDecodedSeparately) {
  std::mt19937 random(3);
  std::string bytes;
  // Few values, so that all kinds of sequences precede a line feed.
  const std::string_view values =
      "\n\n\x1B$B(J~{01Aaz~|@\x80\x81\x8E\x8F\x90\xA1\xB0\xC3\xE0\xF0\xFE\xFF";
  for (int i = 0; i < 3000; ++i) bytes += values[random() % values.size()];
  int stand_alone = 0;
  for (const charset::KnownCharset& known : charset::known_charsets()) {
    if (!charset_named(known.name).lines_stand_alone()) continue;
    ++stand_alone;
    const std::string whole = decode(known.name, bytes).text;
    std::string parts;
    for (size_t begin = 0, end = 0; begin < bytes.size(); begin = end) {
      end = std::min(bytes.find('\n', begin), bytes.size() - 1) + 1;
      parts += decode(known.name, bytes.substr(begin, end - begin)).text;
    }
    EXPECT_EQ(parts, whole) << known.name;
  }
  EXPECT_GT(stand_alone, 50);
  for (const char* label :
       {"utf-8", "us-ascii", "koi8-r", "windows-1252", "shift_jis", "gb18030"}) {
    EXPECT_TRUE(charset_named(label).lines_stand_alone()) << label;
  }
  for (const char* label : {"utf-16", "utf-32le", "utf-7", "iso-2022-jp", "hz", "ibm037"}) {
    EXPECT_FALSE(charset_named(label).lines_stand_alone()) << label;
  }
}

TEST(Charset, TextThatIsNotReleasedKeepsItsPlace) {
  charset::Decoder decoder(charset_named("koi8-r"));
  const std::string chunk = long_text("\xC1", 9'999);
  uint64_t utf8 = 0;
  for (uint64_t i = 0; i < 1000; ++i) {
    const uint64_t begin = utf8;
    utf8 += decoder.decode(chunk).size();
    decoder.release_before(begin);
    ASSERT_EQ(decoder.source_range({begin, utf8}),
              (Range{i * chunk.size(), (i + 1) * chunk.size()}));
  }
}

}  // namespace charset_test
}  // namespace linkspan::test
