// SPDX-License-Identifier: Apache-2.0
// Promise: every warning has a unique name, a sentence and a severity, and every warning that a
// link alone can cause has an example.

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "iri/diagnose.h"
#include "linkspan/iri.h"

namespace linkspan::iri {
namespace iri_warnings_test {

TEST(Warnings, HaveUniqueNames) {
  std::set<std::string_view> names;
  for (const Warning each : kAllWarnings) {
    EXPECT_TRUE(names.insert(to_string(each)).second) << to_string(each);
    EXPECT_EQ(to_string(each).find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"),
              std::string_view::npos)
        << to_string(each);
  }
}

TEST(Warnings, HaveSentencesWithoutAFullStop) {
  for (const Warning each : kAllWarnings) {
    EXPECT_FALSE(description(each).empty()) << to_string(each);
    EXPECT_NE(description(each).back(), '.') << to_string(each);
  }
}

TEST(Warnings, CanBeCombinedInASet) {
  Warnings some;
  EXPECT_TRUE(some.empty());
  some.add(Warning::not_nfc);
  Warnings more;
  more.add(Warning::runs_code);
  more.add(some);
  EXPECT_TRUE(more.has(Warning::not_nfc) && more.has(Warning::runs_code));
  EXPECT_FALSE(more.has(Warning::not_nfkc));
  EXPECT_FALSE(more == some);
}

TEST(Warnings, AreReportedForTheirExamples) {
  const std::map<Warning, std::string> examples = {
      {Warning::host_not_idna, "http://xn--a.ü/"},
      {Warning::mixed_scripts, "https://pаypal.example/"},
      {Warning::confusable_host, "https://аррӏе.example/"},
      {Warning::lookalike_delimiter, "https://google.com∕login.example/"},
      {Warning::userinfo_like_host, "https://www.paypal.com@evil.example/"},
      {Warning::bidi_control, "https://example.org/\u202Ea"},
      {Warning::invisible, "https://example.org/a\u200Bb"},
      {Warning::bidi_structure, "https://example.org/aא"},
      {Warning::not_nfc, "https://example.org/e\u0301"},
      {Warning::not_nfkc, "https://example.org/ﬁ"},
      {Warning::private_use, "https://example.org/?\uE000"},
      {Warning::unassigned, "https://example.org/\u0378"},
      {Warning::deviation, "https://straße.example/"},
      {Warning::not_idna2008, "https://i❤.example/"},
      {Warning::odd_ipv4, "http://0x7f.1"},
      {Warning::invalid_escape, "https://example.org/%C0%AF"},
      {Warning::legacy_escape, "https://example.org/%FCber"},
      {Warning::escaped_dots, "https://example.org/%2e%2e/"},
      {Warning::unusual_port, "https://example.org:22/"},
      {Warning::runs_code, "javascript:alert(1)"},
      {Warning::escaped_host, "https://%65xample.org/"},
      {Warning::second_target, "https://www.example.com.a.example.net/"}};
  // A link alone cannot cause these two.
  EXPECT_EQ(examples.size() + 2, kAllWarnings.size());
  for (const auto& [warning, link] : examples) {
    EXPECT_TRUE(warnings_of(link).has(warning)) << to_string(warning) << ": " << link;
    EXPECT_EQ(diagnose(link).empty(), false) << link;
  }
}

}  // namespace iri_warnings_test
}  // namespace linkspan::iri
