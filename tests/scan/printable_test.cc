// SPDX-License-Identifier: Apache-2.0
// Promise: printable() makes untrusted text harmless for a terminal and keeps it on one line.

#include "base/printable.h"

#include <gtest/gtest.h>

#include <string>

namespace linkspan::base {
namespace printable_test {

TEST(Printable, LettersOfAnyScriptAreUnchanged) {
  for (const char* text : {"", "koi8-r \"x\" \\x1B", "Zoë", "例え", "\xF0\x9F\x98\x80", "شكرا"}) {
    EXPECT_EQ(printable(text), text);
  }
}

TEST(Printable, ControlsAreWrittenAsEscapedBytes) {
  EXPECT_EQ(printable("x\x1B]0;t\x07"), R"(x\x1B]0;t\x07)");
  EXPECT_EQ(printable("a\r\n\tb\x7F"), R"(a\x0D\x0A\x09b\x7F)");
  EXPECT_EQ(printable(std::string("\0", 1)), R"(\x00)");
  EXPECT_EQ(printable("\xC2\x80\xC2\x9B\xC2\x9F\xC2\xA0"),
            "\\xC2\\x80\\xC2\\x9B\\xC2\\x9F\xC2\xA0");
}

TEST(Printable, LineSeparatorsBidiControlsAndIllFormedBytesAreEscaped) {
  EXPECT_EQ(printable("\u2028\u2029"), R"(\xE2\x80\xA8\xE2\x80\xA9)");
  EXPECT_EQ(printable("\u202E\u2066"), R"(\xE2\x80\xAE\xE2\x81\xA6)");
  EXPECT_EQ(printable("a\x9B\xFF\xC3"), R"(a\x9B\xFF\xC3)");
}

}  // namespace printable_test
}  // namespace linkspan::base
