// SPDX-License-Identifier: Apache-2.0
// Promises of include/linkspan/charset.h: a label in mail selects its charset in any spelling;
// the error for an unknown label has the label and a suggestion.

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "charset/labels.h"
#include "linkspan/charset.h"
#include "tests/support/data.h"
#include "tests/support/decoding.h"

namespace linkspan::test {
namespace charset_labels_test {

using charset::Normalization;

std::string name_of(std::string_view label) {
  const Result<charset::Charset> found = charset::find(label);
  return found ? std::string(found.value().name()) : "none: " + found.error().message;
}

TEST(CharsetLabels, SelectTheCharsetsThatMailUses) {
  const std::map<std::string, std::string> expected = {
      {"us-ascii", "windows-1252"},
      {"iso-8859-1", "windows-1252"},
      {"latin1", "windows-1252"},
      {"cp1252", "windows-1252"},
      {"ISO_8859-1:1987", "windows-1252"},
      {"ANSI_X3.4-1968", "windows-1252"},
      {"iso-8859-9", "windows-1254"},
      {"tis-620", "windows-874"},
      {"iso-8859-11", "windows-874"},
      {"iso-8859-8-i", "ISO-8859-8"},
      {"gb2312", "GBK"},
      {"GB_2312-80", "GBK"},
      {"cp936", "GBK"},
      {"gb18030", "GB18030"},
      {"x-sjis", "Shift_JIS"},
      {"windows-31j", "Shift_JIS"},
      {"cp932", "Shift_JIS"},
      {"MS_Kanji", "Shift_JIS"},
      {"ks_c_5601-1987", "EUC-KR"},
      {"euc-kr", "EUC-KR"},
      {"windows-949", "EUC-KR"},
      {"cp949", "EUC-KR"},
      {"big5", "Big5"},
      {"cp950", "Big5"},
      {"big5-hkscs", "Big5-HKSCS"},
      {"utf8mb4", "UTF-8"},
      {"unicode-1-1-utf-8", "UTF-8"},
      {"koi8_r", "KOI8-R"},
      {"macos-0_2-10.2", "macintosh"},
      {"x-mac-ukrainian", "x-mac-cyrillic"},
      {"hz-gb-2312", "HZ-GB-2312"},
      {"iso-2022-jp-2", "ISO-2022-JP"},
      {"cp50221", "ISO-2022-JP"},
      {"utf-7-imap", "UTF-7-IMAP"},
      {"tcvn5712", "TCVN5712-1"},
      {"ibm866", "IBM866"},
      {"dos-862", "IBM862"},
  };
  for (const auto& [label, name] : expected) EXPECT_EQ(name_of(label), name) << label;
}

TEST(CharsetLabels, EveryCharsetOfThePublicDataIsKnown) {
  LINKSPAN_SKIP_WITHOUT_DATA("charsets");
  std::ifstream in(data_dir() / "charsets/manifest.jsonl");
  size_t count = 0;
  for (std::string line; std::getline(in, line); ++count) {
    const auto file = nlohmann::json::parse(line);
    const Result<charset::Charset> found = charset::find(file.at("charset").get<std::string>());
    ASSERT_TRUE(found) << found.error().message;
    const bool is_legacy = file.at("source_kind") == "legacy";
    EXPECT_EQ(found.value().normalization(), is_legacy ? Normalization::nfc : Normalization::none)
        << file.at("charset");
  }
  EXPECT_GE(count, 70u);
}

TEST(CharsetLabels, SpellingDoesNotMatter) {
  for (const char* label : {"UTF-8", "utf_8", " utf-8\t", "\"utf-8\"", "'UTF8'", "utf 8", "utf-08",
                            "utf-8*en", "U.T.F.8"}) {
    EXPECT_EQ(name_of(label), "UTF-8") << label;
  }
  EXPECT_EQ(name_of("iso 8859 02"), "ISO-8859-2");
  EXPECT_EQ(name_of("iso-8859-10"), "ISO-8859-10");
  EXPECT_EQ(name_of("ISO-8859-1"), name_of("iso88591"));
}

TEST(CharsetLabels, NoLabelMeansTwoCharsets) {
  for (const charset::KnownCharset& known : charset::known_charsets()) {
    std::istringstream labels(std::string(known.name) + " " + std::string(known.labels));
    for (std::string label; labels >> label;) {
      const charset::KnownCharset* const found = charset::known_charset(charset::folded(label));
      ASSERT_NE(found, nullptr) << label;
      EXPECT_EQ(found->name, known.name) << label;
    }
  }
}

TEST(CharsetLabels, EveryCharsetOfTheTableIsFoundByItsName) {
  for (const charset::KnownCharset& known : charset::known_charsets()) {
    EXPECT_EQ(name_of(known.name), known.name);
  }
}

TEST(CharsetLabels, CharsetsThatOnlyIcuHasAreDecoded) {
  EXPECT_EQ(decode("cp037", "\xC8\x89").text, "Hi");
  EXPECT_EQ(decode("ebcdic-cp-us", "\xC8\x89").text, "Hi");
  EXPECT_EQ(decode("ibm-930", "\xC8\x0E\x44\x81\x0F").text, "Hあ");
  EXPECT_EQ(decode("ibm-1133", "\xA1").text, "ກ");
}

TEST(CharsetLabels, AnUnknownLabelIsReportedWithSimilarNames) {
  const Result<charset::Charset> found = charset::find("koi9-r");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::not_found);
  EXPECT_TRUE(found.error().message.starts_with("there is no charset \"koi9-r\"; near it: KOI8-R"))
      << found.error().message;
}

TEST(CharsetLabels, AnUnknownLabelIsEscapedAndShortenedInTheError) {
  const auto message = [](std::string_view label) { return charset::find(label).error().message; };
  EXPECT_TRUE(
      message("x-\x1B]0;owned\x07").starts_with(R"(there is no charset "x-\x1B]0;owned\x07")"));
  EXPECT_TRUE(message("x\r\nFrom: y").starts_with(R"(there is no charset "x\x0D\x0AFrom: y")"));
  EXPECT_TRUE(message("x\xC2\x9B"
                      "2J")
                  .starts_with(R"(there is no charset "x\xC2\x9B2J")"));
  const std::string cut = message(std::string(127, 'x') + "ü");
  EXPECT_NE(cut.find(R"(x\xC3"…, the label is too long)"), std::string::npos) << cut;
}

TEST(CharsetLabels, SomeMeanThatTheCharsetIsUnknown) {
  for (const char* label : {"unknown-8bit", "UNKNOWN-8BIT", "csUnknown8BiT", "x-unknown"}) {
    EXPECT_TRUE(charset::is_label_of_unknown(label)) << label;
    EXPECT_FALSE(charset::find(label)) << label;
  }
  for (const char* label : {"", "us-ascii", "utf-8", "unknown-9bit", "x"}) {
    EXPECT_FALSE(charset::is_label_of_unknown(label)) << label;
  }
}

TEST(CharsetLabels, OneToThreeNamesAreSuggested) {
  for (const char* label : {"utf-9", "windows-1259", "iso-8859-12", "shift-jsi", "xyzzy",
                            "gb-18031", "unknown-8bit", "../../etc/passwd"}) {
    const Result<charset::Charset> found = charset::find(label);
    ASSERT_FALSE(found) << label;
    const std::string& message = found.error().message;
    EXPECT_NE(message.find("; near it: "), std::string::npos) << message;
    EXPECT_LE(std::count(message.begin(), message.end(), ','), 2) << message;
  }
  EXPECT_NE(charset::find("shift-jsi").error().message.find("Shift_JIS"), std::string::npos);
  EXPECT_NE(charset::find("utf-9").error().message.find("UTF-8"), std::string::npos);
}

TEST(CharsetLabels, EverySuggestedNameIsFound) {
  for (const char* label : {"viqr", "iso-2022-lao", "ISO_2022,locale=ja,version=5",
                            "ISO_2022,locale=zh,version=3", "x11-compound-texts", "compound-tex",
                            "cp038", "ebcdic-cp-ut", "iscii", "scsv", "macos-0_2-10.3"}) {
    ASSERT_FALSE(charset::find(label)) << label;
    const auto names = charset::nearest(charset::folded(label));
    ASSERT_FALSE(names.empty()) << label;
    for (const std::string& name : names) {
      EXPECT_TRUE(charset::find(name)) << label << ": " << name_of(name);
    }
  }
}

TEST(CharsetLabels, ArbitraryBytesAreNotFound) {
  for (const std::string& label : {std::string(), std::string("-"), std::string("\0\xFF", 2),
                                   std::string(100'000, 'x'), std::string("utf-8\0x", 7)}) {
    EXPECT_FALSE(charset::find(label));
  }
}

TEST(CharsetLabels, ConvertersOfIcuThatCrashAreNotUsed) {
  EXPECT_FALSE(charset::find("x11-compound-text"));
  EXPECT_FALSE(charset::find("COMPOUND_TEXT"));
  EXPECT_FALSE(charset::find("ISO_2022,locale=ko,version=1"));
}

TEST(CharsetLabels, EncodingsOfUnicodeAreNotNormalized) {
  for (const char* label : {"utf-8", "utf-16", "utf-32le", "utf-7", "cesu-8", "gb18030"}) {
    EXPECT_EQ(charset_named(label).normalization(), Normalization::none) << label;
  }
  for (const char* label : {"us-ascii", "gbk", "gb2312", "windows-1258", "iso-2022-jp", "cp037"}) {
    EXPECT_EQ(charset_named(label).normalization(), Normalization::nfc) << label;
  }
}

TEST(CharsetLabels, LabelsOfAsciiAreRecognized) {
  for (const char* label : {"us-ascii", "ASCII", "ISO_646.irv:1991", "ANSI_X3.4-1968", "iso-ir-6",
                            "csASCII", "cp367", "us-ascii*en"}) {
    EXPECT_TRUE(charset::is_label_of_ascii(label)) << label;
    EXPECT_EQ(charset_named(label).name(), "windows-1252") << label;
  }
  for (const char* label : {"", "iso-8859-1", "windows-1252", "utf-8", "ascii9"}) {
    EXPECT_FALSE(charset::is_label_of_ascii(label)) << label;
  }
}

TEST(CharsetLabels, SeveralThreadsMayUseThemAtTheSameTime) {
  std::array<std::thread, 4> threads;
  for (std::thread& thread : threads) {
    thread = std::thread([] {
      for (const char* label : {"koi8-u", "euc-tw", "utf-7", "cp037", "ibm-1364"}) {
        EXPECT_EQ(decode(label, "").text, "") << label;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace charset_labels_test
}  // namespace linkspan::test
