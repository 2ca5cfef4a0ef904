// SPDX-License-Identifier: Apache-2.0
// Promise: exactly the requested inputs are read: by name, by list, by glob, and only text
// (tools/linkspan/input/ignore_rules.h, inputs.cc, guess_format.h).

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/command.h"

namespace linkspan::test {
namespace command_inputs_test {

class CommandInputs : public CommandTest {
 protected:
  void write_links(const std::vector<std::string>& names) const {
    for (const std::string& name : names) write(name, "https://a.example/");
  }

  // The names of the files whose link is found, once with one job and once with two.
  Arguments sources(Arguments arguments, std::string_view input = "") const {
    const Outcome one = scan(arguments, input);
    arguments.insert(arguments.begin(), {"--jobs", "2"});
    const Outcome two = scan(arguments, input);
    EXPECT_EQ(one.out, two.out);
    EXPECT_EQ(one.err, two.err);
    EXPECT_EQ(one.status, two.status);
    Arguments names;
    for (const std::string& line : lines_of(one.out)) names.push_back(Json::parse(line)["source"]);
    return names;
  }
};

TEST_F(CommandInputs, IncludeAndExcludeSelectFilesOfADirectory) {
  write_links({"d/a.md", "d/b.txt", "d/sub/c.md", "d/sub/.d.md", "d/build/e.md", "d/x/build/f.md"});
  EXPECT_EQ(sources({"--include", "*.md", "d"}),
            (Arguments{"d/a.md", "d/build/e.md", "d/sub/.d.md", "d/sub/c.md", "d/x/build/f.md"}));
  EXPECT_EQ(sources({"--include", "*.md", "--exclude=build/", "--exclude", ".*", "d"}),
            (Arguments{"d/a.md", "d/sub/c.md"}));
  EXPECT_EQ(sources({"--exclude", "/build", "--include", "*.txt", "--include", "f.*", "d/"}),
            (Arguments{"d/b.txt", "d/x/build/f.md"}));
  EXPECT_EQ(sources({"--include", "sub/*.md", "d"}), (Arguments{"d/sub/.d.md", "d/sub/c.md"}));
  EXPECT_EQ(sources({"--include", "*.pdf", "d", "d/a.md"}), Arguments{"d/a.md"});  // an argument
}

TEST_F(CommandInputs, IncludeAndExcludeSelectMessagesOfAMaildir) {
  write("d/m/cur/1:2,S", "Subject: x\n\nhttps://a.example/\n");
  for (const char* part : {"new", "tmp"})
    std::filesystem::create_directories(files_ / "d/m" / part);
  write_links({"d/a.md"});
  EXPECT_EQ(sources({"d"}), (Arguments{"d/a.md", "d/m/cur/1:2,S"}));
  EXPECT_EQ(sources({"--include", "*.md", "d"}), Arguments{"d/a.md"});
  EXPECT_EQ(sources({"--exclude", "m", "d"}), Arguments{"d/a.md"});
}

TEST_F(CommandInputs, IgnoreVcsSkipsFilesThatGitIgnores) {
  write_links({"d/.git/config", "d/a.c", "d/a.o", "d/sub/b.o", "d/sub/keep.o", "d/out/c.c"});
  write("d/.gitignore", "*.o\nout/\n");
  write("d/sub/.gitignore", "!keep.o\n");
  EXPECT_EQ(sources({"--ignore-vcs", "d"}), (Arguments{"d/a.c", "d/sub/keep.o"}));
  EXPECT_EQ(sources({"--ignore-vcs", "d/sub"}), Arguments{"d/sub/keep.o"});
  EXPECT_EQ(sources({"d"}).size(), 5u);  // .git is not read
}

TEST_F(CommandInputs, MayBeNamedInAList) {
  write_links({"a.txt", "d/b.txt", "d/c.txt", "line\nfeed.txt"});
  write("list", "a.txt\n\nd");
  EXPECT_EQ(sources({"--files-from", "list"}), (Arguments{"a.txt", "d/b.txt", "d/c.txt"}));
  EXPECT_EQ(sources({"--files-from", "-", "d/c.txt"}, "a.txt\r\n").size(), 1u);
  EXPECT_EQ(sources({"--files-from", "-", "d/c.txt"}, "a.txt"), (Arguments{"d/c.txt", "a.txt"}));
  EXPECT_EQ(sources({"--files-from=-"}, std::string_view("line\nfeed.txt\0a.txt\0", 20)),
            (Arguments{"line\nfeed.txt", "a.txt"}));
  EXPECT_EQ(sources({"--files-from", "-"}, ""), Arguments{});
  const Outcome gone = scan({"--files-from", "gone.list", "a.txt"});
  EXPECT_EQ(texts(gone.out), Arguments{"https://a.example/"});
  EXPECT_EQ(gone.err, "linkspan: gone.list: No such file or directory\n");
  EXPECT_EQ(gone.status, 1);
}

TEST_F(CommandInputs, AListMayNameManyInputs) {
  write_links({"a.txt"});
  std::string list;
  for (int i = 0; i < 100000; ++i) list += "a.txt\n";
  const Outcome outcome = scan({"--files-from", "-"}, list);
  EXPECT_EQ(lines_of(outcome.out).size(), 100000u);
  EXPECT_EQ(outcome.status, 0);
}

TEST_F(CommandInputs, BinaryFilesAreSkippedAndCounted) {
  const std::string_view binary(
      "\x7F"
      "ELF\0 https://a.example/\0",
      25);
  write("d/1", binary);
  write("d/2", std::string(binary) + std::string(300000, 'x'));
  write("d/3.txt", "https://a.example/");
  EXPECT_EQ(sources({"d"}), Arguments{"d/3.txt"});
  const Outcome outcome = scan({"d", "d/1"});
  EXPECT_EQ(outcome.err, "linkspan: 3 binary files were skipped; --text reads such files\n");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(scan({"--verbose", "d/1"}).err,
            "linkspan: d/1: 1 binary file was skipped; --text reads such files\n");
  EXPECT_EQ(sources({"--text", "d"}), (Arguments{"d/1", "d/2", "d/3.txt"}));
  EXPECT_EQ(sources({"--from", "text", "d/1"}), Arguments{"d/1"});
}

TEST_F(CommandInputs, Utf16AndMailWithZeroBytesAreText) {
  const auto in_utf16 = [](std::string_view text) {
    std::string bytes;
    for (const char c : text) bytes += {c, '\0'};
    return bytes;
  };
  write("a.txt", in_utf16("see https://a.example/ and the other lines of this text\n"));
  EXPECT_EQ(sources({"a.txt"}), Arguments{"a.txt"});
  write("b.eml", std::string_view("Subject: x\n\n\0https://a.example/\n", 32));
  EXPECT_EQ(sources({"b.eml"}), Arguments{"b.eml"});
}

TEST_F(CommandInputs, FilesOfVersionControlAreReadOnlyByName) {
  write("d/.git/config", "https://a.example/\n");
  write("d/sub/.git", "https://b.example/\n");
  write("d/sub/.hg/x", "https://c.example/\n");
  write("d/.github/x", "https://d.example/\n");
  write("d/git/x", "https://e.example/\n");
  EXPECT_EQ(sources({"d"}), (Arguments{"d/.github/x", "d/git/x"}));
  EXPECT_EQ(sources({"--include", "config", "d"}), Arguments{});
  EXPECT_EQ(sources({"d/.git"}), Arguments{"d/.git/config"});
  EXPECT_EQ(sources({"d/sub/.git"}), Arguments{"d/sub/.git"});
}

TEST_F(CommandInputs, ProfileAutoSelectsTheProfileByFileName) {
  const std::string text = "see example.org and https://a.example/\n";
  for (const char* name : {"d/a.txt", "d/b.log.1", "d/c.py"}) write(name, text);
  const auto of_profile = [&](const char* profile, const char* name) {
    return texts(scan({"--profile", profile, name}).out);
  };
  for (const char* jobs : {"1", "2"}) {
    Arguments expected = of_profile("prose", "d/a.txt");
    const Arguments code = of_profile("code", "d/a.txt");
    EXPECT_NE(expected, code);
    for (int files = 0; files < 2; ++files)
      expected.insert(expected.end(), code.begin(), code.end());
    EXPECT_EQ(texts(scan({"--jobs", jobs, "--profile", "auto", "d"}).out), expected);
    EXPECT_EQ(texts(scan({"--jobs", jobs, "d"}).out), expected);
  }
  EXPECT_EQ(texts(scan({"--profile", "auto"}, text).out), of_profile("prose", "d/a.txt"));
  EXPECT_EQ(texts(scan({}, text).out), of_profile("prose", "d/a.txt"));
  EXPECT_EQ(run({"explain", "--profile", "auto", "x"}).status, 2);
}

// The program gets the name and the bytes of the file; what it writes is an input like others.
TEST_F(CommandInputs, PreReadsWhatAProgramWrites) {
  write("a.x", "https://a.example/1\n");
  write("-b.x", "https://a.example/2\n");
  write("c.txt", "https://a.example/3\n");
  write("big.x", std::string(400000, '\n') + "https://a.example/4\n");
  const auto program = [this](const std::string& name, std::string_view script) {
    write(name, "#!/bin/sh\n" + std::string(script));
    const std::filesystem::path path = files_ / name;
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path.string();
  };
  const std::string doubled = program("doubled", "cat; cat -- \"$1\" | sed s/example/org/\n");
  for (const std::string jobs : {"1", "2"}) {
    const Outcome outcome = run({"scan", "--to", "uri", "--jobs", jobs, "--pre", doubled,
                                 "--pre-glob", "*.x", "a.x", "./-b.x", "c.txt", "big.x"});
    EXPECT_EQ(outcome.out,
              "https://a.example/1\nhttps://a.org/1\nhttps://a.example/2\nhttps://a.org/2\n"
              "https://a.example/3\nhttps://a.example/4\nhttps://a.org/4\n");
    EXPECT_EQ(outcome.err, "");
  }
  EXPECT_EQ(run({"scan", "--to", "uri", "--pre", "false", "-"}, "https://a.example/\n").out,
            "https://a.example/\n");
  const std::string page =
      program("page.html", "echo '<!DOCTYPE html><a href=http://a.example>'\n");
  EXPECT_EQ(run({"scan", "--to", "uri", "--pre", page, "a.x"}).out, "http://a.example\n");
}

TEST_F(CommandInputs, APreThatFailsIsSaid) {
  write("a.x", "https://a.example/1\n");
  const Outcome failed = run({"scan", "--pre", "false", "a.x"});
  EXPECT_EQ(failed.err, "linkspan: a.x: 'false' failed; what it wrote before was read\n");
  EXPECT_EQ(failed.status, 1);
  const Outcome missing = run({"scan", "--pre", "./no-such-program", "a.x"});
  EXPECT_EQ(missing.err,
            "linkspan: a.x: the program of --pre, './no-such-program', was not found\n");
  EXPECT_EQ(missing.status, 1);
  EXPECT_EQ(run({"scan", "--pre-glob", "*.x", "a.x"}).status, 2);
}

}  // namespace command_inputs_test
}  // namespace linkspan::test
