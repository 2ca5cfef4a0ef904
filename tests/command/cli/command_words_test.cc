// SPDX-License-Identifier: Apache-2.0
// Promise: a file without a command works, a misspelt command gets a suggestion, help fits on one
// screen, and shells complete every option of --help.

#include <regex>

#include "linkspan/linkspan.h"
#include "tests/support/command.h"

namespace linkspan::test {
namespace command_words_test {

class Words : public CommandTest {};

TEST_F(Words, WithoutACommandInputsAreScanned) {
  write("a.txt", "see http://a.example/");
  write("d/b.txt", "http://b.example/");
  EXPECT_EQ(run({"a.txt"}).out, "1:5: http://a.example/\n");
  EXPECT_EQ(run({"d"}).out, "d/b.txt:1:1: http://b.example/\n");
  EXPECT_EQ(run({"-o", "a.txt"}).out, "http://a.example/\n");
  EXPECT_EQ(run({"-", "--to", "uri"}, "c.example.org").out, "http://c.example.org\n");
  EXPECT_EQ(run({}, "http://d.example/").out, "1:1: http://d.example/\n");
}

TEST_F(Words, ACommandTakesPrecedenceOverAFileOfItsName) {
  write("scan", "http://a.example/");
  EXPECT_EQ(run({"scan"}, "http://b.example/").out, "1:1: http://b.example/\n");
  EXPECT_EQ(run({"./scan"}).out, "1:1: http://a.example/\n");
}

TEST_F(Words, AWordThatIsNeitherCommandNorFileHasASuggestion) {
  const Outcome outcome = run({"scna"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(lines_of(outcome.err)[0],
            "linkspan: there is no command and no file 'scna'; did you mean scan?");
  write("scna", "http://a.example/");
  EXPECT_EQ(run({"scna"}).out, "1:1: http://a.example/\n");
}

TEST_F(Words, ShortHelpFitsOnOneScreen) {
  const std::string help = run({"help"}).out;
  EXPECT_EQ(run({"-h"}).out, help);
  const std::vector<std::string> lines = lines_of(help);
  EXPECT_LE(lines.size(), 23u);  // one line is left for the prompt
  for (const std::string& line : lines) EXPECT_LE(line.size(), 80u) << line;
}

TEST_F(Words, HelpAndVersionAreAlsoCommands) {
  for (const char* command : {"scan", "render", "pick", "explain", "iri", "lsp"}) {
    const std::string help = run({"help", command}).out;
    EXPECT_EQ(help, run({command, "--help"}).out);
    EXPECT_NE(run({"--help"}).out.find(help), std::string::npos) << command;
  }
  EXPECT_EQ(run({"version"}).out, run({"--version"}).out);
  for (const char* command : {"help", "version", "completions"}) {
    EXPECT_EQ(run({"help", command}).out, run({"help"}).out) << command;
  }
}

// The names of all options in the help of a command.
std::vector<std::string> names_in(const std::string& help) {
  static const std::regex option(R"(^  (-\w, --[^ ]+|--?[^ ,]+))");
  std::vector<std::string> names;
  for (const std::string& line : lines_of(help)) {
    std::smatch match;
    if (!std::regex_search(line, match, option)) continue;
    std::istringstream list(match[1].str());
    for (std::string name; list >> name;) names.push_back(name.substr(0, name.find_first_of(",[")));
  }
  return names;
}

TEST_F(Words, CompletionsHaveAllOptionsOfHelp) {
  const std::string bash = run({"completions", "bash"}).out;
  const std::string zsh = run({"completions", "zsh"}).out;
  const std::string fish = run({"completions", "fish"}).out;
  for (const char* command : {"scan", "render", "pick", "explain", "iri", "lsp"}) {
    const std::vector<std::string> names = names_in(run({"help", command}).out);
    ASSERT_GE(names.size(), 6u) << command;
    for (const std::string& name : names) {
      EXPECT_NE(bash.find(name), std::string::npos) << name;
      EXPECT_NE(zsh.find("'" + name + "["), std::string::npos) << name;
      const bool is_long = name.starts_with("--");
      const std::string in_fish = is_long ? " -l " + name.substr(2) : " -s " + name.substr(1);
      EXPECT_NE(fish.find(in_fish + ' '), std::string::npos) << name;
    }
  }
}

TEST_F(Words, BashCompletesValuesOptionsAndCommands) {
  const std::filesystem::path script = files_ / "completion";
  write("completion", run({"completions", "bash"}).out +
                          "cd /\n"  // names of files are completed, too
                          "COMP_WORDS=(linkspan scan --to j); COMP_CWORD=3; _linkspan\n"
                          "[ \"${COMPREPLY[*]}\" = jsonl ] || exit 1\n"
                          "COMP_WORDS=(linkspan --uniq); COMP_CWORD=1; _linkspan\n"
                          "[ \"${COMPREPLY[*]}\" = --unique ] || exit 2\n"
                          "COMP_WORDS=(linkspan render --pa); COMP_CWORD=2; _linkspan\n"
                          "[ \"${COMPREPLY[*]}\" = --page ] || exit 3\n"
                          "COMP_WORDS=(linkspan exp); COMP_CWORD=1; _linkspan\n"
                          "[ \"${COMPREPLY[*]}\" = explain ] || exit 4\n"
                          "COMP_WORDS=(linkspan iri ins); COMP_CWORD=2; _linkspan\n"
                          "[ \"${COMPREPLY[*]}\" = inspect ] || exit 5\n"
                          "COMP_WORDS=(linkspan iri compare --rung sy); COMP_CWORD=4; _linkspan\n"
                          "[ \"${COMPREPLY[*]}\" = syntax ] || exit 6\n");
  EXPECT_EQ(WEXITSTATUS(std::system(("bash '" + script.string() + "'").c_str())), 0);
}

TEST_F(Words, ZshAndFishAcceptTheirScripts) {
  bool is_tested = false;
  for (const std::string shell : {"zsh", "fish"}) {
    if (std::system(("command -v " + shell + " > /dev/null").c_str()) != 0) continue;
    is_tested = true;
    write(shell, run({"completions", shell}).out);
    EXPECT_EQ(std::system((shell + " -n '" + (files_ / shell).string() + "'").c_str()), 0) << shell;
  }
  if (!is_tested) GTEST_SKIP() << "neither zsh nor fish is installed";
}

TEST_F(Words, TopLevelDomainsAreAddedAndRemoved) {
  const auto found = [this](const char* list) {
    return texts(scan({"--tlds", list}, "wiki.intern/a host.zip c.org").out);
  };
  write("ours.txt", "intern\n");
  write("a,b", "zip\n");
  EXPECT_EQ(found("+intern"), (Arguments{"wiki.intern/a", "c.org"}));
  EXPECT_EQ(found("+intern,-org"), Arguments{"wiki.intern/a"});
  EXPECT_EQ(found("ours.txt"), Arguments{"wiki.intern/a"});
  EXPECT_EQ(found("ours.txt,+org"), (Arguments{"wiki.intern/a", "c.org"}));
  EXPECT_TRUE(run({"scan", "--tlds", "a,b"}, "c.org").out.empty());
}

TEST_F(Words, ADataUriIsALinkOnRequest) {
  const std::string text = "see data:image/png;base64,AAAA here";
  EXPECT_EQ(run({"-o"}, text).out, "");
  EXPECT_EQ(run({"-o", "--schemes", "+data"}, text).out, "data:image/png;base64,AAAA\n");
}

}  // namespace command_words_test
}  // namespace linkspan::test
