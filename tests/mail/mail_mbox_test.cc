// SPDX-License-Identifier: Apache-2.0
// Promise: the messages of a mailbox are separated by the rule in include/linkspan/mail.h, and are
// the same for any chunks.

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "linkspan/mail.h"
#include "tests/support/chunks.h"

namespace linkspan::test {
namespace mail_mbox_test {

using mail::MessagePlace;
using Messages = std::vector<std::string>;

std::vector<MessagePlace> places(std::string_view mailbox, const Chunking& chunking) {
  std::vector<MessagePlace> found;
  const auto collect = [&found](const MessagePlace& place) { found.push_back(place); };
  mail::MboxSplitter splitter;
  for (const size_t size : chunking) {
    const ExactCopy chunk(mailbox.substr(0, size));
    const uint64_t retained = splitter.retain_from();
    const size_t before = found.size();
    splitter.feed(chunk.view(), collect);
    if (found.size() > before) {
      EXPECT_GE(found[before].from_line, retained);
    }
    EXPECT_GE(splitter.retain_from(), retained);
    mailbox.remove_prefix(size);
  }
  splitter.finish(collect);
  return found;
}

Messages messages(const std::string& mailbox) {
  Messages found;
  for (const MessagePlace& place : places(mailbox, whole(mailbox.size()))) {
    found.push_back(mailbox.substr(place.begin, place.end - place.begin));
  }
  return found;
}

const std::string kFrom = "From a@b Fri Jul  8 12:08:34 2011\n";

TEST(MailMbox, OffsetsAreThoseOfTheMailbox) {
  const std::string mailbox = kFrom + "A: b\n\nhello\n\n" + kFrom + "C: d\n\nbye\n";
  const uint64_t second = mailbox.find("From", 1);
  EXPECT_EQ(places(mailbox, whole(mailbox.size())),
            (std::vector<MessagePlace>{{0, kFrom.size(), second - 1},
                                       {second, second + kFrom.size(), mailbox.size()}}));
}

TEST(MailMbox, TheEmptyLineBetweenMessagesIsInNeither) {
  EXPECT_EQ(messages(kFrom + "A: b\n\nhello\n\n" + kFrom + "C: d\n\nbye\n\n"),
            (Messages{"A: b\n\nhello\n", "C: d\n\nbye\n"}));
  EXPECT_EQ(messages(kFrom + "A: b\n\nhello\n\n\n" + kFrom + "C: d\n\n"),
            (Messages{"A: b\n\nhello\n\n", "C: d\n"}));
}

TEST(MailMbox, LinesMayEndInCrlf) {
  EXPECT_EQ(messages("From a@b Fri Jul  8 12:08:34 2011\r\nA: b\r\n\r\nhello\r\n\r\n"
                     "From -\r\nC: d\r\n\r\nbye\r\n"),
            (Messages{"A: b\r\n\r\nhello\r\n", "C: d\r\n\r\nbye\r\n"}));
}

TEST(MailMbox, AFromLineWithADateSeparatesMessagesAnywhere) {
  for (const char* const line :
       {"From a@b Fri Jul  8 12:08:34 2011", "From - Fri Aug 24 11:55:47 2018",
        "From MAILER-DAEMON Fri Jul  8 12:08 EST 2011",
        "From \"a b\" Fri, 8 Jul 2011 1:08:34 +0200", "From a Fri jul  8 12:08:34 +0200 1999",
        "From ???@??? Mon Apr 08 09:10:23 1996",
        "From a@b Thu Nov 24 18:22:48 1986 remote from h"}) {
    EXPECT_EQ(messages(kFrom + "A: b\n\nhello\n" + line + "\nC: d\n\nbye\n"),
              (Messages{"A: b\n\nhello\n", "C: d\n\nbye\n"}))
        << line;
  }
}

TEST(MailMbox, AFromLineWithoutADateNeedsAFieldOnTheNextLine) {
  EXPECT_EQ(messages("From -\nA: b\n\nhello\n\nFrom x y\nC: d\n\nbye\n"),
            (Messages{"A: b\n\nhello\n", "C: d\n\nbye\n"}));
  EXPECT_EQ(messages("From -\nA: b\n\nhello\nFrom -  \nC: d\n\nbye\nFrom a@b\nE: f\n"),
            (Messages{"A: b\n\nhello\n", "C: d\n\nbye\n", "E: f\n"}));
  EXPECT_EQ(messages("From -\nA: b\n\nhello\n\nFrom x y\n>From -\nC: d\n"),
            (Messages{"A: b\n\nhello\n", ">From -\nC: d\n"}));
}

TEST(MailMbox, OtherLinesWithFromDoNotSeparateMessages) {
  for (const char* const text :
       {"From Russia with love\n", "\nFrom Russia with love\n\nC: d\n", "From here\nNote: this\n",
        "\nFrom 10:30 on in May\nwe wait\n", "\nFrom https://example.org/\nhttps://example.org/\n",
        "\n>From a@b Fri Jul  8 12:08:34 2011\n", "\n From a@b Fri Jul  8 12:08:34 2011\n",
        "From: a@b Fri Jul  8 12:08:34 2011\n", "\nFrom -\n"}) {
    const std::string message = "A: b\n\nhello\n" + std::string(text);
    EXPECT_EQ(messages(kFrom + message), (Messages{message})) << text;
  }
}

TEST(MailMbox, AFileThatIsNotAMailboxIsReadAsOneMessage) {
  EXPECT_EQ(messages("A: b\n\nhello"), (Messages{"A: b\n\nhello"}));
  EXPECT_EQ(messages("\n\nA: b\n\nhello"), (Messages{"A: b\n\nhello"}));
  EXPECT_EQ(messages("From here\non\n"), (Messages{"From here\non\n"}));
  EXPECT_EQ(messages("lost\n\n" + kFrom + "A: b\n"), (Messages{"lost\n", "A: b\n"}));
  EXPECT_EQ(messages(""), Messages{});
  EXPECT_EQ(messages("\n\n"), Messages{});
}

TEST(MailMbox, MessagesMayBeEmpty) {
  EXPECT_EQ(messages(kFrom), (Messages{""}));
  EXPECT_EQ(messages(kFrom + kFrom + "\n" + kFrom + "\n"), (Messages{"", "", ""}));
}

TEST(MailMbox, AByteOrderMarkIsSkipped) {
  EXPECT_EQ(messages("\xEF\xBB\xBF" + kFrom + "A: b\n"), (Messages{"A: b\n"}));
  EXPECT_EQ(messages("\xEF\xBB\xBF"
                     "From -\nA: b\n"),
            (Messages{"A: b\n"}));
}

TEST(MailMbox, ASplitterCanReadAnotherMailbox) {
  std::vector<MessagePlace> found;
  const auto collect = [&found](const MessagePlace& place) { found.push_back(place); };
  mail::MboxSplitter splitter;
  for (int i = 0; i < 2; ++i) {
    splitter.feed(kFrom + "A: b\n\n", collect);
    splitter.finish(collect);
  }
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0], found[1]);
}

TEST(MailMbox, MessagesAreTheSameForAnyChunks) {
  const std::string long_line(2500, 'x');
  const std::string mailbox =
      "\xEF\xBB\xBF"
      "From -\r\nA: b\r\n\r\nFrom Russia\r\n\r\nwith love\r\n\r\n" +
      kFrom + "C: d\n\n" + long_line + "\nFrom " + long_line + "\nFrom a@b\n" + "E: f\n\n\n" +
      kFrom + "\n";
  const std::vector<MessagePlace> expected = places(mailbox, whole(mailbox.size()));
  EXPECT_EQ(expected.size(), 4u);
  for (const Chunking& chunking : every_split_in_two(mailbox.size())) {
    ASSERT_EQ(places(mailbox, chunking), expected) << chunking[0];
  }
  EXPECT_EQ(places(mailbox, one_byte_at_a_time(mailbox.size())), expected);
  for (uint32_t seed = 0; seed < 200; ++seed) {
    ASSERT_EQ(places(mailbox, random_chunks(mailbox.size(), seed, 40)), expected) << seed;
  }
}

}  // namespace mail_mbox_test
}  // namespace linkspan::test
