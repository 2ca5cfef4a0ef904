// SPDX-License-Identifier: Apache-2.0
// Promises of iri::parse: it accepts exactly the valid texts of the public suites, and reports the
// same components and kinds of host. Where a suite disagrees with the RFC, a table below has the
// sentence of the RFC that decides.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "linkspan/iri.h"
#include "tests/support/data.h"

namespace linkspan {
namespace iri_parse_test {

using iri::Grammar;
using iri::HostKind;
using iri::View;
using ::nlohmann::json;

using Disagreements = std::map<std::pair<std::string, std::string>, std::string>;

// Texts whose validity is the opposite of what a suite expects.
const Disagreements& validity_disagreements() {
  static const std::string no_zones =
      "RFC 3986, 3.2.2: this syntax does not support IPv6 scoped addressing zone identifiers";
  static const Disagreements table = {
      {{"jena", "[fe80::a%25en1]"}, no_zones},
      {{"jena", "[fe80::2%253]"}, no_zones},
      {{"jena", "[0001:0002:0003:0004:0005:0006:0007:0008%25zone]"}, no_zones},
  };
  return table;
}

std::vector<json> records(const std::string& suite) {
  std::ifstream file(test::data_dir() / "iri" / (suite + ".jsonl"));
  std::vector<json> found;
  for (std::string line; std::getline(file, line);) found.push_back(json::parse(line));
  return found;
}

bool is_of_kind(const json& record, const std::vector<std::string>& kinds) {
  return std::find(kinds.begin(), kinds.end(), record["kind"].get<std::string>()) != kinds.end();
}

Grammar grammar_of(const json& record) {
  const std::string name = record.value("grammar", "IRI-reference");
  if (name == "IRI-reference") return Grammar::iri_reference;
  if (name == "URI-reference") return Grammar::uri_reference;
  if (name == "URI") return Grammar::uri;
  throw std::invalid_argument("no rule " + name);
}

// The component, or null if it is absent, as in the suites.
json component(const View::Component& found) {
  return found ? json(std::string(*found)) : json(nullptr);
}

// Our components, under the names that the suites use.
json components(const View& view) {
  json all = {{"scheme", component(view.scheme())},       {"userinfo", component(view.userinfo())},
              {"host", component(view.host())},           {"port", component(view.port())},
              {"path", component(view.path())},           {"query", component(view.query())},
              {"fragment", component(view.fragment())},   {"user", nullptr},
              {"authority", component(view.authority())}, {"password", nullptr}};
  if (view.userinfo()) {
    const std::string userinfo(*view.userinfo());
    const size_t colon = userinfo.find(':');
    all["user"] = userinfo.substr(0, colon);
    if (colon != userinfo.npos) all["password"] = userinfo.substr(colon + 1);
  }
  return all;
}

void expect_components(const View& view, const json& record) {
  const json ours = components(view);
  for (const auto& [name, value] : record["components"].items()) {
    EXPECT_EQ(ours.at(name), value) << name << " of " << record;
  }
  // iri-string leaves out absent components.
  if (record["suite"] != "iri-string") return;
  for (const char* name : {"scheme", "user", "password", "host", "port", "query", "fragment"}) {
    if (record["components"].contains(name)) continue;
    EXPECT_EQ(ours.at(name), nullptr) << name << " of " << record;
  }
}

void expect_parse_record(const std::string& suite, const json& record) {
  const std::string input = record["input"];
  const bool is_reversed = validity_disagreements().contains({suite, input});
  const Result<View> view = iri::parse(input, grammar_of(record));
  EXPECT_EQ(view.ok(), record["valid"].get<bool>() != is_reversed) << record;
  if (view && record.contains("components")) expect_components(*view, record);
}

// Jena's IPv6 addresses are IP literals, with brackets; those of fluent-uri have none.
void expect_address_record(const std::string& suite, const json& record) {
  const std::string input = record["input"];
  const bool is_ipv4 = record["kind"] == "ipv4";
  const bool is_reversed = validity_disagreements().contains({suite, input});
  const bool is_literal = !is_ipv4 && suite == "jena";
  const std::string host = is_ipv4 || is_literal ? input : "[" + input + "]";
  const std::string text = "//" + host;
  const Result<View> view = iri::parse(text);
  const HostKind kind = view && view->host() == host ? view->host_kind() : HostKind::none;
  const bool is_valid = kind == (is_ipv4 ? HostKind::ipv4 : HostKind::ipv6) ||
                        (is_literal && kind == HostKind::ip_future);
  EXPECT_EQ(is_valid, record["valid"].get<bool>() != is_reversed) << record;
}

struct Suite {
  std::string name;
  size_t at_least;
};

class PublicSuite : public testing::TestWithParam<Suite> {};

TEST_P(PublicSuite, AgreesOnValidityAndComponents) {
  const auto& [suite, at_least] = GetParam();
  LINKSPAN_SKIP_WITHOUT_DATA("iri/" + suite + ".jsonl");
  size_t count = 0;
  for (const json& record : records(suite)) {
    const bool is_text = is_of_kind(record, {"parse", "grammar-codepoint"});
    const bool is_address = is_of_kind(record, {"ipv4", "ipv6"});
    if (is_text) expect_parse_record(suite, record);
    if (is_address) expect_address_record(suite, record);
    count += is_text || is_address ? 1 : 0;
  }
  EXPECT_GE(count, at_least) << "the suite has become smaller";
}

INSTANTIATE_TEST_SUITE_P(All, PublicSuite,
                         testing::Values(Suite{"rfc3987", 293}, Suite{"iri-string", 134},
                                         Suite{"fluent-uri", 109}, Suite{"jena", 158}),
                         [](const auto& suite) {
                           std::string name = suite.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// w3c-rdf has only references to resolve. The references, bases and targets are IRI references.
TEST(W3cRdf, EveryReferenceParses) {
  LINKSPAN_SKIP_WITHOUT_DATA("iri/w3c-rdf.jsonl");
  size_t count = 0;
  for (const json& record : records("w3c-rdf")) {
    for (const char* name : {"input", "base", "expect"}) {
      EXPECT_TRUE(iri::parse(record[name].get<std::string>()).ok()) << name << " of " << record;
    }
    ++count;
  }
  EXPECT_GE(count, 136u);
}

// ---- Own cases

std::vector<std::string> segments(std::string_view text) {
  const Result<View> view = iri::parse(text);
  EXPECT_TRUE(view.ok()) << text;
  std::vector<std::string> all;
  for (const std::string_view segment : view->segments()) all.emplace_back(segment);
  return all;
}

TEST(Segments, AreThePathBetweenItsSlashes) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(segments("http://h/a//b"), (Texts{"a", "", "b"}));
  EXPECT_EQ(segments("http://h/"), (Texts{""}));
  EXPECT_EQ(segments("http://h?q/r"), (Texts{}));
  EXPECT_EQ(segments("a/"), (Texts{"a", ""}));
  EXPECT_EQ(segments("urn:a:b/c"), (Texts{"a:b", "c"}));
  EXPECT_EQ(segments("/a/é#/f"), (Texts{"a", "é"}));
}

HostKind kind_of(std::string_view text) {
  const Result<View> view = iri::parse(text);
  EXPECT_TRUE(view.ok()) << text;
  return view->host_kind();
}

TEST(HostKinds, AreDeterminedByTheFirstRuleThatMatches) {
  EXPECT_EQ(kind_of("mailto:a@b"), HostKind::none);
  EXPECT_EQ(kind_of("http://"), HostKind::name);
  EXPECT_EQ(kind_of("http://example"), HostKind::name);
  EXPECT_EQ(kind_of("http://192.0.2.1:80/"), HostKind::ipv4);
  EXPECT_EQ(kind_of("http://192.0.2.256"), HostKind::name);
  EXPECT_EQ(kind_of("http://192.0.2.01"), HostKind::name);
  EXPECT_EQ(kind_of("http://0x7f.1"), HostKind::name);
  EXPECT_EQ(kind_of("http://a@[2001:db8::1]"), HostKind::ipv6);
  EXPECT_EQ(kind_of("http://[v1.x]:80"), HostKind::ip_future);
  EXPECT_EQ(kind_of("http://[VF.x]"), HostKind::ip_future);
}

TEST(Grammars, EachAcceptsOnlyItsOwnTexts) {
  struct Case {
    const char* text;
    bool iri_reference, iri, absolute_iri, uri_reference, uri, absolute_uri;
  };
  for (const Case& c : {Case{"http://a/b?c", true, true, true, true, true, true},
                        Case{"http://a/b#c", true, true, false, true, true, false},
                        Case{"b#c", true, false, false, true, false, false},
                        Case{"http://é/", true, true, true, false, false, false},
                        Case{"é", true, false, false, false, false, false},
                        Case{"", true, false, false, true, false, false},
                        Case{"a b", false, false, false, false, false, false}}) {
    EXPECT_EQ(iri::parse(c.text, Grammar::iri_reference).ok(), c.iri_reference) << c.text;
    EXPECT_EQ(iri::parse(c.text, Grammar::iri).ok(), c.iri) << c.text;
    EXPECT_EQ(iri::parse(c.text, Grammar::absolute_iri).ok(), c.absolute_iri) << c.text;
    EXPECT_EQ(iri::parse(c.text, Grammar::uri_reference).ok(), c.uri_reference) << c.text;
    EXPECT_EQ(iri::parse(c.text, Grammar::uri).ok(), c.uri) << c.text;
    EXPECT_EQ(iri::parse(c.text, Grammar::absolute_uri).ok(), c.absolute_uri) << c.text;
  }
}

TEST(View, NothingIsCopied) {
  const std::string text = "http://u@h:1/p?q#f";
  const Result<View> view = iri::parse(text);
  ASSERT_TRUE(view);
  EXPECT_EQ(view->text().data(), text.data());
  EXPECT_EQ(view->authority(), "u@h:1");
  EXPECT_EQ(view->fragment()->data(), text.data() + text.size() - 1);
}

}  // namespace iri_parse_test
}  // namespace linkspan
