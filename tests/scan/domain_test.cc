// SPDX-License-Identifier: Apache-2.0
// Promise: a run of host characters is recognized as a domain or host, and cut where a reader of
// prose would cut it; top-level domains are recognized in any case, width and script.

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "scan/readers/domain_run.h"
#include "scan/syntax/tlds.h"

namespace linkspan::scan {
namespace domain_test {

Window whole(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), 0, text.size(), base::Text::complete};
}

DomainRun gathered(std::string_view text, DomainRun::Use use, Style style) {
  static const TopLevelDomains usual;
  DomainRun run;
  run.begin(0, use, style, usual);
  EXPECT_EQ(run.advance(whole(text)), Progress::done);
  return run;
}

TEST(Domain, HasNonEmptyLabelsWithoutHyphensAtTheirEnds) {
  const auto domain = [](std::string_view text) {
    return gathered(text, DomainRun::Use::domain, Style::uts58);
  };
  EXPECT_TRUE(domain("example.com").is_domain());
  EXPECT_TRUE(domain("a-b.xn--p1ai").is_domain());
  EXPECT_TRUE(domain("例え。テスト").is_domain());
  EXPECT_TRUE(domain("a.b...").is_domain()) << "trailing dots are outside";
  for (const std::string_view wrong :
       {"", ".", ".a", "a..b", "-a.b", "a-.b", "a.-b", "a.b-", "a_b.c", "a.b_"}) {
    EXPECT_FALSE(domain(wrong).is_domain()) << wrong;
  }
  EXPECT_EQ(domain("a.bc.def/").found().labels, 3u);
  EXPECT_EQ(domain("a.bc.def/").found().last_label, 5u);
  EXPECT_EQ(domain("a.bc.def/").found().first_label_end, 1u);
}

TEST(Domain, AHostAfterASchemeNeedNotBeADomainName) {
  const auto host = [](std::string_view text) {
    return gathered(text, DomainRun::Use::host, Style::prose);
  };
  for (const std::string_view right : {"wiki", "build_01.local", "-a.b", "a%41b", "127.0.0.1"}) {
    EXPECT_TRUE(host(right).is_host()) << right;
    EXPECT_EQ(host(right).end(), right.size()) << right;
  }
  EXPECT_EQ(host("a..b").end(), 1u) << "a host has no empty label";
  EXPECT_EQ(host("example.com--see").end(), 16u) << "a label may hold hyphens";
  EXPECT_EQ(host("example.com--").end(), 11u) << "at the end they are a dash";
}

TEST(Domain, EndsWhereTheScriptChanges) {
  const auto end = [](std::string_view text, DomainRun::Use use) {
    return gathered(text, use, Style::prose).end();
  };
  EXPECT_EQ(end("example.comです", DomainRun::Use::domain), 11u);
  EXPECT_EQ(end("example.mn-ийн", DomainRun::Use::domain), 10u);
  EXPECT_EQ(end("example.com。次の文", DomainRun::Use::domain), 11u);
  EXPECT_EQ(end("example.com。次の文", DomainRun::Use::host), 11u);
  EXPECT_EQ(end("wikiを", DomainRun::Use::host), 4u);
  const std::string_view native = "例え.jp";
  EXPECT_EQ(end(native, DomainRun::Use::domain), native.size());
  const std::string_view with_path = "例え。ローカル/";
  EXPECT_EQ(end(with_path, DomainRun::Use::host), with_path.size() - 1);
}

TEST(Domain, IsUndecidedUntilTheRunOfHostCharactersEnds) {
  static const TopLevelDomains usual;
  DomainRun run;
  run.begin(0, DomainRun::Use::domain, Style::uts58, usual);
  Window window = whole("example.com/");
  window.end = 11;
  window.text = base::Text::more_may_follow;
  EXPECT_EQ(run.advance(window), Progress::need_more);
  window.end = 12;
  EXPECT_EQ(run.advance(window), Progress::done);
  EXPECT_EQ(run.end(), 11u);
}

bool has(const TopLevelDomains& list, std::string_view label) {
  return list.contains(whole(label), 0, label.size());
}

TEST(TopLevelDomains, AreRecognizedInAnyCaseAndWidthAndAsALabels) {
  const TopLevelDomains usual;
  for (const std::string_view known :
       {"com", "COM", "ｃｏｍ", "рф", "РФ", "xn--p1ai", "XN--P1AI", "中国", "みんな"}) {
    EXPECT_TRUE(has(usual, known)) << known;
  }
  for (const std::string_view unknown : {"", "co m", "comm", "invalid", "example", "рфф"}) {
    EXPECT_FALSE(has(usual, unknown)) << unknown;
  }
  EXPECT_FALSE(has(usual, std::string(4000, 'a')));
}

TEST(TopLevelDomains, AnAllowListReplacesTheDefaultList) {
  const TopLevelDomains own = TopLevelDomains::create({.allow = {"LAN", "Тест"}}).value();
  EXPECT_TRUE(has(own, "lan"));
  EXPECT_TRUE(has(own, "тест"));
  EXPECT_FALSE(has(own, "com"));
  for (const std::string& wrong : {std::string("a.b"), std::string(""), std::string(".com")}) {
    const Result<TopLevelDomains> result = TopLevelDomains::create({.allow = {"lan", wrong}});
    ASSERT_FALSE(result.ok()) << wrong;
    EXPECT_EQ(result.error().position, 1u);
  }
}

}  // namespace domain_test
}  // namespace linkspan::scan
