// SPDX-License-Identifier: Apache-2.0
// Promise: links end where the authors of reports and of other suites expect, next to the markup of
// wikis and in paths with brackets, emoji and abbreviations.

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/scan.h"

namespace linkspan::test {
namespace reports_ends_test {

constexpr std::string_view kReports = "reports/written.jsonl";

// Those of kind `suites` that are about the end of a link.
constexpr std::string_view kSuites[] = {"w-125", "w-126", "w-127", "w-128", "w-130",
                                        "w-131", "w-132", "w-133", "w-140"};

bool is_about_ends(const nlohmann::json& report) {
  if (report.at("kind") == "markup-closers") return true;
  return std::find(std::begin(kSuites), std::end(kSuites), report.at("id").get<std::string>()) !=
         std::end(kSuites);
}

TEST(Reports, LinksEndWhereTheirAuthorsExpect) {
  LINKSPAN_SKIP_WITHOUT_DATA(kReports);
  std::istringstream lines(read_file(data_dir() / kReports));
  size_t count = 0;
  for (std::string line; std::getline(lines, line);) {
    const nlohmann::json report = nlohmann::json::parse(line);
    if (!is_about_ends(report)) continue;
    ++count;
    const std::string text = report.at("text");
    std::vector<std::string> found;
    for (const Range& link : ranges(scan_whole({}, text))) found.emplace_back(link.text(text));
    const bool may_be_nothing = report.value("or_nothing", false) && found.empty();
    EXPECT_TRUE(may_be_nothing || found == report.at("expected").get<std::vector<std::string>>())
        << line;
  }
  EXPECT_GE(count, std::size(kSuites) + 5);
}

}  // namespace reports_ends_test
}  // namespace linkspan::test
