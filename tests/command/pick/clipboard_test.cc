// SPDX-License-Identifier: Apache-2.0
// Promise: to copy a text, the terminal receives OSC 52 with the text in Base64 (RFC 4648), in
// several parts for GNU screen.

#include <gtest/gtest.h>

#include <string>

#include "tools/linkspan/pick/opener.h"

namespace linkspan::command {
namespace clipboard_test {

std::string plain(std::string_view text) { return clipboard_sequence(text, Multiplexer::none); }

TEST(Clipboard, EncodesTheTestVectorsOfRfc4648) {
  EXPECT_EQ(plain(""), "\x1B]52;c;\a");
  EXPECT_EQ(plain("f"), "\x1B]52;c;Zg==\a");
  EXPECT_EQ(plain("fo"), "\x1B]52;c;Zm8=\a");
  EXPECT_EQ(plain("foo"), "\x1B]52;c;Zm9v\a");
  EXPECT_EQ(plain("foobar"), "\x1B]52;c;Zm9vYmFy\a");
  EXPECT_EQ(plain("\xFF\xFE\xFD"), "\x1B]52;c;//79\a");
}

TEST(Clipboard, ControlCharactersAreSentOnlyInBase64) {
  const std::string sequence = plain("\x1B]0;owned\a\n");
  EXPECT_EQ(sequence.find('\x1B', 1), std::string::npos);
  EXPECT_EQ(sequence.find('\a'), sequence.size() - 1);
}

TEST(Clipboard, PartsForScreenHaveALimitedSize) {
  const std::string text(1000, 'a');
  const std::string wrapped = clipboard_sequence(text, Multiplexer::screen);
  std::string unwrapped;
  for (size_t at = 0; at < wrapped.size();) {
    ASSERT_EQ(wrapped.compare(at, 2, "\x1BP"), 0);
    const size_t end = wrapped.find("\x1B\\", at);
    ASSERT_NE(end, std::string::npos);
    ASSERT_LE(end - at, 768u);
    unwrapped += wrapped.substr(at + 2, end - at - 2);
    at = end + 2;
  }
  EXPECT_EQ(unwrapped, plain(text));
}

}  // namespace clipboard_test
}  // namespace linkspan::command
