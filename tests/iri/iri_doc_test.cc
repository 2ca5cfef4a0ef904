// SPDX-License-Identifier: Apache-2.0
// Promise: the tables of docs/iris.md are correct: every example has the result of its row, and
// every warning has a row with its name and its severity.

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/iri.h"
#include "tests/support/data.h"
#include "tests/support/markdown.h"
#include "tests/support/notation.h"

namespace linkspan::test {
namespace iri_doc_test {

MarkdownTable table(std::string_view first_header) {
  return markdown_table(read_file(source_dir() / "docs/iris.md"), first_header);
}

// The example in a cell: the text between back-quotes, with its entities resolved.
std::string example(const std::string& cell) { return from_xml(without_code_marks(cell)); }

TEST(IriDoc, ExamplesFromIriToUriAreCorrect) {
  const MarkdownTable rows = table("IRI");
  ASSERT_GE(rows.size(), 5u);
  for (const auto& row : rows) {
    const auto uri = iri::to_uri(example(row[0]));
    ASSERT_TRUE(uri.ok()) << row[0] << ": " << uri.error().message;
    EXPECT_EQ(*uri, example(row[1])) << row[0];
  }
}

TEST(IriDoc, ExamplesFromUriToIriAreCorrect) {
  const MarkdownTable rows = table("URI");
  ASSERT_GE(rows.size(), 13u);
  for (const auto& row : rows) {
    const auto iri = iri::to_iri(example(row[0]));
    ASSERT_TRUE(iri.ok()) << row[0] << ": " << iri.error().message;
    EXPECT_EQ(*iri, example(row[1])) << row[0];
    EXPECT_TRUE(iri::equal_by_scheme(*iri::to_uri(*iri), example(row[0]))) << row[0];
  }
}

TEST(IriDoc, ExamplesOfMinimalEscapingAreCorrect) {
  const MarkdownTable rows = table("URL");
  ASSERT_GE(rows.size(), 7u);
  for (const auto& row : rows) {
    const auto formatted = iri::minimal(example(row[0]));
    ASSERT_TRUE(formatted.ok()) << row[0] << ": " << formatted.error().message;
    EXPECT_EQ(*formatted, example(row[1])) << row[0];
  }
}

TEST(IriDoc, ExamplesOfTheComparisonLadderAreCorrect) {
  const MarkdownTable rows = table("one");
  ASSERT_GE(rows.size(), 12u);
  const auto word = [](bool is_equal) { return std::string(is_equal ? "yes" : "no"); };
  for (const auto& row : rows) {
    const std::string left = example(row[0]), right = example(row[1]);
    EXPECT_EQ(word(iri::equal_by_characters(left, right)), row[2]) << row[0];
    EXPECT_EQ(word(iri::equal_by_syntax(left, right)), row[3]) << row[0];
    EXPECT_EQ(word(iri::equal_by_scheme(left, right)), row[4]) << row[0];
    const auto left_key = iri::normalize(left), right_key = iri::normalize(right);
    ASSERT_TRUE(left_key.ok() && right_key.ok()) << row[0];
    EXPECT_EQ(word(*left_key == *right_key), row[4]) << row[0];
  }
}

TEST(IriDoc, EveryWarningHasARow) {
  const MarkdownTable rows = table("name");
  ASSERT_EQ(rows.size(), kAllWarnings.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(without_code_marks(rows[i][0]), to_string(kAllWarnings[i]));
    EXPECT_EQ(rows[i][1], severity(kAllWarnings[i]) == Severity::serious ? "serious" : "note")
        << rows[i][0];
  }
}

TEST(IriDoc, EveryExampleOfAWarningCausesIt) {
  for (const auto& row : table("name")) {
    const std::string wanted = without_code_marks(row[0]);
    const bool is_of_documents = wanted == "joined-lines" || wanted == "text-names-other-host";
    EXPECT_EQ(row[3].empty(), is_of_documents) << wanted;
    if (row[3].empty()) continue;
    const std::vector<iri::Diagnostic> found = iri::diagnose(example(row[3]));
    EXPECT_TRUE(std::any_of(
        found.begin(), found.end(),
        [&](const iri::Diagnostic& diagnostic) { return to_string(diagnostic.warning) == wanted; }))
        << wanted << ": " << row[3];
  }
}

}  // namespace iri_doc_test
}  // namespace linkspan::test
