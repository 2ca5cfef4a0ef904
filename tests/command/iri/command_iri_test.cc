// SPDX-License-Identifier: Apache-2.0
// Promise: `linkspan iri` writes one line for each argument or input line; a text that is not an
// IRI has an empty line in the output and an error on standard error; no control characters of a
// text reach the terminal.

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/live_command.h"
#include "tests/support/terminal.h"

namespace linkspan::test {
namespace command_iri_test {

using namespace std::chrono_literals;
using namespace std::string_literals;

constexpr auto kPatience = 20s;  // also on a busy machine

class CommandIri : public CommandTest {
 protected:
  Outcome iri(Arguments arguments, std::string_view input = "") const {
    arguments.insert(arguments.begin(), "iri");
    return run(arguments, input);
  }
};

TEST_F(CommandIri, EachVerbPrintsItsResult) {
  const std::vector<std::pair<Arguments, std::string>> cases = {
      {{"to-uri", "https://bücher.example/über"}, "https://xn--bcher-kva.example/%C3%BCber"},
      {{"to-uri", "--host-form", "percent", "https://ü.example/"}, "https://%C3%BC.example/"},
      {{"to-uri", "--encode-forbidden", "http://h/a b"}, "http://h/a%20b"},
      {{"to-uri", "http://h/u\u0308"}, "http://h/u%CC%88"},
      {{"to-uri", "--legacy", "http://h/u\u0308"}, "http://h/%C3%BC"},
      {{"to-iri", "https://xn--bcher-kva.example/%C3%BCber"}, "https://bücher.example/über"},
      {{"minimal", "https://e.org/%C3%BC."}, "https://e.org/ü%2E"},
      {{"minimal", "--at-end", "https://e.org/%C3%BC."}, "https://e.org/ü."},
      {{"normalize", "HTTP://E.org:80/a/../b"}, "http://e.org/b"},
      {{"normalize", "--rung", "syntax", "HTTP://E.org:80/a/../b"}, "http://e.org:80/b"},
      {{"normalize", "--rung", "simple", "HTTP://E.org/a/../b"}, "HTTP://E.org/a/../b"},
      {{"compare", "http://e.org/", "http://e.org/"}, "simple"},
      {{"compare", "http://e.org/%41", "http://E.org/A"}, "syntax"},
      {{"compare", "http://e.org", "http://e.org:80/"}, "scheme"},
      {{"resolve", "http://a/b/c/d;p?q", "../g"}, "http://a/b/g"},
      {{"relativize", "http://a/b/c", "http://a/b/d"}, "d"},
      {{"display", "--bidi", "none", "http://e.org/%C3%BC"}, "http://e.org/ü"},
      {{"display", "http://e.org/"}, "\u2066http://e.org/\u2069"},
      {{"display", "--bidi", "none", "--scripts", "Latn", "http://пример.example/é"},
       "http://xn--e1afmkfd.example/é"},
  };
  for (const auto& [arguments, answer] : cases) {
    const Outcome outcome = iri(arguments);
    EXPECT_EQ(outcome.out, answer + '\n') << testing::PrintToString(arguments);
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.status, 0);
  }
}

TEST_F(CommandIri, OptionsMayPrecedeTheVerbAndOperandsMayBeSeveral) {
  EXPECT_EQ(iri({"--host-form", "percent", "to-uri", "http://ü/", "http://ö/"}).out,
            "http://%C3%BC/\nhttp://%C3%B6/\n");
  EXPECT_EQ(iri({"resolve", "http://a/b", "c", "d"}).out, "http://a/c\nhttp://a/d\n");
  EXPECT_EQ(iri({"to-iri", "--", "-x"}).out, "-x\n");
}

TEST_F(CommandIri, EachLineOfInputHasOneLineOfOutput) {
  EXPECT_EQ(iri({"to-uri"}, "http://h/ü\r\n\nhttp://h/ö").out,
            "http://h/%C3%BC\n\nhttp://h/%C3%B6\n");
  EXPECT_EQ(iri({"to-uri", "-"}, "http://h/ü\n").out, "http://h/%C3%BC\n");
  EXPECT_EQ(iri({"resolve", "http://a/b/"}, "c\n../d\n").out, "http://a/b/c\nhttp://a/d\n");
  EXPECT_EQ(iri({"resolve"}, "http://a/b\tc\nhttp://a/b  d\nhttp://a/b \n").out,
            "http://a/c\nhttp://a/d\nhttp://a/b\n");
  EXPECT_EQ(iri({"to-uri"}, "").out, "");
}

TEST_F(CommandIri, ATextThatIsNotAnIriHasAnEmptyLineAndAMessage) {
  const Outcome outcome = iri({"to-uri"}, "http://h/\nhttp://h/a b\nhttp://h/c\n");
  EXPECT_EQ(outcome.out, "http://h/\n\nhttp://h/c\n");
  EXPECT_EQ(outcome.status, 1);
  const std::vector<std::string> lines = lines_of(outcome.err);
  ASSERT_EQ(lines.size(), 3u) << outcome.err;
  EXPECT_TRUE(lines[0].starts_with("linkspan: line 2, byte 10: U+0020 ")) << lines[0];
  EXPECT_EQ(lines[1], "  http://h/a b");
  EXPECT_EQ(lines[2], "            ^");
  EXPECT_TRUE(iri({"to-uri", "a b"}).err.starts_with("linkspan: byte 1: "));
}

TEST_F(CommandIri, AnErrorShowsTheInvalidOperand) {
  const Outcome base = iri({"resolve", "b c", "d"});
  EXPECT_EQ(base.status, 1);
  EXPECT_NE(base.err.find("the base: "), std::string::npos) << base.err;
  EXPECT_NE(base.err.find("\n  b c\n"), std::string::npos) << base.err;
  EXPECT_EQ(iri({"resolve", "/relative", "d"}).status, 1);
  EXPECT_NE(iri({"resolve", "http://a/", "b c"}).err.find("\n  b c\n   ^\n"), std::string::npos);
  const Outcome one = iri({"resolve"}, "http://a/\n");
  EXPECT_EQ(one.status, 1);
  EXPECT_EQ(one.out, "\n");
  EXPECT_NE(one.err.find("line 1, byte 9: two IRIs are needed"), std::string::npos) << one.err;
}

TEST_F(CommandIri, AfterTenErrorsTheRestAreCounted) {
  std::string input;
  for (int i = 0; i < 1234; ++i) input += "a b\n";
  const Outcome outcome = iri({"to-uri"}, input);
  EXPECT_EQ(outcome.out, std::string(1234, '\n'));
  const std::vector<std::string> lines = lines_of(outcome.err);
  ASSERT_EQ(lines.size(), 31u);
  EXPECT_EQ(lines[30], "linkspan: 1,224 more are not IRIs");
}

TEST_F(CommandIri, CompareHasTheStatusOfCmp) {
  const auto compared = [this](const Arguments& arguments) {
    Arguments all = {"compare"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const Outcome outcome = iri(all);
    return std::pair(outcome.out, outcome.status);
  };
  EXPECT_EQ(compared({"http://e.org", "http://e.org/"}), std::pair("scheme\n"s, 0));
  EXPECT_EQ(compared({"http://e.org", "http://e.org/a"}), std::pair("different\n"s, 1));
  EXPECT_EQ(compared({"--rung", "syntax", "http://e.org", "http://e.org/"}),
            std::pair("different\n"s, 1));
  EXPECT_EQ(compared({"http://e.org", "http://e.org/", "http://e.org/a"}),
            std::pair("scheme\ndifferent\n"s, 1));
  EXPECT_EQ(compared({"http://e.org", "a b"}), std::pair("\n"s, 2));
  EXPECT_EQ(iri({"compare"}, "A:b\ta:b\nA:b a:c\n").out, "syntax\ndifferent\n");
}

TEST_F(CommandIri, JsonHasWarningsWithTheirPlaces) {
  const Outcome outcome = iri({"--json", "to-uri", "https://www.paypal.com@evil.example/ü"});
  EXPECT_EQ(outcome.status, 0);
  const Json object = Json::parse(outcome.out);
  EXPECT_EQ(object["input"], "https://www.paypal.com@evil.example/ü");
  EXPECT_EQ(object["output"], "https://www.paypal.com@evil.example/%C3%BC");
  ASSERT_EQ(object["warnings"].size(), 1u);
  const Json& warning = object["warnings"][0];
  EXPECT_EQ(warning["name"], "userinfo-like-host");
  EXPECT_EQ(warning["start"], 8);
  EXPECT_EQ(warning["end"], 22);
  EXPECT_FALSE(warning["message"].get<std::string>().empty());
  EXPECT_EQ(iri({"--json", "to-uri", "http://e.org/"}).out,
            "{\"input\":\"http://e.org/\",\"output\":\"http://e.org/\",\"warnings\":[]}\n");
}

TEST_F(CommandIri, JsonHasErrorsInTheirLines) {
  const Outcome outcome = iri({"--json", "to-uri"}, "a b\nc\nd\xFF\"\n");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "");
  const std::vector<std::string> lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(Json::parse(lines[0])["error"]["position"], 1);
  EXPECT_FALSE(Json::parse(lines[0]).contains("output"));
  EXPECT_EQ(Json::parse(lines[1])["output"], "c");
  EXPECT_EQ(Json::parse(lines[2])["input"], "d\uFFFD\"");
  EXPECT_EQ(Json::parse(lines[2])["error"]["position"], 1);
}

TEST_F(CommandIri, JsonOfTwoIrisHasBoth) {
  const Json resolved = Json::parse(iri({"--json", "resolve", "http://a/b", "c"}).out);
  EXPECT_EQ(resolved["input"], "c");
  EXPECT_EQ(resolved["base"], "http://a/b");
  EXPECT_EQ(resolved["output"], "http://a/c");
  const Json compared = Json::parse(iri({"--json", "compare"}, "A:b a:b\n").out);
  EXPECT_EQ(compared["with"], "A:b");
  EXPECT_EQ(compared["input"], "a:b");
  EXPECT_EQ(compared["output"], "syntax");
}

TEST_F(CommandIri, JsonOfInspectHasComponentsAndForms) {
  const Json object = Json::parse(iri({"--json", "inspect", "http://u@ü.example:80/a?#f"}).out);
  const Json& output = object["output"];
  EXPECT_EQ(output["scheme"], "http");
  EXPECT_EQ(output["userinfo"], "u");
  EXPECT_EQ(output["host"], "ü.example");
  EXPECT_EQ(output["host_kind"], "name");
  EXPECT_EQ(output["port"], "80");
  EXPECT_EQ(output["path"], "/a");
  EXPECT_EQ(output["query"], "");
  EXPECT_EQ(output["fragment"], "f");
  EXPECT_EQ(output["uri"], "http://u@xn--tda.example:80/a?#f");
  EXPECT_EQ(output["iri"], "http://u@ü.example:80/a?#f");
  EXPECT_TRUE(Json::parse(iri({"--json", "inspect", "a"}).out)["output"]["host"].is_null());
  EXPECT_EQ(iri({"--json", "inspect", "a b"}).status, 1);
}

TEST_F(CommandIri, InspectShowsComponentsOrThePlaceOfTheError) {
  const Outcome outcome = iri({"inspect", "http://h/", "a b"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(outcome.out.starts_with("  http://h/\n  └┬─┘   ┬┬\n")) << outcome.out;
  EXPECT_NE(outcome.out.find("\n\nnot an IRI, byte 1\n  a b\n   ^\n"), std::string::npos)
      << outcome.out;
  EXPECT_EQ(iri({"http://h/"}).out, iri({"inspect", "http://h/"}).out);
}

TEST_F(CommandIri, ArbitraryBytesHaveOneLineWithoutControlCharacters) {
  const std::string input = "a\0b\n\xC3\n\xED\xA0\x80\nhttp://h/\x1B]0;x\a\n"s;
  for (const char* verb : {"to-uri", "to-iri", "minimal", "normalize", "display", "inspect"}) {
    for (const char* output : {"--json", "--"}) {
      const Outcome outcome =
          iri(output == "--"s ? Arguments{verb} : Arguments{verb, output}, input);
      EXPECT_EQ(outcome.status, 1) << verb;
      EXPECT_EQ((outcome.out + outcome.err).find('\x1B'), std::string::npos) << verb;
      EXPECT_EQ((outcome.out + outcome.err).find('\0'), std::string::npos) << verb;
      if (verb != "inspect"s || output == "--json"s) {
        EXPECT_EQ(lines_of(outcome.out).size(), 4u) << verb;
      }
    }
  }
}

TEST_F(CommandIri, ALineMayBeLong) {
  const std::string path(3 << 20, 'a');
  const Outcome outcome = iri({"to-uri"}, "http://h/" + path + "ü\nhttp://h/\n");
  EXPECT_EQ(outcome.out, "http://h/" + path + "%C3%BC\nhttp://h/\n");
  const Outcome wrong = iri({"to-uri"}, "http://h/" + path + " \n");
  EXPECT_EQ(wrong.status, 1);
  EXPECT_LT(wrong.err.size(), 400u);
}

TEST_F(CommandIri, ALineOver256MebibytesHasAnEmptyLineAndAMessage) {
  std::string input(size_t{257} << 20, 'a');
  input += "\nhttp://h/\n";
  const Outcome outcome = iri({"to-uri"}, input);
  EXPECT_EQ(outcome.out, "\nhttp://h/\n");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("line 1, byte 0: the line is longer than 256 MiB"), std::string::npos);
}

TEST_F(CommandIri, EachResultIsWrittenAsSoonAsItsLineArrives) {
  for (const Arguments& arguments :
       {Arguments{"iri", "to-uri"}, Arguments{"iri", "to-iri", "--json"}}) {
    LiveCommand command(files_, arguments);
    for (int i = 0; i < 5; ++i) {
      const std::string uri = "http://h/" + std::to_string(i);
      command.write(uri + "\n");
      EXPECT_NE(command.read_until("\n", kPatience).find(uri), std::string::npos);
    }
    EXPECT_EQ(command.end(), 0);
  }
}

TEST_F(CommandIri, EndsWithoutAnErrorWhenTheOutputIsClosed) {
  LiveCommand command(files_, {"iri", "to-uri"});
  command.write("http://h/1\n");
  command.read_until("\n", kPatience);
  command.stop_reading();
  command.write("http://h/2\n");
  EXPECT_EQ(command.end(), 0);
  EXPECT_EQ(command.errors(), "");
  EXPECT_EQ(run_for_nobody({"iri", "to-uri", "http://h/"}).status, 0);
}

TEST_F(CommandIri, ReportsAFullDisk) {
  const Outcome outcome = run_with({"iri", "to-uri", "http://h/"}, "/dev/null", "/dev/full");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "linkspan: cannot write the output: No space left on device\n");
  EXPECT_EQ(run_with({"iri", "to-uri"}, "/", "/dev/null").status, 1);  // a directory
}

TEST_F(CommandIri, BidiControlsAreEscapedOnATerminal) {
  write("iris", "http://h/a\u202Eb\n");
  Terminal terminal(files_, "linkspan iri normalize --rung simple < iris", {{"TERM", "xterm"}});
  EXPECT_EQ(terminal.wait(), 0);
  EXPECT_EQ(terminal.written(), "http://h/a\\xE2\\x80\\xAEb\r\n");
  EXPECT_EQ(iri({"normalize", "--rung", "simple"}, "http://h/a\u202Eb\n").out,
            "http://h/a\u202Eb\n");  // a pipe receives the bytes
}

TEST_F(CommandIri, WrongUsageIsExplained) {
  const std::vector<std::pair<Arguments, std::string>> cases = {
      {{}, "a verb is missing: linkspan iri to-uri|to-iri|"},
      {{"to-url", "http://h/"}, "'to-url' is not known; did you mean to-uri?"},
      {{"frobnicate"}, "'frobnicate' is not known; linkspan iri can to-uri|"},
      {{"to-iri", "--rung", "syntax"}, "--rung is for linkspan iri normalize and compare"},
      {{"to-iri", "--legacy"}, "--legacy is for linkspan iri to-uri"},
      {{"normalize", "--rung", "x"}, "--rung 'x' is not known; --rung can be simple|syntax|scheme"},
      {{"display", "--scripts", "Latin"},
       "--scripts: 'Latin' is not a four-letter code of ISO 15924"},
      {{"resolve", "-", "x"}, "only the second IRI can come from standard input"},
  };
  for (const auto& [arguments, sentence] : cases) {
    const Outcome outcome = iri(arguments);
    EXPECT_EQ(outcome.status, 2) << sentence;
    EXPECT_NE(outcome.err.find(sentence), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  }
}

}  // namespace command_iri_test
}  // namespace linkspan::test
