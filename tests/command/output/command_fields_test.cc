// SPDX-License-Identifier: Apache-2.0
// Promise: `--fields` writes only the requested fields, with the same values as in whole records:
// in JSON in the order of the contract, in tsv as columns in the requested order.

#include <algorithm>
#include <sstream>

#include "tests/support/command.h"

namespace linkspan::test {
namespace command_fields_test {

class Fields : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    write("a.txt",
          "see \xF0\x9F\x98\x80 https://example.org/\xC3\xA4,\r\n<https://x.example/a\n  b> "
          "a@b.example");
    write("m.mbox",
          "From a Mon Jan  1 00:00:00 2024\nSubject: http://s.example/\n"
          "Content-Type: text/plain; format=flowed; delsp=yes\n\nhttps://example.org/long- \npath\n"
          "From b Mon Jan  1 00:00:00 2024\nSubject: b\n\nhttp://p\xD0\xB0ypal.example/\n");
  }

  std::string out(Arguments arguments) const {
    arguments.insert(arguments.begin(), "scan");
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  }

  // The expected result: members of whole records.
  std::string chosen(const std::string& records, const Arguments& fields) const {
    std::string lines;
    for (const Json& record : json_lines(records)) {
      Json kept = Json::object();
      for (const auto& [key, value] : record.items()) {
        if (std::find(fields.begin(), fields.end(), key) != fields.end()) kept[key] = value;
      }
      lines += kept.dump() + '\n';
    }
    return lines;
  }

 private:
  static std::vector<Json> json_lines(const std::string& text) {
    std::vector<Json> values;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) values.push_back(Json::parse(line));
    return values;
  }
};

const Arguments kAll = {"source",    "start",   "end",      "kind",    "form", "text",
                        "iri",       "uri",     "ended_by", "message", "part", "field",
                        "raw_start", "raw_end", "pieces",   "warnings"};

TEST_F(Fields, InJsonHaveTheValuesOfWholeRecords) {
  for (const std::string offsets : {"bytes", "utf16", "codepoints", "lines"}) {
    const Arguments run = {"--headers", "--to", "jsonl", "--offsets", offsets, "a.txt", "m.mbox"};
    const std::string whole = out(run);
    std::string all;
    for (const std::string& field : kAll) {
      Arguments one = run;
      one.insert(one.end(), {"--fields", field});
      EXPECT_EQ(out(one), chosen(whole, {field})) << field;
      all = field + (all.empty() ? "" : ",") + all;
    }
    Arguments backwards = run;
    backwards.insert(backwards.end(), {"--fields", all});
    EXPECT_EQ(out(backwards), whole);
  }
}

TEST_F(Fields, InTsvAreColumnsInTheRequestedOrder) {
  EXPECT_EQ(out({"--to", "tsv", "--fields", "uri,start,source", "--kind", "email", "a.txt"}),
            "mailto:a@b.example\t60\ta.txt\n");
  EXPECT_EQ(out({"--to", "tsv", "--fields", "pieces,message,kind", "a.txt"}),
            "\t\turl\n35-54,57-58\t\turl\n\t\temail\n");
  EXPECT_EQ(out({"--to", "tsv", "--fields", "start,end,pieces", "--offsets", "lines", "a.txt"}),
            "1:7\t1:28\t\n2:2\t3:4\t2:2-2:21,3:3-3:4\n3:6\t3:17\t\n");
  EXPECT_EQ(out({"--headers", "--to", "tsv", "--fields", "message,field,part,text", "m.mbox"}),
            "1\tSubject\t\thttp://s.example/\n1\t\t1\thttps://example.org/long-path\n"
            "2\t\t1\thttp://pаypal.example/\n");
  EXPECT_EQ(out({"-0", "--to", "tsv", "--fields", "kind", "--kind", "email", "a.txt"}),
            std::string("email\0", 6));
}

TEST_F(Fields, AreTheSameWithSeveralJobs) {
  std::string text;
  for (int line = 0; text.size() < (9u << 20); ++line) {
    text += "\xF0\x9F\x98\x80 \xC3\xA9 https://example.org/" + std::to_string(line) + " x\r\n";
  }
  write("long.txt", text);
  for (const char* to : {"jsonl", "tsv"}) {
    for (const char* offsets : {"bytes", "lines"}) {
      const Arguments one = {"--to",          to,        "--offsets", offsets, "--fields",
                             "end,uri,start", "long.txt"};
      Arguments two = one;
      two.insert(two.begin(), {"--jobs", "2"});
      EXPECT_TRUE(out(one) == out(two)) << to << ' ' << offsets;
    }
  }
}

TEST_F(Fields, InvalidRequestsAreWrongUsage) {
  const auto error = [&](Arguments arguments) {
    arguments.insert(arguments.begin(), "scan");
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2);
    return outcome.err;
  };
  EXPECT_NE(error({"--to", "tsv", "--fields", "uri,link", "a.txt"})
                .find("'link' is not known; --fields can be source|start|end|"),
            std::string::npos);
  EXPECT_NE(error({"--fields", "uri", "a.txt"}).find("is for --to jsonl, tsv, csv and parquet"),
            std::string::npos);
  EXPECT_NE(error({"--to", "tsv", "--fields", "uri,uri", "a.txt"}).find("twice"),
            std::string::npos);
  EXPECT_NE(error({"--to", "tsv", "--fields", "uri,,text", "a.txt"}).find("uri,start"),
            std::string::npos);
  EXPECT_NE(error({"--count", "--to", "tsv", "--fields", "uri", "a.txt"}).find("--count"),
            std::string::npos);
  EXPECT_NE(error({"--from", "jsonl", "--fields", "uri", "a.txt"}).find("--from jsonl"),
            std::string::npos);
}

}  // namespace command_fields_test
}  // namespace linkspan::test
