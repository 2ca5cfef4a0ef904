// SPDX-License-Identifier: Apache-2.0
// Promise: --from markdown and --markdown read Markdown; without them, files of its name are text.

#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/sanitized.h"

namespace linkspan::test {
namespace command_markdown_test {

class CommandMarkdown : public CommandTest {
 protected:
  // Of the links, a line each.
  Outcome uris(std::vector<std::string> arguments, const std::string& input = "") const {
    arguments.insert(arguments.begin(), {"scan", "--to", "uri", "--profile", "prose"});
    return run(arguments, input);
  }
};

const char* const kText = "[a](https://a.example/) `https://b.example/` c.org/x\n";
const char* const kAsText = "https://a.example/\nhttps://b.example/\nhttp://c.org/x\n";
const char* const kAsMarkdown = "https://a.example/\nhttp://c.org/x\n";

TEST_F(CommandMarkdown, IsReadOnlyIfAsked) {
  for (const char* const name : {"a.md", "B.MARKDOWN", "c.mkd"}) {
    write(name, kText);
    EXPECT_EQ(uris({name}).out, kAsText) << name;
    EXPECT_EQ(uris({"--markdown", name}).out, kAsMarkdown) << name;
    EXPECT_EQ(uris({"--jobs", "2", "--markdown", name}).out, kAsMarkdown) << name;
    EXPECT_EQ(uris({"--from", "text", "--markdown", name}).out, kAsText) << name;
  }
  write("d.txt", kText);
  EXPECT_EQ(uris({"--markdown", "d.txt"}).out, kAsText);
  EXPECT_EQ(uris({"--from", "markdown", "d.txt"}).out, kAsMarkdown);
  EXPECT_EQ(uris({"--from", "markdown", "-"}, kText).out, kAsMarkdown);
  EXPECT_EQ(uris({"--from", "markdown", "--html", "links", "-"}, kText).out,
            "https://a.example/\n");
  EXPECT_EQ(uris({"--from", "markdown", "--html", "text", "-"}, kText).out, "http://c.org/x\n");
}

TEST_F(CommandMarkdown, RelativeLinksHaveTheBase) {
  const std::string text =
      "[a](b.html) [c] <i>d</i> <a href=/e>f</a> [g](#h) [i](https://j.example/)\n\n[c]: ../k\n";
  const std::vector<std::string> read = {"--from", "markdown", "--base", "https://x.example/y/z"};
  EXPECT_EQ(uris(read, text).out,
            "https://x.example/y/b.html\nhttps://x.example/k\nhttps://x.example/e\n"
            "https://j.example/\nhttps://x.example/k\n");
}

// As in HTML, together they are no longer than the text allows.
TEST_F(CommandMarkdown, ALongBaseIsNotRepeatedWithoutEnd) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "[a](b)\n\n";
  const Outcome outcome = uris(
      {"--from", "markdown", "--base", "https://x.example/" + std::string(2000, 'a') + "/"}, text);
  EXPECT_LT(outcome.out.size(), 8 * text.size());
  EXPECT_NE(outcome.err.find("would repeat a long"), std::string::npos) << outcome.err;
}

TEST_F(CommandMarkdown, ContradictionsAreErrors) {
  EXPECT_EQ(uris({"--from", "markdown", "--html", "off", "-"}).status, 2);
  EXPECT_EQ(uris({"--markdown", "--html", "off", "-"}).status, 2);
}

TEST_F(CommandMarkdown, WarnsWhereTheTextNamesAnotherHost) {
  const Outcome outcome = run({"scan", "--from", "markdown", "--profile", "prose", "-"},
                              "see\n[www.bank.com](https://evil.example/)\n");
  EXPECT_EQ(outcome.out,
            "2:2: https://evil.example/  ⚠ leads to evil.example (text-names-other-host)\n");
}

TEST_F(CommandMarkdown, IsRendered) {
  const Outcome outcome =
      run({"render", "--from", "markdown", "--to", "html", "--inline", "-"}, kText);
  EXPECT_NE(outcome.out.find(">a</a> https://b.example/ <a "), std::string::npos) << outcome.out;
}

TEST_F(CommandMarkdown, WhatIsCutIsReported) {
  std::string text = "https://a.example/\n\n";
  text.append(size_t{33} << 20, '\n');
  text += "https://b.example/\n";
  const Outcome outcome = uris({"--from", "markdown", "-"}, text);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "https://a.example/\n");
  EXPECT_NE(outcome.err.find("Markdown of more than 32 MB"), std::string::npos) << outcome.err;
}

// md4c takes time for the lines of a paragraph times its brackets; no link is lost for that.
TEST_F(CommandMarkdown, ALongParagraphIsReadToItsEnd) {
  for (const std::string before : {"", "> ", "  ", "1. x\n   "}) {
    std::string text = before;
    std::string expected;
    for (int i = 0; i < 60'000; ++i) {
      const std::string uri = "https://example.org/" + std::to_string(i);
      text += "text [a" + std::to_string(i) + "](" + uri + ") and more\n" +
              (before == "> " ? before : "");
      expected += uri + '\n';
    }
    const Outcome outcome = uris({"--from", "markdown", "-"}, text);
    EXPECT_TRUE(outcome.out == expected) << before << lines_of(outcome.out).size();
    EXPECT_EQ(outcome.err, "") << before;
    EXPECT_EQ(outcome.status, 0);
  }
}

// It reads the destination of a definition for each use of it.
TEST_F(CommandMarkdown, CodeAndQuotesAreLeftOutIfAsked) {
  write("a.md", kText + std::string("\n> https://d.example/\n"));
  EXPECT_EQ(uris({"--not-in", "code", "a.md"}).out,
            "https://a.example/\nhttp://c.org/x\nhttps://d.example/\n");
  EXPECT_EQ(uris({"--not-in", "code,blockquote", "a.md"}).out, kAsMarkdown);
  EXPECT_EQ(uris({"--jobs", "2", "--not-in", "code,blockquote", "a.md"}).out, kAsMarkdown);
  write("a.rst", "``https://b.example/`` https://a.example/\n");
  for (const std::string name : {"a.rst", "a.txt"}) {
    write("a.txt", "``https://b.example/`` https://a.example/\n");
    EXPECT_EQ(uris({"--not-in", "code", "--from", "rst", name}).out, "https://a.example/\n");
    const bool is_known = name == "a.rst";
    EXPECT_EQ(uris({"--not-in", "code", name}).out,
              is_known ? "https://a.example/\n" : "https://b.example/\nhttps://a.example/\n");
  }
  const std::string mail =
      "Received: x\nMessage-ID: <x@y>\n\n> https://b.example/\nhttps://a.example/\n";
  EXPECT_EQ(uris({"--not-in", "blockquote", "-"}, mail).out, "https://a.example/\n");
  EXPECT_EQ(uris({"--not-in", "x-code", "a.md"}).status, 2);
  EXPECT_EQ(run({"scan", "--from", "jsonl", "--not-in", "code"}, "").status, 2);
}

TEST_F(CommandMarkdown, ManyUsesOfALongDefinitionTakeLinearTime) {
  const std::string uri = "https://example.org/" + std::string(120'000, 'y');
  for (const std::string use :
       {"[a][a] ", "[a] ", "[a][] ", "![a][a] ", "[x][a] ", "\n\n> [a]\n\n"}) {
    for (const bool is_first : {true, false}) {
      std::string uses;
      while (uses.size() < 130'000) uses += use;
      const std::string definition = "\n\n[a]: " + uri + "\n\n";
      const Outcome outcome = uris({"--from", "markdown", "--max-link", "200000", "-"},
                                   is_first ? definition + uses : uses + definition);
      EXPECT_NE(outcome.out.find(uri + '\n'), std::string::npos) << use;
      EXPECT_LT(outcome.out.size(), 1'500'000u) << use;
      EXPECT_LT(outcome.processor_seconds, kSanitized ? 20 : 2) << use;
    }
  }
}

}  // namespace command_markdown_test
}  // namespace linkspan::test
