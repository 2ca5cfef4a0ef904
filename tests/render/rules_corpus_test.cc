// SPDX-License-Identifier: Apache-2.0
// Promise: each shipped set of rules finds exactly the matches in its file in corpus/rules, for
// every split of the text into two chunks and byte by byte.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "linkspan/rules.h"
#include "rules/matcher.h"
#include "tests/support/chunks.h"
#include "tests/support/data.h"
#include "tests/support/sanitized.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace rules_corpus_test {

namespace fs = std::filesystem;

struct RuleCase {
  std::string place, text;
  std::vector<Range> ranges;
  std::vector<std::string> uris;
};

RuleCase read_case(const std::string& line, const std::string& place) {
  constexpr std::string_view kBegin = "⸠", kEnd = "⸡";
  const size_t tab = line.find('\t');
  RuleCase one{place, {}, {}, {}};
  for (size_t at = 0; at < tab;) {
    if (line.compare(at, kBegin.size(), kBegin) == 0) {
      one.ranges.push_back({one.text.size(), 0});
      at += kBegin.size();
    } else if (line.compare(at, kEnd.size(), kEnd) == 0) {
      one.ranges.back().end = one.text.size();
      at += kEnd.size();
    } else {
      one.text += line[at++];
    }
  }
  std::istringstream uris(line.substr(tab + 1));
  for (std::string uri; uris >> uri;) one.uris.push_back(uri);
  return one;
}

std::vector<RuleCase> cases_of(const std::string& set) {
  std::vector<RuleCase> cases;
  std::ifstream in(source_dir() / "corpus" / "rules" / (set + ".txt"));
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.starts_with('#') && line.starts_with("# ")) continue;
    EXPECT_NE(line.find('\t'), std::string::npos) << set << ":" << number;
    cases.push_back(read_case(line, set + ":" + std::to_string(number)));
  }
  return cases;
}

Rules rules_of(const std::string& set) {
  const fs::path file = source_dir() / "grammars" / "rules" / (set + ".toml");
  RuleParameters parameters = {{"project", "owner/name"}};
  if (set == "jira") parameters["host"] = "jira.example.org";
  const auto rules = parse_rules(read_file(file), file.string(), parameters);
  EXPECT_TRUE(rules.ok()) << rules.error().message;
  return Rules::create(*rules).value();
}

void expect_in_chunks(const Rules& rules, const RuleCase& one, const Chunking& sizes) {
  static const Engine engine = Engine::create({}).value();
  Stream stream = engine.open();
  const auto search = rules.matcher()->open();
  std::vector<Range> ranges;
  std::vector<std::string> uris;
  const auto take = [&](const RuleLink& link) {
    if (link.rule.empty()) return;
    ranges.push_back(link.span.range);
    uris.push_back(link.uri);
  };
  size_t at = 0;
  for (const size_t size : sizes) {
    const ExactCopy chunk(std::string_view(one.text).substr(at, size));
    search->feed(chunk.view(), stream, take);
    at += size;
  }
  search->finish(stream, take);
  EXPECT_EQ(ranges, one.ranges) << one.place << ": " << one.text;
  EXPECT_EQ(uris, one.uris) << one.place;
}

class ShippedRulesTest : public testing::TestWithParam<std::string> {};

TEST_P(ShippedRulesTest, FindExactlyTheMatchesOfTheirCorpus) {
  const Rules rules = rules_of(GetParam());
  const std::vector<RuleCase> cases = cases_of(GetParam());
  EXPECT_GE(cases.size(), 2u);
  for (const RuleCase& one : cases) {
    for (size_t at = 0; at <= one.text.size(); ++at) {
      expect_in_chunks(rules, one, {at, one.text.size() - at});
    }
    expect_in_chunks(rules, one, one_byte_at_a_time(one.text.size()));
  }
}

INSTANTIATE_TEST_SUITE_P(Sets, ShippedRulesTest,
                         testing::Values("standards", "identifiers", "github", "gitlab", "jira",
                                         "debian"),
                         [](const auto& param) { return param.param; });

TEST(ShippedRules, EachSetHasACorpus) {
  for (const auto& entry : fs::directory_iterator(source_dir() / "grammars" / "rules")) {
    EXPECT_FALSE(cases_of(entry.path().stem().string()).empty()) << entry.path();
  }
}

// With all sets of rules together, the links of the corpus are the same for the whole text and byte
// by byte.
TEST(ShippedRules, AllSetsTogetherFindTheSameLinksByteByByte) {
  std::vector<Rule> all;
  for (const auto& entry : fs::directory_iterator(source_dir() / "grammars" / "rules")) {
    const auto rules = parse_rules(read_file(entry.path()), entry.path().string(),
                                   {{"project", "owner/name"}, {"host", "h.example.org"}});
    ASSERT_TRUE(rules.ok()) << rules.error().message;
    all.insert(all.end(), rules->begin(), rules->end());
  }
  const Rules rules = Rules::create(all).value();
  const Engine engine = Engine::create({}).value();
  // the sanitizers take long to open a stream
  constexpr size_t kOneOf = kSanitized ? 20 : 1;
  for (size_t i = 0; i < corpus().size(); i += kOneOf) {
    const Case& one = corpus()[i];
    std::vector<std::pair<Range, std::string>> whole, chunked;
    find_links(engine, rules, one.text,
               [&](const RuleLink& link) { whole.emplace_back(link.span.range, link.uri); });
    Stream stream = engine.open();
    const auto search = rules.matcher()->open();
    const auto take = [&](const RuleLink& link) {
      chunked.emplace_back(link.span.range, link.uri);
    };
    for (const char& byte : one.text) search->feed({&byte, 1}, stream, take);
    search->finish(stream, take);
    EXPECT_EQ(chunked, whole) << place(one);
  }
}

}  // namespace rules_corpus_test
}  // namespace linkspan::test
