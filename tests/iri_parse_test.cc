// Promises of grammars/iri.abnf and src/scan/split.h: the automata accept what the public suites
// call valid and nothing else, and the components they report are those of RFC 3986, appendix B,
// for every text over an alphabet of delimiters. Where a suite has another opinion, the table below
// says why.

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "abnfc/reference_matcher.h"
#include "automata/test_ip_address.h"
#include "automata/test_iri_reference.h"
#include "automata/test_uri_reference.h"
#include "scan/split.h"
#include "tests/support/data.h"
#include "tests/support/grammars.h"
#include "tests/support/iri_components.h"

namespace linkspan {
namespace {

using ::nlohmann::json;

// Tables and parser work at compile time too.
static_assert(test::parse_iri(automata::kTestIriReference, "http://user:80@host:81/p") ==
              Parts{{0, 4}, {7, 14}, {15, 19}, {20, 22}, {22, 24}, {}, {}});
static_assert(!test::parse_iri(automata::kTestIriReference, "http://[::1/"));

// The rules by the names that the suites use.
struct Root {
  const base::Dfa& dfa;
  unsigned bit;
};

Root root_of(const std::string& name) {
  if (name == "IRI-reference") return {automata::kTestIriReference, 0};
  if (name == "IRI") return {automata::kTestIriReference, 1};
  if (name == "URI-reference") return {automata::kTestUriReference, 0};
  if (name == "URI") return {automata::kTestUriReference, 1};
  if (name == "ipv4") return {automata::kTestIpAddress, 0};
  if (name == "ipv6") return {automata::kTestIpAddress, 1};
  if (name == "IP-literal") return {automata::kTestIpAddress, 2};
  throw std::invalid_argument("no rule " + name);
}

// Where a suite and the RFC disagree: the suite's word is turned round, and only there.
const std::map<std::pair<std::string, std::string>, std::string>& disagreements() {
  static const std::map<std::pair<std::string, std::string>, std::string> table = {
      {{"jena", "[fe80::a%25en1]"}, "RFC 6874 zone identifier, which RFC 3986 does not have"},
      {{"jena", "[fe80::2%253]"}, "RFC 6874 zone identifier, which RFC 3986 does not have"},
      {{"jena", "[0001:0002:0003:0004:0005:0006:0007:0008%25zone]"},
       "RFC 6874 zone identifier, which RFC 3986 does not have"},
  };
  return table;
}

std::vector<json> records(const std::string& suite, const std::vector<std::string>& kinds) {
  std::ifstream file(test::data_dir() / "iri" / (suite + ".jsonl"));
  std::vector<json> found;
  for (std::string line; std::getline(file, line);) {
    json record = json::parse(line);
    if (std::find(kinds.begin(), kinds.end(), record["kind"]) != kinds.end()) {
      found.push_back(std::move(record));
    }
  }
  return found;
}

// The component, or null as in the suites where it is not there.
json component(std::string_view text, Part part) {
  if (!part.present()) return nullptr;
  return std::string(text.substr(part.begin, part.end - part.begin));
}

// What we say, under the names that the suites use.
json components(std::string_view text, const Parts& parts) {
  json all = {
      {"scheme", component(text, parts.scheme)},    {"userinfo", component(text, parts.userinfo)},
      {"host", component(text, parts.host)},        {"port", component(text, parts.port)},
      {"path", component(text, parts.path)},        {"query", component(text, parts.query)},
      {"fragment", component(text, parts.fragment)}};
  all["user"] = all["password"] = all["authority"] = nullptr;
  if (parts.userinfo.present()) {
    const std::string userinfo = all["userinfo"];
    const size_t colon = userinfo.find(':');
    all["user"] = userinfo.substr(0, colon);
    if (colon != userinfo.npos) all["password"] = userinfo.substr(colon + 1);
  }
  if (parts.host.present()) {
    const uint32_t begin = parts.userinfo.present() ? parts.userinfo.begin : parts.host.begin;
    all["authority"] = component(text, {begin, parts.path.begin});
  }
  return all;
}

void expect_record(const std::string& suite, const json& record) {
  const std::string input = record["input"];
  const std::string kind = record["kind"];
  const std::string fallback = kind == "parse" ? "IRI-reference" : kind;
  // Jena's IPv6 inputs have their brackets.
  const bool literal = kind == "ipv6" && suite == "jena";
  const Root root = root_of(literal ? "IP-literal" : record.value("grammar", fallback));
  bool valid = record["valid"];
  if (disagreements().contains({suite, input})) valid = !valid;
  EXPECT_EQ(root.dfa.matches(input, root.bit), valid) << record;
  if (!valid || !record.contains("components")) return;
  const auto parts = test::parse_iri(root.dfa, input, root.bit);
  ASSERT_TRUE(parts) << record;
  if (parts->scheme.present()) {
    EXPECT_EQ(scan::split_components(input), *parts) << record;
  }
  const json ours = components(input, *parts);
  for (const auto& [name, value] : record["components"].items()) {
    EXPECT_EQ(ours.at(name), value) << name << " of " << record;
  }
  // iri-string leaves out what is not there.
  if (suite != "iri-string") return;
  for (const char* name : {"scheme", "user", "password", "host", "port", "query", "fragment"}) {
    if (record["components"].contains(name)) continue;
    EXPECT_EQ(ours.at(name), nullptr) << name << " of " << record;
  }
}

class PublicSuite : public testing::TestWithParam<std::pair<std::string, size_t>> {};

TEST_P(PublicSuite, AgreesOnValidityAndComponents) {
  const auto& [suite, at_least] = GetParam();
  LINKSPAN_SKIP_WITHOUT_DATA("iri/" + suite + ".jsonl");
  const std::vector<json> all = records(suite, {"parse", "ipv4", "ipv6"});
  EXPECT_GE(all.size(), at_least) << "the suite has become smaller";
  for (const json& record : all) expect_record(suite, record);
}

INSTANTIATE_TEST_SUITE_P(All, PublicSuite,
                         testing::Values(std::pair("rfc3987", 8), std::pair("iri-string", 134),
                                         std::pair("fluent-uri", 109), std::pair("jena", 158)),
                         [](const auto& suite) {
                           std::string name = suite.param.first;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// ---------------------------------------------------------------------------------------------------
// Components, against RFC 3986, appendix B

Part part(size_t begin, size_t end) {
  return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
}

// The authority between `begin` and `end`, section 3.2. Of a valid one, with at most one `@`.
void split_authority(std::string_view text, size_t begin, size_t end, Parts& parts) {
  const size_t at = text.substr(0, end).find('@', begin);
  if (at != text.npos) {
    parts.userinfo = part(begin, at);
    begin = at + 1;
  }
  const size_t bracket = text.substr(0, end).find(']', begin);
  const size_t colon = text.substr(0, end).find(':', bracket == text.npos ? begin : bracket);
  parts.host = part(begin, std::min(colon, end));
  if (colon != text.npos) parts.port = part(colon + 1, end);
}

//   ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?
Parts split_by_appendix_b(std::string_view text) {
  Parts parts;
  size_t at = 0;
  const size_t colon = text.find_first_of(":/?#");
  if (colon != text.npos && colon > 0 && text[colon] == ':') {
    parts.scheme = part(0, colon);
    at = colon + 1;
  }
  if (text.substr(at).starts_with("//")) {
    const size_t end = std::min(text.find_first_of("/?#", at + 2), text.size());
    split_authority(text, at + 2, end, parts);
    at = end;
  }
  size_t end = std::min(text.find_first_of("?#", at), text.size());
  parts.path = part(at, end);
  if (end < text.size() && text[end] == '?') {
    at = end + 1;
    end = std::min(text.find('#', at), text.size());
    parts.query = part(at, end);
  }
  if (end < text.size()) parts.fragment = part(end + 1, text.size());
  return parts;
}

// Calls visit with every text of up to `length` of the tokens that matches; does not try to go on
// behind what no match can begin with.
void for_all_matches(const base::Dfa& dfa, const std::vector<std::string>& tokens, size_t length,
                     const std::function<void(const std::string&)>& visit) {
  std::string text;
  const std::function<void(base::Dfa::State, size_t)> go = [&](base::Dfa::State from, size_t left) {
    if ((dfa.accepts[from] & 1) != 0) visit(text);
    if (left == 0) return;
    for (const std::string& token : tokens) {
      base::Dfa::State state = from;
      for (char c : token) state = dfa.step(state, static_cast<uint8_t>(c));
      if (state == base::Dfa::kDead) continue;
      text += token;
      go(state, left - 1);
      text.resize(text.size() - token.size());
    }
  };
  go(dfa.start(), length);
}

std::vector<std::string> delimiters() { return {"a", ":", "/", "?", "#", "@", "[", "]", "1"}; }

void expect_appendix_b(const base::Dfa& dfa, const std::vector<std::string>& tokens,
                       size_t length) {
  size_t count = 0;
  size_t wrong = 0;
  for_all_matches(dfa, tokens, length, [&](const std::string& text) {
    ++count;
    if (test::parse_iri(dfa, text) != split_by_appendix_b(text) && ++wrong < 10) {
      ADD_FAILURE() << "other components: " << text;
    }
    const Parts expected = split_by_appendix_b(text);
    if (expected.scheme.present() && scan::split_components(text) != expected && ++wrong < 10) {
      ADD_FAILURE() << "split otherwise: " << text;
    }
  });
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(count, 100000u);
}

TEST(Components, AreThoseOfAppendixBForAllShortTexts) {
  expect_appendix_b(automata::kTestIriReference, delimiters(), 9);
  expect_appendix_b(automata::kTestUriReference, delimiters(), 7);
}

TEST(Components, AreThoseOfAppendixBWithLongerTokens) {
  expect_appendix_b(automata::kTestIriReference,
                    {"x", ":", "/", "//", "?", "#", "@", "[::1]", "[v1.:]", "80", "é", "%41"}, 7);
}

TEST(Components, AreThoseOfTheReferenceMatcher) {
  const abnfc::Grammar grammar = test::read_or_throw(test::all_grammars());
  abnfc::Request request;
  for (const char* name : {"scheme", "iuserinfo", "ihost", "port"}) {
    request.labels.push_back({*grammar.find(name)});
  }
  request.labels.emplace_back();
  for (const char* name :
       {"ipath-abempty", "ipath-absolute", "ipath-noscheme", "ipath-rootless", "ipath-empty"}) {
    request.labels.back().push_back(*grammar.find(name));
  }
  for (const char* name : {"iquery", "ifragment"}) {
    request.labels.push_back({*grammar.find(name)});
  }
  const abnfc::RuleId root = *grammar.find("IRI-reference");
  for_all_matches(automata::kTestIriReference, delimiters(), 4, [&](const std::string& text) {
    const auto spans = abnfc::ReferenceMatcher(grammar, text).labels(root, request);
    ASSERT_TRUE(spans) << text;
    Parts expected;
    Part* const parts[] = {&expected.scheme, &expected.userinfo, &expected.host,    &expected.port,
                           &expected.path,   &expected.query,    &expected.fragment};
    for (const abnfc::LabelSpan& span : *spans) *parts[span.label] = {span.begin, span.end};
    EXPECT_EQ(test::parse_iri(automata::kTestIriReference, text), expected) << text;
  });
}

// A scanner goes on behind a match and may come back to it: the copy taken there must be enough.
TEST(Components, OfAPrefixComeFromACopyOfTheBegins) {
  const base::Dfa& dfa = automata::kTestIriReference;
  for (const std::string text : {"http://u:1@h:80/p?q#f", "a:b", "//a@b:1/c@d:e?f#g", "//[::1]:80",
                                 "a/b:c", "s:/a//b?c?d"}) {
    base::Dfa::State state = dfa.start();
    test::LabelBegins begins;
    begins.record(dfa.begins[state], 0);
    for (uint32_t end = 1; end <= text.size(); ++end) {
      state = dfa.step(state, static_cast<uint8_t>(text[end - 1]));
      begins.record(dfa.begins[state], end);
      if ((dfa.accepts[state] & 1) == 0) continue;
      EXPECT_EQ(test::resolve_labels(begins, end), split_by_appendix_b(text.substr(0, end)))
          << text.substr(0, end);
    }
  }
}

}  // namespace
}  // namespace linkspan
