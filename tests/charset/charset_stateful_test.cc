// SPDX-License-Identifier: Apache-2.0
// Promises of src/charset/iso2022.h: the sets that escape sequences and shifts select, the effect
// of line ends and control characters, and the places of characters between escape sequences.

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/support/decoding_cases.h"

namespace linkspan::test {
namespace charset_stateful_test {

TEST(CharsetStateful, Iso2022Jp) {
  expect_decoded({
      {"iso-2022-jp", "a\x1B$B%\"\x1B(Bb", "aアb"},
      {"iso-2022-jp", "\x1B$@%\"\x1B(J\\~", "ア¥‾"},
      {"iso-2022-jp", "\x1B&@\x1B$B%\"", "ア"},
      {"iso-2022-jp", "\x1B(I1", "ｱ"},
      {"iso-2022-jp", "\x1B$B-!-j\x1B(B", "①㈱"},  // row 13 of NEC
      {"iso-2022-jp", "\x1B$(D0!\x1B(B", "丂"},
      {"iso-2022-jp",
       "\x0E"
       "1\x0F"
       "1",
       "ｱ1"},
      {"iso-2022-jp-2", "\x1B$AVP\x1B$(C0!\x1B(B", "中가"},
      {"iso-2022-jp-2", "\x1B.A\x1BNia\x1B.F\x1BNa", "éaα"},
  });
}

TEST(CharsetStateful, Iso2022JpAtALineEnd) {
  expect_decoded({
      {"iso-2022-jp", "\x1B$B%\"\n%\"", "ア\n%\""},  // the escape sequence is missing
      {"iso-2022-jp", "\x1B(J\\\n\\", "¥\n¥"},       // RFC 1468: the set remains after the line end
      {"iso-2022-jp", "\x1B$B%\" %\"\t%\"", "ア ア\tア"},
  });
}

TEST(CharsetStateful, Iso2022Kr) {
  expect_decoded({
      {"iso-2022-kr",
       "\x1B$)C\n\x0E"
       "0!\x0F"
       "a",
       "\n가a"},
      {"iso-2022-kr",
       "\x0E"
       "0!\n0!\x0F",
       "가\n가"},  // the header is missing
  });
}

TEST(CharsetStateful, Iso2022Cn) {
  expect_decoded({
      {"iso-2022-cn",
       "\x1B$)A\x0E"
       "VP\x0F"
       "a",
       "中a"},
      {"iso-2022-cn",
       "\x1B$)G\x0E"
       "D!\x0F",
       "一"},
      {"iso-2022-cn", "\x1B$*H\x1BN!!a", "乂a"},
      {"iso-2022-cn-ext", "\x1B$+I\x1BO\"A", "㞦"},
      {"iso-2022-cn",
       "\x1B$)A\x0E"
       "VP\n\x0EVP",
       "中\n\uFFFD\uFFFD"},  // the line end resets the set
  });
}

TEST(CharsetStateful, Hz) {
  expect_decoded({
      {"hz-gb-2312", "a~{VPND~}b", "a中文b"},
      {"hz-gb-2312", "~~x~\ny", "~xy"},
      {"hz-gb-2312", "~{VP\nVP", "中\nVP"},
      {"hz-gb-2312", "~x", "\uFFFDx"},
      {"hz-gb-2312", "~{V", "\uFFFD"},
  });
}

TEST(CharsetStateful, IllFormedSequences) {
  expect_decoded({
      {"iso-2022-jp", "\x1B$X", "\uFFFD$X"},         // not an escape sequence
      {"iso-2022-jp", "\x1B$", "\uFFFD$"},           // cut at the end
      {"iso-2022-jp", "\x1B$B%\x1B(Bz", "\uFFFDz"},  // cut by the next escape sequence
      {"iso-2022-jp", "\x1B$B%\nz", "\uFFFD\nz"},
      {"iso-2022-jp", "\x1B$B//\x1B(Bz", "\uFFFDz"},  // two bytes without a character
      {"iso-2022-jp", "\x93\xFAz", "\uFFFD\uFFFDz"},
      {"iso-2022-jp", "\x1BNaz", "\uFFFDaz"},     // nothing is designated
      {"iso-2022-jp", "\x1B$)Gz", "\uFFFD$)Gz"},  // another family
  });
}

TEST(CharsetStateful, EscapeSequencesAreNotPartOfAnyCharacter) {
  //                              0 1    4  6  8    11
  const std::string_view bytes = "a\x1B$B%\"%$\x1B(Bb";
  charset::Decoder decoder(charset_named("iso-2022-jp"));
  EXPECT_EQ(decoder.decode(bytes), "aアイb");
  EXPECT_EQ(decoder.source_range({0, 1}), (Range{0, 1}));
  EXPECT_EQ(decoder.source_range({1, 4}), (Range{4, 6}));
  EXPECT_EQ(decoder.source_range({1, 7}), (Range{4, 8}));
  EXPECT_EQ(decoder.source_range({7, 8}), (Range{11, 12}));
  EXPECT_EQ(decoder.source_range({4, 8}), (Range{6, 12}));
}

TEST(CharsetStateful, ASingleShiftBelongsToItsCharacter) {
  const Decoded decoded = decode("iso-2022-jp-2", "\x1B.A\x1BNia");
  EXPECT_EQ(decoded.places[0], (Range{3, 6}));
  EXPECT_EQ(decoded.places[2], (Range{6, 7}));
}

TEST(CharsetStateful, CharactersOfUtf7MayShareAByte) {
  const Decoded decoded = decode("utf-7", "a+MEIwRA-b");
  EXPECT_EQ(decoded.text, "aあいb");
  EXPECT_EQ(decoded.places[0], (Range{0, 1}));
  EXPECT_EQ(decoded.places[1].end, 5u);
  EXPECT_EQ(decoded.places[4], (Range{4, 8}));
  EXPECT_EQ(decoded.places[7], (Range{9, 10}));
}

}  // namespace charset_stateful_test
}  // namespace linkspan::test
