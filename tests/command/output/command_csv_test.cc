// SPDX-License-Identifier: Apache-2.0
// Promise: `--to csv` writes records of RFC 4180 after a line of names, which a parser of the RFC
// reads as the values of `--to jsonl`.

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "tests/support/command.h"

namespace linkspan::test {
namespace command_csv_test {

using Row = std::vector<std::string>;

// A strict parser of RFC 4180, section 2.
std::vector<Row> parse_csv(std::string_view text) {
  std::vector<Row> rows;
  Row row;
  while (!text.empty()) {
    std::string value;
    if (text.starts_with('"')) {
      for (size_t end = 1;;) {
        const size_t quote = text.find('"', end);
        if (quote == text.npos) throw std::runtime_error("an open quotation mark");
        value += text.substr(end, quote - end);
        end = quote + 1;
        if (end == text.size() || text[end] != '"') {
          text.remove_prefix(end);
          break;
        }
        value += '"';
        ++end;
      }
    } else {
      value = text.substr(0, text.find_first_of(",\"\r\n"));
      text.remove_prefix(value.size());
    }
    row.push_back(value);
    if (text.starts_with(',')) {
      text.remove_prefix(1);
    } else if (text.starts_with("\r\n")) {
      text.remove_prefix(2);
      rows.push_back(std::exchange(row, {}));
    } else {
      throw std::runtime_error("after a value: " + std::string(text.substr(0, 20)));
    }
  }
  return rows;
}

class Csv : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    write("a.txt",
          "see \xF0\x9F\x98\x80 https://example.org/a,b;c \xC3\xA4\n<https://x.example/a\r\n  b> "
          "a@b.example\n");
    write("m.mbox",
          "From a Mon Jan  1 00:00:00 2024\nSubject: http://s.example/\n"
          "Content-Type: text/plain; format=flowed; delsp=yes\n\nhttps://example.org/long- \npath\n"
          "From b Mon Jan  1 00:00:00 2024\nSubject: b\n\nhttps://bank.example@p.example/\n");
    write("d.html", "<a href='http://h.example/?a=\"1\"'>say \"here\", please</a>");
  }

  std::string out(Arguments arguments) const {
    arguments.insert(arguments.begin(), "scan");
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  }
  std::string csv(Arguments arguments) const {
    arguments.insert(arguments.begin(), {"--to", "csv"});
    return out(arguments);
  }
};

constexpr const char* kTitle = "source,start,end,kind,form,ended_by,text,uri\r\n";

TEST_F(Csv, HasALineOfNamesAndTheColumnsOfTsv) {
  EXPECT_EQ(
      csv({"--kind", "email", "a.txt", "m.mbox"}),
      std::string(kTitle) + "a.txt,65,76,email,address,hard,a@b.example,mailto:a@b.example\r\n");
  EXPECT_EQ(csv({"--headers", "m.mbox"}),
            std::string(kTitle) +
                "m.mbox:1/Subject,0,17,url,scheme,end_of_text,http://s.example/,"
                "http://s.example/\r\n"
                "m.mbox:1/1,0,31,url,scheme,hard,https://example.org/long-path,"
                "https://example.org/long-path\r\n"
                "m.mbox:2/1,0,31,url,scheme,hard,https://bank.example@p.example/,"
                "https://bank.example@p.example/\r\n");
}

TEST_F(Csv, HasTheLineOfNamesOnceAndAlsoWithoutLinks) {
  write("empty.txt", "");
  EXPECT_EQ(csv({"empty.txt"}), kTitle);
  EXPECT_EQ(csv({"--fields", "uri,start", "empty.txt"}), "uri,start\r\n");
  const std::string several = csv({"a.txt", "empty.txt", "d.html", "m.mbox"});
  EXPECT_EQ(several.find("source,"), 0u);
  EXPECT_EQ(several.find("source,", 1), std::string::npos);
}

TEST_F(Csv, QuotesCommasQuotationMarksAndLineBreaks) {
  EXPECT_EQ(csv({"--fields", "text,start", "a.txt"}),
            "text,start\r\n\"https://example.org/a,b;c\",9\r\n"
            "\"https://x.example/a\r\n  b\",39\r\na@b.example,65\r\n");
  EXPECT_EQ(csv({"--fields", "text,iri", "d.html"}),
            "text,iri\r\n\"say \"\"here\"\", please\",http://h.example/?a=%221%22\r\n");
  EXPECT_EQ(csv({"--fields", "uri,pieces,warnings", "a.txt", "m.mbox"}),
            "uri,pieces,warnings\r\n\"https://example.org/a,b;c\",,\r\n"
            "https://x.example/ab,\"39-58,62-63\",\r\nmailto:a@b.example,,\r\n"
            "https://example.org/long-path,\"0-25,27-31\",\r\n"
            "https://bank.example@p.example/,,userinfo-like-host\r\n");
}

TEST_F(Csv, WritesNamesOfFilesThatNoTerminalShouldSee) {
  write("a, \"b\"\x1B[31m\n.txt", "https://example.org/");
  const std::vector<Row> rows = parse_csv(csv({"--fields", "source", "."}));
  EXPECT_NE(std::find(rows.begin(), rows.end(), Row{"./a, \"b\"\\x1B[31m\n.txt"}), rows.end());
}

TEST_F(Csv, HasTheValuesOfJsonLines) {
  const std::string names = "source,kind,form,text,iri,uri,ended_by,part,field";
  const Arguments inputs = {"--headers", "--fields", names, "a.txt", "d.html", "m.mbox"};
  const std::vector<Row> rows = parse_csv(csv(inputs));
  Arguments as_json = inputs;
  as_json.insert(as_json.begin(), {"--to", "jsonl"});
  std::istringstream lines(out(as_json));
  size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    const Json record = Json::parse(line);
    ASSERT_LT(++number, rows.size());
    for (size_t i = 0; i < rows[0].size(); ++i) {
      EXPECT_EQ(rows[number].at(i), record.value(rows[0][i], "")) << rows[0][i];
    }
  }
  EXPECT_EQ(rows.size(), number + 1);
  EXPECT_GT(number, 5u);
}

TEST_F(Csv, HasOffsetsInAllUnits) {
  EXPECT_EQ(csv({"--fields", "start,end", "--kind", "email", "--offsets", "utf16", "a.txt"}),
            "start,end\r\n62,73\r\n");
  EXPECT_EQ(csv({"--fields", "start,pieces", "--offsets", "lines", "a.txt"}),
            "start,pieces\r\n1:7,\r\n2:2,\"2:2-2:21,3:3-3:4\"\r\n3:6,\r\n");
}

TEST_F(Csv, CountsLinks) {
  write("b.txt", "http://b.example/,c http://a.example/ http://b.example/,c");
  EXPECT_EQ(csv({"--count", "b.txt"}),
            "count,uri\r\n2,\"http://b.example/,c\"\r\n1,http://a.example/\r\n");
  EXPECT_EQ(csv({"--unique", "--fields", "uri", "b.txt"}),
            "uri\r\n\"http://b.example/,c\"\r\nhttp://a.example/\r\n");
}

TEST_F(Csv, IsTheSameWithSeveralJobs) {
  std::string text;
  for (int line = 0; text.size() < (9u << 20); ++line) {
    text += "\xC3\xA9 https://example.org/" + std::to_string(line) + ",1 x\r\n";
  }
  write("long.txt", text);
  for (const char* offsets : {"bytes", "lines"}) {
    EXPECT_TRUE(csv({"--offsets", offsets, "long.txt", "a.txt"}) ==
                csv({"--offsets", offsets, "--jobs", "2", "long.txt", "a.txt"}))
        << offsets;
  }
}

TEST_F(Csv, IsWrittenInPartsThatHaveTheLineOfNames) {
  out({"--to", "csv", "--output", "parts", "a.txt", "d.html"});
  std::ifstream part(files_ / "parts/part-000000.csv", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(part), {}};
  EXPECT_EQ(text, csv({"a.txt", "d.html"}));
  std::ifstream manifest(files_ / "parts/manifest.jsonl");
  std::string line;
  std::getline(manifest, line);
  std::getline(manifest, line);
  EXPECT_EQ(Json::parse(line).at("links"), parse_csv(text).size() - 1);
}

TEST_F(Csv, IsRefusedWhereItWouldNotBeCsv) {
  const auto error = [&](Arguments arguments) {
    arguments.insert(arguments.begin(), {"scan", "--to", "csv"});
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2);
    return outcome.err;
  };
  EXPECT_NE(error({"-0", "a.txt"}).find("-0 is not for --to csv"), std::string::npos);
  EXPECT_NE(error({"-H", "a.txt"}).find("-H and -h are for list, uri, iri and text"),
            std::string::npos);
  EXPECT_NE(error({"--stats", "a.txt"}).find("--stats is a table with --to list"),
            std::string::npos);
  EXPECT_NE(error({"--from", "jsonl", "a.txt"}).find("--from jsonl"), std::string::npos);
  EXPECT_NE(error({"--color", "always", "a.txt"}).find("--color"), std::string::npos);
}

}  // namespace command_csv_test
}  // namespace linkspan::test
