// SPDX-License-Identifier: Apache-2.0
// Promise: text that looks like a domain with a path, or like a part of a link, is not linked to a
// wrong place. The inputs are those of reports/written.jsonl (reports/README.md there) about bare
// domains.

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/scan.h"

namespace linkspan::test {
namespace wrong_places_test {

bool is_about_bare_domains(const nlohmann::json& row) {
  constexpr std::string_view kOfSuites[] = {"w-129", "w-134", "w-135", "w-137", "w-138", "w-139"};
  const std::string kind = row["kind"];
  const std::string id = row["id"];
  return kind == "path-evidence" ||
         (kind == "suites" &&
          std::find(std::begin(kOfSuites), std::end(kOfSuites), id) != std::end(kOfSuites));
}

std::vector<std::string> links_in(const std::string& text) {
  std::vector<std::string> links;
  for (const Range& range : ranges(scan_whole(Options(), text)))
    links.push_back(text.substr(range.begin, range.end - range.begin));
  return links;
}

TEST(WrongPlaces, AreNotLinked) {
  LINKSPAN_SKIP_WITHOUT_DATA("reports/written.jsonl");
  std::istringstream lines(read_file(data_dir() / "reports/written.jsonl"));
  size_t count = 0;
  for (std::string line; std::getline(lines, line);) {
    const nlohmann::json row = nlohmann::json::parse(line);
    if (!is_about_bare_domains(row)) continue;
    ++count;
    const std::vector<std::string> found = links_in(row["text"]);
    if (row.value("or_nothing", false) && found.empty()) continue;
    EXPECT_EQ(found, row["expected"].get<std::vector<std::string>>()) << line;
  }
  EXPECT_EQ(count, 59u);
}

// Those that are known misses (corpus/known_misses.txt).
bool is_known_miss(const nlohmann::json& row) {
  constexpr std::string_view kKinds[] = {"broadcasters", "syslog-facility", "dos-com-file"};
  return std::find(std::begin(kKinds), std::end(kKinds), row["kind"].get<std::string>()) !=
         std::end(kKinds);
}

TEST(WrongPlaces, OfTablesLogsAndChatAreNotLinked) {
  constexpr std::string_view kReports = "reports/written2/texts.jsonl";
  LINKSPAN_SKIP_WITHOUT_DATA(kReports);
  std::istringstream lines(read_file(data_dir() / kReports));
  size_t count = 0;
  size_t right = 0;
  for (std::string line; std::getline(lines, line);) {
    const nlohmann::json row = nlohmann::json::parse(line);
    const bool is_right = links_in(row["text"]) == row["right"].get<std::vector<std::string>>();
    ++count;
    right += is_right ? 1 : 0;
    EXPECT_TRUE(is_right || is_known_miss(row)) << line;
  }
  EXPECT_EQ(count, 57u);
  EXPECT_GE(right, 54u);
}

}  // namespace wrong_places_test
}  // namespace linkspan::test
