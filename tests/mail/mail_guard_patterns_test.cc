// SPDX-License-Identifier: Apache-2.0
// Promise: only a bounded part of a field reaches the parser, for any length and content. The test
// counts bytes for random patterns in each kind of field, like those of
// tools/bench/hostile_mail.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>

#include "mail/guard.h"
#include "tests/support/sanitized.h"

namespace linkspan::test {
namespace mail_guard_patterns_test {

using mail::LineEnds;

constexpr std::array<std::string_view, 64> kTokens = {
    "a",   "b",     " ",     "\t",     "\n ",      "\r\n ",     ",",     ";",
    ":",   "<",     ">",     "(",      ")",        "[",         "]",     "\"",
    "'",   "\\",    "@",     ".",      "=",        "*",         "+",     "-",
    "/",   "?",     "!",     "%",      "&",        "#",         "_",     "~",
    "{",   "}",     "|",     "0",      "\xC3\xA9", "\x01",      "\x7F",  "\r",
    "a@b", "a.b",   "=?",    "?=",     "''",       "a:",        "a;",    "@a,@b:",
    "==",  "; a=b", "; a",   "; a=\"", "; a*0=b",  "; a*=u''b", "%41",   "://",
    "--",  "--b",   "://a ", "=?x?Q?", "=?x?B?",   "?= ",       "text/", "multipart/"};

std::string random_text(std::mt19937& random, size_t size) {
  std::string unit;
  const size_t tokens = 1 + random() % 5;
  for (size_t i = 0; i < tokens; ++i) unit += kTokens[random() % kTokens.size()];
  std::string text;
  while (text.size() < size) text += unit;
  return text;
}

// The number of bytes of the message that reach the parser, without spaces and line ends.
size_t bytes_that_reach_the_parser(std::string message, const mail::Guard& guard) {
  for (const mail::Overwrite& overwrite : guard.overwrites) {
    std::fill(message.begin() + static_cast<std::ptrdiff_t>(overwrite.range.begin),
              message.begin() + static_cast<std::ptrdiff_t>(overwrite.range.end), overwrite.with);
  }
  return static_cast<size_t>(std::count_if(message.begin(), message.end(), [](char c) {
    return c != ' ' && c != '\t' && c != '\r' && c != '\n';
  }));
}

class MailGuardPatterns : public testing::TestWithParam<const char*> {};

TEST_P(MailGuardPatterns, OnlyABoundedPartOfAFieldReachesTheParser) {
  constexpr size_t kSize = 16 << 10;
  constexpr size_t kMostBytes = 4096;  // the limit in guard.h
  const std::string name = GetParam();
  const bool is_read = name == "Content-Type" || name == "Content-Disposition" ||
                       name == "Content-Transfer-Encoding";
  constexpr int kPatterns = kSanitized ? 400 : 5000;
  std::mt19937 random(1);
  for (int i = 0; i < kPatterns; ++i) {
    const std::string text = random_text(random, kSize);
    const std::string message = name + ": " + text + "\n";
    const mail::Guard guard = mail::guard(message, LineEnds::lf);
    EXPECT_LE(bytes_that_reach_the_parser(message, guard),
              name.size() + 1 + (is_read ? kMostBytes : 0))
        << text;
    EXPECT_LE(guard.overwrites.size(), 2u) << text;
    EXPECT_EQ(guard.unread.size(), is_read ? 0u : 1u) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(, MailGuardPatterns,
                         testing::Values("From", "Sender", "Reply-To", "To", "Cc", "Bcc",
                                         "Resent-To", "Subject", "List-Id", "References",
                                         "Message-ID", "Date", "Received", "MIME-Version",
                                         "Content-ID", "Content-Type", "Content-Disposition",
                                         "Content-Transfer-Encoding"));

}  // namespace mail_guard_patterns_test
}  // namespace linkspan::test
