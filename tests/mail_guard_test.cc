// Promise: a field that was made to bring the parser down is cut before the parser sees it, and
// nothing else is.

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "mail/guard.h"
#include "tests/mail_support.h"

namespace linkspan::test {
namespace {

using mail::LineEnds;

std::string repeat(std::string_view text, size_t times) {
  std::string all;
  for (size_t i = 0; i < times; ++i) all += text;
  return all;
}

// The message with what is harmful shown as `#`.
std::string marked(std::string message, LineEnds ends = LineEnds::lf) {
  for (const Range& range : mail::harmful_ranges(message, ends)) {
    for (uint64_t at = range.begin; at < range.end; ++at) message[at] = '#';
  }
  return message;
}

TEST(MailGuard, HonestFieldsAreLeftAlone) {
  const std::string message =
      "From: \"a: b\" <a@b>\nTo: friends: a@b, c@d;,\n enemies: ;\nContent-Type: text/plain; a=b; "
      "c=d\nX-Colons: " +
      repeat(":", 200) + "\nSubject: " + repeat(";", 200) + "\n\n" + repeat("a:", 200) + "\n";
  EXPECT_EQ(marked(message), message);
}

TEST(MailGuard, GroupsInGroupsAreCut) {
  const std::string start = "A: b\ntO : " + repeat("a:", 64);
  EXPECT_EQ(marked(start + "a:a:a\nB: c\n"), start + "a####\nB: c\n");
  EXPECT_EQ(marked(start + "a:a\r\n b:\r\nB: c\n"), start + "a##\r\n###\r\nB: c\n");
  EXPECT_EQ(marked("Reply-To: " + repeat("\n :", 66) + "\nB: c"),
            "Reply-To: " + repeat("\n :", 64) + "\n #\n##\nB: c");
}

TEST(MailGuard, ManyParametersAreCut) {
  const std::string start = "Content-Type: text/plain" + repeat("; a=b", 128);
  EXPECT_EQ(marked(start + "; c=d\n\nx"), start + "#####\n\nx");
}

TEST(MailGuard, LinesMayEndInCr) {
  const std::string start = "A: b\rTo: " + repeat("a:", 64);
  EXPECT_EQ(marked(start + ":\rB: c", LineEnds::cr), start + "#\rB: c");
}

// Without the guard, the first ends the process and the second takes a minute.
TEST(MailGuard, HarmfulMessagesAreRead) {
  for (const char* const name : {"From", "Sender", "Reply-To", "To", "Cc", "Bcc", "to "}) {
    const ReadMessage message =
        read(std::string(name) + ": " + repeat("a:", 300000) + "\n\nhello\n");
    ASSERT_EQ(message.parts.size(), 1u) << name;
    EXPECT_EQ(message.parts[0].text, "hello\n");
    EXPECT_EQ(message.summary.warnings.size(), 1u);
  }
  std::string type = "Content-Type: text/plain; charset=x";
  for (int i = 0; i < 100000; ++i) type += "; a" + std::to_string(i) + "=b";
  const ReadMessage message = read(type + "\n\nhello\n");
  ASSERT_EQ(message.parts.size(), 1u);
  EXPECT_EQ(message.parts[0].declared.charset, "x");
}

// What only looks like a field stands in the text as it was.
TEST(MailGuard, TextIsNeverCut) {
  const std::string text = "To: " + repeat("a:", 100) + "\n";
  const ReadMessage message = read("Subject: x\n\n" + text);
  ASSERT_EQ(message.parts.size(), 1u);
  EXPECT_EQ(message.parts[0].text, text);
}

}  // namespace
}  // namespace linkspan::test
