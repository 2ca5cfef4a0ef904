// SPDX-License-Identifier: Apache-2.0
// Promise: `--from jsonl` writes the results of all lines in order, for any number of jobs, from a
// file, a pipe or compressed input, and each result as soon as its line has arrived.

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "tests/support/command.h"

namespace linkspan::test {
namespace command_jsonl_test {

class CommandJsonl : public CommandTest {
 protected:
  // Lines of all kinds, more than a worker gets at a time.
  static std::string lines(size_t count) {
    std::string text;
    for (size_t i = 0; i < count; ++i) {
      const std::string number = std::to_string(i);
      switch (i % 97) {
        case 13:
          text += "not JSON\n";
          break;
        case 29:
          text += "{\"id\":" + number + "}\n";
          break;
        case 31:
          text += "\n";
          break;
        case 43:
          text += "{\"id\":" + number + ".50,\"text\":\"\\ud83d a@example.org\"}\r\n";
          break;
        default:
          text += "{\"id\":" + number + ",\"text\":\"line " + number +
                  " é of https://example.org/" + number + " and www.example.org\",\"more\":[{}]}\n";
      }
    }
    return text;
  }

  void run_in_shell(const std::string& command) const {
    EXPECT_EQ(std::system(("cd '" + files_.string() + "' && " + command).c_str()), 0);
  }
};

TEST_F(CommandJsonl, SeveralJobsWriteResultsInOrder) {
  const std::string text = lines(60000);  // 6 MB: three parts
  write("a.jsonl", text);
  write("small.jsonl", lines(100));
  write("unended.jsonl", "{\"text\":\"https://a.example/\"}");
  write("empty.jsonl", "");
  for (const char* unit : {"bytes", "utf16"}) {
    const Arguments arguments = {"--from",      "jsonl",         "--offsets",   unit,     "a.jsonl",
                                 "small.jsonl", "unended.jsonl", "empty.jsonl", "a.jsonl"};
    const Outcome one = scan(arguments);
    EXPECT_EQ(one.status, 1);
    EXPECT_EQ(lines_of(one.out).size(), 120101u);
    for (const char* jobs : {"2", "3"}) {
      Arguments several = arguments;
      several.insert(several.end(), {"--jobs", jobs});
      const Outcome outcome = scan(several);
      EXPECT_EQ(outcome.status, 1);
      EXPECT_EQ(outcome.err, one.err);
      EXPECT_TRUE(outcome.out == one.out) << jobs << " jobs, " << unit;
    }
  }
}

TEST_F(CommandJsonl, StandardInputMayBeAFileOrAPipe) {
  const std::string text = lines(60000);
  const Outcome one = scan({"--from", "jsonl"}, text);
  EXPECT_TRUE(scan({"--from", "jsonl", "--jobs", "2"}, text).out == one.out);
  write("a.jsonl", text);
  const std::string program = std::string(LINKSPAN_BIN_DIR) + "/linkspan";
  for (const std::string jobs : {"1", "2"}) {
    run_in_shell("cat a.jsonl | { '" + program + "' scan --from jsonl --jobs " + jobs +
                 " || test $? = 1; } > piped" + jobs);
    EXPECT_TRUE(read_file(files_ / ("piped" + jobs)) == one.out) << jobs;
  }
}

TEST_F(CommandJsonl, TheInputMayBeCompressed) {
  const std::string text = lines(60000);
  write("a.jsonl", text);
  const Outcome plain = scan({"--from", "jsonl", "a.jsonl"});
  run_in_shell("gzip -1 -k a.jsonl");
  for (const char* jobs : {"1", "2"}) {
    const Outcome outcome = scan({"--from", "jsonl", "--jobs", jobs, "a.jsonl.gz"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_TRUE(outcome.out == plain.out) << jobs;
  }
  // Cut in the middle: the lines before the cut have results, the others are missing.
  run_in_shell("head -c 300000 a.jsonl.gz > cut.gz");
  const Outcome cut = scan({"--from", "jsonl", "cut.gz"});
  EXPECT_EQ(cut.status, 1);
  EXPECT_NE(cut.err.find("cut.gz: the gzip data end too early"), std::string::npos) << cut.err;
  EXPECT_GT(lines_of(cut.out).size(), 1000u);
}

TEST_F(CommandJsonl, EachResultIsWrittenAtOnce) {
  for (const char* jobs : {"1", "2"}) {
    Pipe in, out;
    const int err = open_stream("stderr", O_WRONLY | O_TRUNC);
    Process process(files_, {"scan", "--from", "jsonl", "--jobs", jobs}, in.read_end, out.write_end,
                    err);
    out.close_write_end();
    for (int i = 0; i < 3; ++i) {
      const std::string request = "{\"text\":\"a@example.org\"}\n";
      ASSERT_EQ(::write(in.write_end, request.data(), request.size()),
                static_cast<ssize_t>(request.size()));
      pollfd answer{out.read_end, POLLIN, 0};
      ASSERT_EQ(poll(&answer, 1, 10000), 1) << jobs << " jobs, line " << i;
      char bytes[4096];
      const ssize_t got = read(out.read_end, bytes, sizeof(bytes));
      ASSERT_GT(got, 0);
      EXPECT_EQ(bytes[got - 1], '\n');
    }
    in.close_write_end();
    EXPECT_EQ(process.wait(), 0);
    close(err);
  }
}

TEST_F(CommandJsonl, FieldsMayHaveOtherNames) {
  const std::string line =
      R"({"id":1,"text":"https://a.example","key":"k","body":"https://b.example"})";
  for (const char* jobs : {"1", "2"}) {
    const Outcome outcome =
        scan({"--from", "jsonl", "--id-field", "key", "--text-field", "body", "--jobs", jobs},
             line + "\n{\"text\":\"\"}\n");
    const std::vector<std::string> answers = lines_of(outcome.out);
    ASSERT_EQ(answers.size(), 2u);
    EXPECT_TRUE(answers[0].starts_with(R"({"id":"k","links":[{"start":0,)")) << answers[0];
    EXPECT_NE(answers[0].find(R"("text":"https://b.example")"), std::string::npos);
    EXPECT_EQ(answers[1], R"({"id":null,"error":"line 2: there is no \"body\""})");
    EXPECT_EQ(outcome.status, 1);
  }
}

TEST_F(CommandJsonl, FieldNamesRequireJsonLinesAndMustDiffer) {
  const Outcome text = scan({"--id-field", "key", "a.txt"});
  EXPECT_EQ(text.status, 2);
  EXPECT_NE(text.err.find("--id-field names a member of JSON lines; say --from jsonl"),
            std::string::npos);
  const Outcome same = scan({"--from", "jsonl", "--id-field", "text"});
  EXPECT_EQ(same.status, 2);
  EXPECT_NE(same.err.find("name two members"), std::string::npos);
}

TEST_F(CommandJsonl, ProgressIsShownOnRequest) {
  write("a.jsonl", lines(1000));
  const Outcome outcome = scan({"--from", "jsonl", "--progress", "a.jsonl"});
  EXPECT_NE(outcome.err.find("100 %"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("links"), std::string::npos) << outcome.err;
}

}  // namespace command_jsonl_test
}  // namespace linkspan::test
