// SPDX-License-Identifier: Apache-2.0
// Promise: to_uri() maps an IRI to the URI of RFC 3987, section 3.1, in each variant that the
// section allows; a URI is mapped to itself, without allocation; errors are those of parse().

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "iri/map.h"
#include "linkspan/iri.h"
#include "tests/support/allocations.h"
#include "tests/support/data.h"

namespace linkspan::test {
namespace iri_to_uri_test {

using iri::ToUriOptions;
using nlohmann::json;

constexpr ToUriOptions kPercent = {HostForm::percent};
constexpr ToUriOptions kLegacy = {HostForm::ascii, ToUriOptions::Source::legacy};
constexpr ToUriOptions kEncoded = {HostForm::ascii, ToUriOptions::Source::unicode,
                                   ToUriOptions::Forbidden::encoded};
constexpr ToUriOptions kLegacyEncoded = {HostForm::ascii, ToUriOptions::Source::legacy,
                                         ToUriOptions::Forbidden::encoded};

// The URI, or "error at N".
std::string uri(std::string_view iri, const ToUriOptions& options = {}) {
  const Result<std::string> uri = iri::to_uri(iri, options);
  if (uri.ok()) return *uri;
  EXPECT_EQ(uri.error().code, ErrorCode::syntax);
  EXPECT_FALSE(uri.error().message.empty());
  return "error at " + std::to_string(uri.error().position);
}

// --- the examples of RFC 3987, section 3.1

TEST(IriToUri, MapsTheExamplesOfRfc3987) {
  EXPECT_EQ(uri("http://résumé.example.org"), "http://xn--rsum-bpad.example.org");
  EXPECT_EQ(uri("http://résumé.example.org", kPercent), "http://r%C3%A9sum%C3%A9.example.org");
  EXPECT_EQ(uri("http://www.example.org/red%09rosé#red"),
            "http://www.example.org/red%09ros%C3%A9#red");
  EXPECT_EQ(uri("http://example.com/\U00010300\U00010301\U00010302"),
            "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82");
  EXPECT_EQ(uri("http://validator.w3.org/check?uri=http%3A%2F%2Frésumé.example.org"),
            "http://validator.w3.org/check?uri=http%3A%2F%2Fr%C3%A9sum%C3%A9.example.org")
      << "domain names in a query are not converted";
}

// In windows-1258, the vowel of "Việt Nam" decodes to e with circumflex and a combining dot below.
TEST(IriToUri, TextFromALegacyCharsetIsNormalizedToNfc) {
  const std::string direct = "http://example.org/Vi\u00EA\u0323t%20Nam";
  EXPECT_EQ(uri(direct), "http://example.org/Vi%C3%AA%CC%A3t%20Nam") << "step 1c";
  EXPECT_EQ(uri(direct, kLegacy), "http://example.org/Vi%E1%BB%87t%20Nam") << "step 1a and 1b";
}

// The paper of 2001 ("Internationalized Resource Identifiers: From Specification to Testing"),
// table 1: the encodings of "März"; "March" is the same in all of them.
TEST(IriToUri, MapsTheExamplesOfThe2001Paper) {
  EXPECT_EQ(uri("March"), "March");
  EXPECT_EQ(uri("März"), "M%C3%A4rz");
  EXPECT_EQ(uri("M%E4rz"), "M%E4rz") << "ISO-8859-1 stays as it is";
  EXPECT_EQ(uri("M%8Arz"), "M%8Arz") << "Macintosh, likewise";
}

// --- variants

TEST(IriToUri, HostsBecomeALabelsIfTheSchemeHasDomainNames) {
  EXPECT_EQ(uri("https://bücher.example:8080/ü"), "https://xn--bcher-kva.example:8080/%C3%BC");
  EXPECT_EQ(uri("example://bücher.example/"), "example://b%C3%BCcher.example/") << "unknown scheme";
  EXPECT_EQ(uri("//bücher.example/"), "//b%C3%BCcher.example/") << "no scheme";
  EXPECT_EQ(uri("mailto:jörg@bücher.example"), "mailto:j%C3%B6rg@xn--bcher-kva.example");
  EXPECT_EQ(uri("mailto:?subject=ü@ü&to=ö@bücher.example,a@ß.example"),
            "mailto:?subject=%C3%BC@%C3%BC&to=%C3%B6@xn--bcher-kva.example,a@xn--zca.example");
  EXPECT_EQ(uri("urn:example:ü"), "urn:example:%C3%BC");
}

TEST(IriToUri, AHostThatToAsciiRefusesIsPercentEncoded) {
  EXPECT_EQ(uri("http://a\u200Db.example/"), "http://a%E2%80%8Db.example/");
  EXPECT_EQ(uri("http://b%C3%BCcher.ü/"), "http://b%C3%BCcher.%C3%BC/");
}

TEST(IriToUri, ForbiddenCharactersAreRefusedOrEncoded) {
  const std::string_view forbidden = "<>\" {}|\\^`";
  for (const char c : forbidden) {
    const std::string iri = std::string("http://example.org/é") + c;
    EXPECT_EQ(uri(iri), "error at 21");
    std::string encoded = "http://example.org/%C3%A9";
    iri::append_uri_of(encoded, std::string_view(&c, 1));
    EXPECT_EQ(uri(iri, kEncoded), encoded);
  }
  EXPECT_EQ(uri("/a b", kEncoded), "/a%20b") << "also where all is ASCII";
  EXPECT_EQ(uri("/%#[", kEncoded), "error at 2") << "these must not be converted";
}

TEST(IriToUri, PrivateUseIsAllowedOnlyInQueries) {
  EXPECT_EQ(uri("http://example.org/?\uE000"), "http://example.org/?%EE%80%80");
  EXPECT_EQ(uri("http://example.org/\uE000"), "error at 19");
  EXPECT_EQ(uri("http://example.org/#\uE000"), "error at 20");
}

// NFC of U+1FEF is a back-quote, which no IRI may have.
TEST(IriToUri, NfcIsAppliedBeforeTheCheckForForbiddenCharacters) {
  EXPECT_EQ(uri("/a\u1FEFb"), "/a%E1%BF%AFb");
  EXPECT_EQ(uri("/a\u1FEFb", kLegacy), "error at 2");
  EXPECT_EQ(uri("/a\u1FEFb", kLegacyEncoded), "/a%60b");
}

// --- errors

TEST(IriToUri, ErrorsHaveTheirPlaceInTheOriginalText) {
  for (const char* const text : {"http://exa mple.org/", "http://[::1/", "/%zz", "1:b", "é:b",
                                 "/\xFF", "/é\xC3", "http://h:80a/"}) {
    const auto parsed = iri::parse(text);
    ASSERT_FALSE(parsed.ok()) << text;
    EXPECT_EQ(uri(text), "error at " + std::to_string(parsed.error().position)) << text;
  }
  EXPECT_EQ(uri("/a b\xFF", kEncoded), "error at 4");
  EXPECT_EQ(uri("/  e\u0301\xFF", kLegacyEncoded), "error at 6");
  EXPECT_EQ(uri("/e\u0301%", kLegacy), "error at 5") << "two digits are missing";
}

// --- texts that do not change

constexpr const char* kUris[] = {"",
                                 "#",
                                 "?a=b",
                                 "//h/p",
                                 "http://EXAMPLE.org/%7euser/%c3%A9",
                                 "http://b%C3%BCcher.example/",
                                 "HTTP://xn--A/",
                                 "mailto:A@EXAMPLE.org,b@C",
                                 "http://a_b~!$&'()*+,;=:80/",
                                 "http://user:p@[v1.x]:/",
                                 "http://[::1]/",
                                 "https://www.example.org/a/b/c?d=e&f=g#a-fragment-that-is-long"};

TEST(IriToUri, AUriIsMappedToItselfWithoutAllocation) {
  std::string buffer;
  for (const std::string_view one : kUris) {
    for (const ToUriOptions& options : {ToUriOptions{}, kPercent, kLegacyEncoded}) {
      const size_t before = allocations();
      const Result<std::string_view> mapped = iri::to_uri(one, buffer, options);
      EXPECT_EQ(allocations(), before) << one;
      ASSERT_TRUE(mapped.ok()) << one;
      EXPECT_EQ(mapped->data(), one.data());
      EXPECT_EQ(mapped->size(), one.size());
    }
  }
  EXPECT_TRUE(buffer.empty());
}

TEST(IriToUri, AChangedTextIsInTheBuffer) {
  std::string buffer = "what was there";
  const Result<std::string_view> mapped = iri::to_uri("/é", buffer);
  EXPECT_EQ(*mapped, "/%C3%A9");
  EXPECT_EQ(mapped->data(), buffer.data());
  EXPECT_EQ(buffer, "/%C3%A9");
}

TEST(IriToUri, BothOverloadsAgree) {
  std::string buffer;
  for (const std::string_view iri : {"/é", "http://bücher.example/", "a b", "x", ""}) {
    const Result<std::string_view> mapped = iri::to_uri(iri, buffer);
    EXPECT_EQ(
        mapped.ok() ? std::string(*mapped) : "error at " + std::to_string(mapped.error().position),
        uri(iri));
  }
}

// --- public data

std::vector<json> records(const std::string& suite, const std::string& kind) {
  std::ifstream file(data_dir() / "iri" / (suite + ".jsonl"));
  std::vector<json> found;
  for (std::string line; std::getline(file, line);) {
    json record = json::parse(line);
    if (record.at("kind") == kind) found.push_back(std::move(record));
  }
  return found;
}

TEST(IriToUri, AgreesWithTheVectorsOfOtherProjects) {
  LINKSPAN_SKIP_WITHOUT_DATA("iri/rfc3987.jsonl");
  size_t vectors = 0;
  for (const char* const suite : {"rfc3987", "iri-string", "fluent-uri"}) {
    for (const json& record : records(suite, "iri-to-uri")) {
      const std::string input = record.at("input");
      ToUriOptions options = record.value("source", "") == "legacy" ? kLegacy : ToUriOptions{};
      if (record.contains("expect_ascii_host")) {
        EXPECT_EQ(uri(input, options), record.at("expect_ascii_host").get<std::string>());
      }
      options.host = HostForm::percent;
      EXPECT_EQ(uri(input, options), record.at("expect").get<std::string>());
      ++vectors;
    }
  }
  EXPECT_EQ(vectors, 15u);
}

// iri-string encodes text for a component, once for IRIs and once for URIs: the second result is
// the URI of the first. "characters" has delimiters of all components, so it is mapped as text.
TEST(IriToUri, AgreesWithTheEncodingVectorsOfIriString) {
  LINKSPAN_SKIP_WITHOUT_DATA("iri/iri-string.jsonl");
  const std::map<std::string, std::string> before = {{"reg_name", "//"}, {"path_segment", "/"},
                                                     {"path", "/"},      {"query", "?"},
                                                     {"fragment", "#"},  {"unreserve", "/"}};
  std::map<std::pair<std::string, std::string>, std::map<std::string, std::string>> forms;
  for (const json& record : records("iri-string", "percent-encode")) {
    forms[{record.at("component"), record.at("input")}][record.at("for")] = record.at("expect");
  }
  for (auto& [what, form] : forms) {
    const std::string& component = what.first;
    EXPECT_EQ(iri::uri_of(form["IRI"]), form["URI"]) << what.second;
    if (!before.contains(component)) continue;
    const std::string& delimiter = before.at(component);
    EXPECT_EQ(uri(delimiter + form["IRI"], kPercent), delimiter + form["URI"]);
  }
  EXPECT_EQ(forms.size(), 9u);
}

// Names that Jena rejects as domain names and RFC 3987, section 2.2, allows as ireg-name = *(
// iunreserved / pct-encoded / sub-delims ). RFC 3986, section 3.2.2: a name need not be a domain
// name ("URI producers should use names that conform to the DNS syntax").
const std::vector<std::string> kNotOfTheDns = {"a.b..c.d", ".", ".abcd", "abc-"};

TEST(IriToUri, ParseAgreesWithTheDomainNamesOfJena) {
  LINKSPAN_SKIP_WITHOUT_DATA("iri/jena.jsonl");
  size_t vectors = 0;
  for (const json& record : records("jena", "dns-name")) {
    const std::string name = record.at("input");
    const std::string iri = "http://" + name + "/";
    const auto view = iri::parse(iri);
    const bool is_host = view.ok() && view->host() == name;
    const bool is_listed =
        std::find(kNotOfTheDns.begin(), kNotOfTheDns.end(), name) != kNotOfTheDns.end();
    EXPECT_EQ(is_host, record.at("valid").get<bool>() != is_listed) << name;
    ++vectors;
  }
  EXPECT_EQ(vectors, 16u);
}

}  // namespace iri_to_uri_test
}  // namespace linkspan::test
