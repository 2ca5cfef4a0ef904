// SPDX-License-Identifier: Apache-2.0
// Promise: the text parts of real mail are found, with their labels and all their bytes; where
// another parser has a different result, the reason is recorded.
//
// Every message of the public test data is read. Python's email package is the other parser, and
// tests/data/mail_parts.tsv has its results (tests/data/make_mail_parts.py writes it):
//
//   =  eml/a/b.eml  1.2  koi8-r  base64  120  8f1d…           both find this part
//   -  eml/a/c.eml  1    -       foobar    9  e85e…  policy   only Python does
//   +  eml/a/c.eml  1    -       8bit      9  e85e…  policy   only linkspan does
//
// The columns are the file, the number of the part, the declared charset, the transfer encoding,
// the number of decoded bytes and their hash. For a mailbox, a row has the number of a message, its
// start and its end. `#! policy: sentence` explains a policy. A row that does not describe the
// current result fails, so a `-` fails once both agree.
//
// The synthetic messages have their own expected results (mail/synthetic/expected.jsonl).

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "linkspan/mail.h"
#include "tests/mail/mail_support.h"
#include "tests/support/data.h"

namespace linkspan::test {
namespace mail_data_test {

namespace fs = std::filesystem;
using Fields = std::vector<std::string>;

// --- the table

struct Row {
  std::string mark;
  Fields fields;  // the file first, without the policy
  std::string policy;
};

struct Table {
  std::map<std::string, std::string> policies;  // by name; the sentence that explains it
  std::vector<Row> rows;
};

Fields split(const std::string& line, char separator) {
  Fields fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, separator);) fields.push_back(field);
  return fields;
}

Row parse_row(const std::string& line) {
  Row row;
  Fields fields = split(line, '\t');
  row.mark = fields.at(0);
  fields.erase(fields.begin());
  if (row.mark != "=") {
    row.policy = fields.back();
    fields.pop_back();
  }
  row.fields = fields;
  return row;
}

const Table& table() {
  static const Table read = [] {
    Table table;
    for (const std::string& line :
         split(read_file(source_dir() / "tests/data/mail_parts.tsv"), '\n')) {
      const size_t colon = line.find(": ");
      if (line.starts_with("#! ") && colon != std::string::npos) {
        table.policies[line.substr(3, colon - 3)] = line.substr(colon + 2);
      } else if (!line.empty() && line[0] != '#') {
        table.rows.push_back(parse_row(line));
      }
    }
    return table;
  }();
  return read;
}

// --- the results of linkspan

std::string hex(uint64_t number) {
  std::ostringstream text;
  text << std::hex << std::setw(16) << std::setfill('0') << number;
  return text.str();
}

std::vector<fs::path> files_below(const std::string& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(data_dir() / folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string name_of(const fs::path& file) {
  return fs::relative(file, data_dir() / "mail").generic_string();
}

std::vector<Fields> rows_of_message(const fs::path& file) {
  std::vector<Fields> rows;
  for (const ReadPart& part : read(read_file(file)).parts) {
    const std::string& charset = part.declared.charset;
    rows.push_back({name_of(file), part.declared.path, charset.empty() ? "-" : charset,
                    std::string(to_string(part.declared.transfer_encoding)),
                    std::to_string(part.text.size()), hex(fnv1a(part.text))});
  }
  return rows;
}

std::vector<mail::MessagePlace> places_in(std::string_view mailbox) {
  std::vector<mail::MessagePlace> places;
  const auto collect = [&places](const mail::MessagePlace& place) { places.push_back(place); };
  mail::MboxSplitter splitter;
  splitter.feed(mailbox, collect);
  splitter.finish(collect);
  return places;
}

std::vector<Fields> rows_of_mailbox(const fs::path& file) {
  std::vector<Fields> rows;
  for (const mail::MessagePlace& place : places_in(read_file(file))) {
    rows.push_back({name_of(file), std::to_string(rows.size() + 1), std::to_string(place.begin),
                    std::to_string(place.end)});
  }
  return rows;
}

std::string joined(const Fields& fields) {
  std::string line;
  for (const std::string& field : fields) line += (line.empty() ? "" : "\t") + field;
  return line;
}

// --- the tests

TEST(MailTable, EveryDifferenceHasAnExplainedPolicy) {
  std::set<std::string> used;
  ASSERT_GT(table().rows.size(), 500u);
  for (const Row& row : table().rows) {
    if (row.mark == "=") continue;
    EXPECT_TRUE(row.mark == "-" || row.mark == "+") << joined(row.fields);
    EXPECT_EQ(table().policies.count(row.policy), 1u) << joined(row.fields) << "\t" << row.policy;
    used.insert(row.policy);
  }
  for (const auto& [policy, sentence] : table().policies) {
    EXPECT_TRUE(sentence.ends_with('.')) << policy << ": " << sentence;
    EXPECT_EQ(used.count(policy), 1u) << policy << " explains nothing";
  }
}

TEST(MailData, PartsAndMessagesMatchTheTable) {
  LINKSPAN_SKIP_WITHOUT_DATA("mail/eml");
  LINKSPAN_SKIP_WITHOUT_DATA("mail/mbox");
  std::map<Fields, std::string> expected;  // the mark in the table
  for (const Row& row : table().rows) expected[row.fields] = row.mark;
  std::vector<Fields> found;
  for (const fs::path& file : files_below("mail/eml")) {
    for (const Fields& row : rows_of_message(file)) found.push_back(row);
  }
  for (const fs::path& file : files_below("mail/mbox")) {
    for (const Fields& row : rows_of_mailbox(file)) found.push_back(row);
  }
  for (const Fields& row : found) {
    const auto known = expected.find(row);
    if (known == expected.end()) {
      ADD_FAILURE() << "not in the table: +\t" << joined(row);
      continue;
    }
    EXPECT_NE(known->second, "-") << "both find it now: " << joined(row);
    expected.erase(known);
  }
  for (const auto& [row, mark] : expected) {
    EXPECT_EQ(mark, "-") << "not found any more: " << mark << "\t" << joined(row);
  }
}

TEST(MailData, FourFilesInFiveHaveNoDifference) {
  std::set<std::string> files;
  std::set<std::string> different;
  for (const Row& row : table().rows) {
    files.insert(row.fields.at(0));
    if (row.mark != "=") different.insert(row.fields.at(0));
  }
  std::cout << files.size() << " files with text, " << different.size() << " read otherwise\n";
  EXPECT_LT(different.size() * 5, files.size());
}

// Byte i of a part that is not encoded is byte raw_begin + i of the message.
TEST(MailData, RawOffsetsOfUnencodedPartsAreOffsetsInTheFile) {
  LINKSPAN_SKIP_WITHOUT_DATA("mail");
  size_t parts = 0;
  std::vector<fs::path> files = files_below("mail/eml");
  for (const fs::path& file : files_below("mail/synthetic")) {
    if (file.extension() == ".eml") files.push_back(file);
  }
  for (const fs::path& file : files) {
    const std::string bytes = read_file(file);
    for (const ReadPart& part : read(bytes).parts) {
      if (!part.declared.raw_begin) continue;
      ASSERT_LE(*part.declared.raw_begin, bytes.size()) << file;
      EXPECT_EQ(bytes.substr(*part.declared.raw_begin, part.text.size()), part.text)
          << file << " part " << part.declared.path;
      ++parts;
    }
  }
  EXPECT_GT(parts, 200u);
}

TEST(MailData, MessagesOfMailboxesHaveTextParts) {
  LINKSPAN_SKIP_WITHOUT_DATA("mail/mbox");
  uint64_t messages = 0;
  uint64_t texts = 0;
  for (const fs::path& file : files_below("mail/mbox")) {
    const std::string mailbox = read_file(file);
    for (const mail::MessagePlace& place : places_in(mailbox)) {
      const auto message = std::string_view(mailbox).substr(place.begin, place.end - place.begin);
      texts += read(message).summary.text_parts;
      ++messages;
    }
  }
  EXPECT_GT(messages, 100u);
  EXPECT_GT(texts, messages / 2);
}

// A part of expected.jsonl; null or absent values have the default of the standard.
void expect_part(const nlohmann::json& expected, const ReadPart& part) {
  const auto text_of = [&expected](const char* key) {
    const auto value = expected.find(key);
    return value == expected.end() || value->is_null() ? std::string() : value->get<std::string>();
  };
  const auto is_set = [&expected](const char* key) { return expected.value(key, false); };
  EXPECT_EQ(part.declared.path, text_of("part"));
  EXPECT_EQ(part.declared.charset, text_of("charset"));
  EXPECT_EQ(to_string(part.declared.transfer_encoding),
            text_of("cte").empty() ? "7bit" : text_of("cte"));
  const Flow flowed = is_set("delsp") ? Flow::flowed_delsp : Flow::flowed;
  EXPECT_EQ(part.declared.flow, is_set("flowed") ? flowed : Flow::fixed);
}

TEST(MailData, SyntheticMessagesHaveTheExpectedParts) {
  LINKSPAN_SKIP_WITHOUT_DATA("mail/synthetic");
  const fs::path folder = data_dir() / "mail/synthetic";
  size_t messages = 0;
  for (const std::string& line : split(read_file(folder / "expected.jsonl"), '\n')) {
    const nlohmann::json expected = nlohmann::json::parse(line);
    const std::string file = expected.at("file");
    SCOPED_TRACE(file);
    const ReadMessage message = read(read_file(folder / file));
    ASSERT_EQ(message.parts.size(), expected.at("parts").size());
    for (size_t i = 0; i < message.parts.size(); ++i) {
      expect_part(expected.at("parts").at(i), message.parts[i]);
      EXPECT_FALSE(message.parts[i].text.empty());
    }
    EXPECT_TRUE(message.summary.warnings.empty()) << message.summary.warnings[0].message;
    ++messages;
  }
  EXPECT_EQ(messages, 108u);
}

TEST(MailData, FieldsOfNestedAndInternationalizedMessagesAreRead) {
  LINKSPAN_SKIP_WITHOUT_DATA("mail/synthetic");
  const ReadMessage nested =
      read(read_file(data_dir() / "mail/synthetic/c-nested-rfc822.eml"), {{"subject"}, 100});
  ASSERT_EQ(nested.headers.size(), 2u);
  EXPECT_EQ(nested.headers[1].path, "2");
  EXPECT_NE(nested.headers[1].value.find("://"), std::string::npos) << nested.headers[1].value;
  const ReadMessage raw =
      read(read_file(data_dir() / "mail/synthetic/d-eai-headers.eml"), {{"From"}, 100});
  ASSERT_EQ(raw.headers.size(), 1u);
  EXPECT_NE(raw.headers[0].value.find('@'), std::string::npos) << raw.headers[0].value;
}

}  // namespace mail_data_test
}  // namespace linkspan::test
