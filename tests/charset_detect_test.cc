// Promises of src/charset/detect.h: which charset bytes without a label are in, and how that is
// known.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "charset/detect.h"
#include "tests/support/data.h"
#include "tests/support/decoding.h"

namespace linkspan::test {
namespace {

using charset::detect;
using charset::Guess;
using charset::GuessedBy;
using namespace std::string_view_literals;

struct Case {
  std::string_view bytes;
  const char* name;
  GuessedBy by;
};

void expect_detected(const Case& c) {
  const Guess guess = detect(c.bytes);
  EXPECT_EQ(guess.charset.name(), c.name) << ::testing::PrintToString(c.bytes);
  EXPECT_EQ(guess.by, c.by) << ::testing::PrintToString(c.bytes);
  EXPECT_GE(guess.confidence, 0);
  EXPECT_LE(guess.confidence, 100);
}

TEST(CharsetDetect, ByteOrderMark) {
  for (const Case& c : {
           Case{"\xEF\xBB\xBFx", "UTF-8", GuessedBy::byte_order_mark},
           Case{"\xFF\xFEx\0"sv, "UTF-16", GuessedBy::byte_order_mark},
           Case{"\xFE\xFF\0x"sv, "UTF-16", GuessedBy::byte_order_mark},
           Case{"\xFF\xFE\0\0x\0\0\0"sv, "UTF-32", GuessedBy::byte_order_mark},
           Case{"\0\0\xFE\xFF\0\0\0x"sv, "UTF-32", GuessedBy::byte_order_mark},
           Case{"\x84\x31\x95\x33x", "GB18030", GuessedBy::byte_order_mark},
       }) {
    expect_detected(c);
  }
}

TEST(CharsetDetect, WellFormedUtf8) {
  for (const Case& c : {
           Case{"", "UTF-8", GuessedBy::well_formed},
           Case{"https://example.org/", "UTF-8", GuessedBy::well_formed},
           Case{"caf\xC3\xA9", "UTF-8", GuessedBy::well_formed},
           Case{"caf\xC3\xA9 \xE6\x97", "UTF-8", GuessedBy::well_formed},  // cut at the end
           Case{"a\0b and more text"sv, "UTF-8", GuessedBy::well_formed},  // a lone zero byte
       }) {
    expect_detected(c);
  }
}

TEST(CharsetDetect, EscapeSequences) {
  for (const Case& c : {
           Case{"a \x1B$B%\"\x1B(B", "ISO-2022-JP", GuessedBy::escape_sequence},
           Case{"\x1B(J~", "ISO-2022-JP", GuessedBy::escape_sequence},
           Case{"\x1B$)C\n\x0E"
                "0!\x0F",
                "ISO-2022-KR", GuessedBy::escape_sequence},
           Case{"\x1B$)A\x0E"
                "VP\x0F",
                "ISO-2022-CN", GuessedBy::escape_sequence},
           Case{"~{VPND~}", "HZ-GB-2312", GuessedBy::escape_sequence},
           // What terminals write, what Lisp writes, and a home page are none.
           Case{"\x1B[1mbold\x1B(B\x1B[m", "UTF-8", GuessedBy::well_formed},
           Case{"(format t \"~{~a~^, ~}\" list)", "UTF-8", GuessedBy::well_formed},
           Case{"http://example.org/~user/{x}", "UTF-8", GuessedBy::well_formed},
       }) {
    expect_detected(c);
  }
}

TEST(CharsetDetect, ZeroBytes) {
  for (const Case& c : {
           Case{"h\0t\0t\0p\0"sv, "UTF-16LE", GuessedBy::zero_bytes},
           Case{"\0h\0t\0t\0p"sv, "UTF-16BE", GuessedBy::zero_bytes},
           Case{"\x42\x30\n\0\x44\x30 \0"sv, "UTF-16LE", GuessedBy::zero_bytes},
           Case{"h\0\0\0t\0\0\0\x42\x30\0\0"sv, "UTF-32LE", GuessedBy::zero_bytes},
           Case{"\0\0\0h\0\0\0t\0\0\x30\x42"sv, "UTF-32BE", GuessedBy::zero_bytes},
       }) {
    expect_detected(c);
  }
}

TEST(CharsetDetect, NothingIsKnown) {
  const Guess guess = detect("\x93");
  EXPECT_EQ(guess.charset.name(), "windows-1252");
  EXPECT_EQ(guess.by, GuessedBy::fallback);
  EXPECT_EQ(guess.confidence, 0);
}

// The files are short and each has several languages, so only those with one answer are asked for.
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

}  // namespace
}  // namespace linkspan::test
