// SPDX-License-Identifier: Apache-2.0
// Promise: explain gives every link that find_all gives, and for what is none the rule that
// rejected it.

#include "linkspan/explain.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/support/scan.h"

namespace linkspan::test {
namespace {

// The rules of all candidates that are no links.
std::vector<std::string> rejections(std::string_view text, Profile profile = Profile::prose) {
  Options options;
  options.profile = profile;
  std::vector<std::string> rules;
  for (const Candidate& candidate : explain(text, options).value()) {
    if (!candidate.link) rules.emplace_back(candidate.rule);
  }
  return rules;
}

TEST(Explain, NamesTheRuleThatRejected) {
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

TEST(Explain, GivesTheLinksOfFindAll) {
  for (const Profile profile : kAllProfiles) {
    Options options;
    options.profile = profile;
    for (const Case& one : corpus()) {
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

}  // namespace
}  // namespace linkspan::test
