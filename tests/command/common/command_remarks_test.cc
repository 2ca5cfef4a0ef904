// SPDX-License-Identifier: Apache-2.0
// Promise: the command summarizes its messages about many inputs in few lines, the same with
// several jobs; it writes all of them with --verbose and none with --no-messages. The exit status
// is the same.

#include <gtest/gtest.h>

#include <string>

#include "tests/support/command.h"

namespace linkspan::test {
namespace command_remarks_test {

class CommandRemarks : public CommandTest {
 protected:
  // Messages with an unknown charset and without a declared boundary.
  void write_mailbox(int messages) const {
    std::string mailbox;
    for (int i = 0; i < messages; ++i) {
      mailbox +=
          "From a@b Fri Jul  8 12:08:34 2011\nMIME-Version: 1.0\n"
          "Content-Type: text/plain; charset=koi9-r\nno field\nMessage-ID: <a@b>\n\n"
          "https://m" +
          std::to_string(i) + ".example/ and a line of text\n\n";
    }
    write("in.mbox", mailbox);
  }
};

TEST_F(CommandRemarks, AboutManyMessagesAreSummarized) {
  write_mailbox(5000);
  const Outcome one = scan({"--to", "list", "in.mbox"});
  EXPECT_EQ(one.status, 0);
  EXPECT_EQ(lines_of(one.out).size(), 5000u);
  ASSERT_EQ(lines_of(one.err).size(), 2u) << one.err;
  EXPECT_TRUE(
      one.err.starts_with("linkspan: 5,000 times: a charset is not known; first: "
                          "in.mbox:1/1: there is no charset \"koi9-r\""))
      << one.err;
  const Outcome two = scan({"--to", "list", "--jobs", "2", "in.mbox"});
  EXPECT_EQ(two.err, one.err);
}

TEST_F(CommandRemarks, AreAllWrittenOrAllSuppressedOnRequest) {
  write_mailbox(5000);
  for (const char* jobs : {"1", "2"}) {
    const Outcome all = scan({"--to", "list", "--jobs", jobs, "--verbose", "in.mbox", "gone.txt"});
    EXPECT_EQ(all.status, 1);
    EXPECT_EQ(lines_of(all.err).size(), 10001u);
    for (const char* option : {"-s", "--no-messages"}) {
      const Outcome none = scan({"--to", "list", "--jobs", jobs, option, "in.mbox", "gone.txt"});
      EXPECT_EQ(none.status, 1);
      EXPECT_EQ(none.err, "");
      EXPECT_EQ(none.out, all.out);
    }
  }
}

TEST_F(CommandRemarks, AboutUnreadableInputsAreSummarizedAfterTen) {
  Arguments arguments = {"--to", "list"};
  for (int i = 0; i < 50; ++i) arguments.push_back("gone" + std::to_string(i));
  const Outcome outcome = scan(arguments);
  EXPECT_EQ(outcome.status, 1);
  const std::vector<std::string> lines = lines_of(outcome.err);
  ASSERT_EQ(lines.size(), 11u) << outcome.err;
  EXPECT_EQ(lines[0], "linkspan: gone0: No such file or directory");
  EXPECT_EQ(lines[10], "linkspan: 40 more times: cannot be read");
}

TEST_F(CommandRemarks, AboutInputsOfJsonLinesCanBeSuppressed) {
  EXPECT_EQ(scan({"--from", "jsonl", "gone"}).err, "linkspan: gone: No such file or directory\n");
  EXPECT_EQ(scan({"--from", "jsonl", "-s", "gone"}).err, "");
}

TEST_F(CommandRemarks, CannotBeRequestedAndSuppressedTogether) {
  const Outcome outcome = scan({"--verbose", "-s"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(outcome.err.starts_with("linkspan: --verbose and --no-messages: which?"))
      << outcome.err;
}

}  // namespace command_remarks_test
}  // namespace linkspan::test
