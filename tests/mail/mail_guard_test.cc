// SPDX-License-Identifier: Apache-2.0
// Promise: only the fields that describe parts reach the parser, up to the size of ordinary fields;
// no byte moves, and only the text beyond a limit is lost.

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "mail/guard.h"
#include "tests/mail/mail_support.h"
#include "tests/support/repeat.h"

namespace linkspan::test {
namespace mail_guard_test {

using mail::LineEnds;

// The message that reaches the parser, with `;` for a hidden colon.
std::string guarded(std::string message, LineEnds ends = LineEnds::lf) {
  for (const mail::Overwrite& overwrite : mail::guard(message, ends).overwrites) {
    const char with = overwrite.with == mail::kHiddenColon ? ';' : overwrite.with;
    for (uint64_t at = overwrite.range.begin; at < overwrite.range.end; ++at) {
      if (message[at] != '\r' && message[at] != '\n') message[at] = with;
    }
  }
  return message;
}

TEST(MailGuard, FieldsThatDescribePartsAreUnchanged) {
  const std::string message =
      "Content-Type: text/plain; a=b;\n c=d\ncontent-TYPE : x\nContent-Disposition: inline\n"
      "Content-Transfer-Encoding: base64\n\nText, no fields\n";
  EXPECT_EQ(guarded(message), message);
}

TEST(MailGuard, OtherFieldsAreRenamedAndBlanked) {
  EXPECT_EQ(guarded("To: a\n\nFrom : b\n"), "~o:  \n\n~rom :  \n");
  EXPECT_EQ(guarded("Content-Type: a/b\nContent-ID: <c>\nContent-Type: d/e\nMIME-Version: 1.0\n"),
            "Content-Type: a/b\n~ontent-ID:    \nContent-Type: d/e\n~IME-Version:    \n");
  EXPECT_EQ(guarded("--b\nTo: a\n--c: d\nTo: e\n"), "--b\n~o:  \n--c: d\n~o:  \n");
}

TEST(MailGuard, FieldsAfterAHiddenFieldBecomeItsContinuationLines) {
  EXPECT_EQ(guarded("To: a\n b: c\nCc: d\nBcc: e\n"), "~o:  \n     \n     \n      \n");
  EXPECT_EQ(guarded("To: a\nnone\nCc: d\n"), "~o:  \nnone\n~c:  \n");
  EXPECT_EQ(guarded("To: a\rCc: d\r\rCc: e\r", LineEnds::cr), "~o:  \r     \r\r~c:  \r");
}

TEST(MailGuard, LinesThatAreNotFieldsAreKept) {
  for (const char* const line : {"Dear all: hello", "at 12:30", " x: y", "\tx: y", "a\x01: b"}) {
    EXPECT_EQ(guarded(line), line);
  }
  EXPECT_EQ(guarded("https://example.org/\nA: b\n"), "https;//example.org/\n~:  \n");
}

TEST(MailGuard, FieldsWithEmptyNamesAreBlanked) {
  EXPECT_EQ(guarded(": a\nTo: b\n: c\n: d\n"), "   \n~o:  \n   \n   \n");
  EXPECT_EQ(guarded("Content-Type: a/b\n: c\n: d\n"), "Content-Type: a/b\n:  \n   \n");
}

TEST(MailGuard, LongFieldsAreTruncated) {
  const std::string start = "Content-Type: text/plain" + repeat("; a=b", 128);
  EXPECT_EQ(guarded(start + "; c=d\n\nx"), start + "     \n\nx");
  EXPECT_EQ(guarded(start + ";c\r\n d;\r\ne\r\n"), start + "  \r\n   \r\ne\r\n");
  const std::string name = "Content-Disposition";
  const std::string longest = name + ":" + repeat("a", 4095);
  EXPECT_EQ(guarded(longest + "a\n"), longest + " \n");
}

// Each attached message costs the parser several kilobytes. Those in excess are text.
TEST(MailGuard, ExcessMessagesAreText) {
  const std::string type = "Content-Type: multipart/mixed; boundary=b\n\n";
  const std::string unit = "--b\nContent-Type: message/rfc822; a=b\n\n\n";
  const std::string hostile = type + repeat(unit, 4000);
  const size_t most = 300 + hostile.size() / 512;
  const std::string blank = "--b\nContent-Type:               ; a=b\n\n\n";
  EXPECT_EQ(guarded(hostile), type + repeat(unit, most) + repeat(blank, 4000 - most));
  EXPECT_EQ(mail::guard(hostile, LineEnds::lf).messages_are_text_from,
            guarded(hostile).find("               ;"));
  const std::string honest = type + repeat(unit + repeat("Hello, World, and hello\n", 20), 1000);
  EXPECT_EQ(guarded(honest), honest);
}

TEST(MailGuard, ADigestOfTinyMessagesIsOfText) {
  const std::string parts = repeat("--b\n\nSubject: x\n\ny\n", 1000);
  const auto digest = [](const std::string& type) {
    return "Content-Type: multipart/" + type + "; boundary=b\n\n";
  };
  const std::string few = digest("digest") + repeat("--b\n\n~\n\ny\n", 300);
  EXPECT_EQ(guarded(few), few);
  EXPECT_EQ(guarded(digest("Digest") + parts).substr(0, 60),
            guarded(digest("xxxxxx") + parts).substr(0, 60));
  EXPECT_EQ(mail::guard(digest("digest") + parts, LineEnds::lf).messages_are_text_from, 24u);
  EXPECT_FALSE(mail::guard(few, LineEnds::lf).messages_are_text_from.has_value());
}

// The parser compares each line that begins with `--` with the boundary of each open multipart.
TEST(MailGuard, ExcessBoundariesAreHidden) {
  const std::string type = "Content-Type: multipart/mixed; boundary=b\n\n";
  const std::string honest = type + repeat("--b\n\nHello, World, and hello again\n", 5000);
  EXPECT_EQ(guarded(honest), honest);
  const std::string hostile = type + repeat("--b\n", 10000);
  const size_t most = 1000 + hostile.size() / 32;
  EXPECT_EQ(guarded(hostile), type + repeat("--b\n", most) + repeat("\x03-b\n", 10000 - most));
}

// Without the guard, some of these messages end the process, and others take a minute.
TEST(MailGuard, HostileMessagesAreRead) {
  const std::vector<std::string> names = {"From", "Sender", "Reply-To", "To", "Cc", "Bcc", "to "};
  for (const std::string& name : names) {
    for (const char* const text : {"a:", "',", ",+", ",b=", "* ,", "\","}) {
      const ReadMessage message =
          read(name + ": " + repeat(text, 200000) + "\n\nhello\n", {{name}, 100});
      ASSERT_EQ(message.parts.size(), 1u) << name;
      EXPECT_EQ(message.parts[0].text, "hello\n");
      EXPECT_TRUE(message.summary.warnings.empty());
    }
  }
  std::string type = "Content-Type: text/plain; charset=x";
  for (int i = 0; i < 100000; ++i) type += "; a" + std::to_string(i) + "=b";
  const ReadMessage message = read(type + "\n\nhello\n");
  ASSERT_EQ(message.parts.size(), 1u);
  EXPECT_EQ(message.parts[0].declared.charset, "x");
  EXPECT_EQ(message.summary.warnings.size(), 1u);
}

// The visitor receives fields in order, also those that the guard hides from the parser.
TEST(MailGuard, HiddenFieldsAreReportedInOrder) {
  const std::string names = "Subject: a\r\nto : b\r\n\tc\r\n: d\r\n";
  const ReadMessage message = read(names + "Content-Type: text/plain\r\nList-Id: e\r\n\r\nhello",
                                   {{"Subject", "To", "List-*"}, 100});
  std::vector<std::string> headers;
  for (const mail::Header& header : message.headers) {
    headers.push_back(header.name + '=' + header.value);
  }
  EXPECT_EQ(headers, (std::vector<std::string>{"Subject=a", "to=b\tc", "List-Id=e"}));
}

// Text that only looks like a field does not change.
TEST(MailGuard, TextThatLooksLikeFieldsIsUnchanged) {
  const std::string text = "To: a\nCc: b\nContent-Type: " + repeat("a;", 4000) + "\n";
  const ReadMessage message = read("Subject: x\n\n" + text);
  ASSERT_EQ(message.parts.size(), 1u);
  EXPECT_EQ(message.parts[0].text, text);
}

}  // namespace mail_guard_test
}  // namespace linkspan::test
