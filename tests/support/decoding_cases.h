// SPDX-License-Identifier: Apache-2.0
// Cases of decoding: bytes of a charset, and the text that they encode.
//
//   expect_decoded({{"johab", "\x88\x61", "가"}, {"shift_jis", "\x81\"", "\uFFFD\""}});
//
// Each case is decoded in every cut into two chunks, and the count of ill-formed sequences must be
// the number of U+FFFD in the text.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string_view>

#include "tests/support/chunks.h"
#include "tests/support/decoding.h"

namespace linkspan::test {

struct DecodingCase {
  const char* charset;
  std::string_view bytes;
  std::string_view text;
};

inline uint64_t count_of_replacements(std::string_view text) {
  constexpr std::string_view kReplacement = "\uFFFD";
  uint64_t count = 0;
  for (size_t at = 0; (at = text.find(kReplacement, at)) != text.npos; at += kReplacement.size()) {
    ++count;
  }
  return count;
}

inline void expect_decoded(const DecodingCase& one) {
  for (const Chunking& chunking : every_split_in_two(one.bytes.size())) {
    const Decoded decoded = decode(one.charset, one.bytes, chunking);
    EXPECT_EQ(decoded.text, one.text)
        << one.charset << ' ' << ::testing::PrintToString(one.bytes) << " cut at " << chunking[0];
    EXPECT_EQ(decoded.ill_formed, count_of_replacements(one.text)) << one.charset;
  }
}

inline void expect_decoded(std::initializer_list<DecodingCase> cases) {
  for (const DecodingCase& one : cases) expect_decoded(one);
}

}  // namespace linkspan::test
