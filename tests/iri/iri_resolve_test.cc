// SPDX-License-Identifier: Apache-2.0
// Promise: resolve() is RFC 3986, section 5.2, in its strict form, and relativize() returns the
// shortest reference that resolves to the target. Both agree with the vectors of other projects,
// except for the cases in the tables below, each with its reason.

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/iri.h"
#include "tests/support/iri_vectors.h"
#include "tests/support/sanitized.h"

namespace linkspan::test {
namespace iri_resolve_test {

using ::nlohmann::json;

std::string text_of(const Result<std::string>& result) {
  return result.ok() ? *result : "error: " + result.error().message;
}
std::string resolved(std::string_view base, std::string_view reference) {
  return text_of(iri::resolve(base, reference));
}
std::string relative(std::string_view base, std::string_view target) {
  return text_of(iri::relativize(base, target));
}

// --- resolve()

// RFC 3987, section 6.5: IRIs are resolved as URIs are. Nothing else is normalized.
TEST(IriResolve, IrisAreResolvedAsUris) {
  EXPECT_EQ(resolved("HTTP://bücher.example/%7e/ü?q", "../é?ü#日本"),
            "HTTP://bücher.example/é?ü#日本");
  EXPECT_EQ(resolved("http://a/b/", "%2E%2E/c"), "http://a/b/%2E%2E/c") << "not a dot segment";
}

// RFC 3986 has no such segments: %2E is only equivalent to a dot (section 6.2.2.3).
TEST(IriResolve, BrowsersAlsoRemoveSegmentsOfEscapedDots) {
  const auto as_browser = [](const char* base, const char* reference) {
    return iri::resolve(base, reference, iri::DotSegments::also_as_browsers).value();
  };
  EXPECT_EQ(iri::resolve("http://a/b/c/d", "%2E%2E/g").value(), "http://a/b/c/%2E%2E/g");
  EXPECT_EQ(as_browser("http://a/b/c/d", "%2E%2E/g"), "http://a/b/g");
  EXPECT_EQ(as_browser("http://a/b/c/d", "%2e./g"), "http://a/b/g");
  EXPECT_EQ(as_browser("http://a/b/c/d", ".%2E"), "http://a/b/");
  EXPECT_EQ(as_browser("http://a/b/c/d", "%2e"), "http://a/b/c/");
  EXPECT_EQ(as_browser("http://a/b/c/d", "/x/%2E/y/%2e%2e/../z"), "http://a/z");
  EXPECT_EQ(as_browser("http://a/b", "http://c/%2e%2E/%2E%2E/"), "http://c/");
  EXPECT_EQ(as_browser("http://a/b/c/d", "%2E%2E%2E/%2Ex/..g"), "http://a/b/c/%2E%2E%2E/%2Ex/..g");
  EXPECT_EQ(as_browser("http://a/b/c/d", "?q=/%2E%2E/"), "http://a/b/c/d?q=/%2E%2E/");
}

TEST(IriResolve, EmptyComponentsOfAReferenceCountAsPresent) {
  EXPECT_EQ(resolved("http://a/b?q", "?"), "http://a/b?");
  EXPECT_EQ(resolved("http://a/b?q", "#"), "http://a/b?q#");
  EXPECT_EQ(resolved("http://a/b?q", "//"), "http://");
  EXPECT_EQ(resolved("http://a", "b"), "http://a/b") << "section 5.2.3";
  EXPECT_EQ(resolved("a:b", "c"), "a:c");
  EXPECT_EQ(resolved("a:", "b"), "a:b");
}

TEST(IriResolve, TheFragmentOfTheBaseIsNotUsed) {
  EXPECT_EQ(resolved("http://a/b#f", ""), "http://a/b");
  EXPECT_EQ(resolved("http://a/b#f", "#g"), "http://a/b#g");
}

TEST(IriResolve, NoPathBecomesAnAuthority) {
  EXPECT_EQ(resolved("a:/b", "/.//c"), "a:/.//c");
  EXPECT_EQ(resolved("a:/b/c", "..//d"), "a:/.//d");
  EXPECT_EQ(resolved("a:/.//b/c", "d"), "a:/.//b/d");
  EXPECT_EQ(resolved("a:b", "..//c"), "a:/c") << "`..` removes one `/`, the other one stays";
  EXPECT_EQ(resolved("http://a/b", "/.//c"), "http://a//c");
}

TEST(IriResolve, ABaseWithoutSchemeIsAnError) {
  for (const char* base : {"", "a/b", "//a/b", "#f"}) {
    const Result<std::string> result = iri::resolve(base, "c");
    ASSERT_FALSE(result.ok()) << base;
    EXPECT_EQ(result.error().message, "the base has no scheme, and must be an absolute IRI");
    EXPECT_FALSE(iri::relativize(base, "a:b").ok());
    EXPECT_FALSE(iri::relativize("a:b", base).ok());
  }
}

TEST(IriResolve, ErrorsNameTheBaseTheReferenceOrTheTarget) {
  const Result<std::string> base = iri::resolve("http://a b", "c");
  ASSERT_FALSE(base.ok());
  EXPECT_EQ(base.error().position, 8u);
  EXPECT_TRUE(base.error().message.starts_with("the base: ")) << base.error().message;
  const Result<std::string> reference = iri::resolve("http://a/", "b c");
  ASSERT_FALSE(reference.ok());
  EXPECT_EQ(reference.error().position, 1u);
  EXPECT_TRUE(reference.error().message.starts_with("the reference: "));
  const Result<std::string> target = iri::relativize("http://a/", "http://a/%");
  ASSERT_FALSE(target.ok());
  EXPECT_TRUE(target.error().message.starts_with("the target: ")) << target.error().message;
}

// --- relativize()

struct Relative {
  const char* base;
  const char* target;
  const char* reference;
};

void expect_relative(const std::vector<Relative>& all) {
  for (const auto& [base, target, reference] : all) {
    EXPECT_EQ(relative(base, target), reference) << base << " to " << target;
    EXPECT_EQ(resolved(base, reference), target) << base << " and " << reference;
  }
}

TEST(IriRelativize, FindsAReferenceToTheSamePath) {
  expect_relative({{"http://a/b?q#f", "http://a/b?q", ""},
                   {"http://a/b?q", "http://a/b?q#g", "#g"},
                   {"http://a/b?q", "http://a/b?r#g", "?r#g"},
                   {"http://a/b?q", "http://a/b?", "?"},
                   {"http://a/b", "http://a/b?q", "?q"},
                   {"http://a/b?q", "http://a/b", "b"},
                   {"http://a/b/?q", "http://a/b/", "."},
                   {"http://a/?q", "http://a/", "."},
                   {"http://a?q", "http://a", "//a"},
                   {"a:?q", "a:", "."},
                   {"a:b/../c", "a:b/../c?q", "?q"}});
}

TEST(IriRelativize, FindsAReferenceToAnotherPath) {
  expect_relative({{"http://a/bb/c", "http://a/bb/d", "d"},
                   {"http://a/bb/cc/dd/e", "http://a/bb/cc/", ".."},
                   {"http://a/bb/cc/dd/e", "http://a/bb/ff", "/bb/ff"},
                   {"http://a/bbbb/cc/dd/e", "http://a/bbbb/ff", "../../ff"},
                   {"http://a/b/c/d/e", "http://a/f", "/f"},
                   {"http://a/b/c", "http://a/b/c/d", "c/d"},
                   {"http://a/b/c/", "http://a/b/c", "../c"},
                   {"http://a/b/c?q", "http://a/b/", "."},
                   {"http://a/b/../c/d", "http://a/c/e", "e"},
                   {"http://a", "http://a/b", "b"},
                   {"http://a/b", "http://a", "//a"},
                   {"http://a/b/c", "http://a/é?ü#ü", "/é?ü#ü"}});
}

TEST(IriRelativize, AvoidsAColonInTheFirstSegment) {
  expect_relative({{"http://a/b/c", "http://a/b/c:d", "./c:d"},
                   {"http://a/b", "http://a/c:d", "/c:d"},
                   {"http://a/bb/cc", "http://a/bb/d/e:f", "d/e:f"},
                   {"http://a/bb/cc/d", "http://a/bb/e:f", "../e:f"},
                   {"a:b", "a:c:d", "./c:d"}});
}

TEST(IriRelativize, KeepsEmptySegments) {
  expect_relative({{"http://a/bbb/c", "http://a/bbb//d", ".//d"},
                   {"http://a/bbb//c", "http://a/bbb/d", "../d"},
                   {"http://a/bbb//c", "http://a/bbb//", "."},
                   {"http://a/b", "http://a//c", ".//c"},
                   {"http://a/b/", "http://a//c", "..//c"},
                   {"a:/b", "a:/.//c", ".//c"},
                   {"a:/.//b/c", "a:/.//b/d", "d"},
                   {"a:/.//b", "a:/c", "/c"}});
}

TEST(IriRelativize, FindsAReferenceToAnotherSchemeOrAuthority) {
  expect_relative({{"http://a/b", "https://a/b", "https://a/b"},
                   {"http://a/b", "HTTP://a/b", "HTTP://a/b"},
                   {"http://a/b", "http://c/b", "//c/b"},
                   {"http://a/b", "http://a:80/b", "//a:80/b"},
                   {"http://a/b", "http:/b", "http:/b"},
                   {"http:/b", "http://a/b", "//a/b"}});
}

TEST(IriRelativize, FindsAReferenceBetweenRootlessPaths) {
  expect_relative({{"a:b", "a:c", "c"},
                   {"a:bb/c", "a:bb/d", "d"},
                   {"a:b/c", "a:d", "a:d"},
                   {"a:b", "a:/c", "/c"},
                   {"a:/b", "a:c", "a:c"},
                   {"a:b", "a:", "."},
                   {"a:/b", "a:", "a:"}});
}

TEST(IriRelativize, RemovesDotSegmentsOfTheTarget) {
  EXPECT_EQ(relative("http://a/b/", "http://a/b/./c"), "c");
  EXPECT_EQ(relative("x:y", "http://a/../c"), "http://a/c");
}

constexpr size_t kLongest = kSanitized ? 5 : 6;

// For the target of every reference of up to six characters, relativize() finds a reference that is
// at most as long.
TEST(IriRelativize, ReturnsTheShortestReferenceOfUpToSixCharacters) {
  constexpr std::string_view kAlphabet = "a:/.?";
  const std::vector<std::string> bases = {
      "s:",     "s:a",       "s:/",      "s:/a/a",    "s:a/a",    "s:a/..",  "s://a",
      "s://a:", "s://a/a/a", "s://a//a", "s:/.//a/a", "s:/a/?a?", "s://?a",  "s://a?a",
      "s:?",    "s:a:a/a:a", "s:a//a",   "s:/../a",   "s:/aa/a/", "s:../a/a"};
  size_t checked = 0;
  const std::function<void(const std::string&)> check = [&](const std::string& reference) {
    for (const std::string& base : bases) {
      const Result<std::string> target = iri::resolve(base, reference);
      if (!target.ok()) return;
      const Result<std::string> back = iri::relativize(base, *target);
      ASSERT_TRUE(back.ok()) << base << " to " << *target;
      ASSERT_EQ(resolved(base, *back), *target) << base << " and " << *back;
      ASSERT_LE(back->size(), reference.size()) << base << " and " << reference << ": " << *back;
      ++checked;
    }
    if (reference.size() == kLongest) return;
    for (const char c : kAlphabet) check(reference + c);
  };
  check("");
  EXPECT_GT(checked, 40'000u);
}

// --- vectors

const std::string kNoPath = "RFC 3986, section 5.2.2, for a base of any path";
const std::string kRemoved =
    "RFC 3986, section 5.2.4, for the path of 5.2.3 and its dot segments in order: `%2E` is not a "
    "dot before normalization, and the segment that `..` removes is the last one";

const std::vector<Disagreement>& disagreements() {
  static const std::vector<Disagreement> table = {
      {"fluent-uri", "foo:/bar/baz/.%2E/", "..", "foo:/bar/baz/", kRemoved},
      {"fluent-uri", "foo:/bar/..", ".", "foo:/bar/", kRemoved},
      {"fluent-uri", "http://example.com/#title1", "foo", "http://example.com/foo",
       "RFC 3986, section 5.1: \"the base URI is stripped of any fragment component\""},
      {"fluent-uri", "foo:bar", "baz", "foo:baz", kNoPath},
      {"fluent-uri", "foo:bar", "?baz", "foo:bar?baz", kNoPath},
      {"fluent-uri", "foo:bar/..", "?a", "foo:bar/..?a", kNoPath},
  };
  return table;
}

void expect_resolved(const json& record) {
  const std::string base = record["base"];
  const Result<std::string> ours = iri::resolve(base, record["input"].get<std::string>());
  const Disagreement* const found = find_disagreement(disagreements(), record);
  if (found != nullptr) {
    ASSERT_EQ(ours.ok() ? *ours : "", found->ours) << record << found->why;
    EXPECT_NE(found->ours, record.value("expect", "")) << "no disagreement any more: " << record;
    return;
  }
  if (!iri::parse(base)->scheme()) {  // jena has one relative base
    EXPECT_FALSE(ours.ok()) << record << "RFC 3986, section 5.1: a base URI has a scheme";
    return;
  }
  ASSERT_FALSE(record.contains("error")) << record;
  ASSERT_TRUE(ours.ok()) << record;
  if (record.contains("expect")) {
    EXPECT_EQ(*ours, record["expect"].get<std::string>()) << record;
  }
  if (!record.contains("expect_normalized")) return;
  EXPECT_EQ(text_of(iri::normalize(*ours, iri::Ladder::syntax)),
            record["expect_normalized"].get<std::string>())
      << record;
}

class IriResolveVectors : public testing::TestWithParam<std::pair<std::string, size_t>> {};

TEST_P(IriResolveVectors, ResolveToTheirTargets) {
  const auto& [suite, at_least] = GetParam();
  LINKSPAN_SKIP_WITHOUT_DATA("iri/" + suite + ".jsonl");
  const std::vector<json> all = iri_vectors(suite, {"resolve"});
  EXPECT_GE(all.size(), at_least) << "the suite has become smaller";
  for (const json& record : all) expect_resolved(record);
}

INSTANTIATE_TEST_SUITE_P(All, IriResolveVectors,
                         testing::Values(std::pair("rfc3987", 47), std::pair("iri-string", 89),
                                         std::pair("fluent-uri", 53), std::pair("jena", 70),
                                         std::pair("w3c-rdf", 136)),
                         [](const auto& suite) {
                           std::string name = suite.param.first;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

const std::vector<Disagreement>& relative_disagreements() {
  static const std::string kNetwork =
      "RFC 3986, section 4.2: a network-path reference is a relative reference";
  static const std::string kWhole = "a reference may be an IRI itself (RFC 3987, section 2.2)";
  static const std::vector<Disagreement> table = {
      {"jena", "http://host/dir/", "http://elsewhere/dir/file", "//elsewhere/dir/file", kNetwork},
      {"jena", "https://host/dir/", "http://host/dir/file", "http://host/dir/file", kWhole},
      {"jena", "https://host:1234/dir/", "http://host:5678/dir/file", "http://host:5678/dir/file",
       kWhole},
      {"jena", "http://ex/path/?query", "http://ex/path/file", "file",
       "RFC 3986, section 5.2.2: the query of the base is used for an empty path only"},
  };
  return table;
}

TEST(IriRelativizeVectors, OfJenaAgree) {
  LINKSPAN_SKIP_WITHOUT_DATA("iri/jena.jsonl");
  const std::vector<json> all = iri_vectors("jena", {"relativize"});
  EXPECT_GE(all.size(), 9u);
  for (const json& record : all) {
    const std::string base = record["base"], target = record["input"];
    const std::string ours = relative(base, target);
    EXPECT_EQ(resolved(base, ours), target) << record;
    const Disagreement* const found = find_disagreement(relative_disagreements(), record);
    if (found != nullptr) {
      EXPECT_EQ(ours, found->ours) << record << found->why;
      EXPECT_TRUE(record["expect"].is_null()) << "no disagreement any more: " << record;
    } else {
      EXPECT_EQ(json(ours), record["expect"]) << record;
    }
  }
}

}  // namespace iri_resolve_test
}  // namespace linkspan::test
