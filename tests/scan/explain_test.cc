// SPDX-License-Identifier: Apache-2.0
// Promise: explain returns every link that find_all returns, and for a rejected candidate the rule
// that rejected it. For both it returns the rules that decided, with the link that there would be
// without each of them.

#include "linkspan/explain.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/support/scan.h"

namespace linkspan::test {
namespace explain_test {

// The rules that rejected the candidates that are not links.
std::vector<std::string> rejections(std::string_view text, Profile profile = Profile::prose) {
  Options options;
  options.profile = profile;
  std::vector<std::string> rules;
  for (const Candidate& candidate : explain(text, options).value()) {
    if (!candidate.link) rules.emplace_back(candidate.rule);
  }
  return rules;
}

TEST(Explain, NamesTheRuleThatRejectedACandidate) {
  using Rules = std::vector<std::string>;
  EXPECT_EQ(rejections("README.md"), Rules{"code_word"});
  EXPECT_EQ(rejections("main.rs"), Rules{"suffix"});
  EXPECT_EQ(rejections("event1.target"), Rules{"member"});
  EXPECT_EQ(rejections("gewartet.Es"), Rules{"case_of_tld"});
  EXPECT_EQ(rejections("m.in."), Rules{"letter_or_number"});
  EXPECT_EQ(rejections("foo.bar.com()"), Rules{"called"});
  EXPECT_EQ(rejections("com.example.shop"), Rules{"reversed_name"});
  EXPECT_EQ(rejections("Mail.app"), Rules{"capital"});
  EXPECT_EQ(rejections("/example.org"), Rules{"text_around"});
  EXPECT_EQ(rejections("a..b@example.org"), Rules{"local_part"});
  EXPECT_EQ(rejections("Message-ID: <a@example.org>"), Rules({"no_scheme", "message_id"}));
  EXPECT_EQ(rejections("git@example.org:a/b"), Rules({"path_after_address", "no_scheme"}));
  EXPECT_EQ(rejections("javascript:alert"), Rules{"scheme_is_never_linked"});
  EXPECT_EQ(rejections("urn:x"), Rules{"scheme_without_its_shape"});
  EXPECT_EQ(rejections("12:30"), Rules{"no_scheme"});
  EXPECT_EQ(rejections("http://"), Rules{"empty_host"});
  EXPECT_EQ(rejections("example.org", Profile::code), Rules{"code_evidence"});
  EXPECT_EQ(rejections("http://me@example.org", Profile::uts58), Rules{"user_information_of_web"});
}

// The rules that decided the first candidate, each as `id: the link without it`.
std::vector<std::string> rules_of_first(std::string_view text, Profile profile = Profile::prose) {
  Options options;
  options.profile = profile;
  std::vector<std::string> rules;
  const std::vector<Candidate> candidates = explain(text, options).value();
  for (const DecidingRule& rule : candidates.front().decided_by) {
    EXPECT_FALSE(rule.reason.empty());
    rules.push_back(std::string(rule.id) + ": " +
                    std::string(rule.otherwise ? rule.otherwise->text(text) : "none"));
  }
  return rules;
}

TEST(Explain, NamesTheRulesThatDecided) {
  using Rules = std::vector<std::string>;
  EXPECT_EQ(rules_of_first("https://example.org/aを見て"),
            Rules{"script_boundary: https://example.org/aを見て"});
  EXPECT_EQ(rules_of_first("_https://example.org/a_"), Rules{"emphasis: https://example.org/a_"});
  EXPECT_EQ(rules_of_first("docs.rs"), Rules{"known_site: none"});
  EXPECT_EQ(rules_of_first("b->info.id"), Rules{"arrow: info.id"});
  EXPECT_EQ(rules_of_first("https://example.org/a"), Rules{});
  EXPECT_EQ(rules_of_first("https://example.org/a)"), Rules{});  // by the grammar
  EXPECT_EQ(rules_of_first("https://example.org/a_", Profile::uts58), Rules{});
}

// A candidate does not list the rules that change only other candidates.
TEST(Explain, NamesARuleOnlyForTheCandidatesItDecides) {
  const auto candidates =
      explain("https://example.org/a https://example.org/2024年 Mail.app", {}).value();
  ASSERT_EQ(candidates.size(), 3u);
  EXPECT_TRUE(candidates[0].decided_by.empty());
  EXPECT_EQ(candidates[1].decided_by.size(), 1u);
  EXPECT_EQ(candidates[2].rule, "capital");
  EXPECT_TRUE(candidates[2].decided_by.empty());  // it is in `rule` already
}

TEST(Explain, ReturnsTheLinksOfFindAll) {
  for (const Profile profile : kAllProfiles) {
    Options options;
    options.profile = profile;
    constexpr size_t kStep = 8;  // as explain() scans a text once for each rule
    for (size_t i = static_cast<size_t>(profile) % kStep; i < corpus().size(); i += kStep) {
      const Case& one = corpus()[i];
      std::vector<Span> links;
      for (const Candidate& candidate : explain(one.text, options).value()) {
        EXPECT_FALSE(candidate.reason.empty());
        EXPECT_LE(candidate.range.end, one.text.size() + 1) << place(one);
        if (candidate.link) links.push_back(*candidate.link);
      }
      EXPECT_EQ(links, scan_whole(options, one.text)) << place(one);
    }
  }
}

}  // namespace explain_test
}  // namespace linkspan::test
