// SPDX-License-Identifier: Apache-2.0
// Promise: of the links of the gold corpus and of a million generated IRIs,
//   normalize() returns an equal IRI that is its own normal form, and IRIs that are equal by one
//   comparison are equal by each looser one;
//   other spellings of an IRI, and its URI, have the same normal form;
//   resolve() maps the result of relativize() back to the target;
// and all of them take linear time.

#include <gtest/gtest.h>

#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/iri.h"
#include "tests/support/corpus.h"
#include "tests/support/data.h"
#include "tests/support/random_iri.h"
#include "tests/support/repeat.h"
#include "tests/support/sanitized.h"

namespace linkspan::test {
namespace iri_properties_test {

using iri::Ladder;

constexpr size_t kGenerated = kSanitized ? 20'000 : 1'000'000;
constexpr size_t kLong = kSanitized ? 1u << 16 : 1u << 20;

std::string normal(std::string_view text, Ladder rung) {
  const Result<std::string> result = iri::normalize(text, rung);
  return result.ok() ? *result : "error: " + result.error().message;
}

// --- properties of one IRI

void expect_normal_form(const std::string& iri, const std::string& form, Ladder rung) {
  ASSERT_TRUE(iri::parse(form).ok()) << iri << " became " << form;
  ASSERT_EQ(normal(form, rung), form) << iri;
}

// A percent-encoded reserved character makes a different IRI. It is added to the query, where no
// `..` removes it.
void expect_reserved_counts(const std::string& iri, const std::string& form) {
  constexpr std::string_view kSubDelims = "!$&'()*+,;=";
  static constexpr std::string_view kHexDigits = "0123456789ABCDEF";
  const Part query = iri::parse(iri)->parts().query;
  const size_t at = query.present() ? iri.find_first_of(kSubDelims, query.begin) : iri.npos;
  if (at == iri.npos) return;
  const auto byte = static_cast<uint8_t>(iri[at]);
  std::string other = iri;
  other.replace(at, 1, {'%', kHexDigits[byte >> 4], kHexDigits[byte & 15]});
  ASSERT_NE(normal(other, Ladder::syntax), form) << iri << " and " << other;
}

void expect_ladder(const std::string& iri) {
  ASSERT_EQ(normal(iri, Ladder::simple), iri);
  const std::string by_syntax = normal(iri, Ladder::syntax);
  const std::string by_scheme = normal(iri, Ladder::scheme);
  expect_normal_form(iri, by_syntax, Ladder::syntax);
  expect_normal_form(iri, by_scheme, Ladder::scheme);
  ASSERT_EQ(normal(by_scheme, Ladder::syntax), by_scheme) << iri;
  ASSERT_EQ(normal(by_syntax, Ladder::scheme), by_scheme) << iri;
  expect_reserved_counts(iri, by_syntax);
}

void expect_equal_to_normal_forms(const std::string& iri) {
  const std::string by_syntax = normal(iri, Ladder::syntax);
  const std::string by_scheme = normal(iri, Ladder::scheme);
  ASSERT_TRUE(iri::equal_by_syntax(iri, by_syntax)) << iri << " and " << by_syntax;
  ASSERT_TRUE(iri::equal_by_scheme(iri, by_scheme)) << iri << " and " << by_scheme;
}

// RFC 3987, section 5.3.2.3: the URI of an IRI is the same resource.
void expect_same_as_uri(const std::string& iri) {
  const std::string encoded = *iri::to_uri(iri, {.host = HostForm::percent});
  ASSERT_TRUE(iri::equal_by_syntax(encoded, iri)) << iri << " and " << encoded;
  const std::string uri = *iri::to_uri(iri);
  ASSERT_TRUE(iri::equal_by_scheme(uri, iri)) << iri << " and " << uri;
  const std::string shown = *iri::to_iri(iri);
  ASSERT_TRUE(iri::equal_by_scheme(shown, iri)) << iri << " and " << shown;
}

// --- properties of two

bool has_dot_segments(const std::string& iri) {
  const std::string path = "/" + std::string(iri::parse(iri)->path()) + "/";
  return path.find("/./") != path.npos || path.find("/../") != path.npos;
}

void expect_back(const std::string& base, const std::string& target) {
  const Result<std::string> reference = iri::relativize(base, target);
  ASSERT_TRUE(reference.ok()) << base << " to " << target;
  const Result<std::string> found = iri::resolve(base, *reference);
  ASSERT_TRUE(found.ok()) << base << " and " << *reference;
  if (*found == target) return;
  ASSERT_TRUE(has_dot_segments(target)) << base << " to " << target << " leads to " << *found;
  ASSERT_EQ(*found, *iri::resolve(base, target)) << *reference << " from " << base;
}

void expect_resolves(const std::string& base, const std::string& reference) {
  const Result<std::string> target = iri::resolve(base, reference);
  ASSERT_TRUE(target.ok()) << base << " and " << reference;
  ASSERT_TRUE(iri::parse(*target, iri::Grammar::iri).ok()) << *target;
  const Result<std::string> back = iri::relativize(base, *target);
  ASSERT_TRUE(back.ok()) << base << " to " << *target;
  ASSERT_EQ(*iri::resolve(base, *back), *target) << base << " and " << *back;
  ASSERT_LE(back->size(), reference.size()) << base << " and " << reference << ": " << *back;
}

// --- of the corpus

std::vector<std::string> links_of_corpus() {
  std::vector<std::string> links;
  for (const Case& one : read_corpus(source_dir() / "corpus")) {
    for (const Range& range : one.links) {
      std::string link = one.text.substr(range.begin, range.size());
      if (iri::parse(link, iri::Grammar::iri).ok()) links.push_back(std::move(link));
    }
  }
  return links;
}

TEST(IriProperties, LinksOfTheCorpusHaveNormalForms) {
  const std::vector<std::string> links = links_of_corpus();
  EXPECT_GT(links.size(), 1000u);
  for (const std::string& link : links) {
    expect_ladder(link);
    expect_equal_to_normal_forms(link);
    expect_same_as_uri(link);
    if (HasFatalFailure()) return;
  }
}

TEST(IriProperties, LinksOfTheCorpusRelativizeAndResolveBack) {
  const std::vector<std::string> links = links_of_corpus();
  for (size_t i = 0; i < links.size(); ++i) {
    for (size_t other = i; other < links.size() && other < i + 20; ++other) {
      expect_back(links[i], links[other]);
      if (HasFatalFailure()) return;
    }
  }
}

// --- generated

TEST(IriProperties, GeneratedIrisHaveNormalForms) {
  RandomIri random(1);
  for (size_t i = 0; i < kGenerated; ++i) {
    const std::string iri = random.reference();
    ASSERT_TRUE(iri::parse(iri).ok()) << "badly generated: " << iri;
    expect_ladder(iri);
    if (i % 8 == 0) expect_equal_to_normal_forms(iri);
    if (i % 8 == 1) expect_same_as_uri(iri);
    if (HasFatalFailure()) return;
  }
}

TEST(IriProperties, OtherSpellingsHaveTheSameNormalForm) {
  RandomIri random(2);
  size_t others = 0;
  for (size_t i = 0; i < kGenerated / 2; ++i) {
    const std::string iri = random.reference();
    const std::string variant = random.variant(iri);
    ASSERT_EQ(normal(variant, Ladder::syntax), normal(iri, Ladder::syntax))
        << iri << " and " << variant;
    others += variant != iri;
  }
  EXPECT_GT(others, kGenerated / 4);
}

TEST(IriProperties, GeneratedReferencesResolveAndRelativizeBack) {
  RandomIri random(3);
  for (size_t i = 0; i < kGenerated; ++i) {
    const std::string base = random.iri();
    expect_resolves(base, random.reference());
    if (i % 4 == 0) expect_back(base, random.iri());
    if (HasFatalFailure()) return;
  }
}

// --- linear time

// One minute of processor time is thirty times the time of all of them; quadratic time takes hours.
TEST(IriProperties, AMegabyteTakesLinearTime) {
  const std::clock_t start = std::clock();
  for (const char* piece : {"../", "a/../", "./", "a/", "/", "%2e%2e/", "a/.%2E/", "%C3", "\u202E",
                            ":", "a@b.C,", "to=a@B&"}) {
    const std::string text = repeat_to_size(piece, kLong);
    for (const char* before : {"http://a/", "x:", "mailto:?"}) {
      const std::string base = before + text;
      if (!iri::parse(base).ok()) continue;
      EXPECT_EQ(normal(normal(base, Ladder::scheme), Ladder::scheme), normal(base, Ladder::scheme));
      expect_back(base, std::string(before) + "b/" + text);
      expect_back(std::string(before) + "c", base);
      EXPECT_TRUE(iri::resolve(base, "./" + text).ok());
    }
  }
  EXPECT_LT((std::clock() - start) / CLOCKS_PER_SEC, 60);
}

}  // namespace iri_properties_test
}  // namespace linkspan::test
