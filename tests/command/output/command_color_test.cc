// SPDX-License-Identifier: Apache-2.0
// Promise: a list has colours and clickable links on a terminal or on request, and a link that is
// not safe to open is not clickable.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/command.h"
#include "tests/support/terminal.h"

namespace linkspan::test {
namespace command_color_test {

class Color : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    write("a.txt", "see https://e.example/\xC3\xA9 or\nfile:///etc/passwd\n");
  }

  const std::string coloured_ =
      "\x1B[32m1:5\x1B[m: \x1B]8;;https://e.example/%C3%A9\x1B\\https://e.example/\xC3\xA9"
      "\x1B]8;;\x1B\\\n\x1B[32m2:1\x1B[m: file:///etc/passwd\n";
};

TEST_F(Color, IsWrittenOnRequest) {
  EXPECT_EQ(run({"scan", "--color", "always", "a.txt"}).out, coloured_);
  EXPECT_EQ(run({"scan", "--color", "always", "--jobs", "2", "a.txt"}).out, coloured_);
  EXPECT_EQ(run({"scan", "-H", "-m", "1", "--color", "always", "a.txt"}).out,
            "\x1B[35ma.txt:\x1B[m" + coloured_.substr(0, coloured_.find('\n') + 1));
}

TEST_F(Color, IsNotInPipes) {
  const std::string plain = "1:5: https://e.example/\xC3\xA9\n2:1: file:///etc/passwd\n";
  EXPECT_EQ(run({"scan", "a.txt"}).out, plain);
  EXPECT_EQ(run({"scan", "--color", "never", "a.txt"}).out, plain);
}

TEST_F(Color, IsForListsOnly) {
  const Outcome outcome = run({"scan", "--color", "always", "--to", "uri", "a.txt"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("--color is for --to list"), std::string::npos) << outcome.err;
  EXPECT_EQ(run({"scan", "--color", "yes", "a.txt"}).status, 2);
}

TEST_F(Color, IsWrittenToATerminalUnlessDumbOrNoColor) {
  const std::string command = "linkspan scan a.txt; echo end";
  Terminal coloured(files_, command, {{"TERM", "xterm"}, {"NO_COLOR", ""}});
  EXPECT_TRUE(coloured.wait_for("\x1B]8;;https://e.example/"));
  Terminal plain(files_, command, {{"TERM", "xterm"}, {"NO_COLOR", "1"}});
  EXPECT_TRUE(plain.wait_for("1:5: https://e.example/"));
  Terminal dumb(files_, command, {{"TERM", "dumb"}, {"NO_COLOR", ""}});
  EXPECT_TRUE(dumb.wait_for("1:5: https://e.example/"));
}

}  // namespace command_color_test
}  // namespace linkspan::test
