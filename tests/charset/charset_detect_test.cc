// SPDX-License-Identifier: Apache-2.0
// Promises of include/linkspan/charset.h: the charset that is detected for bytes without a label,
// and the reported reason.

#include <gtest/gtest.h>
#include <unicode/ucsdet.h>
#include <unicode/uenum.h>

#include <initializer_list>
#include <set>
#include <string>
#include <string_view>

#include "charset/decoder.h"
#include "charset/detect.h"
#include "charset/signs.h"
#include "linkspan/charset.h"
#include "tests/support/data.h"
#include "tests/support/repeat.h"

namespace linkspan::test {
namespace charset_detect_test {

using charset::detect;
using charset::Guess;
using charset::GuessedBy;
using namespace std::string_view_literals;

struct Case {
  std::string_view bytes;
  const char* name;
  GuessedBy by;
};

void expect_detected(std::initializer_list<Case> cases) {
  for (const Case& one : cases) {
    const Guess guess = detect(one.bytes);
    EXPECT_EQ(guess.charset.name(), one.name) << ::testing::PrintToString(one.bytes);
    EXPECT_EQ(guess.by, one.by) << ::testing::PrintToString(one.bytes);
    EXPECT_GE(guess.confidence, 0);
    EXPECT_LE(guess.confidence, 100);
  }
}

TEST(CharsetDetect, ByteOrderMark) {
  expect_detected({
      {"\xEF\xBB\xBFx", "UTF-8", GuessedBy::byte_order_mark},
      {"\xFF\xFEx\0"sv, "UTF-16", GuessedBy::byte_order_mark},
      {"\xFE\xFF\0x"sv, "UTF-16", GuessedBy::byte_order_mark},
      {"\xFF\xFE\0\0x\0\0\0"sv, "UTF-32", GuessedBy::byte_order_mark},
      {"\0\0\xFE\xFF\0\0\0x"sv, "UTF-32", GuessedBy::byte_order_mark},
      {"\x84\x31\x95\x33x", "GB18030", GuessedBy::byte_order_mark},
  });
}

TEST(CharsetDetect, WellFormedUtf8) {
  expect_detected({
      {"", "UTF-8", GuessedBy::well_formed},
      {"https://example.org/", "UTF-8", GuessedBy::well_formed},
      {"caf\xC3\xA9", "UTF-8", GuessedBy::well_formed},
      {"caf\xC3\xA9 \xE6\x97", "UTF-8", GuessedBy::well_formed},  // cut at the end
      {"a\0b and more text"sv, "UTF-8", GuessedBy::well_formed},  // a lone zero byte
  });
}

TEST(CharsetDetect, EscapeSequences) {
  expect_detected({
      {"a \x1B$B%\"\x1B(B", "ISO-2022-JP", GuessedBy::escape_sequence},
      {"\x1B(J~", "ISO-2022-JP", GuessedBy::escape_sequence},
      {"\x1B$)C\n\x0E"
       "0!\x0F",
       "ISO-2022-KR", GuessedBy::escape_sequence},
      {"\x1B$)A\x0E"
       "VP\x0F",
       "ISO-2022-CN", GuessedBy::escape_sequence},
      {"~{VPND~}", "HZ-GB-2312", GuessedBy::escape_sequence},
      {"an escape \x1B$B and then http://a.example.com/path/page\n", "UTF-8",
       GuessedBy::well_formed},
      // Escape sequences of terminals, Lisp code and a tilde in a path are not HZ or ISO-2022.
      {"\x1B[1mbold\x1B(B\x1B[m", "UTF-8", GuessedBy::well_formed},
      {"(format t \"~{~a~^, ~}\" list)", "UTF-8", GuessedBy::well_formed},
      {"http://example.org/~user/{x}", "UTF-8", GuessedBy::well_formed},
  });
}

TEST(CharsetDetect, ZeroBytes) {
  expect_detected({
      {"h\0t\0t\0p\0"sv, "UTF-16LE", GuessedBy::zero_bytes},
      {"\0h\0t\0t\0p"sv, "UTF-16BE", GuessedBy::zero_bytes},
      {"\x42\x30\n\0\x44\x30 \0"sv, "UTF-16LE", GuessedBy::zero_bytes},
      {"h\0\0\0t\0\0\0\x42\x30\0\0"sv, "UTF-32LE", GuessedBy::zero_bytes},
      {"\0\0\0h\0\0\0t\0\0\x30\x42"sv, "UTF-32BE", GuessedBy::zero_bytes},
      {"Caf\xE9\0 siehe http://a.example.com/ und\n"sv, "windows-1252", GuessedBy::detector},
  });
}

TEST(CharsetDetect, TheFallbackIsWindows1252) {
  const Guess guess = detect("\x93");
  EXPECT_EQ(guess.charset.name(), "windows-1252");
  EXPECT_EQ(guess.by, GuessedBy::fallback);
  EXPECT_EQ(guess.confidence, 0);
}

// Text of at least 4 KiB with eight continuation bytes in distinct characters is UTF-8.
TEST(CharsetDetect, LongTextWithEightContinuationBytesIsUtf8) {
  const std::string ascii(5000, 'x');
  const std::string latin = repeat_to_size(
      "gr\xFC\xDF, sch\xF6n und h\xFC"
      "bsch\n",
      500);
  const std::string seven = "\xC3\xA9 \xE2\x80\x9C\xE2\x80\x9D\xE2\x80\x99 ";
  const auto name = [](const std::string& bytes) {
    return std::string(detect(bytes).charset.name());
  };
  EXPECT_EQ(name(ascii + seven + "\xC3\xA8 " + latin), "UTF-8");
  EXPECT_NE(name(ascii + seven + "\xC3\xA9 " + latin), "UTF-8");
  EXPECT_NE(name(ascii + seven + latin + "\xC3\xA8 "), "UTF-8");
  EXPECT_NE(name(seven + "\xC3\xA8 " + latin), "UTF-8");  // short
}

// Text that begins with 64 bytes of ASCII and has no zero byte in its first 4 KiB is not UTF-16.
TEST(CharsetDetect, AnAsciiStartWithoutEarlyZeroBytesIsNotUtf16) {
  const std::string wide = repeat_to_size("a\0b\0 \0"sv, 20'000);
  const std::string chinese = repeat_to_size("\x2D\x4E\xE5\x65", 5000);  // U+4E2D U+65E5
  EXPECT_EQ(detect(std::string(64, 'x') + chinese + wide).by, GuessedBy::detector);
  EXPECT_EQ(detect(std::string(5000, 'x') + wide).by, GuessedBy::well_formed);
  EXPECT_EQ(detect(std::string(4000, 'x') + wide).by, GuessedBy::zero_bytes);
  EXPECT_EQ(detect(chinese + wide).by, GuessedBy::zero_bytes);
}

// All charsets that detect() can return, except UTF-16 and UTF-32.
std::set<std::string> charsets_with_ascii() {
  std::set<std::string> names = {"UTF-8", "windows-1252"};
  for (const charset::Sign& sign : charset::kDesignations) names.emplace(sign.charset);
  UErrorCode error = U_ZERO_ERROR;
  UCharsetDetector* const detector = ucsdet_open(&error);
  UEnumeration* const all = ucsdet_getAllDetectableCharsets(detector, &error);
  while (const char* const name = uenum_next(all, nullptr, &error)) {
    const std::string_view view = name;
    if (!view.starts_with("UTF-") && !view.starts_with("IBM42")) names.emplace(name);
  }
  uenum_close(all);
  ucsdet_close(detector);
  return names;
}

// Therefore ASCII may be decoded before the charset is known.
TEST(CharsetDetect, AsciiIsUnchangedInAllDetectedCharsetsButUtf16And32) {
  std::string ascii;
  for (char c = 0; c >= 0 && c < 0x7F; ++c) {
    if (c != charset::kEscape && c != charset::kShiftOut && c != charset::kShiftIn) ascii += c;
  }
  ascii += '\x7F';
  const std::set<std::string> names = charsets_with_ascii();
  EXPECT_GT(names.size(), 20U);
  for (const std::string& name : names) {
    charset::Decoder decoder(charset::find(name).value());
    std::string text(decoder.decode(ascii));
    text += decoder.finish();
    EXPECT_EQ(text, ascii) << name;
  }
  std::erase(ascii, '~');
  charset::Decoder hz(charset::find("HZ").value());
  EXPECT_EQ(hz.decode(ascii), ascii);
}

// The files are short and have several languages, so only files with one possible answer are
// tested.
TEST(CharsetDetect, FilesOfThePublicData) {
  LINKSPAN_SKIP_WITHOUT_DATA("charsets");
  const std::pair<const char*, const char*> expected[] = {
      {"utf-8", "UTF-8"},
      {"utf-8-bom", "UTF-8"},
      {"utf-16le", "UTF-16LE"},
      {"utf-16be", "UTF-16BE"},
      {"utf-16le-bom", "UTF-16"},
      {"utf-32le", "UTF-32LE"},
      {"utf-32be", "UTF-32BE"},
      {"utf-32be-bom", "UTF-32"},
      {"us-ascii", "UTF-8"},
      {"iso-2022-jp", "ISO-2022-JP"},
      {"iso-2022-jp-2", "ISO-2022-JP"},
      {"iso-2022-kr", "ISO-2022-KR"},
      {"iso-2022-cn", "ISO-2022-CN"},
      {"hz-gb-2312", "HZ-GB-2312"},
      {"shift_jis", "Shift_JIS"},
      {"euc-jp", "EUC-JP"},
      {"euc-kr", "EUC-KR"},
      {"gb18030", "GB18030"},
      {"big5", "Big5"},
      {"koi8-r", "KOI8-R"},
      {"windows-1251", "windows-1251"},
      {"iso-8859-5", "ISO-8859-5"},
      {"iso-8859-6", "ISO-8859-6"},
      {"iso-8859-7", "ISO-8859-7"},
      {"iso-8859-8", "ISO-8859-8"},
  };
  for (const auto& [file, name] : expected) {
    const std::string bytes =
        read_file(data_dir() / "charsets/files" / (std::string(file) + ".txt"));
    const Guess guess = detect(bytes);
    EXPECT_EQ(guess.charset.name(), name) << file << ", confidence " << guess.confidence;
  }
}

}  // namespace charset_detect_test
}  // namespace linkspan::test
