// SPDX-License-Identifier: Apache-2.0
// Promise: what users of grep, ripgrep and the like type works, or the message says what to type;
// each word and each example of --help is accepted.

#include <cstdlib>
#include <regex>
#include <set>
#include <sstream>

#include "tests/support/command.h"

namespace linkspan::test {
namespace command_habits_test {

class Habits : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    write("a.txt", "see https://a.example/ and b@c.example\n");
  }

  std::string out(const Arguments& arguments) const { return run(arguments).out; }

  void expect_message(const Arguments& arguments, const std::string& message) const {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << message;
    EXPECT_EQ(outcome.out, "") << message;
    EXPECT_NE(outcome.err.find(message), std::string::npos)
        << outcome.err << "does not say: " << message;
  }
};

TEST_F(Habits, OptionsOfGrepWork) {
  EXPECT_EQ(out({"--json", "a.txt"}), out({"--to", "jsonl", "a.txt"}));
  EXPECT_EQ(out({"--only-matching", "a.txt"}), "https://a.example/\nb@c.example\n");
  EXPECT_EQ(out({"-rn", "."}), out({"."}));
  EXPECT_EQ(out({"-rin", "--recursive", "--line-number", "--ignore-case", "a.txt"}),
            out({"a.txt"}));
  EXPECT_EQ(out({"-nc", "a.txt"}), "2\n");
  EXPECT_EQ(out({"-om1", "a.txt"}), "https://a.example/\n");
  EXPECT_EQ(out({"-o", "-m=1", "a.txt"}), "https://a.example/\n");
  EXPECT_EQ(out({"render", "-r", "a.txt"}), out({"render", "a.txt"}));
}

TEST_F(Habits, AnUnknownOptionSaysWhatToType) {
  struct Typed {
    Arguments arguments;
    const char* message;
  };
  for (const Typed& typed : {
           Typed{{"--email", "a.txt"}, "there is no option --email; did you mean --kind email?"},
           Typed{{"--emails", "a.txt"}, "did you mean --kind email?"},
           Typed{{"pick", "--email", "a.txt"}, "did you mean --kind email?"},
           Typed{{"--mbox", "a.txt"}, "did you mean --from mbox?"},
           Typed{{"--tsv", "a.txt"}, "did you mean --from tsv or --to tsv?"},
           Typed{{"--jsonl", "a.txt"}, "did you mean --from jsonl or --to jsonl?"},
           Typed{{"--code", "a.txt"}, "did you mean --profile code?"},
           Typed{{"-json", "a.txt"}, "there is no option -json; did you mean --json?"},
           Typed{{"-unique", "a.txt"}, "did you mean --unique?"},
           Typed{{"--max", "3", "a.txt"}, "did you mean --max-link?"},
           Typed{{"--max_count", "3", "a.txt"}, "did you mean --max-count?"},
           Typed{{"-u", "a.txt"}, "for each link once, say --unique"},
           Typed{{"-v", "a.txt"}, "say --exclude-host GLOB"},
           Typed{{"-rv", "."}, "there is no option -v; to leave out links"},
           Typed{{"-e", "http", "a.txt"}, "links are found without a pattern"},
           Typed{{"-g", "*.md", "."}, "say --include '*.md'"},
           Typed{{"-j", "2", "a.txt"}, "say --jobs N"},
           Typed{{"--hidden", "."}, "whose names start with a dot are read anyway"},
           Typed{{"--page", "a.txt"}, "there is no option --page; linkspan render has it"},
           Typed{{"render", "--unique", "a.txt"}, "linkspan scan has it"},
           Typed{{"iri", "--json=1"}, "--json takes no value"},
           Typed{{"-o", "--json", "a.txt"}, "-o is --to text; which?"},
           Typed{{"--json", "--to", "tsv", "a.txt"}, "--json is --to jsonl; which?"},
           Typed{{"-on", "a.txt"}, "-n is for --to list"},
           Typed{{"-n", "--json", "a.txt"}, "say --offsets lines"},
           Typed{{"--html", "page.html"}, "or did you mean --from html?"},
           Typed{{"a.txt", "--html"}, "or did you mean --from html?"},
           Typed{{"render", "--html=page"}, "or did you mean --from html or --to html?"},
       }) {
    expect_message(typed.arguments, typed.message);
  }
}

TEST_F(Habits, AHostThatCannotMatchSaysWhatToType) {
  struct Typed {
    const char* glob;
    const char* message;
  };
  for (const Typed& typed : {
           Typed{"!a.example", "to leave out links to a host, say --exclude-host 'a.example'"},
           Typed{"b.example,!a.example", "say --exclude-host 'a.example'"},
           Typed{"-a.example", "say --exclude-host 'a.example'"},
           Typed{"https://a.example/x", "is not a host; say --host 'a.example'"},
           Typed{"a.example/x", "say --host 'a.example'"},
           Typed{"a.example:80", "say --host 'a.example'"},
           Typed{"me@a.example", "say --host 'a.example'"},
           Typed{".example", "say --host '*.example'"},
           Typed{"::1", "say --host '[::1]'"},
           Typed{"a.example, b.example", "has a space in it"},
       }) {
    expect_message({"--host", typed.glob, "a.txt"}, typed.message);
  }
  expect_message({"--exclude-host", "!a.example", "a.txt"}, "say --host 'a.example'");
  expect_message({"--exclude-host", "a.example", "--from", "jsonl"}, "is not for --from jsonl");
}

TEST_F(Habits, AnExclamationMarkSaysWhatToType) {
  expect_message({"--include", "!*.md", "."}, "to skip files, say --exclude '*.md'");
  expect_message({"--schemes", "!ftp", "a.txt"}, "to remove a name, write -ftp");
  expect_message({"--tlds", "+corp,!zip", "a.txt"}, "to remove a name, write -zip");
  expect_message({"--kind", "!email", "a.txt"}, "--kind can be url|email|custom");
  write("d/a.md", "https://a.example/");
  write("d/b.md", "https://b.example/");
  EXPECT_EQ(out({"-oh", "--include", "*.md", "--include", "!b.md", "d"}), "https://a.example/\n");
  EXPECT_EQ(out({"-oh", "--exclude", "*.md", "--exclude", "!b.md", "d"}), "https://b.example/\n");
}

TEST_F(Habits, HostsAreExcluded) {
  const std::string text =
      "https://a.example/ https://sub.a.example/ b@A.example https://bücher.example/ urn:isbn:0";
  const auto kept = [&](Arguments options) {
    options.insert(options.begin(), {"--to", "text", "--schemes", "+urn"});
    return lines_of(run(options, text).out);
  };
  EXPECT_EQ(kept({}).size(), 5u);
  EXPECT_EQ(kept({"--exclude-host", "a.example"}),
            (Arguments{"https://sub.a.example/", "https://bücher.example/", "urn:isbn:0"}));
  EXPECT_EQ(kept({"--exclude-host", "*a.example,XN--bcher-kva.example"}), Arguments{"urn:isbn:0"});
  EXPECT_EQ(kept({"--host", "*.example", "--exclude-host", "*.a.example"}),
            (Arguments{"https://a.example/", "b@A.example", "https://bücher.example/"}));
}

// --- what help says

TEST_F(Habits, ShortHelpHasOneLineOfEachOption) {
  for (const char* command : {"scan", "render", "pick", "explain", "iri", "lsp"}) {
    for (const std::string& line : lines_of(out({command, "-h"}))) {
      const bool is_about_option = line.starts_with("  -") || line.starts_with("      ");
      const bool has_words = line.find('|') != std::string::npos;
      if (!is_about_option || has_words) continue;
      EXPECT_LE(line.size(), 80u) << line;
    }
  }
}

TEST_F(Habits, EachWordOfAnOptionIsAccepted) {
  static const std::regex option(R"(^  (?:-\w, )?(--[a-z-]+) ([a-z0-9:]+(?:\|[a-z0-9:]+)+)$)");
  write("page.html", "<p>a.example");
  int tried = 0;
  for (const std::string command : {"scan", "render", "pick", "explain"}) {
    for (const std::string& line : lines_of(out({command, "--help"}))) {
      std::smatch match;
      if (!std::regex_match(line, match, option)) continue;
      std::istringstream words(match[2].str());
      for (std::string word; std::getline(words, word, '|');) {
        if (command == "explain" && word == "auto") continue;
        std::vector<std::string> arguments = {command, match[1], word, "a.txt"};
        if (match[1] == "--compress" || word == "parquet") {
          arguments.insert(arguments.end(), {"--output=" + word + match[1].str()});
        }
        if (match[1] == "--phone-leniency") arguments.insert(arguments.end(), {"--phones"});
        const Outcome outcome = run(arguments);
        EXPECT_NE(outcome.status, 2) << command << ' ' << match[1] << ' ' << word << outcome.err;
        ++tried;
      }
      const Outcome outcome = run({command, match[1], "no-such-word", "a.txt"});
      EXPECT_EQ(outcome.status, 2) << match[1];
      EXPECT_NE(outcome.err.find("can be " + match[2].str()), std::string::npos) << outcome.err;
    }
  }
  EXPECT_GE(tried, 70);
}

TEST_F(Habits, EachExampleOfAnOptionIsAccepted) {
  std::filesystem::copy(source_dir() / "tests/data/command_tasks", files_,
                        std::filesystem::copy_options::recursive);
  std::set<std::string> examples;
  for (const std::string& line : lines_of(out({"--help"}))) {
    const size_t at = line.find("      Example: ");
    if (at == 0) examples.insert(line.substr(15));
  }
  EXPECT_GE(examples.size(), 25u);
  for (const std::string& example : examples) {
    if (example.find("pick") != std::string::npos) continue;  // needs a terminal
    write("example.sh", "set -o pipefail\n" + example + "\n");
    const std::string command = "cd '" + files_.string() +
                                "' && mkdir -p mails notes docs && PATH='" + LINKSPAN_BIN_DIR +
                                "':$PATH bash example.sh > /dev/null 2> err";
    EXPECT_NE(WEXITSTATUS(std::system(command.c_str())), 2) << example << '\n'
                                                            << read_file(files_ / "err");
  }
}

}  // namespace command_habits_test
}  // namespace linkspan::test
