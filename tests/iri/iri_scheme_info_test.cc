// SPDX-License-Identifier: Apache-2.0
// Promise: iri::scheme_info() returns the properties of schemes in grammars/schemes.txt.
//
// The test parses the file independently of the code that generates the table.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>

#include "linkspan/iri.h"
#include "tests/support/data.h"

namespace linkspan::iri {
namespace iri_scheme_info_test {

// "https authority=domain port=443 opens=safely"
std::string written(const SchemeInfo& info) {
  std::string text(info.name);
  if (info.is_hierarchical) text += info.host_is_domain ? " authority=domain" : " authority=name";
  if (info.carries_address) text += " path=addresses";
  if (info.default_port != 0) text += " port=" + std::to_string(info.default_port);
  if (info.opens == Opens::safely) text += " opens=safely";
  if (info.opens == Opens::as_page) text += " opens=as-page";
  if (info.opens == Opens::runs_code) text += " opens=code";
  return text;
}

// The lines of the file without the second column.
std::map<std::string, std::string> listed() {
  std::map<std::string, std::string> schemes;
  std::istringstream file(test::read_file(test::source_dir() / "grammars" / "schemes.txt"));
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    const size_t space = line.find(' ');
    const size_t next = std::min(line.find(' ', space + 1), line.size());
    schemes[line.substr(0, space)] = line.substr(0, space) + line.substr(next);
  }
  return schemes;
}

TEST(SchemeInfo, OfEveryListedSchemeIsFoundInAnyCase) {
  const std::map<std::string, std::string> schemes = listed();
  ASSERT_GE(schemes.size(), 400u);
  for (const auto& [name, line] : schemes) {
    const auto info = scheme_info(name);
    ASSERT_TRUE(info) << name;
    EXPECT_EQ(written(*info), line);
    std::string upper = name;
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    ASSERT_TRUE(scheme_info(upper)) << upper;
    EXPECT_EQ(scheme_info(upper)->name, name);
  }
}

TEST(SchemeInfo, OfWellKnownSchemesIsCorrect) {
  EXPECT_EQ(written(*scheme_info("https")), "https authority=domain port=443 opens=safely");
  EXPECT_EQ(written(*scheme_info("mailto")), "mailto path=addresses opens=safely");
  EXPECT_EQ(written(*scheme_info("JavaScript")), "javascript opens=code");
  EXPECT_EQ(written(*scheme_info("steam")), "steam");
}

TEST(SchemeInfo, OfAnUnlistedSchemeIsThatOfThePartAfterThePlus) {
  EXPECT_EQ(scheme_info("hg+https")->name, "https");
  EXPECT_EQ(scheme_info("coap+tcp")->name, "coap+tcp");
  EXPECT_FALSE(scheme_info("https+foo"));
  EXPECT_FALSE(scheme_info("+"));
}

TEST(SchemeInfo, OfUnknownSchemesIsAbsent) {
  for (const char* name :
       {"", "a", "foo", "httpss", "htt", "https:", "zzz", "\xC3\xA9", "{", "@"}) {
    EXPECT_FALSE(scheme_info(name)) << name;
  }
}

}  // namespace iri_scheme_info_test
}  // namespace linkspan::iri
