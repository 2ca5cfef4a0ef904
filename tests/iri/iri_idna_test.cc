// SPDX-License-Identifier: Apache-2.0
// Promise: Idna converts hosts to A-labels and back, or rejects them, as UTS #46 does:
// nontransitional, with CheckBidi and CheckJoiners. Every vector of web-platform-tests agrees,
// except the cases listed here, each with its reason.

#include <gtest/gtest.h>
#include <unicode/uchar.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "tests/support/data.h"

namespace linkspan::test {
namespace iri_idna_test {

using nlohmann::json;

std::string shown(std::string_view host) { return iri::host_to_unicode(host).value_or("refused"); }

TEST(IriIdna, ALabelsBecomeULabels) {
  EXPECT_EQ(shown("xn--bcher-kva.example"), "bücher.example");
  EXPECT_EQ(shown("xn--r8jz45g.xn--zckzah"), "例え.テスト");
  EXPECT_EQ(shown("XN--STRAE-OQA.example"), "straße.example");
  EXPECT_EQ(shown("www.example.org"), "www.example.org");
}

TEST(IriIdna, InvalidALabelsAndTooLongHostsAreRefused) {
  EXPECT_EQ(shown("xn--a.example"), "refused");
  EXPECT_EQ(shown("xn--\xFF"), "refused");
  EXPECT_EQ(shown(std::string(5000, 'a')), "refused");
}

TEST(IriIdna, ToUnicodeUndoesToAscii) {
  for (const char* host : {"müller.example", "пример.рф", "مثال.إختبار", "דוגמה.קום", "a.b"}) {
    EXPECT_EQ(shown(iri::host_to_ascii(host).value()), host);
  }
}

// --- web-platform-tests

enum class Reason {
  ascii_unchecked,  // the URL Standard does not check a name of ASCII; UTS #46 does (and the
                    // comments of IdnaTestV2 say so)
  empty,            // an empty host is not a domain name, so ToASCII is not applied to it
  delimiter,   // the result of UTS #46 has a delimiter of URIs (the opening comment of idna.cc)
  unicode_18,  // U+3E8AC and U+3F8CD, of Seal, are not characters of Unicode 17.0
};

// The inputs with a different result, and the reason.
const std::map<std::string, Reason>& differences() {
  static const std::map<std::string, Reason> table = {
      {"xn--a", Reason::ascii_unchecked},
      {"xn--a.xn--zca", Reason::ascii_unchecked},
      {"xn--ls8h=", Reason::ascii_unchecked},
      {"xn--1ug.example", Reason::ascii_unchecked},
      {"xn--a-yoc", Reason::ascii_unchecked},
      {"xn--zn7c.com", Reason::ascii_unchecked},
      {"xn--0.com", Reason::ascii_unchecked},
      {"", Reason::empty},
      {"$", Reason::delimiter},
      {"\u2477.four", Reason::delimiter},
      {"(4).four", Reason::delimiter},
      {"\u2477.FOUR", Reason::delimiter},
      {"\u2477.Four", Reason::delimiter},
      {"xn--8,-g9oy26fzu4d.xn--kmb6733w", Reason::delimiter},
      {"xn--5cb172r175fug38a.xn--mlj", Reason::unicode_18},
      {"xn--t92s.xn--znb.xn--5-y88f", Reason::unicode_18},
      {"\U0003E8AC\u3002\u0729\u3002\uCBD9"
       "5",
       Reason::unicode_18},
      {"\U0003E8AC\u3002\u0729\u3002\u110D\u1173\u11AC"
       "5",
       Reason::unicode_18},
  };
  return table;
}

// Some hosts have a lone surrogate, which JSON can represent and UTF-8 cannot.
json read_json(const std::filesystem::path& file) {
  constexpr size_t kEscape = 6;  // as in \uD900
  std::string text = read_file(file);
  for (const std::string_view high : {"\\ud8", "\\ud9", "\\uda", "\\udb"}) {
    for (size_t at = text.find(high); at != std::string::npos; at = text.find(high, at + 1)) {
      if (text.compare(at + kEscape, 3, "\\ud") != 0) text.replace(at, kEscape, "\\ufffd");
    }
  }
  return json::parse(text);
}

// A comment in IdnaTestV2 lists the rules of UTS #46 that a name breaks: "C1; A4_2 (ignored)".
// Rules that are not ignored make ToASCII fail, also where the output is that of a browser, which
// does not check ASCII names.
bool breaks_a_rule(const json& record) {
  std::istringstream rules(record.value("comment", ""));
  for (std::string rule; std::getline(rules, rule, ';');) {
    if (rule.find("(ignored)") == std::string::npos) return true;
  }
  return false;
}

json expected_of(const json& record, const std::string& file) {
  const bool is_refused = file.starts_with("IdnaTestV2") && breaks_a_rule(record);
  return is_refused ? json(nullptr) : record.at("output");
}

class WebPlatformTests : public testing::TestWithParam<std::pair<std::string, size_t>> {};

TEST_P(WebPlatformTests, AgreeExceptForTheListedHosts) {
  const auto& [file, count] = GetParam();
  LINKSPAN_SKIP_WITHOUT_DATA("iri/wpt/" + file);
  size_t records = 0;
  for (const json& record : read_json(data_dir() / "iri/wpt" / file)) {
    if (!record.is_object()) continue;
    ++records;
    const std::string host = record.at("input");
    const auto ascii = iri::host_to_ascii(host);
    const json outcome = ascii ? json(*ascii) : json(nullptr);
    const bool agrees = outcome == expected_of(record, file);
    EXPECT_EQ(agrees, !differences().contains(host)) << record << " became " << outcome;
  }
  EXPECT_EQ(records, count);
}

INSTANTIATE_TEST_SUITE_P(, WebPlatformTests,
                         testing::Values(std::pair("toascii.json", 87),
                                         std::pair("IdnaTestV2.json", 2671),
                                         std::pair("IdnaTestV2-removed.json", 20)),
                         [](const auto& param) {
                           std::string name = param.param.first;
                           std::erase_if(name, [](char c) { return c == '-' || c == '.'; });
                           return name;
                         });

}  // namespace iri_idna_test
}  // namespace linkspan::test
