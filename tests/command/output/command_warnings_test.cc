// SPDX-License-Identifier: Apache-2.0
// Promise: for a link with a serious warning, a list and a rendered text show a warning sign and
// the real destination; JSON and TSV have the names of the warnings and the display form. Ordinary
// links have none of these.

#include <gtest/gtest.h>

#include <string>

#include "tests/support/command.h"

namespace linkspan::test {
namespace command_warnings_test {

class CommandWarnings : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    write("attacks.txt",
          "https://www.paypal.com@evil.example/login\n"
          "see www.раураl.com\n"
          "google.com∕login.evil.example\n"
          "http://0x7f.1\n"
          "https://a.example/\u202Emoc.elgoog\n"
          "[https://paypal.com](https://evil.example/x)\n");
    write("ordinary.txt", "https://example.org/über, a@b.example and www.example.org/x?y#z\n");
  }
};

TEST_F(CommandWarnings, AListShowsAWarningSignAndTheHost) {
  const std::string list =
      "1:1: https://www.paypal.com@evil.example/login  ⚠ leads to evil.example "
      "(userinfo-like-host)\n"
      "2:5: www.раураl.com  ⚠ leads to www.xn--l-7sba6dbr.com (mixed-scripts)\n"
      "3:1: google.com  ⚠ leads to google.com (lookalike-delimiter)\n"
      "4:1: http://0x7f.1  ⚠ leads to 0x7f.1 (odd-ipv4)\n"
      "5:1: https://a.example/\\xE2\\x80\\xAEmoc.elgoog  ⚠ leads to a.example (bidi-control)\n"
      "6:2: https://paypal.com\n"
      "6:22: https://evil.example/x  ⚠ leads to evil.example (text-names-other-host)\n";
  EXPECT_EQ(run({"scan", "attacks.txt"}).out, list);
  EXPECT_EQ(run({"scan", "--jobs", "2", "attacks.txt"}).out, list);
  EXPECT_EQ(run({"scan", "--unique", "attacks.txt"}).out, list);
}

TEST_F(CommandWarnings, TheWarningHasItsOwnColour) {
  const std::string coloured = run({"scan", "--color", "always", "attacks.txt"}).out;
  EXPECT_NE(coloured.find("  \x1B[31m⚠ leads to evil.example (userinfo-like-host)\x1B[m\n"),
            std::string::npos)
      << coloured;
}

TEST_F(CommandWarnings, OrdinaryLinksHaveNone) {
  EXPECT_EQ(run({"scan", "ordinary.txt"}).out,
            "1:1: https://example.org/über\n1:27: a@b.example\n1:43: www.example.org/x?y#z\n");
  for (const char* const to : {"html", "ansi"}) {
    EXPECT_EQ(run({"render", "--to", to, "ordinary.txt"}).out.find("⚠"), std::string::npos) << to;
  }
}

TEST_F(CommandWarnings, RecordsHaveTheDisplayFormAndTheirNames) {
  write("a.txt", "http://x@xn--bcher-kva.example:1/%C3%BC");
  EXPECT_TRUE(
      run({"scan", "--to", "jsonl", "a.txt"})
          .out.ends_with(R"("ended_by":"end_of_text","display":"http://x@bücher.example:1/ü",)"
                         R"("warnings":["unusual-port"]})"
                         "\n"))
      << run({"scan", "--to", "jsonl", "a.txt"}).out;
  EXPECT_EQ(run({"scan", "--to", "tsv", "--fields", "display,warnings", "a.txt"}).out,
            "http://x@bücher.example:1/ü\tunusual-port\n");
  const std::string line =
      run({"scan", "--from", "jsonl"}, "{\"id\":1,\"text\":\"https://a.example/\u202Ex\"}\n").out;
  EXPECT_NE(line.find(R"(,"warnings":["bidi-control"]}]})"), std::string::npos) << line;
}

TEST_F(CommandWarnings, RenderShowsAWarningSignAndTheHost) {
  const std::string html = run({"render", "--to", "html", "attacks.txt"}).out;
  EXPECT_NE(html.find(" title=\"⚠ leads to evil.example (userinfo-like-host)\""),
            std::string::npos);
  for (const char* const host :
       {"evil.example", "www.xn--l-7sba6dbr.com", "google.com", "0x7f.1", "a.example"}) {
    EXPECT_NE(html.find("</a> <b class=\"linkspan-destination\" dir=\"ltr\">[⚠ " +
                        std::string(host) + "]</b>"),
              std::string::npos)
        << host << '\n'
        << html;
  }
  const std::string ansi = run({"render", "--to", "ansi", "attacks.txt"}).out;
  EXPECT_NE(ansi.find(" \x1B[1m[⚠ evil.example]\x1B[22m\n"), std::string::npos) << ansi;
}

}  // namespace command_warnings_test
}  // namespace linkspan::test
