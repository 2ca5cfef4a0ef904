// SPDX-License-Identifier: Apache-2.0
// Promises of iri::parse about errors: the place is the end of the longest prefix of the text that
// can still become an IRI, and the message has the text found, the rule of the RFC and the
// correction.

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/iri.h"
#include "tests/support/data.h"

namespace linkspan {
namespace iri_parse_errors_test {

using iri::Grammar;
using ::nlohmann::json;

// Cases in which fluent-uri reports another place, with the sentence of the RFC that decides.
const std::map<std::string, std::string>& other_places() {
  static const std::string ipv6 =
      "RFC 3986, 3.2.2: a host identified by an IPv6 literal is enclosed in square brackets, and "
      "h16 = 1*4HEXDIG, ls32 and IPv4address say which character is the first that cannot follow; "
      "fluent-uri reports the start of the address";
  static const std::map<std::string, std::string> table = {
      {"3ttp://a.com",
       "RFC 3986, 4.2: a path segment that contains a colon character cannot be used as the first "
       "segment of a relative-path reference; the segment before the colon can"},
      {"http://[:]", ipv6},
      {"example://[44:55::66::77]", ipv6},
      {"//[::01.1.1.1]", ipv6},
      {"//[::00.1.1.1]", ipv6},
  };
  return table;
}

TEST(Places, AreThoseOfFluentUri) {
  LINKSPAN_SKIP_WITHOUT_DATA("iri/fluent-uri.jsonl");
  std::ifstream file(test::data_dir() / "iri" / "fluent-uri.jsonl");
  size_t count = 0;
  size_t others = 0;
  for (std::string line; std::getline(file, line);) {
    const json record = json::parse(line);
    if (!record.contains("error_index")) continue;
    ++count;
    const std::string input = record["input"];
    const bool is_uri = record["grammar"] == "URI";
    const auto view = iri::parse(input, is_uri ? Grammar::uri : Grammar::uri_reference);
    ASSERT_FALSE(view.ok()) << record;
    const bool is_same = view.error().position == record["error_index"];
    const bool is_listed = !is_uri && other_places().contains(input);
    EXPECT_NE(is_same, is_listed) << view.error().position << " in " << record;
    others += is_same ? 0 : 1;
  }
  EXPECT_GE(count, 30u) << "the suite has become smaller";
  EXPECT_EQ(others, other_places().size());
}

// ---- Messages

struct Case {
  std::string text;
  Grammar grammar;
  size_t position;
  std::string message;
};

std::vector<Case> cases() {
  using enum Grammar;
  const std::string in_path = " cannot be in the path (`isegment`, RFC 3987, section 2.2): ";
  const std::string in_literal =
      " cannot be in the host (`IP-literal`, RFC 3986, section 3.2.2): expected ";
  const std::string in_port =
      "in the port (`port`, RFC 3986, section 3.2.3): expected digits only after the colon, or `@` "
      "after user information";
  const std::string in_percent =
      "after the percent sign (`pct-encoded`, RFC 3986, section 2.1): expected a hexadecimal digit";
  const std::string in_scheme = "in the scheme (`scheme`, RFC 3986, section 3.1): expected ";
  const std::string in_first_segment =
      " cannot be in the first segment of a path without a scheme (`isegment-nz-nc`, RFC 3987, "
      "section 2.2): ";
  return {
      // The scheme
      {"", iri, 0, "the text cannot end " + in_scheme + "an ASCII letter"},
      {"foo", uri, 3,
       "the text cannot end " + in_scheme + "an ASCII letter, a digit, `+`, `-`, `.` or `:`"},
      {"3a:b", iri, 0, "`3` cannot be " + in_scheme + "an ASCII letter"},
      {"a#b", absolute_iri, 1,
       "`#` cannot be " + in_scheme + "an ASCII letter, a digit, `+`, `-`, `.` or `:`"},
      {"3a:b", iri_reference, 2,
       "`:`" + in_first_segment +
           "write `./` before the path, as no `scheme` (RFC 3986, section 3.1) precedes the colon"},
      // Characters that have to be percent-encoded
      {"http://a/{b}", iri, 9, "`{`" + in_path + "percent-encode it as %7B"},
      {"http://a/ ", iri, 9, "U+0020" + in_path + "percent-encode it as %20"},
      {"http://a/`", iri, 9, "U+0060" + in_path + "percent-encode it as %60"},
      {"http://a/\x1B[2J", iri, 9, "U+001B" + in_path + "percent-encode it as %1B"},
      {"http://a/\u2028", uri, 9,
       "U+2028 cannot be in the path (`segment`, RFC 3986, section 3.3): percent-encode it as "
       "%E2%80%A8"},
      {"http://é/", uri, 7,
       "`é` (U+00E9) cannot be in the host (`reg-name`, RFC 3986, section 3.2.2): percent-encode "
       "it "
       "as %C3%A9"},
      {"http://a]/", iri, 8,
       "`]` cannot be in the host (`ireg-name`, RFC 3987, section 2.2): percent-encode it as %5D"},
      {"http://a?|", iri, 9,
       "`|` cannot be in the query (`iquery`, RFC 3987, section 2.2): percent-encode it as %7C"},
      {"http://a#b#", iri, 10,
       "`#` cannot be in the fragment (`ifragment`, RFC 3987, section 2.2): percent-encode it as "
       "%23"},
      {"a\\b", iri_reference, 1, "`\\`" + in_first_segment + "percent-encode it as %5C"},
      // Percent-encoding
      {"http://a/%", iri, 10, "the text cannot end " + in_percent},
      {"http://a/%4g", iri, 11, "`g` cannot be " + in_percent},
      // The authority
      {"http://[::1/", iri, 11, "`/`" + in_literal + "a hexadecimal digit, `.`, `:` or `]`"},
      {"http://[]", iri, 8, "`]`" + in_literal + "a hexadecimal digit, `:`, `V` or `v`"},
      {"http://[fe80::1%25e]", iri, 15,
       "`%`" + in_literal + "a hexadecimal digit, `.`, `:` or `]`"},
      {"http://[v1.", iri, 11,
       "the text cannot end in the host (`IP-literal`, RFC 3986, section 3.2.2): expected one of "
       "`!$&'()*+,;=`, an ASCII letter, a digit, `-`, `.`, `:`, `_` or `~`"},
      {"http://[::1]a", iri, 12,
       "`a` cannot be after the IP literal (`iauthority`, RFC 3987, section 2.2): expected `#`, "
       "`/`, `:`, `?` or the end"},
      {"http://h:80a", iri, 12, "the text cannot end " + in_port},
      {"http://h:80a/", iri, 12, "`/` cannot be " + in_port},
      {"http://u@h:8a", iri, 12,
       "`a` cannot be in the port (`port`, RFC 3986, section 3.2.3): expected a digit, `#`, `/`, "
       "`?` or the end"},
      {"http://u@h@i", iri, 10,
       "`@` cannot be in the host (`ireg-name`, RFC 3987, section 2.2): percent-encode it as %40"},
      // The fragment
      {"http://a/#b", absolute_iri, 9,
       "`#` cannot be where a fragment is not allowed (`absolute-IRI`, RFC 3987, section 2.2): "
       "leave the fragment out"},
      {"a:b#c", absolute_uri, 3,
       "`#` cannot be where a fragment is not allowed (`absolute-URI`, RFC 3986, section 4.3): "
       "leave the fragment out"},
      // Text that is not UTF-8
      {"http://a/\xFF", iri, 9, "the byte \\xFF" + in_path + "the text has to be UTF-8"},
      {"http://a/é\x80", iri, 11, "the byte \\x80" + in_path + "the text has to be UTF-8"},
      {"http://a/\xC3/", iri, 9, "the byte \\xC3" + in_path + "the text has to be UTF-8"},
      {"http://a/\xED\xA0\x80", iri, 9, "the byte \\xED" + in_path + "the text has to be UTF-8"},
      {"http://a/\xC0\xAF", iri, 9, "the byte \\xC0" + in_path + "the text has to be UTF-8"},
      {"http://a/\xE2\x82", iri, 9, "the byte \\xE2" + in_path + "the text has to be UTF-8"},
  };
}

TEST(Sentences, NameTheCharacterTheRuleAndTheCorrection) {
  for (const Case& c : cases()) {
    const auto view = iri::parse(c.text, c.grammar);
    ASSERT_FALSE(view.ok()) << c.text;
    EXPECT_EQ(view.error().code, ErrorCode::syntax) << c.text;
    EXPECT_EQ(view.error().position, c.position) << c.text;
    EXPECT_EQ(view.error().message, c.message) << c.text;
  }
}

TEST(Sentences, ATextOf4GiBIsTooLong) {
  const std::string_view text("a", size_t{1} << 32);  // only its size is read
  const auto view = iri::parse(text);
  ASSERT_FALSE(view.ok());
  EXPECT_EQ(view.error().position, size_t{UINT32_MAX});
  EXPECT_EQ(view.error().message, "an IRI has to be shorter than 4 GiB");
}

// ---- Places, by their definition: a prefix can become a match if one of these continuations makes
// it match. For short prefixes these continuations are sufficient.

constexpr std::string_view kCompletions[] = {
    "11@",   "",     "a",   "a:",  ":",    "1",     "11",      "@",     "1@",
    "]",     "1]",   "a]",  "::]", "::1]", ":1]",   ".1.1.1]", ".1.1]", ".1]",
    "v1.a]", "1.a]", ".a]", ":]",  ":a]",  ":1:1]", "1::1:1]"};

constexpr Grammar kGrammars[] = {Grammar::iri_reference, Grammar::iri, Grammar::absolute_iri,
                                 Grammar::uri_reference, Grammar::uri, Grammar::absolute_uri};

bool can_become_a_match(const std::string& start, Grammar grammar) {
  for (const std::string_view completion : kCompletions) {
    if (iri::parse(start + std::string(completion), grammar).ok()) return true;
  }
  return false;
}

size_t place_by_definition(const std::vector<std::string>& tokens, Grammar grammar) {
  std::string start;
  for (const std::string& token : tokens) {
    if (!can_become_a_match(start + token, grammar)) break;
    start += token;
  }
  return start.size();
}

// Every text of `length` tokens.
void for_all(size_t length, const std::function<void(const std::vector<std::string>&)>& visit) {
  static const std::vector<std::string> alphabet = {"a", ":", "/", "?", "#", "@",
                                                    "[", "]", "1", "%", " ", "é"};
  std::vector<size_t> digits(length, 0);
  for (bool is_done = false; !is_done;) {
    std::vector<std::string> tokens;
    for (const size_t digit : digits) tokens.push_back(alphabet[digit]);
    visit(tokens);
    is_done = true;
    for (size_t i = 0; i < length && is_done; ++i) {
      digits[i] = (digits[i] + 1) % alphabet.size();
      is_done = digits[i] == 0;
    }
  }
}

TEST(Places, AreAfterTheLongestPrefixThatCanBecomeAMatch) {
  size_t refused = 0;
  const auto check = [&refused](const std::vector<std::string>& tokens) {
    std::string text;
    for (const std::string& token : tokens) text += token;
    for (const Grammar grammar : kGrammars) {
      const auto view = iri::parse(text, grammar);
      if (view.ok()) continue;
      ++refused;
      EXPECT_EQ(view.error().position, place_by_definition(tokens, grammar)) << text;
    }
  };
  for (size_t length = 0; length <= 3; ++length) for_all(length, check);
  const auto check_authority = [&check](const std::vector<std::string>& tokens) {
    std::vector<std::string> all = {"a", ":", "/", "/"};
    all.insert(all.end(), tokens.begin(), tokens.end());
    check(all);
  };
  for (size_t length = 0; length <= 3; ++length) for_all(length, check_authority);
  EXPECT_GT(refused, 10000u);
}

}  // namespace iri_parse_errors_test
}  // namespace linkspan
