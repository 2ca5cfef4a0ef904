// SPDX-License-Identifier: Apache-2.0
// Promise: UTF-8 is decoded by table 3-7 of the Unicode Standard, forwards and backwards, and each
// ill-formed byte is decoded separately.

#include "base/utf8.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace linkspan::base {
namespace utf8_test {

const uint8_t* bytes(std::string_view text) {
  return reinterpret_cast<const uint8_t*>(text.data());
}

std::string encode(char32_t c) {
  std::string out;
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | c >> 12);
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | c >> 18);
    out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
  return out;
}

std::vector<char32_t> forwards(std::string_view text) {
  std::vector<char32_t> found;
  const uint8_t* at = bytes(text);
  for (const uint8_t* end = at + text.size(); at != end;) {
    const CodePoint next = decode(at, end, Text::complete);
    found.push_back(next.value);
    at += next.length;
  }
  return found;
}

std::vector<char32_t> backwards(std::string_view text) {
  std::vector<char32_t> found;
  const uint8_t* at = bytes(text) + text.size();
  while (at != bytes(text)) {
    const CodePoint before = decode_before(bytes(text), at);
    found.insert(found.begin(), before.value);
    at -= before.length;
  }
  return found;
}

TEST(Utf8, EveryEncodedCodePointIsDecoded) {
  for (char32_t c = 0; c < 0x110000; ++c) {
    const std::string text = encode(c);
    const CodePoint found = decode(bytes(text), bytes(text) + text.size(), Text::complete);
    if (c >= 0xD800 && c < 0xE000) {
      ASSERT_EQ(found.value, kIllFormed) << std::hex << static_cast<uint32_t>(c);
      ASSERT_EQ(found.length, 1);
      continue;
    }
    ASSERT_EQ(found.value, c);
    ASSERT_EQ(found.length, text.size());
    ASSERT_EQ(decode_before(bytes(text), bytes(text) + text.size()).value, c);
  }
}

TEST(Utf8, EachIllFormedByteIsDecodedSeparately) {
  using namespace std::string_view_literals;
  EXPECT_EQ(forwards("\xC0\xAF"sv), std::vector<char32_t>(2, kIllFormed));
  EXPECT_EQ(forwards("\xE0\x80\xAF"sv), std::vector<char32_t>(3, kIllFormed));
  EXPECT_EQ(forwards("\xF4\x90\x80\x80"sv), std::vector<char32_t>(4, kIllFormed));
  EXPECT_EQ(forwards("\xF8\x88\x80\x80\x80"sv), std::vector<char32_t>(5, kIllFormed));
  EXPECT_EQ(forwards("\xE2\x82"sv), std::vector<char32_t>(2, kIllFormed));
  EXPECT_EQ(forwards("\xE2\x82/"sv), (std::vector<char32_t>{kIllFormed, kIllFormed, '/'}));
  EXPECT_EQ(forwards("\x80\xC3\xA9"sv), (std::vector<char32_t>{kIllFormed, 0xE9}));
}

TEST(Utf8, DecodingBackwardsReturnsTheSameCodePoints) {
  constexpr uint8_t kBytes[] = {'a',  0x80, 0xA0, 0xBF, 0xC0, 0xC3, 0xE0,
                                0xE2, 0xED, 0xEF, 0xF0, 0xF4, 0xF5};
  constexpr size_t kCount = std::size(kBytes);
  for (size_t number = 0; number < kCount * kCount * kCount * kCount * kCount; ++number) {
    std::string text;
    for (size_t rest = number, i = 0; i < 5; ++i, rest /= kCount) {
      text += static_cast<char>(kBytes[rest % kCount]);
    }
    ASSERT_EQ(backwards(text), forwards(text)) << number;
  }
}

TEST(Utf8, WaitsOnlyForBytesThatCouldCompleteASequence) {
  const auto length = [](std::string_view text) {
    return decode(bytes(text), bytes(text) + text.size(), Text::more_may_follow).length;
  };
  EXPECT_EQ(length("\xE2"), 0);
  EXPECT_EQ(length("\xE2\x82"), 0);
  EXPECT_EQ(length("\xE2\x82\xAC"), 3);
  EXPECT_EQ(length("\xE0\x80"), 1) << "overlong, whatever follows";
  EXPECT_EQ(length("\xED\xA0"), 1) << "a surrogate, whatever follows";
  EXPECT_EQ(length("\xC0"), 1);
}

}  // namespace utf8_test
}  // namespace linkspan::base
