// SPDX-License-Identifier: Apache-2.0
// Promise: every rule of grammars/prose_rules.txt decides its own example, and explain() reports
// it. It has a section and a row in docs/rules.md, and by the table there it changes links of text
// that its author did not choose, unless it prevents harm. There are at most 48.

#include "automata/prose_rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/explain.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace prose_rules_test {

const std::vector<base::Decision> kRules(std::begin(automata::kProseRules),
                                         std::end(automata::kProseRules));

// In an example, `<tab>` stands for a tab and `…/` for the start of a link.
std::string example_of(const base::Decision& rule) {
  std::string example(rule.example);
  const auto expand = [&](std::string_view short_form, std::string_view text) {
    for (size_t at = 0; (at = example.find(short_form, at)) != example.npos; at += text.size())
      example.replace(at, short_form.size(), text);
  };
  expand("<tab>", "\t");
  expand("…/", "https://example.org/");
  return example;
}

std::vector<Candidate> explained(const base::Decision& rule) {
  Options options;
  const bool is_of_code =
      rule.id == "code_evidence" || rule.id == "line_of_file" || rule.id == "local_host";
  options.profile = is_of_code ? Profile::code : Profile::prose;
  return explain(example_of(rule), options).value();
}

bool is_decided_by(const Candidate& candidate, std::string_view rule) {
  const auto& rules = candidate.decided_by;
  return candidate.rule == rule ||
         std::any_of(rules.begin(), rules.end(), [&](const auto& one) { return one.id == rule; });
}

TEST(ProseRules, DecideTheirExamples) {
  for (const base::Decision& rule : kRules) {
    const std::vector<Candidate> candidates = explained(rule);
    const bool decides = std::any_of(candidates.begin(), candidates.end(),
                                     [&](const auto& one) { return is_decided_by(one, rule.id); });
    EXPECT_TRUE(decides) << rule.id << ": " << rule.example;
  }
}

TEST(ProseRules, AreFew) { EXPECT_LE(kRules.size(), 48u); }

TEST(ProseRules, HaveASectionInTheDocumentation) {
  const std::string page = read_file(source_dir() / "docs/rules.md");
  for (const base::Decision& rule : kRules) {
    const size_t heading = page.find(" " + std::string(rule.id) + "\n\n`");
    EXPECT_NE(heading, std::string::npos) << "docs/rules.md has no section on " << rule.id;
  }
}

// By rule: required, held out, known misses, real, fresh, fresh in code, lines, words.
std::map<std::string, std::vector<long>> rows_of_table() {
  std::map<std::string, std::vector<long>> rows;
  std::istringstream page(read_file(source_dir() / "docs/rules.md"));
  for (std::string line; std::getline(page, line);) {
    std::istringstream cells(line);
    std::string bar, name;
    if (!(cells >> bar >> name) || bar != "|") continue;
    for (long number = 0; cells >> bar >> number;) rows[name].push_back(number);
  }
  return rows;
}

TEST(ProseRules, EachChangesTextOfOthersOrPreventsHarm) {
  const std::map<std::string, std::vector<long>> rows = rows_of_table();
  for (const base::Decision& rule : kRules) {
    const auto row = rows.find(std::string(rule.id));
    ASSERT_NE(row, rows.end()) << "the table of docs/rules.md has no row for " << rule.id
                               << "; tools/bench/ablation --write makes it";
    ASSERT_EQ(row->second.size(), 8u) << rule.id;
    const long changed = row->second[3] + row->second[4] + row->second[5];
    EXPECT_TRUE(changed > 0 || rule.reason.starts_with("harm: "))
        << rule.id << " changes no link of real text, and none of fresh text";
  }
  EXPECT_EQ(rows.size(), kRules.size());
}

// tools/bench/ablation takes them from there, as the text itself is not in the repository.
TEST(ProseRules, TheTableHasTheCommittedCountsOfRealText) {
  const std::map<std::string, std::vector<long>> rows = rows_of_table();
  std::istringstream counts(read_file(source_dir() / "corpus/real_text_counts.tsv"));
  size_t rules = 0;
  for (std::string line; std::getline(counts, line);) {
    std::istringstream fields(line);
    std::string what, name;
    long count = 0;
    if (!(fields >> what >> name >> count) || what != "rule") continue;
    ++rules;
    ASSERT_TRUE(rows.contains(name)) << name << " is not a rule";
    EXPECT_EQ(rows.at(name).at(3), count) << name;
  }
  EXPECT_GT(rules, 0u);
}

TEST(ProseRules, TheTableHasTheCommittedCountsOfFreshText) {
  const std::map<std::string, std::vector<long>> rows = rows_of_table();
  std::istringstream counts(read_file(source_dir() / "corpus/fresh_text_counts.tsv"));
  size_t rules = 0;
  for (std::string line; std::getline(counts, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream fields(line);
    std::string name;
    long in_prose = 0, in_code = 0;
    ASSERT_TRUE(fields >> name >> in_prose >> in_code) << line;
    ++rules;
    ASSERT_TRUE(rows.contains(name)) << name << " is not a rule";
    EXPECT_EQ(rows.at(name).at(4), in_prose) << name;
    EXPECT_EQ(rows.at(name).at(5), in_code) << name;
  }
  EXPECT_GT(rules, 0u);
}

}  // namespace prose_rules_test
}  // namespace linkspan::test
