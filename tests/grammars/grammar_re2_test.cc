// SPDX-License-Identifier: Apache-2.0
// Promise of tools/abnfc: for all our grammars its automata match exactly the texts that RE2
// matches, with regular expressions translated independently from the same files
// (tests/support/abnf_to_re2.h). Every rule is tested on all short texts, the large rules on longer
// texts and on a million mutations of valid IRIs. Texts with ill-formed UTF-8, which RE2 treats
// differently, must never match.

#include <gtest/gtest.h>
#include <re2/re2.h>

#include <functional>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/abnf_to_re2.h"
#include "tests/support/grammars.h"

namespace linkspan {
namespace grammar_re2_test {

// Unicode 17.0, table 3-7: the bytes that may follow each lead byte.
bool is_well_formed(std::string_view text) {
  static const RE2 well_formed(
      R"((?:[\x00-\x7F]|[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF])"
      R"(|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}|\xED[\x80-\x9F][\x80-\xBF])"
      R"(|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2})*)",
      RE2::Latin1);
  return RE2::FullMatch(re2::StringPiece(text.data(), text.size()), well_formed);
}

// A rule in both forms.
class Pair {
 public:
  explicit Pair(const std::string& rule) : rule_(rule) {
    static const abnfc::Grammar grammar = test::read_or_throw(test::all_grammars());
    automaton_ = test::compile_or_throw(grammar, {rule});
    RE2::Options options;
    // With the default limit of 8 MiB, RE2 rejects the expression of IRI-reference; with little
    // more memory, it would fall back to its slow matcher.
    options.set_max_mem(int64_t{256} << 20);
    options.set_log_errors(false);
    expression_ = std::make_unique<RE2>(translator().expression(rule), options);
    if (!expression_->ok()) throw std::runtime_error(rule + ": " + expression_->error());
  }

  static test::AbnfToRe2& translator() {
    static test::AbnfToRe2 filled = [] {
      test::AbnfToRe2 empty;
      for (const abnfc::Source& source : test::all_grammars()) empty.add(source.text);
      return empty;
    }();
    return filled;
  }

  // Reports the text if the two differ on it. Counts the matches, so that a test can check that
  // there were some.
  void compare(const std::string& text) {
    const bool ours = automaton_.view().matches(text);
    const bool theirs = is_well_formed(text) && RE2::FullMatch(text, *expression_);
    ++compared_;
    if (ours) ++matched_;
    if (ours != theirs && ++different_ <= 10) {
      ADD_FAILURE() << rule_ << (ours ? " matches " : " does not match ")
                    << testing::PrintToString(text) << ", unlike RE2";
    }
  }

  size_t compared() const { return compared_; }
  size_t matched() const { return matched_; }
  size_t different() const { return different_; }

 private:
  std::string rule_;
  abnfc::Automaton automaton_;
  std::unique_ptr<RE2> expression_;
  size_t compared_ = 0;
  size_t matched_ = 0;
  size_t different_ = 0;
};

void for_all_texts(const std::vector<std::string>& tokens, size_t length,
                   const std::function<void(const std::string&)>& visit) {
  std::string text;
  const std::function<void(size_t)> go = [&](size_t left) {
    visit(text);
    if (left == 0) return;
    for (const std::string& token : tokens) {
      text += token;
      go(left - 1);
      text.resize(text.size() - token.size());
    }
  };
  go(length);
}

void compare_all(const std::string& rule, const std::vector<std::string>& tokens, size_t length,
                 size_t at_least) {
  Pair pair(rule);
  for_all_texts(tokens, length, [&](const std::string& text) { pair.compare(text); });
  EXPECT_EQ(pair.different(), 0u) << rule;
  EXPECT_GE(pair.matched(), at_least) << rule;
  EXPECT_GT(pair.compared(), pair.matched()) << rule;
}

// Delimiters, letters, digits, non-ASCII characters (a letter, an ideographic full stop, a
// private-use code point), and bytes that are not UTF-8.
const std::vector<std::string>& mixed() {
  static const std::vector<std::string> tokens = {
      "a", ":", "/", "?", "#", "@", "[", "]", "%", "1", ".", "é", "。", "\uE000", "\xC3", "\xFF"};
  return tokens;
}

TEST(Re2, AgreesOnEveryRuleForShortTexts) {
  std::vector<std::string> tokens = mixed();
  tokens.insert(tokens.end(), {"-", "\r", "\n", " ", "\u212A", "k", "\u0080", "\U0010FFFF"});
  for (const std::string& rule : Pair::translator().rules()) {
    Pair pair(rule);
    for_all_texts(tokens, 2, [&](const std::string& text) { pair.compare(text); });
    EXPECT_EQ(pair.different(), 0u) << rule;
  }
}

TEST(Re2, AgreesOnReferencesForAllShortTexts) {
  compare_all("IRI-reference", mixed(), 5, 50000);
  compare_all("IRI-reference", {"a", ":", "/", "?", "#", "@", "%", "1"}, 6, 50000);
  compare_all("URI-reference", mixed(), 4, 1000);
}

TEST(Re2, AgreesOnTextsOfLongerTokens) {
  const std::vector<std::string> tokens = {"x", ":",     "//",  "/", "?",  "#",
                                           "@", "[::1]", "%C3", "é", "80", "\uE000"};
  compare_all("IRI", tokens, 5, 1000);
  compare_all("absolute-IRI", tokens, 5, 1000);
  compare_all("iauthority", tokens, 5, 1000);
}

TEST(Re2, AgreesOnIpAddresses) {
  compare_all("IPv6address", {"1", "ffff", ":", "::", "1.2.3.4", "g"}, 8, 1000);
  compare_all("IPv4address", {"0", "1", "2", "5", "6", "."}, 8, 100);
  compare_all("IP-literal", {"[", "]", "v", "F", ".", ":", "::1", "!"}, 6, 20);
}

TEST(Re2, AgreesOnEmail) {
  const std::vector<std::string> tokens = {"a", "1", "@", ".", "-", "+", "é", "。", "%", "\xC3"};
  compare_all("addr-spec", tokens, 6, 1000);
  compare_all("mailtoURI",
              {"mailto:", "MAILTO:", "a@b", "a", "@", ".", "?", "x=y", "&", "%20", ",", "é"}, 5,
              100);
}

TEST(Re2, AgreesOnHostsInRunningText) {
  const std::vector<std::string> tokens = {"a",  "-",      "_",   ".", "é",
                                           "。", "\uFF0E", "%41", ":", "@"};
  compare_all("text-host", tokens, 5, 1000);
  compare_all("text-domain", tokens, 5, 300);
  compare_all("userinfo-at", tokens, 5, 100);
}

// ---------------------------------------------------------------------------------------------------
// Mutations

std::vector<std::string> valid_iris() {
  return {
      "http://example.org/",
      "https://user:pass@example.com:8042/over/there?name=ferret#nose",
      "ftp://ftp.is.co.za/rfc/rfc1808.txt",
      "ldap://[2001:db8::7]/c=GB?objectClass?one",
      "mailto:John.Doe@example.com",
      "news:comp.infosystems.www.servers.unix",
      "tel:+1-816-555-1212",
      "telnet://192.0.2.16:80/",
      "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
      "http://www.example.org/red%09rosé#red",
      "http://example.com/\U00010300\U00010301\U00010302",
      "http://résumé.example.org",
      "http://納豆.example.org/%E7%B4%8D?x=豆#y",
      "http://a/?\uE000\U000F0000",
      "http://[v1.a:b]/",
      "http://[::ffff:192.0.2.1]:8080/p",
      "http://[1:2:3:4:5:6:7:8]",
      "file:///etc/hosts",
      "x:",
      "x:/a//b/../c",
      "//authority/path?q",
      "../a/./b;c=d,e",
      "?q/?:@",
      "#f/?:@",
      "",
      "http://a!$&'()*+,;=-._~/!$&'()*+,;=:@",
      "http://faß.de./\u200D\u200C",
      "data:text/plain,%e2%98%83",
  };
}

class Mutator {
 public:
  explicit Mutator(uint64_t seed) : random_(seed), iris_(valid_iris()) {}

  std::string next() {
    std::string text = iris_[below(iris_.size())];
    for (size_t count = 1 + below(3); count > 0; --count) mutate(text);
    return text;
  }

 private:
  size_t below(size_t limit) {
    return std::uniform_int_distribution<size_t>(0, limit - 1)(random_);
  }

  void mutate(std::string& text) {
    const size_t at = below(text.size() + 1);
    switch (below(6)) {
      case 0:
        text.insert(at, piece());
        break;
      case 1:
        text.erase(at, 1 + below(3));
        break;
      case 2:
        text.replace(at, 1, piece());
        break;
      case 3:
        text.insert(at, text.substr(below(text.size() + 1), below(8)));
        break;
      case 4:
        text = text.substr(0, at) + iris_[below(iris_.size())].substr(0, below(30));
        break;
      default:
        text.replace(at, 1, 1, static_cast<char>(below(256)));
        break;
    }
  }

  std::string piece() {
    static const std::vector<std::string> pieces = {":",          "/",          "//",
                                                    "?",          "#",          "@",
                                                    "[",          "]",          "[::]",
                                                    "%",          "%4",         "%41",
                                                    "::",         ".",          "..",
                                                    "0",          "1",          "255",
                                                    "256",        "f",          "v1.",
                                                    "é",          "。",         "\uE000",
                                                    "\uFDD0",     "\uFFFE",     "\u00A0",
                                                    "\u0080",     "\U000E0001", "\U000E1000",
                                                    "\U0010FFFD", "\U0010FFFF", "\xED\xA0\x80",
                                                    "\xC0\xAF",   "\xF5",       " ",
                                                    "\"",         "<",          "\\",
                                                    "^",          "`",          "{",
                                                    "|",          "}",          "\x7F",
                                                    "a",          "Z",          "+",
                                                    "-",          "_",          "~",
                                                    "!"};
    return pieces[below(pieces.size())];
  }

  std::mt19937_64 random_;
  std::vector<std::string> iris_;
};

void compare_mutations(const std::string& rule, size_t count, size_t at_least) {
  Pair pair(rule);
  Mutator mutator(39873986);
  for (size_t i = 0; i < count; ++i) pair.compare(mutator.next());
  EXPECT_EQ(pair.different(), 0u) << rule;
  EXPECT_GE(pair.matched(), at_least) << rule;
  EXPECT_LT(pair.matched(), count - at_least) << rule;
}

TEST(Re2, AgreesOnAMillionMutations) { compare_mutations("IRI-reference", 1000000, 200000); }

TEST(Re2, AgreesOnMutationsForOtherRules) {
  for (const char* rule : {"IRI", "absolute-IRI", "irelative-ref", "URI-reference", "URI"}) {
    compare_mutations(rule, 100000, 1000);
  }
}

}  // namespace grammar_re2_test
}  // namespace linkspan
