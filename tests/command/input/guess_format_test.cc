// SPDX-License-Identifier: Apache-2.0
// Promise: mail, mailboxes and text are distinguished by their first bytes and the file name. For
// the start of a file, the result is undecided or the same as for the whole file.

#include <gtest/gtest.h>

#include <string>

#include "tools/linkspan/input/formats.h"

namespace linkspan::command {
namespace guess_format_test {

std::string_view guess(std::string_view name, std::string_view bytes) {
  return guess_format(name, bytes, FirstBytes::whole)->name;
}

const std::string kMessage =
    "Received: from a.example by b.example\r\n\twith ESMTP; today\r\nFrom: "
    "a@example.org\r\n\r\nHello";
const std::string kMailbox = "From a@example.org Mon Mar  3 10:15:00 2025\nTo: b\n\nHello\n";

TEST(GuessFormat, RecognizesMailByItsHeaderOrFileName) {
  EXPECT_EQ(guess("a", kMessage), "mail");
  EXPECT_EQ(guess("a", "Message-ID: <a@b>\rFrom: a\r\rtext"), "mail");
  EXPECT_EQ(guess("a.eml", "Subject: only this\n\ntext"), "mail");
  EXPECT_EQ(guess("box/cur/1.a:2,S", "To: a\n\ntext"), "mail");
}

TEST(GuessFormat, RecognizesMailboxesByTheirFirstLine) {
  EXPECT_EQ(guess("a", kMailbox), "mbox");
  EXPECT_EQ(guess("a.eml", kMailbox), "mail");
}

TEST(GuessFormat, SkipsAByteOrderMarkAndEmptyLines) {
  for (const std::string before : {"\xEF\xBB\xBF", "\r\n", "\n\n", "\r", "\xEF\xBB\xBF\n"}) {
    EXPECT_EQ(guess("a", before + kMessage), "mail") << before;
    EXPECT_EQ(guess("a", before + kMailbox), "mbox") << before;
    EXPECT_EQ(guess("a.eml", before + "Subject: only this\n\ntext"), "mail") << before;
    EXPECT_EQ(guess("a", before + "text\n"), "text") << before;
    EXPECT_EQ(guess("a", before), "text") << before;
    EXPECT_EQ(begin_of_message(before + kMessage), before.size());
  }
  EXPECT_EQ(guess("a", "\xEF\xBB" + kMessage), "text");
}

TEST(GuessFormat, RecognizesXml) {
  EXPECT_EQ(guess("a.rss", "x"), "xml");
  EXPECT_EQ(guess("a.xml.gz", "x"), "xml");
  EXPECT_EQ(guess("a", " <?xml version='1.0'?><a/>"), "xml");
  EXPECT_EQ(guess("a", "<svg xmlns=\"http://www.w3.org/2000/svg\">"), "xml");
  EXPECT_EQ(guess("a", std::string("\xFF\xFE<\0?\0x\0m\0l\0 \0", 14)), "xml");
  EXPECT_EQ(guess("a", "<?xml version='1.0'?>\n<!-- a --><html>"), "html");
  EXPECT_EQ(guess("a", "<html xmlns=\"http://www.w3.org/1999/xhtml\">"), "html");
  EXPECT_EQ(guess("a", "<a>x</a>"), "text");
  EXPECT_EQ(guess("a", "<https://example.org/>\n"), "text");
}

TEST(GuessFormat, ReturnsTextForAnythingElse) {
  EXPECT_EQ(guess("a", ""), "text");
  EXPECT_EQ(guess("a", "From here on it rained.\nNote: nothing"), "text");
  EXPECT_EQ(guess("a", "Subject: homework\nDate: tomorrow\n\nRead it."), "text");
  EXPECT_EQ(guess("a", "https://example.org/\n"), "text");
  EXPECT_EQ(guess("a", "Received: one line"), "text");
  EXPECT_EQ(guess("cur", "To: a\n\ntext"), "text");
}

TEST(GuessFormat, IsUndecidedUntilEnoughBytesAreRead) {
  for (const std::string& bytes :
       {kMessage, kMailbox, std::string("From time to time\n"), std::string("text\n"),
        "\xEF\xBB\xBF\r\n" + kMessage, "\xEF\xBB\xBF" + kMailbox, "\n" + kMailbox,
        std::string("\xEF\xBB\xBF\ntext\n"), std::string("<?xml?>\n<!-- a --><html>"),
        std::string("<?xml?><a><b>"), std::string("<svg xmlns=\"x\"><a>"),
        std::string("<svg id='a'> xmlns='x'"), std::string("<?xml?><?x y?><!DOCTYPE html><a>")}) {
    const std::string_view whole = guess("a", bytes);
    for (size_t size = 0; size <= bytes.size(); ++size) {
      const Format* const part =
          guess_format("a", std::string_view(bytes).substr(0, size), FirstBytes::cut);
      if (part) {
        EXPECT_EQ(part->name, whole) << bytes.substr(0, size);
      }
    }
  }
  EXPECT_EQ(guess_format("a", "no line end", FirstBytes::cut), nullptr);
  EXPECT_EQ(guess_format("a", std::string(kGuessBytes, 'x'), FirstBytes::cut), &kTextFormat);
}

}  // namespace guess_format_test
}  // namespace linkspan::command
