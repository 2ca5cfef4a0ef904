// SPDX-License-Identifier: Apache-2.0
// Promise: `linkspan render` shows the destinations of links, makes only safe and requested links
// clickable, and keeps colours on request.

#include <gtest/gtest.h>

#include <string>

#include "tests/support/command.h"

namespace linkspan::test {
namespace command_render_test {

class CommandRender : public CommandTest {
 protected:
  std::string ansi(Arguments arguments, std::string_view text) const {
    arguments.insert(arguments.begin(), {"render", "--to", "ansi"});
    const Outcome outcome = run(arguments, text);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  }
  std::string html(Arguments arguments, std::string_view text) const {
    arguments.insert(arguments.begin(), {"render", "--to", "html"});
    const Outcome outcome = run(arguments, text);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  }
  // The error message for wrong arguments.
  std::string wrong(const Arguments& arguments) const {
    const Outcome outcome = run(arguments, "x");
    EXPECT_EQ(outcome.status, 2);
    return outcome.err;
  }
};

std::string linked(const std::string& uri, const std::string& text, const std::string& id = "1") {
  return "\x1B]8;id=" + id + ";" + uri + "\x1B\\\x1B[4m" + text + "\x1B[24m\x1B]8;;\x1B\\";
}

TEST_F(CommandRender, KeepsColoursButNoOtherEscapeSequencesOnRequest) {
  EXPECT_EQ(ansi({"--keep-sgr"}, "a \x1B[01;31m\x1B[Khttps://e.org/\x1B[m\x1B[Kx\x1B[2J\x1B[8m\n"),
            "a \x1B[01;31m" + linked("https://e.org/x", "https://e.org/") + "\x1B[m" +
                linked("https://e.org/x", "x") + "\u241B[2J\u241B[8m\n\x1B[m");
  EXPECT_EQ(ansi({}, "\x1B[31mred\n"), "\u241B[31mred\n");
  EXPECT_NE(wrong({"render", "--to", "html", "--keep-sgr"}).find("--keep-sgr is for --to ansi"),
            std::string::npos);
}

TEST_F(CommandRender, WritesHtmlForInlineUse) {
  EXPECT_EQ(run({"render", "--to", "html", "--inline", "--shorten", "20", "-"},
                "a < https://example.org/a/b/c")
                .out,
            "a &lt; <a dir=\"ltr\" href=\"https://example.org/a/b/c\" "
            "title=\"https://example.org/a/b/c\" rel=\"noopener noreferrer\">"
            "https://example.org…</a>");
  for (const Arguments& wrong : {Arguments{"--inline", "--page"}, Arguments{"--shorten", "0"},
                                 Arguments{"--to", "ansi", "--inline"}}) {
    Arguments all = {"render", "-"};
    all.insert(all.end(), wrong.begin(), wrong.end());
    EXPECT_EQ(run(all, "x").status, 2) << wrong[0];
  }
}

TEST_F(CommandRender, WritesTheLinksOfAPageIntoIt) {
  const std::string page = "<!DOCTYPE html>\r\n<p>e.example.org <code>www.f.example</code>\n";
  const std::string link =
      "<a dir=\"ltr\" href=\"http://e.example.org\" "
      "rel=\"noopener noreferrer\">e.example.org</a>";
  write("a.html", page);
  EXPECT_EQ(run({"render", "--keep-html", "--not-in", "code", "a.html"}).out,
            "<!DOCTYPE html>\r\n<p>" + link + " <code>www.f.example</code>\n");
  EXPECT_EQ(run({"render", "--keep-html", "missing.html"}).status, 1);
  EXPECT_EQ(run({"render", "--keep-html", "--charset", "utf-7", "a.html"}).status, 1);
  EXPECT_EQ(run({"render", "--keep-html", "--not-in", "x-code", "a.html"}).status, 2);
  for (const Arguments& wrong :
       {Arguments{"a.html", "a.html"}, Arguments{"--inline", "a.html"}, Arguments{"--from", "text"},
        Arguments{"--to", "markdown", "a.html"}}) {
    Arguments all = {"render", "--keep-html"};
    all.insert(all.end(), wrong.begin(), wrong.end());
    EXPECT_EQ(run(all, "x").status, 2) << wrong[0];
  }
  const std::string shown = run({"render", "--inline", "--not-in", "code", "a.html"}).out;
  EXPECT_NE(shown.find(">e.example.org</a> www.f.example"), std::string::npos) << shown;
}

TEST_F(CommandRender, MakesRequestedSchemesClickable) {
  const std::string text = "steam://run/1 ftp://e.org/ https://e.org/\n";
  EXPECT_EQ(ansi({}, text), "steam://run/1 " + linked("ftp://e.org/", "ftp://e.org/", "2") + " " +
                                linked("https://e.org/", "https://e.org/", "3") + "\n");
  EXPECT_EQ(ansi({"--open-schemes", "+Steam,-ftp"}, text),
            linked("steam://run/1", "steam://run/1") + " ftp://e.org/ " +
                linked("https://e.org/", "https://e.org/", "3") + "\n");
  const std::string page = html({"--open-schemes", "steam"}, text);
  EXPECT_NE(page.find("<a dir=\"ltr\" href=\"steam://run/1\""), std::string::npos) << page;
  EXPECT_EQ(page.find("href=\"https:"), std::string::npos) << page;
}

TEST_F(CommandRender, RejectsSchemesThatExecuteCode) {
  for (const std::string name : {"javascript", "DATA", "vbscript", "blob", "view-source"}) {
    for (const char* sign : {"+", ""}) {
      const std::string said = wrong({"render", "--open-schemes", sign + name});
      EXPECT_NE(said.find("is never opened: what follows it would be run"), std::string::npos)
          << said;
    }
  }
  EXPECT_NE(wrong({"render", "--open-schemes", "+a b"}).find("is not the name of a scheme"),
            std::string::npos);
  EXPECT_NE(wrong({"render", "--open-schemes", "+a,,b"}).find("--open-schemes"), std::string::npos);
  EXPECT_EQ(run({"render", "--open-schemes", "-javascript"}, "x").status, 0);
}

TEST_F(CommandRender, BareHostsGetTheDefaultScheme) {
  const std::string text = "e.org/start www.e.org a@e.org http://e.org/\n";
  EXPECT_EQ(scan({"--to", "uri", "--default-scheme", "https"}, text).out,
            "https://e.org/start\nhttps://www.e.org\nmailto:a@e.org\nhttp://e.org/\n");
  EXPECT_EQ(scan({"--to", "uri"}, "e.org/start\n").out, "http://e.org/start\n");
  EXPECT_EQ(ansi({"--default-scheme", "https"}, "e.org/start\n"),
            linked("https://e.org/start", "e.org/start") + "\n");
  EXPECT_NE(scan({"--from", "jsonl", "--default-scheme", "https"}, "{\"text\":\"e.org/b\"}\n")
                .out.find("https://e.org/b"),
            std::string::npos);
  EXPECT_NE(wrong({"scan", "--default-scheme", "ftp"}).find("--default-scheme can be http|https"),
            std::string::npos);
}

std::string in_bold(const std::string& host) { return " \x1B[1m[" + host + "]\x1B[22m"; }

TEST_F(CommandRender, ShowsTheHostIfTheTextDoesNotShowIt) {
  const Arguments show = {"--show-destination"};
  EXPECT_EQ(ansi(show, "https://fa\u00DF.de/x, ok\n"),
            linked("https://xn--fa-hia.de/x", "https://fa\u00DF.de/x") + in_bold("xn--fa-hia.de") +
                ", ok\n");
  EXPECT_EQ(ansi(show, "https://bank.example@evil.example/\n"),
            linked("https://bank.example@evil.example/", "https://bank.example@evil.example/") +
                in_bold("⚠ evil.example") + "\n");
  // The host is readable in the text, in whatever script. `ß`, above, has a warning.
  for (const std::string text :
       {"https://Example.org/", "example.org/b", "a@example.org", "https://b\u00FCcher.example/x",
        "a@b\u00FCcher.example", "https://\u4F8B\u3048.\u30C6\u30B9\u30C8/",
        "http://\u043F\u0440\u0438\u043C\u0435\u0440.\u0440\u0444/"}) {
    EXPECT_EQ(ansi(show, text + "\n").find("[1m"), std::string::npos) << text;
  }
  // Not with a warning, even if it is not serious: `ß` was another host once.
  EXPECT_NE(ansi(show, "https://fa\u00DF.de/\n").find(in_bold("xn--fa-hia.de")), std::string::npos);
  EXPECT_NE(ansi(show, "https://p\u0430ypal.com/\n").find(in_bold("\u26A0 xn--pypal-4ve.com")),
            std::string::npos);
  // The text of an anchor of HTML is not its host.
  write("a.html", "<a href='https://b\u00FCcher.example/'>\u00FCber uns und alle B\u00FCcher</a>");
  EXPECT_NE(run({"render", "--to", "ansi", "--show-destination", "a.html"})
                .out.find(in_bold("xn--bcher-kva.example")),
            std::string::npos);
  // A host over two lines is not readable.
  const std::string wrapped =
      ansi({"--show-destination", "--lines", "delsp"}, "https://bank.example \n.evil.example/x\n");
  EXPECT_NE(wrapped.find(in_bold("bank.example.evil.example") + "\n"), std::string::npos);
  EXPECT_EQ(wrapped.find(in_bold("bank.example.evil.example")),
            wrapped.rfind(in_bold("bank.example.evil.example")))
      << "once, after the last piece";
  EXPECT_NE(html(show, "https://fa\u00DF.de/\n")
                .find("</a> <b class=\"linkspan-destination\" dir=\"ltr\">"
                      "[xn--fa-hia.de]</b>\n"),
            std::string::npos);
  EXPECT_EQ(ansi({}, "https://fa\u00DF.de/\n").find("[1m"), std::string::npos);
}

// A link in two pieces is not a link over two lines.
TEST_F(CommandRender, AColourInALinkHidesNoHost) {
  const Arguments show = {"--show-destination", "--keep-sgr", "--from", "text"};
  const std::string red = "\x1B[31m", end = "\x1B[m";
  for (const std::string& text :
       {red + "https://exa" + end + "mple.org/a", "https://example.org/" + red + "a" + end,
        red + "https://example.org" + end + "/a", "a@exa" + red + "mple.org" + end,
        "https://" + red + "example" + end + ".org/" + red + "b" + end,
        red + "example.org/a" + end + "b"}) {
    const std::string shown = ansi(show, text + " z\n");
    EXPECT_EQ(shown.find("[example.org]"), std::string::npos) << shown;
    EXPECT_NE(shown.find("\x1B]8;"), std::string::npos) << shown;
  }
  // Over two lines it is hidden, with or without a colour.
  for (const std::string& text :
       {std::string("https://exa \nmple.org/a"), "https://exa" + end + " \nmple.org/a"}) {
    Arguments lines = show;
    lines.insert(lines.end(), {"--lines", "delsp"});
    EXPECT_NE(ansi(lines, text + "\n").find("[example.org]"), std::string::npos) << text;
  }
}

// --- the size of the output

std::string repeated_to(std::string_view part, size_t size) {
  std::string text;
  while (text.size() < size) text += part;
  return text;
}

// Inputs whose output may be much larger than they are.
std::string hostile_input(int shape, size_t size) {
  switch (shape) {
    case 0:  // one link in pieces
      return "<https://e.example/" + repeated_to("a\n", size) + ">\n";
    case 1:  // one destination, in pieces
      return "<!DOCTYPE html><a href=\"https://e.example/" + repeated_to("a", size / 2) + "\">" +
             repeated_to("x<br>", size / 2) + "</a>";
    case 2:
      return repeated_to("t.co ", size);
    case 3:  // with warnings
      return repeated_to("http://p\u0430ypal.com ", size);
    case 4:
      return repeated_to("http://a@\u0430a.de:81 ", size);
    case 5:
      return repeated_to("\"'&<\x01", size);
    case 6:
      return repeated_to("e.de/\u0E01 ", size);
    case 7:  // a link of one line for each character
      return "https://e.example/" + repeated_to("a\x1B[m", size);
    default:
      return "<!DOCTYPE html>" + repeated_to("<a href='https://e.de/a&amp;b'>x<br>y</a>", size);
  }
}

TEST_F(CommandRender, TheOutputIsAtMostFortyTimesTheInput) {
  const std::vector<Arguments> forms = {{"render", "--to", "html"},
                                        {"render", "--to", "html", "--show-destination"},
                                        {"render", "--to", "ansi"},
                                        {"render", "--to", "ansi", "--keep-sgr"},
                                        {"render", "--to", "markdown"},
                                        {"scan", "--to", "jsonl"},
                                        {"scan", "--to", "jsonl", "--offsets", "lines"},
                                        {"scan", "--to", "tsv"},
                                        {"scan", "--to", "list"},
                                        {"scan", "--to", "list", "--color", "always"},
                                        {"scan", "--to", "uri"},
                                        {"scan", "--to", "text"},
                                        {"scan", "--count"}};
  for (int shape = 0; shape <= 8; ++shape) {
    const std::string input = hostile_input(shape, 60'000);
    write("in", input);
    for (Arguments form : forms) {
      form.push_back("in");
      const Outcome outcome = run(form);
      std::string words;
      for (const std::string& word : form) words += word + ' ';
      EXPECT_LE(outcome.out.size(), 40 * input.size() + 4096)
          << words << shape << ": " << outcome.out.size() / input.size();
      EXPECT_EQ(outcome.status, 0) << words << shape << outcome.err;
    }
  }
}

}  // namespace command_render_test
}  // namespace linkspan::test
