// SPDX-License-Identifier: Apache-2.0
// Promise: minimal() formats a URL as in the published files of UTS #58, and makes no other
// changes.
//
// A pair of LinkFormattingTest.txt has a comment with the unescaped parts of the URL, and the URL
// "fully escaped". The latter no longer shows which delimiters are data: `/` in a segment looks
// like `/` between segments. So this test composes the URL from the parts, by RFC 3986.
//
// In the file of 17.0.0, the Wikipedia cases are for a link at the end of a text, and the selected
// cases for a link inside a text (a parameter of the tool that wrote the file). In the draft of
// 18.0.0, all cases are for a link inside a text.

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "iri/percent.h"
#include "linkspan/iri.h"
#include "tests/support/data.h"

namespace linkspan::test {
namespace iri_minimal_test {

using iri::Formatting;

std::string formatted(std::string_view url, Formatting formatting = Formatting::in_text) {
  const Result<std::string> minimal = iri::minimal(url, formatting);
  return minimal.ok() ? *minimal : "error at " + std::to_string(minimal.error().position);
}

struct Pair {
  std::string parts;  // 𝑺=https:// 𝑯=example.com 𝑷=α 𝑸=β 𝑽=γ 𝑭=δ
  std::string escaped;
  std::string formatted;
  bool is_of_wikipedia;
};

std::vector<Pair> read_pairs(const std::string& file) {
  std::istringstream lines(read_file(data_dir() / file));
  std::vector<Pair> pairs;
  Pair next = {};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("# Wikipedia")) next.is_of_wikipedia = true;
    if (line.starts_with("# {")) next.parts = line.substr(3, line.rfind('}') - 3);
    if (line.empty() || line.starts_with('#')) continue;
    if (next.escaped.empty()) {
      next.escaped = line;
      continue;
    }
    next.formatted = line;
    pairs.push_back(next);
    next = {{}, {}, {}, next.is_of_wikipedia};
  }
  return pairs;
}

// Escapes all characters except unreserved ones and the reserved characters that do not delimit
// this part.
std::string escaped(std::string_view part, std::string_view kept) {
  std::string out;
  for (const char c : part) {
    const auto byte = static_cast<uint8_t>(c);
    if (iri::is_unreserved(byte) || kept.find(c) != std::string_view::npos) {
      out += c;
    } else {
      iri::append_percent_encoded(out, byte);
    }
  }
  return out;
}

std::string url_of(const Pair& pair) {
  struct Kind {
    std::string_view sign, begin, kept;
  };
  constexpr Kind kKinds[] = {{"𝑺=", "", ":/"},
                             {"𝑯=", "", ""},
                             {"𝑷=", "/", "!$&'()*+,;=:@"},
                             {"𝑸=", "&", "!$'()*,;:@/"},
                             {"𝑽=", "=", "!$'()*,;:@/"},
                             {"𝑭=", "#", "!$&'()*+,;=:@/?"}};
  std::string url;
  // A part may have spaces; the next part begins with a space and its sign.
  for (size_t at = 0; at < pair.parts.size();) {
    size_t end = pair.parts.find(" 𝑯=", at);
    for (const Kind& kind : kKinds) {
      end = std::min(end, pair.parts.find(" " + std::string(kind.sign), at));
    }
    end = std::min(end, pair.parts.size());
    const std::string_view part = std::string_view(pair.parts).substr(at, end - at);
    for (const Kind& kind : kKinds) {
      if (!part.starts_with(kind.sign)) continue;
      const bool is_first_key = kind.begin == "&" && url.find('?') == std::string::npos;
      url += is_first_key ? "?" : kind.begin;
      url += escaped(part.substr(kind.sign.size()), kind.kept);
    }
    at = end + 1;
  }
  return url;
}

class PublishedFile : public testing::TestWithParam<std::string> {};

TEST_P(PublishedFile, AgreesOnTheFormatOfEveryUrl) {
  const std::string file = "uts58/" + GetParam() + "/LinkFormattingTest.txt";
  LINKSPAN_SKIP_WITHOUT_DATA(file);
  const bool has_both = GetParam() == "17.0.0";
  const std::vector<Pair> pairs = read_pairs(file);
  for (const Pair& pair : pairs) {
    const Formatting formatting =
        has_both && pair.is_of_wikipedia ? Formatting::at_end_of_text : Formatting::in_text;
    EXPECT_EQ(formatted(url_of(pair), formatting), pair.formatted) << pair.parts;
  }
  EXPECT_EQ(pairs.size(), 55u);
}

INSTANTIATE_TEST_SUITE_P(, PublishedFile, testing::Values("17.0.0", "18.0.0-dev"),
                         [](const auto& param) {
                           return param.param == "17.0.0" ? "Unicode17" : "Unicode18Draft";
                         });

TEST(IriMinimal, ReservedCharactersStayUnchanged) {
  EXPECT_EQ(formatted("http://h.example/a%2Fb%3f?c%26d%3De%2B#%23%5B%40"),
            "http://h.example/a%2Fb%3F?c%26d%3De%2B#%23%5B%40");
  EXPECT_EQ(formatted("http://h.example/%28a%29"), "http://h.example/%28a%29");
  EXPECT_EQ(formatted("http://h.example/(a)/(b"), "http://h.example/(a)/(b");
}

TEST(IriMinimal, UnpairedBracketsAreEncoded) {
  EXPECT_EQ(formatted("http://h.example/(a/b)"), "http://h.example/(a/b%29") << "`/` clears";
  EXPECT_EQ(formatted("http://h.example/?(a=b)&c"), "http://h.example/?(a=b%29&c");
  EXPECT_EQ(formatted("http://h.example/#(a:~:b)c"), "http://h.example/#(a:~:b%29c");
  EXPECT_EQ(formatted("http://h.example/(%7Ba)b%7D"), "http://h.example/({a%29b}")
      << "an escape is not a bracket";
}

TEST(IriMinimal, InvisibleCharactersAreEncoded) {
  EXPECT_EQ(formatted("http://h.example/a%E2%80%AEb%E2%80%8B%C2%A0%20"),
            "http://h.example/a%E2%80%AEb%E2%80%8B%C2%A0%20");
  EXPECT_EQ(formatted("http://h.example/a\u202Eb\u200B\u00A0"),
            "http://h.example/a%E2%80%AEb%E2%80%8B%C2%A0")
      << "raw ones are encoded";
  EXPECT_EQ(formatted("http://h.example/%5C%FF%ed%a0%80"), "http://h.example/%5C%FF%ED%A0%80");
}

TEST(IriMinimal, ASoftCharacterAtTheEndIsEncoded) {
  EXPECT_EQ(formatted("http://h.example/a..."), "http://h.example/a..%2E");
  EXPECT_EQ(formatted("http://h.example/a...", Formatting::at_end_of_text),
            "http://h.example/a...");
  EXPECT_EQ(formatted("http://h.example/a.?b#c"), "http://h.example/a.?b#c");
  EXPECT_EQ(formatted("http://h.example/a%E3%80%82"), "http://h.example/a%E3%80%82");
  EXPECT_EQ(formatted("http://h.example/a%E3%80%82b"), "http://h.example/a。b");
}

TEST(IriMinimal, APercentSignIsDecodedUnlessItWouldFormAnEscape) {
  EXPECT_EQ(formatted("http://h.example/100%25"), "http://h.example/100%");
  EXPECT_EQ(formatted("http://h.example/%25%34%31"), "http://h.example/%2541")
      << "`%41` would be an escape";
  EXPECT_EQ(formatted("http://h.example/%25%254%25FF"), "http://h.example/%%4%25FF");
}

TEST(IriMinimal, AnErrorHasThePlaceThatParseReports) {
  EXPECT_EQ(formatted("http://h.example/a b"), "error at 18");
}

}  // namespace iri_minimal_test
}  // namespace linkspan::test
