// SPDX-License-Identifier: Apache-2.0
// Promise: user-defined rules match as include/linkspan/rules.h specifies, for any chunks of the
// text, in linear time, and the error for a wrong rule has its place.

#include "linkspan/rules.h"

#include <gtest/gtest.h>

#include <ctime>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "rules/atoms.h"
#include "rules/matcher.h"
#include "tests/support/chunks.h"
#include "tests/support/sanitized.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace rules_test {

const Rule kBug = {"bug", R"(BUG-(\d+))", "https://bugs.example.org/{1}"};
const Rule kNumber = {"number", R"(#(\d+))", "https://e.example/{1}", Beside::any};
const Rule kName = {"name", R"(@(\w+))", "https://e.example/~{1}"};

const Engine& engine() {
  static const Engine made = Engine::create({}).value();
  return made;
}

// "bug:BUG-1 -> uri" for a match of a rule, and the text for a link of the engine.
std::string shown(const RuleLink& link, std::string_view text) {
  const std::string found(link.span.text(text));
  return link.rule.empty() ? found : std::string(link.rule) + ":" + found + " " + link.uri;
}

using Lines = std::vector<std::string>;

Lines found(const Rules& rules, std::string_view text) {
  Lines lines;
  find_links(engine(), rules, text,
             [&](const RuleLink& link) { lines.push_back(shown(link, text)); });
  return lines;
}

Lines found(const std::vector<Rule>& rules, std::string_view text) {
  return found(Rules::create(rules).value(), text);
}

Lines found_in_chunks(const Rules& rules, std::string_view text, const Chunking& sizes) {
  Lines lines;
  const auto take = [&](const RuleLink& link) { lines.push_back(shown(link, text)); };
  Stream stream = engine().open();
  const auto search = rules.matcher()->open();
  size_t at = 0;
  for (const size_t size : sizes) {
    const ExactCopy chunk(text.substr(at, size));
    search->feed(chunk.view(), stream, take);
    at += size;
  }
  search->finish(stream, take);
  return lines;
}

std::string error_of(const Rule& rule) {
  const Result<Rules> made = Rules::create({rule});
  return made.ok() ? "" : made.error().message;
}

TEST(Rules, AMatchHasTheUriOfTheTemplate) {
  EXPECT_EQ(found({kBug}, "see BUG-12, or https://a.example/BUG-13 (BUG-14)."),
            (Lines{"bug:BUG-12 https://bugs.example.org/12", "https://a.example/BUG-13",
                   "bug:BUG-14 https://bugs.example.org/14"}));
}

TEST(Rules, AdjacentWordCharactersPreventAMatchUnlessAllowed) {
  EXPECT_TRUE(found({kBug}, "xBUG-1 BUG-1x éBUG-1 BUG-1é _BUG-1 1BUG-1").empty());
  EXPECT_EQ(found({kNumber}, "a#1b").size(), 1u);
  EXPECT_EQ(found({kName}, "@ada,(@bob) me@x").size(), 2u);
}

TEST(Rules, TheLeftmostThenLongestThenFirstRuleMatches) {
  const Rule shorter = {"short", "ab", "x:1", Beside::any};
  const Rule longer = {"long", "abc", "x:2", Beside::any};
  const Rule same = {"same", "abc", "x:3", Beside::any};
  const Rule later = {"later", "bcdef", "x:4", Beside::any};
  EXPECT_EQ(found({later, shorter, longer, same}, "abcdef"), (Lines{"long:abc x:2"}));
}

TEST(Rules, NothingMatchesInALinkUnlessTheRuleTakesPrecedence) {
  Rule bug = kBug;
  EXPECT_EQ(found({bug}, "www.example.org/BUG-1 a"), (Lines{"www.example.org/BUG-1"}));
  bug.wins = true;
  EXPECT_EQ(found({bug}, "www.example.org/BUG-1 www.example.com"),
            (Lines{"bug:BUG-1 https://bugs.example.org/1", "www.example.com"}));
}

TEST(Rules, GroupsArePercentEncoded) {
  EXPECT_NE(error_of({"t", "a", "https://w.example/{{0}}"}).find("'https://w.example/{0}'"),
            std::string::npos);
  EXPECT_EQ(
      found({{"t", R"(\[(?P<what>[^\]]+)\])", "https://w.example/{what}?q={0}&n={1:digits}",
              Beside::any}},
            "[a/é 1-2]"),
      (Lines{"t:[a/é 1-2] https://w.example/a%2F%C3%A9%201-2?q=%5Ba%2F%C3%A9%201-2%5D&n=12"}));
}

TEST(Rules, AnchorsMatchEndsOfLinesAndNoMatchCrossesLines) {
  EXPECT_EQ(
      found({{"t", "^To: (.*)$", "x:{1}", Beside::any}}, "To: a\nTo: b\n To: c\r\nTo: d").size(),
      3u);
  EXPECT_TRUE(found({{"t", R"(a\sb)", "x:1"}}, "a\nb").empty());
}

TEST(Rules, AMatchHasAtMost1024Bytes) {
  const Rule run = {"run", "b+", "x:1", Beside::any};
  EXPECT_EQ(found({run}, std::string(1024, 'b')).size(), 1u);
  EXPECT_EQ(found({run}, std::string(1025, 'b')), (Lines{"run:b x:1"}));
}

TEST(Rules, ErrorsShowThePlaceInTheRule) {
  EXPECT_EQ(error_of({"n", R"(BUG-(\d+)", "x:{1}"}),
            "rule 'n': missing )\n  BUG-(\\d+\n          ^");
  EXPECT_NE(error_of({"n", "a)(b", "x:1"}), "");
  EXPECT_EQ(error_of({"n", "a[z-a]", "x:1"}),
            "rule 'n': invalid character class range\n  a[z-a]\n    ^");
  EXPECT_EQ(error_of({"n", "a*", "x:1"}),
            "rule 'n': the pattern matches the empty text\n  a*\n  ^");
  EXPECT_EQ(error_of({"n", R"(\Aa)", "x:1"}),
            "rule 'n': only ^ and $ can assert the end of a line or text\n  \\Aa\n  ^");
  EXPECT_EQ(error_of({"n", "(a)", "x:{2}"}),
            "rule 'n': the pattern has no group '2', it has 1 group\n  x:{2}\n    ^");
  EXPECT_NE(error_of({"n", "(a)", "no uri"}).find("is not a URI"), std::string::npos);
  EXPECT_NE(error_of({"n", "(a)", "x:{1"}).find("'{' has no '}'"), std::string::npos);
  EXPECT_NE(error_of({"n", "(a)", "x:1}"}).find("never opened"), std::string::npos);
}

TEST(Rules, TheFormOfTheCommandLineIsParsed) {
  const Rule rule = parse_rule(R"(BUG-(\d+) => https://bugs.example.org/{1})").value();
  EXPECT_EQ(rule.pattern, R"(BUG-(\d+))");
  EXPECT_EQ(rule.uri, "https://bugs.example.org/{1}");
  EXPECT_EQ(rule.name, rule.pattern);
  for (const char* wrong : {"", "BUG", "BUG =>", " => x:1"}) {
    EXPECT_EQ(parse_rule(wrong).error().code, ErrorCode::syntax) << wrong;
  }
}

constexpr std::string_view kFile = R"(
[parameters]
project = ''
host = 'e.example'

[[rule]]
name = 'bug'
pattern = 'BUG-(\d+)'
uri = 'https://{host}/{project}/{1}'

[[rule]]
name = 'number'
pattern = '#(\d+)'
uri = 'https://{host}/{1}'
beside = 'any'
wins = true
)";

TEST(RuleFile, HasRulesAndParameters) {
  const auto rules = parse_rules(kFile, "f", {{"project", "a/b"}});
  ASSERT_TRUE(rules.ok()) << rules.error().message;
  EXPECT_EQ(*rules, (std::vector<Rule>{
                        {"bug", R"(BUG-(\d+))", "https://e.example/a/b/{1}"},
                        {"number", R"(#(\d+))", "https://e.example/{1}", Beside::any, true}}));
}

TEST(RuleFile, ErrorsHaveTheirLineAndColumn) {
  const auto error = [](std::string_view toml) {
    const auto rules = parse_rules(toml, "f.toml");
    return rules.ok() ? std::string() : rules.error().message;
  };
  EXPECT_EQ(error(kFile),
            "f.toml:9:7: the parameter 'project' has no value; give it as 'project=…'");
  EXPECT_EQ(error("[[rule]]\nname = 'a'\npattern = 'a'\nuri='x:1'\nnmae = 1\n"),
            "f.toml:5:8: 'nmae' is not known here; a rule has name, pattern, uri, beside, wins");
  EXPECT_EQ(error("[[rule]]\nname = 'a'\n"), "f.toml:1:1: this rule has no 'pattern'");
  EXPECT_EQ(error("[[rule]]\nname = 1\n"), "f.toml:2:8: 'name' is a string");
  EXPECT_EQ(error("[[rule]]\nname = 'a'\npattern = 'a('\nuri = 'x:1'\n"),
            "f.toml:3:11: rule 'a': missing )\n  a(\n    ^");
  EXPECT_TRUE(error("[[rule]]\nname = \n").starts_with("f.toml:2:8: "));
  EXPECT_TRUE(error("[rules]\n").starts_with("f.toml:1:"));
  EXPECT_EQ(error("# é\n[[rule]]\nname = 'é' é = 1\n"),
            "f.toml:3:12: non-ASCII characters are allowed only in strings and comments");
  EXPECT_TRUE(error("\xEF\xBB\xBF# é '\n").empty());
  EXPECT_TRUE(error("").empty());
}

// --- chunks

const std::vector<Rule>& many() {
  static const std::vector<Rule> rules = [] {
    std::vector<Rule> made = {kBug,
                              kNumber,
                              kName,
                              {"wins", "[a-z]*-wins", "x:{0}", Beside::word, true},
                              {"line", "^> (.{1,40})$", "x:{1}", Beside::any},
                              {"any", "a+b?", "x:{0}", Beside::any},
                              {"greek", "(?i)ΑΒΓ", "x:{0}"},
                              {"wide", R"(\p{Han}+)", "x:{0}", Beside::any}};
    return made;
  }();
  return rules;
}

// Each case, or one of twenty: the sanitizers take long to open a stream.
constexpr size_t kOneOf = kSanitized ? 20 : 1;

TEST(Rules, FindTheSameInTheCorpusByteByByte) {
  const Rules rules = Rules::create(many()).value();
  size_t matches = 0;
  for (size_t i = 0; i < corpus().size(); i += kOneOf) {
    const Case& one = corpus()[i];
    const Lines whole = found(rules, one.text);
    EXPECT_EQ(found_in_chunks(rules, one.text, one_byte_at_a_time(one.text.size())), whole)
        << place(one);
    matches += whole.size();
  }
  EXPECT_GT(matches, 10000u / kOneOf);
}

TEST(Rules, FindTheSameInRandomTextsForAnyChunks) {
  constexpr std::string_view kPieces[] = {"BUG-1",
                                          "#2",
                                          "@a",
                                          "www.a.example/",
                                          "http://b.example/BUG-2",
                                          "-wins",
                                          "x-wins",
                                          "\n",
                                          "\n\n",
                                          " ",
                                          " ",
                                          "> ",
                                          "aaa",
                                          "aab",
                                          "ΑΒγ",
                                          "漢字",
                                          "é",
                                          "<http://c.example/\n d>",
                                          "\r\n",
                                          "\xFF",
                                          "me@d.example",
                                          "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
  const Rules rules = Rules::create(many()).value();
  std::mt19937 random(24);
  for (uint32_t round = 0; round < 1500; ++round) {
    std::string text;
    const bool is_long = round % 8 == 0;  // lines of several units
    for (size_t n = random() % (is_long ? 3000 : 60); n > 0; --n) {
      const std::string_view piece = kPieces[random() % std::size(kPieces)];
      if (!is_long || piece.find('\n') == std::string_view::npos || random() % 64 == 0)
        text += piece;
    }
    const Lines whole = found(rules, text);
    EXPECT_EQ(found_in_chunks(rules, text, random_chunks(text.size(), round, is_long ? 700 : 3)),
              whole)
        << text;
  }
}

// The reference tries every rule at every place: the leftmost match wins, then the longest, then
// the first rule.
TEST(Rules, MatchAsIfEveryRuleWereTriedAtEveryPlace) {
  const std::vector<Rule> rules = {{"one", "ab?", "x:1", Beside::any},
                                   {"two", "b+", "x:2", Beside::any},
                                   {"three", "a(b|c)c", "x:3", Beside::any}};
  const auto matches_at = [](int rule, std::string_view text) -> size_t {  // 0: none
    if (rule == 0) return text.starts_with("ab") ? 2 : text.starts_with("a") ? 1 : 0;
    if (rule == 1) return std::min(text.find_first_not_of('b'), text.size());
    return text.starts_with("abc") || text.starts_with("acc") ? 3 : 0;
  };
  const Rules compiled = Rules::create(rules).value();
  std::string text;
  const std::function<void(size_t)> all = [&](size_t left) {
    Lines expected;
    for (size_t at = 0; at < text.size();) {
      size_t best = 0;
      int its_rule = 0;
      for (int rule = 0; rule < 3; ++rule) {
        const size_t size = matches_at(rule, std::string_view(text).substr(at));
        if (size > best) std::tie(best, its_rule) = std::pair(size, rule);
      }
      if (best > 0) {
        const Rule& rule = rules[static_cast<size_t>(its_rule)];
        expected.push_back(rule.name + ":" + text.substr(at, best) + " " + rule.uri);
      }
      at += std::max<size_t>(best, 1);
    }
    EXPECT_EQ(found(compiled, text), expected) << text;
    if (left == 0) return;
    for (const char c : {'a', 'b', 'c', '\n'}) {
      text += c;
      all(left - 1);
      text.pop_back();
    }
  };
  all(6);
}

TEST(Rules, TakeLinearTime) {
  const std::vector<Rule> rules = {{"a", "(a+)+$", "x:1"},
                                   {"b", "(a|aa)+b", "x:2", Beside::any},
                                   {"c", R"((\w+ )*x)", "x:3"},
                                   {"d", "a{500}b{600}", "x:4", Beside::any}};
  const Rules compiled = Rules::create(rules).value();
  const auto processor_seconds = [&](size_t size) {
    std::string text;
    while (text.size() < size) text += "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa aa ";
    const std::clock_t begin = std::clock();
    (void)found(compiled, text);
    (void)found(compiled, std::string(size, 'a') + "!");
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  };
  (void)processor_seconds(1 << 14);
  const double small = processor_seconds(1 << 17);
  EXPECT_LT(processor_seconds(1 << 20), 8 * 4 * small + 0.5);
}

TEST(Rules, ASinkCanStopTheSearch) {
  size_t count = 0;
  find_links(engine(), Rules::create({kBug}).value(), "BUG-1 BUG-2 BUG-3",
             [&](const RuleLink&) { return ++count == 2 ? Visit::stop : Visit::go_on; });
  EXPECT_EQ(count, 2u);
}

TEST(Atoms, AreFoundInAnyCase) {
  const rules::Atoms atoms({"bug-", "cve", "longer than eight", "éa", "tail"});
  std::vector<int> indices;
  rules::Atoms::Scratch scratch;
  atoms.find("xBuG-1 LONGER than eight ÉA éA taiL", indices, scratch);
  std::sort(indices.begin(), indices.end());
  EXPECT_EQ(indices, (std::vector<int>{0, 2, 3, 4}));
  atoms.find("cv", indices, scratch);
  EXPECT_TRUE(indices.empty());
}

// Words of all widths by which they are looked up (of three bytes, four, six and eight), and texts
// that share their first bytes or their last ones.
TEST(Atoms, AreDistinguishedByTheirFirstBytes) {
  const std::vector<std::string> words = {"abc", "abcde", "abcdefg", "abcdefghij", "xbc"};
  const rules::Atoms atoms(words);
  rules::Atoms::Scratch scratch;
  for (size_t i = 0; i < words.size(); ++i) {
    std::vector<int> indices;
    atoms.find("-" + words[i] + "-", indices, scratch);
    EXPECT_TRUE(std::count(indices.begin(), indices.end(), static_cast<int>(i)) == 1) << words[i];
    atoms.find("-?" + words[i].substr(1), indices, scratch);
    EXPECT_TRUE(indices.empty()) << words[i];
  }
}

}  // namespace rules_test
}  // namespace linkspan::test
