// SPDX-License-Identifier: Apache-2.0
// Promise: every rule of grammars/prose_rules.txt decides its own example, is used, has a section
// and a row in docs/rules.md, and changes six cases or more by the table there, unless it prevents
// harm.

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
namespace {

const std::vector<base::Decision> kRules(std::begin(automata::kProseRules),
                                         std::end(automata::kProseRules));

// The rules that bare domains are held against decide in an order; the others act in their places.
bool is_of_bare_domains(const base::Decision& rule) { return rule.conditions > 0; }

// In an example, `<tab>` stands for a tab.
std::string example_of(const base::Decision& rule) {
  std::string example(rule.example);
  constexpr std::string_view kTab = "<tab>";
  if (const size_t at = example.find(kTab); at != example.npos) {
    example.replace(at, kTab.size(), "\t");
  }
  return example;
}

std::vector<Candidate> explained(const base::Decision& rule) {
  Options options;
  options.profile = rule.id == "code_evidence" ? Profile::code : Profile::prose;
  return explain(example_of(rule), options).value();
}

TEST(ProseRules, DecideTheirExamples) {
  for (const base::Decision& rule : kRules) {
    if (!is_of_bare_domains(rule)) continue;
    const std::vector<Candidate> candidates = explained(rule);
    const bool decides =
        std::any_of(candidates.begin(), candidates.end(), [&](const Candidate& candidate) {
          return rule.verdict == "link" ? candidate.link.has_value() : candidate.rule == rule.id;
        });
    EXPECT_TRUE(decides) << rule.id << ": " << rule.example;
  }
}

TEST(ProseRules, AreUsed) {
  std::string sources;
  for (const auto& path : files_below(source_dir() / "src/scan", 1 << 20))
    sources += read_file(path);
  for (const base::Decision& rule : kRules) {
    if (is_of_bare_domains(rule)) continue;
    const std::string question = "is_on(ProseRule::" + std::string(rule.id) + ")";
    EXPECT_NE(sources.find(question), std::string::npos) << "nothing asks " << question;
  }
}

TEST(ProseRules, HaveASection) {
  const std::string page = read_file(source_dir() / "docs/rules.md");
  for (const base::Decision& rule : kRules) {
    const size_t heading = page.find(" " + std::string(rule.id) + "\n\n`");
    EXPECT_NE(heading, std::string::npos) << "docs/rules.md has no section on " << rule.id;
  }
}

// By rule: required, held out, known misses, real, lines, words.
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

TEST(ProseRules, AreWorthTheirPlace) {
  const std::map<std::string, std::vector<long>> rows = rows_of_table();
  constexpr long kLeast = 6;
  for (const base::Decision& rule : kRules) {
    const auto row = rows.find(std::string(rule.id));
    ASSERT_NE(row, rows.end()) << "the table of docs/rules.md has no row for " << rule.id
                               << "; tools/bench/ablation --write makes it";
    ASSERT_EQ(row->second.size(), 6u) << rule.id;
    const long changed = row->second[0] + row->second[1] + row->second[3];
    EXPECT_TRUE(changed >= kLeast || rule.reason.starts_with("harm: "))
        << rule.id << " changes " << changed << " cases";
  }
  EXPECT_EQ(rows.size(), kRules.size());
}

}  // namespace
}  // namespace linkspan::test
