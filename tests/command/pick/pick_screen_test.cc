// SPDX-License-Identifier: Apache-2.0
// Promise: the screens of `linkspan pick` are correct in tmux, at 80×24 and 160×50, after a change
// of size, with texts in Arabic, Hebrew and Japanese and with emoji.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <clocale>
#include <cstdio>
#include <cwchar>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/data.h"

namespace linkspan::test {
namespace pick_screen_test {

constexpr const char* kText =
    "Hello Zoë,\n"
    "\n"
    "See https://example.org/a/long/path?with=query#frag for the details, and\n"
    "write to zoe@example.org. The mirror is at http://bücher.example/über-uns\n"
    "Arabic: اقرأ http://مثال.إختبار/صفحة ثم عد. Hebrew: ראה https://דוגמה.קום/דף כאן.\n"
    "日本語の文です。https://例え.テスト/パス?q=日本 をご覧ください。\n"
    "Emoji 👩‍👩‍👧 https://example.org/👩‍👩‍👧/ and ❤️ end.\n"
    "Again https://example.org/a/long/path?with=query#frag as above.\n";

// A separate tmux server with one window, in which the command runs.
class Tmux {
 public:
  Tmux(const std::filesystem::path& folder, const std::string& command, int columns, int rows,
       const std::string& configuration = "/dev/null")
      : socket_(folder / ("tmux-" + std::to_string(++servers))) {
    const std::string bin = LINKSPAN_BIN_DIR;
    const std::string size = "-x " + std::to_string(columns) + " -y " + std::to_string(rows);
    const std::string in_folder = "cd '" + folder.string() +
                                  "'; unset COLUMNS LINES NO_COLOR ESCDELAY; export PATH='" +
                                  LINKSPAN_BIN_DIR + "':$PATH LC_ALL=C.UTF-8; exec " + command;
    run("-f '" + configuration + "' new-session -d " + size + " \"" + in_folder +
        "\" ';' set -g status off");
  }
  ~Tmux() { run("kill-server"); }
  Tmux(const Tmux&) = delete;
  Tmux& operator=(const Tmux&) = delete;

  static bool is_installed() { return std::system("command -v tmux >/dev/null") == 0; }

  // A command that shows this server in a terminal.
  std::string attaching() const {
    return "env -u TMUX tmux -u -S '" + socket_.string() + "' attach";
  }

  void type(const std::string& keys) const { run("send-keys " + keys); }
  void resize(int columns, int rows) const {
    run("resize-window -x " + std::to_string(columns) + " -y " + std::to_string(rows));
  }

  // The lines of the screen as soon as one of them has the text and none has `without`; else the
  // lines after a minute.
  std::vector<std::string> screen_with(const std::string& text,
                                       const std::string& without = "\x1B") const {
    std::string screen;
    for (int i = 0; i < 1200; ++i) {
      screen = run("capture-pane -p");
      const bool is_it = screen.find(text) != std::string::npos;
      if (is_it && screen.find(without) == std::string::npos) return lines_of(screen);
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    ADD_FAILURE() << "no line has: " << text << "\nbut:\n" << screen;
    return lines_of(screen);
  }

  // The screen once all input is read.
  std::vector<std::string> whole_screen() const { return screen_with("q quit", "reading"); }

 private:
  std::string run(const std::string& arguments) const {
    const std::string command = "PATH='" LINKSPAN_BIN_DIR
                                "':$PATH TMUX= LC_ALL=C.UTF-8 TERM=xterm-256color tmux -u -S '" +
                                socket_.string() + "' " + arguments + " 2>&1";
    FILE* const pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return {};
    std::string output;
    char bytes[4096];
    while (const size_t got = fread(bytes, 1, sizeof bytes, pipe)) output.append(bytes, got);
    pclose(pipe);
    return output;
  }

  static inline int servers = 0;
  std::filesystem::path socket_;
};

class PickScreen : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    if (!Tmux::is_installed()) GTEST_SKIP() << "tmux is not installed";
    ASSERT_NE(std::setlocale(LC_CTYPE, "C.UTF-8"), nullptr);
    write("a.txt", kText);
  }

  // The number of columns of a line.
  static int columns_of(const std::string& line) {
    std::wstring wide(line.size(), L'\0');
    wide.resize(std::mbstowcs(wide.data(), line.c_str(), wide.size()));
    return wcswidth(wide.c_str(), wide.size());
  }

  static bool has(const std::vector<std::string>& screen, const std::string& text) {
    return std::any_of(screen.begin(), screen.end(), [&text](const std::string& line) {
      return line.find(text) != std::string::npos;
    });
  }
};

TEST_F(PickScreen, ShowsTheListAndDetailsInEightyColumns) {
  const Tmux tmux(files_, "linkspan pick a.txt", 80, 24);
  const std::vector<std::string> screen = tmux.whole_screen();
  ASSERT_EQ(screen.size(), 24u);
  EXPECT_EQ(screen[0],
            " linkspan pick  a.txt                                                   7 links");
  EXPECT_EQ(screen[1],
            ">  1 https://example.org/a/long/path?with=query#frag                 ×2  line 3");
  EXPECT_EQ(screen[2],
            "   2 mailto:zoe@example.org                                              line 4");
  EXPECT_EQ(screen[6],
            "   6 https://例え.テスト/パス?q=日本                                     line 6");
  EXPECT_EQ(screen[7],
            "   7 https://example.org/👩👩👧/                                         line 7");
  EXPECT_EQ(screen[9], " URI    https://example.org/a/long/path?with=query#frag");
  EXPECT_EQ(screen[10], " Host   example.org");
  EXPECT_EQ(screen[12], " Where  line 3, line 8");
  EXPECT_EQ(screen[14],
            "   See https://example.org/a/long/path?with=query#frag for the details, and");
  EXPECT_EQ(screen[23], " Enter open  Space mark  y copy  / search  ? help  q quit");
}

constexpr const char* kNewsletter =
    "From: Shop <shop@example.com>\nSubject: News\nMIME-Version: 1.0\n"
    "Content-Type: multipart/alternative; boundary=b\n\n"
    "--b\nContent-Type: text/plain\n\nRead it: "
    "https://news.example.com/1\nhttps://shop.example.com\n"
    "--b\nContent-Type: text/html\n\n"
    "<p><a href='https://news.example.com/1'>Read it in your browser</a>\n"
    "<p><a href='https://shop.example.com/'><img src=x alt='The  shop'></a>\n"
    "<p>Some words before the link, so that the line of text with it is wider than the terminal, "
    "and\n"
    "<a href='https://evil.example.net/login'>www.bank.com</a>\n"
    "<p><a href='https://shop.example.com/u'><img src=x></a>\n--b--\n";

TEST_F(PickScreen, ShowsTheTextsOfLinksOfHtmlAndTheirWarnings) {
  write("news.eml", kNewsletter);
  const Tmux tmux(files_, "env BROWSER=true linkspan pick news.eml", 80, 24);
  std::vector<std::string> screen = tmux.whole_screen();
  ASSERT_EQ(screen.size(), 24u);
  EXPECT_EQ(screen[1],
            ">  1 Read it in your browser      https://news.example.com/1                1:1");
  EXPECT_EQ(screen[2],
            "   2 The shop                     https://shop.example.com/                 1:2");
  EXPECT_EQ(screen[3],
            "  !3 www.bank.com                 https://evil.example.net/login            2:4");
  EXPECT_EQ(screen[4],
            "   4 https://shop.example.com/u                                             2:5");
  tmux.type("3 Enter Enter");
  screen = tmux.screen_with(" Open it? y n    it leads to evil.example.net");
  EXPECT_TRUE(has(screen, " Text   www.bank.com"));
  EXPECT_TRUE(
      has(screen, "   Some words before the link, so that the line of text with it is wider than"));
  EXPECT_TRUE(has(screen, "the terminal, and www.bank.com"));
  tmux.type("n");
  tmux.screen_with(" not opened");
  tmux.type("Enter y");
  tmux.screen_with(" opened https://evil.example.net/login");
  tmux.type("a Enter");
  tmux.screen_with(" Open all? y n    1 of 4 may not lead where they seem to");
}

TEST_F(PickScreen, PlacesAlignInOneColumnForEveryScript) {
  for (const int columns : {80, 100, 160}) {
    const Tmux tmux(files_, "linkspan pick a.txt", columns, 24);
    const std::vector<std::string> screen = tmux.whole_screen();
    ASSERT_EQ(screen.size(), 24u);
    for (size_t row = 1; row <= 7; ++row) {
      EXPECT_EQ(columns_of(screen[row]), columns - 1) << screen[row];
    }
  }
}

TEST_F(PickScreen, ShowsHostsInUnicodeAndAscii) {
  const Tmux tmux(files_, "linkspan pick a.txt", 80, 24);
  tmux.whole_screen();
  tmux.type("6 Enter");
  std::vector<std::string> screen = tmux.screen_with("IRI ");
  EXPECT_TRUE(has(screen, " IRI    https://例え.テスト/パス?q=日本"));
  EXPECT_TRUE(has(screen, " Host   例え.テスト  =  xn--r8jz45g.xn--zckzah"));
  EXPECT_TRUE(has(screen, "   日本語の文です。https://例え.テスト/パス?q=日本 をご覧ください。"));
  tmux.type("4 Enter");
  screen = tmux.screen_with("xn--mgbh0fb.xn--kgbechtv");
  EXPECT_TRUE(has(screen, "اقرأ http://مثال.إختبار/صفحة"));
}

TEST_F(PickScreen, AWideScreenAlsoShowsTheLinesOfText) {
  const Tmux tmux(files_, "linkspan pick a.txt", 160, 50);
  const std::vector<std::string> screen = tmux.whole_screen();
  ASSERT_EQ(screen.size(), 50u);
  EXPECT_NE(screen[1].find("See https://example.org/a/long/path?with=query#frag for the"),
            std::string::npos);
}

TEST_F(PickScreen, AdaptsToTheSizeOfTheTerminal) {
  const Tmux tmux(files_, "linkspan pick a.txt", 80, 24);
  tmux.whole_screen();
  tmux.type("7 Enter");
  tmux.resize(40, 12);
  std::vector<std::string> screen = tmux.screen_with(">  7 https://example.org/👩👩👧/");
  EXPECT_EQ(screen.size(), 12u);
  for (const std::string& line : screen) EXPECT_LE(columns_of(line), 40) << line;
  tmux.resize(12, 3);
  tmux.screen_with(">  7 ");
  tmux.resize(100, 30);
  screen = tmux.whole_screen();
  EXPECT_EQ(screen.size(), 30u);
}

TEST_F(PickScreen, ShowsSearchResultsMarksAndHelp) {
  const Tmux tmux(files_, "linkspan pick a.txt", 80, 24);
  tmux.whole_screen();
  tmux.type("/ B Ü C H E R");
  std::vector<std::string> screen = tmux.screen_with("2 matches");
  EXPECT_TRUE(has(screen, ">  2 mailto:zoe@example.org"));  // the line of this link has it, too
  tmux.type("Enter n");
  tmux.screen_with(">  3 http://bücher.example/über-uns");
  tmux.type("Space");
  screen = tmux.screen_with("1 marked");
  EXPECT_TRUE(has(screen, " * 3 http://bücher.example/über-uns"));
  tmux.type("'?'");
  screen = tmux.screen_with("any key goes back");
  EXPECT_TRUE(has(screen, "open the link, or all that are marked"));
  tmux.type("x");
  screen = tmux.screen_with(" Host ");
  EXPECT_FALSE(has(screen, "any key goes back"));
  tmux.type("u");
  screen = tmux.screen_with("8 links");
  EXPECT_TRUE(has(screen, "   8 https://example.org/a/long/path?with=query#frag"));
}

TEST_F(PickScreen, SortsLinksByHostAndMarksThoseOfOne) {
  write("b.txt", "https://b.org/1 https://a.org/1\nhttps://b.org/2 me@x.org\nsrc/a.cc:12:3\n");
  const Tmux tmux(files_, "env BROWSER=true linkspan pick --files b.txt", 80, 24);
  tmux.whole_screen();
  tmux.type("2 Enter h");
  std::vector<std::string> screen = tmux.screen_with(" links are by host");
  const std::vector<std::string> expected = {" b.org  2",
                                             "   1 https://b.org/1",
                                             "   2 https://b.org/2",
                                             " a.org  1",
                                             ">  3 https://a.org/1",
                                             " x.org  1",
                                             "   4 mailto:me@x.org",
                                             " (no host)  1",
                                             "   5 src/a.cc:12:3"};
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_TRUE(screen[i + 1].starts_with(expected[i])) << screen[i + 1];
  }
  tmux.type("g H");
  screen = tmux.screen_with("2 marked");
  EXPECT_TRUE(screen[2].starts_with(">* 1 https://b.org/1")) << screen[2];
  EXPECT_TRUE(screen[3].starts_with(" * 2 https://b.org/2")) << screen[3];
  tmux.type("Enter");
  tmux.screen_with(" opened 2 links");
  tmux.type("j BTab");
  tmux.screen_with("1 marked");
  tmux.type("h");
  screen = tmux.screen_with(" links are in the order of the text");
  EXPECT_TRUE(screen[1].starts_with(">* 1 https://b.org/1")) << screen[1];
  EXPECT_TRUE(screen[2].starts_with("   2 https://a.org/1")) << screen[2];
}

TEST_F(PickScreen, ScrollsBelowTheHeadingsOfHosts) {
  std::string text;
  for (int i = 0; i < 60; ++i)
    text += "https://h" + std::to_string(i / 2) + ".org/" + std::to_string(i) + "\n";
  write("b.txt", text);
  const Tmux tmux(files_, "linkspan pick b.txt", 80, 24);
  tmux.whole_screen();
  tmux.type("h G");
  std::vector<std::string> screen = tmux.screen_with(">  60 https://h29.org/59");
  EXPECT_TRUE(screen[1].starts_with(" h")) << screen[1];
  EXPECT_TRUE(has(screen, " h29.org  2"));
  tmux.type("g");
  screen = tmux.screen_with(">   1 https://h0.org/0");
  EXPECT_TRUE(screen[1].starts_with(" h0.org  2")) << screen[1];
}

// The lines of the fenced block with this name.
std::string block_of_page(const std::string& name) {
  const std::string page = read_file(source_dir() / "docs/pick.md");
  const size_t begin = page.find("```" + name + "\n") + 4 + name.size();
  return page.substr(begin, page.find("```\n", begin) - begin);
}

TEST_F(PickScreen, OpensInAPopupOverThePaneOfTmux) {
  const std::string link = "https://example.org/" + std::string(50, 'a') + "/end";
  write("wrapped.txt", "long " + link + " of it\nand b.org\n");
  write("tmux.conf", block_of_page("tmux"));
  const Tmux inner(files_, "sh -c 'cat wrapped.txt; exec cat'", 60, 18,
                   (files_ / "tmux.conf").string());
  const Tmux outer(files_, inner.attaching(), 60, 18);
  outer.screen_with("and b.org");
  outer.type("C-b u");
  const std::vector<std::string> screen = outer.screen_with("2 links");
  EXPECT_TRUE(has(screen, "linkspan pick  (standard input)"));
  EXPECT_TRUE(has(screen, "2 http://b.org"))
      << "the link before it is one, as its lines are joined";
  outer.type("Escape");
  outer.screen_with("and b.org", "linkspan pick");
}

}  // namespace pick_screen_test
}  // namespace linkspan::test
