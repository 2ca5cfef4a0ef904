// SPDX-License-Identifier: Apache-2.0
// Promise: docs/rfc3987.md has a row for every numbered section of RFC 3987 from 1 to 8, every
// file, function and test in it exists, and every row has a test or a note.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/data.h"
#include "tests/support/markdown.h"

namespace linkspan::test {
namespace {

namespace fs = std::filesystem;

const std::set<std::string> kSections = {
    "1.1",     "1.2",     "1.3",     "1.4",   "2",     "2.1", "2.2", "3",   "3.1", "3.2", "3.2.1",
    "4",       "4.1",     "4.2",     "4.3",   "4.4",   "5",   "5.1", "5.2", "5.3", "6",   "6.1",
    "5.3.1",   "5.3.2",   "5.3.2.1", "5.3.3", "5.3.4", "6.2", "6.3", "6.4", "6.5", "7",   "7.1",
    "5.3.2.2", "5.3.2.3", "5.3.2.4", "7.2",   "7.3",   "7.4", "7.5", "7.6", "7.7", "7.8", "8"};

std::string page() { return read_file(source_dir() / "docs/rfc3987.md"); }

// The rows of all tables: those for the RFC, or those for its predecessors.
MarkdownTable rows_of(std::string_view first_header) {
  MarkdownTable rows;
  std::string rest = page();
  const std::string header = "| " + std::string(first_header) + " |";
  for (size_t at = 0; (at = rest.find(header)) != std::string::npos;) {
    rest.erase(0, at);
    const MarkdownTable table = markdown_table(rest, first_header);
    rows.insert(rows.end(), table.begin(), table.end());
    rest.erase(0, header.size());
  }
  return rows;
}

MarkdownTable all_rows() {
  MarkdownTable rows = rows_of("section");
  const MarkdownTable before = rows_of("source");
  rows.insert(rows.end(), before.begin(), before.end());
  return rows;
}

// The text between back-quotes.
std::vector<std::string> code_of(const std::string& cell) {
  std::vector<std::string> codes;
  static const std::regex kCode("`([^`]*)`");
  for (std::sregex_iterator at(cell.begin(), cell.end(), kCode), end; at != end; ++at) {
    codes.push_back((*at)[1]);
  }
  return codes;
}

// A file name has its folder, or is in src/iri. Empty if this is not the name of a file.
fs::path path_of(const std::string& name) {
  static const std::regex kFolder("(src|tests|tools|docs|include|grammars)/.*");
  static const std::regex kOfIri("[a-z0-9_]+\\.(cc|h)");
  if (std::regex_match(name, kFolder)) return source_dir() / name;
  if (std::regex_match(name, kOfIri)) return source_dir() / "src/iri" / name;
  return {};
}

std::string all_tests() {
  std::string tests;
  for (const fs::directory_entry& entry : fs::directory_iterator(source_dir() / "tests")) {
    if (entry.path().extension() == ".cc") tests += read_file(entry.path());
  }
  return tests;
}

TEST(Rfc3987Doc, EverySectionHasARow) {
  std::set<std::string> sections;
  for (const auto& row : rows_of("section")) sections.insert(row[0]);
  EXPECT_EQ(sections, kSections);
}

// Compares the list of sections with the RFC, where it is available.
TEST(Rfc3987Doc, TheSectionsAreThoseOfTheRfc) {
  const fs::path rfc = data_dir().parent_path() / "spec/rfc3987.txt";
  if (!fs::exists(rfc)) GTEST_SKIP() << rfc << " does not exist";
  std::set<std::string> sections;
  static const std::regex kHeading("([1-8](\\.[0-9]+)*)\\.  ?[A-Z][^.]*");
  std::istringstream lines(read_file(rfc));
  for (std::string line; std::getline(lines, line);) {
    if (std::smatch found; std::regex_match(line, found, kHeading)) sections.insert(found[1]);
  }
  sections.erase("1");  // a heading without text
  EXPECT_EQ(sections, kSections);
}

TEST(Rfc3987Doc, RowsHaveFourCellsAndAShortSecondCell) {
  for (const auto& row : all_rows()) {
    EXPECT_EQ(row.size(), 4u) << row[0];
    EXPECT_LT(row[1].size(), 80u) << row[1];
  }
}

TEST(Rfc3987Doc, EveryFileAndFunctionExists) {
  size_t files = 0, functions = 0;
  for (const auto& row : all_rows()) {
    std::string text;
    for (const std::string& code : code_of(row[2])) {
      const fs::path path = path_of(code);
      if (path.empty()) continue;
      ++files;
      ASSERT_TRUE(fs::exists(path)) << row[0] << ": " << code;
      if (fs::is_regular_file(path)) text += read_file(path);
    }
    for (const std::string& code : code_of(row[2])) {
      if (text.empty() || !code.ends_with("()")) continue;
      ++functions;
      const std::string call = code.substr(code.rfind(':') + 1, std::string::npos);
      EXPECT_NE(text.find(call.substr(0, call.size() - 1)), std::string::npos)
          << row[0] << ": " << code;
    }
  }
  EXPECT_GT(files, 60u);
  EXPECT_GT(functions, 50u);
}

TEST(Rfc3987Doc, EveryTestExists) {
  const std::string tests = all_tests();
  static const std::regex kName("([A-Za-z0-9]+)\\.([A-Za-z0-9]+)");
  for (const auto& row : all_rows()) {
    for (const std::string& code : code_of(row[3])) {
      std::smatch found;
      if (!std::regex_match(code, found, kName)) {
        EXPECT_TRUE(fs::exists(path_of(code))) << row[0] << ": " << code;
        continue;
      }
      const std::string wanted = found[1].str() + ", " + found[2].str() + ")";
      EXPECT_TRUE(tests.find("TEST(" + wanted) != std::string::npos ||
                  tests.find("TEST_P(" + wanted) != std::string::npos)
          << row[0] << ": " << code;
    }
  }
}

TEST(Rfc3987Doc, EveryRowHasATestOrANote) {
  static const std::regex kNote("\\[([0-9]+)\\]");
  const std::string text = page();
  std::set<std::string> cited;
  for (const auto& row : all_rows()) {
    const std::string cells = row[2] + row[3];
    for (std::sregex_iterator at(cells.begin(), cells.end(), kNote), end; at != end; ++at) {
      cited.insert((*at)[1]);
    }
    EXPECT_TRUE(!code_of(row[3]).empty() || std::regex_search(cells, kNote)) << row[0];
  }
  size_t notes = 0;
  while (text.find("\n" + std::to_string(notes + 1) + ". ") != std::string::npos) ++notes;
  EXPECT_EQ(cited.size(), notes);
  for (const std::string& note : cited) EXPECT_LE(std::stoul(note), notes);
}

}  // namespace
}  // namespace linkspan::test
