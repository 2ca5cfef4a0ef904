// SPDX-License-Identifier: Apache-2.0
// Promise: however `linkspan pick` ends, the terminal is restored and the exit status shows the
// cause; no text and no other program controls the terminal.

#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "tests/support/command.h"
#include "tests/support/terminal.h"

namespace linkspan::test {
namespace pick_terminal_test {

class PickTerminal : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    write("a.txt", "see https://example.org/a\nand https://example.org/b there\n");
  }
  static Terminal::Environment xterm() { return {{"TERM", "xterm-256color"}, {"LANG", "C.UTF-8"}}; }

  // The sequences that leave the alternate screen and show the cursor.
  static void expect_left(const Terminal& terminal) {
    EXPECT_TRUE(terminal.is_restored());
    EXPECT_NE(terminal.written().rfind("\x1B[?1049l"), std::string::npos);
    const size_t hidden = terminal.written().rfind("\x1B[?25l");
    const size_t shown = terminal.written().rfind("\x1B[?25h");
    EXPECT_TRUE(hidden == std::string::npos || (shown != std::string::npos && shown > hidden));
  }
};

TEST_F(PickTerminal, RestoresTheTerminalOnQuit) {
  Terminal terminal(files_, "exec linkspan pick a.txt", xterm());
  terminal.wait_for("q quit");
  EXPECT_FALSE(terminal.is_restored());
  terminal.type("q");
  EXPECT_EQ(terminal.wait(), 0);
  expect_left(terminal);
}

TEST_F(PickTerminal, RestoresTheTerminalWhenASignalEndsIt) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    Terminal terminal(files_, "ulimit -c 0; exec linkspan pick a.txt", xterm());
    terminal.wait_for("q quit");
    kill(terminal.id(), signal);
    EXPECT_EQ(terminal.wait(), 128 + signal);
    expect_left(terminal);
  }
}

TEST_F(PickTerminal, ControlCSendsSigint) {
  Terminal terminal(files_, "exec linkspan pick a.txt", xterm());
  terminal.wait_for("q quit");
  terminal.type("\x03");
  EXPECT_EQ(terminal.wait(), 128 + SIGINT);
  expect_left(terminal);
}

TEST_F(PickTerminal, EndsWhenTheTerminalIsClosed) {
  Terminal terminal(files_, "exec linkspan pick a.txt", xterm());
  terminal.wait_for("q quit");
  terminal.hang_up();
  EXPECT_EQ(terminal.wait(), 128 + SIGHUP);
}

TEST_F(PickTerminal, EndsWhenTheTerminalIsClosedAlsoUnderNohup) {
  Terminal terminal(files_, "trap '' HUP; exec linkspan pick a.txt", xterm());
  terminal.wait_for("q quit");
  terminal.hang_up();
  EXPECT_NE(terminal.wait(), -1);
}

TEST_F(PickTerminal, RestoresAndRedrawsTheScreenOnStopAndContinue) {
  Terminal terminal(files_, "exec linkspan pick a.txt", xterm());
  terminal.wait_for("q quit");
  kill(terminal.id(), SIGTSTP);
  int status = 0;
  // A session leader has an orphaned process group, which Ctrl-Z does not stop. So this test checks
  // only that the command leaves the screen and draws it again.
  terminal.wait_for("\x1B[?1049l");
  waitpid(terminal.id(), &status, WNOHANG | WUNTRACED);
  kill(terminal.id(), SIGCONT);
  terminal.wait_for("q quit");
  terminal.type("q");
  EXPECT_EQ(terminal.wait(), 0);
  expect_left(terminal);
}

TEST_F(PickTerminal, KeysComeFromTheTerminalWhenTextComesFromAPipe) {
  Terminal terminal(files_, "cat a.txt | linkspan pick --print > out", xterm());
  terminal.wait_for("q quit");
  terminal.type("j\r");
  EXPECT_EQ(terminal.wait(), 0);
  EXPECT_EQ(read_file(files_ / "out"), "https://example.org/b\n");
  expect_left(terminal);
}

TEST_F(PickTerminal, CanQuitBeforeTheEndOfAPipe) {
  ASSERT_EQ(mkfifo((files_ / "open").c_str(), 0600), 0);
  Terminal terminal(files_,
                    "(cat a.txt; exec sleep 60) > open & exec linkspan pick --print < open > out",
                    xterm());
  terminal.wait_for("2 links, reading");
  terminal.type("q");
  EXPECT_EQ(terminal.wait(), 1);
  expect_left(terminal);
}

TEST_F(PickTerminal, ShowsOnlyLinksThatPassTheFilter) {
  write("b.txt", "a@b.example or https://example.org/\n");
  Terminal terminal(files_, "exec linkspan pick --print --scheme https b.txt > out", xterm());
  terminal.wait_for("1 link");
  terminal.wait_for("q quit");
  terminal.type("\r");
  EXPECT_EQ(terminal.wait(), 0);
  EXPECT_EQ(read_file(files_ / "out"), "https://example.org/\n");
}

TEST_F(PickTerminal, PrintsTheChosenLinks) {
  Terminal terminal(files_, "x=$(linkspan pick --print a.txt); echo \"$?: $x\" > out", xterm());
  terminal.wait_for("q quit");
  terminal.type("a\r");
  EXPECT_EQ(terminal.wait(), 0);
  EXPECT_EQ(read_file(files_ / "out"), "0: https://example.org/a\nhttps://example.org/b\n");
}

TEST_F(PickTerminal, TheExitStatusIsOneIfNoLinkIsChosen) {
  Terminal terminal(files_, "exec linkspan pick --print a.txt > out", xterm());
  terminal.wait_for("q quit");
  terminal.type("q");
  EXPECT_EQ(terminal.wait(), 1);
  EXPECT_EQ(read_file(files_ / "out"), "");
}

TEST_F(PickTerminal, CopiesByOsc52) {
  Terminal terminal(files_, "exec linkspan pick a.txt", xterm());
  terminal.wait_for("q quit");
  terminal.type("jy");
  terminal.wait_for("\x1B]52;c;aHR0cHM6Ly9leGFtcGxlLm9yZy9i\a");
  terminal.wait_for("copied https://example.org/b");
  terminal.type("Y");
  terminal.wait_for("\x1B]52;c;YW5kIGh0dHBzOi8vZXhhbXBsZS5vcmcvYiB0aGVyZQ==\a");
  terminal.type("q");
  EXPECT_EQ(terminal.wait(), 0);
}

TEST_F(PickTerminal, NoTextControlsTheTerminal) {
  write("evil\x1B]0;owned\a.txt",
        "\x1B]0;owned\a https://example.org/ \x1B[2J\u009B2J \u202E\x1B]52;c;AAAA\a\n");
  Terminal terminal(files_, "exec linkspan pick *owned*", xterm());
  terminal.wait_for("q quit");
  terminal.type("/owned\x1B");
  terminal.type("q");
  EXPECT_EQ(terminal.wait(), 0);
  for (const char* driven : {"\x1B]0;", "\x1B]52", "\u009B", "\u202E"}) {
    EXPECT_EQ(terminal.written().find(driven), std::string::npos) << driven;
  }
}

TEST_F(PickTerminal, HasNoColoursOnAVt100OrWithNoColor) {
  for (const Terminal::Environment& environment :
       {Terminal::Environment{{"TERM", "vt100"}},
        Terminal::Environment{{"TERM", "xterm-256color"}, {"NO_COLOR", "1"}}}) {
    Terminal terminal(files_, "exec linkspan pick a.txt", environment);
    terminal.wait_for("q quit");
    terminal.type("q");
    EXPECT_EQ(terminal.wait(), 0);
    EXPECT_FALSE(std::regex_search(terminal.written(), std::regex("\x1B\\[[0-9;]*3[0-7][0-9;]*m")));
    EXPECT_TRUE(terminal.is_restored());
  }
}

TEST_F(PickTerminal, RefusesATerminalWithoutAScreen) {
  for (const char* name : {"dumb", "nonsense", ""}) {
    Terminal terminal(files_, "exec linkspan pick a.txt", {{"TERM", name}});
    terminal.wait_for("'linkspan scan --to uri' lists the links");
    EXPECT_EQ(terminal.wait(), 2);
    EXPECT_TRUE(terminal.is_restored());
  }
}

TEST_F(PickTerminal, ReportsThatThereAreNoLinks) {
  write("none.txt", "nothing\n");
  Terminal terminal(files_, "exec linkspan pick none.txt", xterm());
  terminal.wait_for("linkspan: no links were found");
  EXPECT_EQ(terminal.wait(), 0);
  EXPECT_EQ(terminal.written().find("\x1B[?1049h"), std::string::npos);
}

TEST_F(PickTerminal, ReportsUnreadableFilesAfterTheEnd) {
  Terminal terminal(files_, "exec linkspan pick a.txt missing.txt", xterm());
  terminal.wait_for("q quit");
  EXPECT_EQ(terminal.written().find("No such file"), std::string::npos);
  terminal.type("q");
  EXPECT_EQ(terminal.wait(), 1);
  EXPECT_NE(terminal.written().find("linkspan: missing.txt: No such file"), std::string::npos);
}

TEST_F(PickTerminal, RequiresAFileOrAPipe) {
  Terminal terminal(files_, "exec linkspan pick", xterm());
  terminal.wait_for("name a FILE, or: dmesg | linkspan pick");
  EXPECT_EQ(terminal.wait(), 2);
}

TEST_F(PickTerminal, ListsUrisIfTheOutputIsNotATerminal) {
  const Outcome outcome = run({"pick", "a.txt"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "https://example.org/a\nhttps://example.org/b\n");
  EXPECT_EQ(run({"pick"}, "http://bücher.example/é").out, "http://xn--bcher-kva.example/%C3%A9\n");
  EXPECT_EQ(run({"pick", "--kind", "email"}, "https://example.org/ a@b.example\n").out,
            "mailto:a@b.example\n");
  EXPECT_EQ(run({"pick", "--from", "jsonl"}).status, 2);
}

}  // namespace pick_terminal_test
}  // namespace linkspan::test
