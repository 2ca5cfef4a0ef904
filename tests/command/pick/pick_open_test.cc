// SPDX-License-Identifier: Apache-2.0
// Promise: Enter opens the selected links with $BROWSER, one after another; no URI reaches a shell,
// and no output of a program reaches the screen.

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "tests/support/command.h"
#include "tests/support/terminal.h"

namespace linkspan::test {
namespace pick_open_test {

class PickOpen : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    write("a.txt",
          "https://example.org/a\nhttps://example.org/$(touch${IFS}owned)\n"
          "<file:///etc/passwd>\n");
    // Records its arguments, and writes to standard output and error.
    write("browser",
          "#!/bin/sh\nprintf '%s|' \"$@\" >> opened\necho >> opened\n"
          "echo NOISE\necho NOISE >&2\nexit ${STATUS:-0}\n");
    std::filesystem::permissions(files_ / "browser", std::filesystem::perms::owner_all);
  }

  Terminal::Environment environment(const std::string& browser,
                                    const Terminal::Environment& more = {}) const {
    Terminal::Environment all = {{"TERM", "xterm-256color"}, {"LANG", "C.UTF-8"}};
    all.emplace_back("BROWSER", browser);
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  std::string opened() const {
    const auto path = files_ / "opened";
    return std::filesystem::exists(path) ? read_file(path) : "";
  }

  // Programs in the background may take some time.
  bool is_opened_soon(const std::string& expected) const {
    for (int i = 0; i < 6000 && opened() != expected; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return opened() == expected;
  }
};

TEST_F(PickOpen, PassesTheUriAsOneArgument) {
  Terminal terminal(files_, "exec linkspan pick a.txt", environment("./browser --new %s x"));
  terminal.wait_for("q quit");
  terminal.type("j\r");
  terminal.wait_for("opened https://example.org/$(touch$%7BIFS%7Downed)");
  terminal.type("q");
  EXPECT_EQ(terminal.wait(), 0);
  EXPECT_EQ(opened(), "--new|https://example.org/$(touch$%7BIFS%7Downed)|x|\n");
  EXPECT_FALSE(std::filesystem::exists(files_ / "owned"));
}

TEST_F(PickOpen, OpensMarkedLinksOneAfterAnother) {
  Terminal terminal(files_, "exec linkspan pick a.txt", environment("./browser"));
  terminal.wait_for("q quit");
  terminal.type("  \r");
  terminal.wait_for("opened 2 links");
  terminal.type("q");
  EXPECT_EQ(terminal.wait(), 0);
  EXPECT_EQ(opened(), "https://example.org/a|\nhttps://example.org/$(touch$%7BIFS%7Downed)|\n");
}

TEST_F(PickOpen, HidesTheOutputOfTheProgramOnADesktop) {
  Terminal terminal(files_, "exec linkspan pick a.txt",
                    environment("./browser", {{"DISPLAY", ":9"}}));
  terminal.wait_for("q quit");
  terminal.type("\r");
  terminal.wait_for("opened https://example.org/a");
  EXPECT_TRUE(is_opened_soon("https://example.org/a|\n"));
  terminal.type("q");
  EXPECT_EQ(terminal.wait(), 0);
  EXPECT_EQ(terminal.written().find("NOISE"), std::string::npos);
}

TEST_F(PickOpen, ReportsTheExitStatusOfAFailedProgram) {
  Terminal terminal(files_, "exec linkspan pick a.txt",
                    environment("./browser", {{"DISPLAY", ":9"}, {"STATUS", "7"}}));
  terminal.wait_for("q quit");
  terminal.type("\r");
  terminal.wait_for("./browser ended with exit status 7");
  terminal.type("q");
  EXPECT_EQ(terminal.wait(), 0);
}

TEST_F(PickOpen, TriesTheNextProgramOfTheList) {
  Terminal terminal(files_, "exec linkspan pick a.txt", environment("no-such-browser:./browser"));
  terminal.wait_for("q quit");
  terminal.type("\r");
  terminal.wait_for("opened https://example.org/a");
  terminal.type("q");
  EXPECT_EQ(terminal.wait(), 0);
  EXPECT_EQ(opened(), "https://example.org/a|\n");
}

TEST_F(PickOpen, ReportsThatTheProgramIsNotInstalled) {
  Terminal terminal(files_, "exec linkspan pick a.txt", environment("no-such-browser"));
  terminal.wait_for("q quit");
  terminal.type("\r");
  terminal.wait_for("no-such-browser is not installed");
  terminal.type("q");
  EXPECT_EQ(terminal.wait(), 0);
}

TEST_F(PickOpen, DoesNotOpenFileUris) {
  Terminal terminal(files_, "exec linkspan pick a.txt", environment("./browser"));
  terminal.wait_for("q quit");
  terminal.type("G\r");
  terminal.wait_for("not opened: ");
  terminal.type("q");
  EXPECT_EQ(terminal.wait(), 0);
  EXPECT_EQ(opened(), "");
}

}  // namespace pick_open_test
}  // namespace linkspan::test
