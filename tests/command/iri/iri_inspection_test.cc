// SPDX-License-Identifier: Apache-2.0
// Promise: inspect writes the descriptions of IRIs in tests/data/iri_inspections.txt, in 80
// columns.
//
// That file has each IRI after `$ `, then its description. LINKSPAN_WRITE_INSPECTIONS=1 writes the
// file again; review the result.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/data.h"
#include "tools/linkspan/iri/inspection.h"

namespace linkspan::command {
namespace iri_inspection_test {

constexpr int kColumns = 80;

std::filesystem::path file() { return test::source_dir() / "tests/data/iri_inspections.txt"; }

std::vector<std::pair<std::string, std::string>> expected_inspections() {
  std::vector<std::pair<std::string, std::string>> expected;
  std::istringstream lines(test::read_file(file()));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("$ ")) {
      expected.emplace_back(line.substr(2), "");
    } else if (!expected.empty()) {
      expected.back().second += line + '\n';
    }
  }
  return expected;
}

std::string inspection(const std::string& iri) {
  std::string out;
  append_inspection(out, iri, kColumns);
  return out;
}

TEST(IriInspection, MatchesTheExpectedDescriptions) {
  const auto expected = expected_inspections();
  ASSERT_GE(expected.size(), 12u);
  if (std::getenv("LINKSPAN_WRITE_INSPECTIONS") != nullptr) {
    std::ofstream out(file());
    for (const auto& [iri, drawing] : expected) out << "$ " << iri << '\n' << inspection(iri);
    GTEST_SKIP() << file() << " is written";
  }
  for (const auto& [iri, drawing] : expected) EXPECT_EQ(inspection(iri), drawing);
}

TEST(IriInspection, ReportsWhetherTheTextIsAnIri) {
  std::string out;
  EXPECT_EQ(append_inspection(out, "a/b", kColumns), Inspected::iri);
  EXPECT_EQ(append_inspection(out, "a b", kColumns), Inspected::not_an_iri);
  EXPECT_EQ(append_inspection_json(out, "a/b"), Inspected::iri);
  EXPECT_EQ(append_inspection_json(out, "a b"), Inspected::not_an_iri);
}

// Of each warning the first 100 places are shown, and the others counted.
TEST(IriInspection, IsBoundedForManyWarnings) {
  std::string text = "https://e.example/";
  for (int i = 0; i < 20'000; ++i) text += "\u202E";
  const std::string drawn = inspection(text);
  EXPECT_LT(drawn.size(), 10 * text.size());
  EXPECT_NE(drawn.find("\nand 19900 more places of these warnings\n"), std::string::npos);
  std::string json;
  append_inspection_json(json, text);
  EXPECT_LT(json.size(), 40 * text.size());
  EXPECT_NE(json.find("\"warnings_left_out\":19900"), std::string::npos);
}

}  // namespace iri_inspection_test
}  // namespace linkspan::command
