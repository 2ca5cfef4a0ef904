// SPDX-License-Identifier: Apache-2.0
// Promise: $BROWSER is parsed as other programs parse it, and a URI with any characters is one word
// or part of one word.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "tools/linkspan/common/find_program.h"
#include "tools/linkspan/pick/opener.h"

namespace linkspan::command {
namespace browser_test {

using Words = std::vector<std::string>;

// The words of each command for a URI, with `!` before commands that run in the background.
std::vector<Words> commands(std::string_view browser, Desktop desktop = Desktop::absent,
                            std::string_view uri = "u:x") {
  std::vector<Words> all;
  for (const BrowserCommand& command : browser_commands(browser, desktop)) {
    Words words = words_with(command, uri);
    if (command.runs_on == RunsOn::desktop) words.front().insert(0, "!");
    all.push_back(words);
  }
  return all;
}

TEST(Browser, IsXdgOpenIfNoneIsSet) {
  EXPECT_EQ(commands(""), (std::vector<Words>{{"xdg-open", "u:x"}}));
  EXPECT_EQ(commands(" : ::"), (std::vector<Words>{{"xdg-open", "u:x"}}));
  EXPECT_EQ(commands("", Desktop::present), (std::vector<Words>{{"!xdg-open", "u:x"}}));
}

TEST(Browser, IsAListSeparatedByColons) {
  EXPECT_EQ(commands("firefox:w3m"), (std::vector<Words>{{"firefox", "u:x"}, {"w3m", "u:x"}}));
}

TEST(Browser, PercentSIsReplacedByTheUri) {
  EXPECT_EQ(commands("w3m -N %s -x:chromium --app=%s"),
            (std::vector<Words>{{"w3m", "-N", "u:x", "-x"}, {"chromium", "--app=u:x"}}));
  EXPECT_EQ(commands("show 100%% %s"), (std::vector<Words>{{"show", "100%", "u:x"}}));
}

TEST(Browser, QuotationMarksKeepWordsTogether) {
  EXPECT_EQ(commands("'/opt/my browser/run' \"a b\" ''"),
            (std::vector<Words>{{"/opt/my browser/run", "a b", "", "u:x"}}));
}

TEST(Browser, NoCharacterOfAUriHasASpecialMeaning) {
  const std::string uri = "http://e.org/;rm%20-rf$(x)`y`'\"&|<>%s%%";
  EXPECT_EQ(commands("b %s", Desktop::absent, uri), (std::vector<Words>{{"b", uri}}));
  EXPECT_EQ(commands("b", Desktop::absent, uri), (std::vector<Words>{{"b", uri}}));
}

TEST(Browser, IsNotSearchedInTheCurrentFolder) {
  const std::filesystem::path before = std::filesystem::current_path();
  const std::string path = std::getenv("PATH");
  std::filesystem::current_path("/bin");
  for (const char* const folders : {"", ":", ".", ":/nonexistent", "./:../bin:bin", "/bin/sh"}) {
    setenv("PATH", folders, 1);
    EXPECT_EQ(find_program("sh"), "") << folders;
    EXPECT_EQ(find_program("./sh"), "./sh");
  }
  setenv("PATH", ".::/nonexistent:/bin:/usr/bin", 1);
  EXPECT_EQ(find_program("sh"), "/bin/sh");
  EXPECT_EQ(find_program(""), "");
  setenv("PATH", "/", 1);
  EXPECT_EQ(find_program("bin"), "");  // a folder
  setenv("PATH", path.c_str(), 1);
  std::filesystem::current_path(before);
}

TEST(Browser, TextBrowsersRunInTheTerminal) {
  EXPECT_EQ(commands("/usr/bin/lynx:firefox", Desktop::present),
            (std::vector<Words>{{"/usr/bin/lynx", "u:x"}, {"!firefox", "u:x"}}));
}

TEST(Browser, AnAmpersandAtTheEndRunsItInTheBackground) {
  EXPECT_EQ(commands("w3m %s &:firefox &"),
            (std::vector<Words>{{"!w3m", "u:x"}, {"!firefox", "u:x"}}));
}

}  // namespace browser_test
}  // namespace linkspan::command
