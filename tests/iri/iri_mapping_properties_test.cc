// SPDX-License-Identifier: Apache-2.0
// Promise: of the links of the gold corpus and of a million generated IRIs,
//   to_uri() is idempotent and returns URIs;
//   to_uri(to_iri()) is the same URI, by scheme-based comparison and by an independent oracle;
//   profile uts58 finds a minimally escaped URL between two spaces whole, unless it ends with an
//   empty query.

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/iri.h"
#include "linkspan/linkspan.h"
#include "tests/support/random_iri.h"
#include "tests/support/same_uri.h"
#include "tests/support/sanitized.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace iri_mapping_properties_test {

constexpr size_t kGenerated = kSanitized ? 20'000 : 1'000'000;

// --- generated IRIs: every rule of the grammar, with the special cases of the maps

constexpr std::string_view kPieces[] = {"a",      "b.c",       "1",         "-",
                                        "~",      "_",         ".",         "..",
                                        "!",      "$&'",       "(",         ")",
                                        "*+,;=",  ":",         "@",         "é",
                                        "ü",      "日本",      "नि",        "क्\u200Dष",
                                        "م",      "שׁ",         "e\u0301",   "\U0001F600",
                                        "\u00A0", "\u202E",    "。",        "（",
                                        "）",     "」",        "’",         "%41",
                                        "%2F",    "%2e",       "%25",       "%C3%BC",
                                        "%c3",    "%E2%80%AE", "%E6%97",    "%FF",
                                        "%00",    "%20",       "%EE%80%80", "%F3%A0%81%81",
                                        "%22",    "%28",       "%29",       "%5C",
                                        "%3C",    "%7B",       "%E3%80%82", "%EF%BC%89",
                                        "%CC%81", "%25%34"};

constexpr std::string_view kHosts[] = {"example.com",
                                       "bücher.example",
                                       "xn--bcher-kva.example",
                                       "XN--ZCA.example",
                                       "例え.テスト",
                                       "xn--a.example",
                                       "b%C3%BCcher.com",
                                       "%78n--zca.com",
                                       "a／b.example",
                                       "192.0.2.1",
                                       "[2001:db8::1]",
                                       "[v1.x:]",
                                       "",
                                       "क्\u200Dष.example",
                                       "xn--h2b6b7a3v.example",
                                       "אבג.example",
                                       "a,b.xn--zca",
                                       "a.xn--zca.",
                                       "\U00032931.example"};

constexpr std::string_view kSchemes[] = {"http",    "HTTPS", "mailto", "urn", "example",
                                         "git+ssh", "ftp",   "file",   "tel"};

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::string iri() {
    std::string iri(one_of(kSchemes));
    iri += ':';
    if (chance(4)) return iri + addresses();
    if (chance(8)) return iri + text("") + tail();
    iri += "//";
    if (chance(4)) iri += text("") + "@";
    iri += chance(3) ? one_of(kHosts) : "example.org";  // IDNA takes most of the time
    if (chance(4)) iri += ":8080";
    return iri + path() + tail();
  }

  // http, with a host that profile uts58 recognizes.
  std::string url() { return "https://example.com" + path() + tail(); }

 private:
  bool chance(unsigned of) { return random_() % of == 0; }
  template <size_t N>
  std::string_view one_of(const std::string_view (&list)[N]) {
    return list[random_() % N];
  }
  std::string text(std::string_view more) {
    std::string text;
    for (auto count = random_() % 6; count > 0; --count) {
      text += !more.empty() && chance(6) ? more : one_of(kPieces);
    }
    return text;
  }
  std::string path() {
    std::string path;
    for (auto count = random_() % 4; count > 0; --count) path += "/" + text("");
    return path;
  }
  std::string tail() {
    std::string tail;
    if (chance(2)) tail += "?" + text(chance(2) ? "\uE000" : "/");
    if (chance(3)) tail += "#" + text(chance(2) ? "?" : ":~:");
    return tail;
  }
  std::string addresses() {
    std::string list = text("") + "@" + std::string(one_of(kHosts)) + "," + text("") + "@b.example";
    if (chance(2)) list += "?%74o=x@" + std::string(one_of(kHosts)) + "&cc=" + text("");
    return list;
  }

  std::mt19937 random_;
};

// --- the properties

// Maps the display form of `iri` back to a URI. `uri` is the URI of `iri`.
std::string expect_maps_back(const std::string& iri, const std::string& uri) {
  const Result<std::string> shown = iri::to_iri(iri);
  const Result<std::string> back = shown.ok() ? iri::to_uri(*shown) : shown.error();
  const bool is_same = back.ok() && is_same_uri(*back, uri);
  EXPECT_TRUE(is_same) << iri << " shown as " << (shown.ok() ? *shown : shown.error().message);
  return is_same ? *back : std::string();
}

void expect_maps(const std::string& iri) {
  const Result<std::string> uri = iri::to_uri(iri);
  ASSERT_EQ(uri.ok(), iri::parse(iri).ok()) << iri;
  if (!uri.ok()) return;
  ASSERT_TRUE(iri::parse(*uri, iri::Grammar::uri_reference).ok()) << iri << " became " << *uri;
  const Result<std::string> twice = iri::to_uri(*uri);
  ASSERT_TRUE(twice.ok()) << *uri;
  ASSERT_EQ(*twice, *uri);
  if (*uri != iri) expect_maps_back(iri, *uri);
  const std::string back = expect_maps_back(*uri, *uri);
  ASSERT_TRUE(iri::equal_by_scheme(back, *uri)) << *uri << " and " << back;
}

const Engine& engine_for(Profile profile) {
  static const auto create = [](Profile one) {
    Options options;
    options.profile = one;
    return Engine::create(options).value();
  };
  static const Engine uts58 = create(Profile::uts58), prose = create(Profile::prose);
  return profile == Profile::uts58 ? uts58 : prose;
}

// Does the profile find the whole URL between two spaces?
bool is_found_whole(const std::string& url, Profile profile) {
  const std::vector<Span> spans = engine_for(profile).find_all("x " + url + " x");
  return spans.size() == 1 && spans[0].range == Range{2, 2 + url.size()};
}

// The part before the path, which minimal() does not change.
std::string without_tail(const std::string& url) {
  return url.substr(0, iri::parse(url)->parts().path.begin);
}

// A `?` at the end is Soft, and no escape is equivalent to it, so no spelling of this URL is found
// whole.
bool has_empty_query_at_end(const std::string& url) {
  const iri::View view = *iri::parse(url);
  return view.query() == "" && !view.fragment();
}

void expect_is_found(const std::string& url) {
  const Result<std::string> formatted = iri::minimal(url);
  ASSERT_TRUE(formatted.ok()) << url;
  ASSERT_TRUE(is_found_whole(*formatted, Profile::uts58)) << url << " became " << *formatted;
}

std::vector<std::string> links_of_corpus() {
  std::vector<std::string> links;
  for (const Case& one : corpus()) {
    for (const Range& range : one.links) {
      std::string link = one.text.substr(range.begin, range.size());
      const Result<iri::View> view = iri::parse(link, iri::Grammar::iri);
      if (view.ok()) links.push_back(std::move(link));
    }
  }
  return links;
}

TEST(IriMappingProperties, LinksOfTheCorpusMapToUrisAndBack) {
  const std::vector<std::string> links = links_of_corpus();
  EXPECT_GT(links.size(), 1000u);
  for (const std::string& link : links) expect_maps(link);
}

// Two generators: the one above has the special cases of the maps, the other those of the grammar.
TEST(IriMappingProperties, RandomReferencesMapToUrisAndBack) {
  RandomIri random(3);
  for (size_t i = 0; i < kGenerated / 2; ++i) {
    expect_maps(random.reference());
    if (HasFailure()) return;
  }
}

TEST(IriMappingProperties, GeneratedIrisMapToUrisAndBack) {
  Generator generator(1);
  size_t valid = 0;
  for (size_t i = 0; i < kGenerated / 2; ++i) {
    const std::string iri = generator.iri();
    valid += iri::parse(iri).ok();
    expect_maps(iri);
    if (HasFailure()) return;
  }
  EXPECT_GT(valid, kGenerated / 4);
}

TEST(IriMappingProperties, MinimalUrlsOfTheCorpusAreFoundWhole) {
  size_t found = 0, in_prose = 0;
  for (const std::string& link : links_of_corpus()) {
    if (!is_found_whole(without_tail(link), Profile::uts58) || has_empty_query_at_end(link))
      continue;
    expect_is_found(link);
    if (HasFailure()) return;
    ++found;
    in_prose += is_found_whole(*iri::minimal(link), Profile::prose);
  }
  EXPECT_GT(found, 1000u);
  // Prose ends links at unpaired brackets and at a change of script.
  EXPECT_GT(in_prose, found * 95 / 100);
  RecordProperty("in_prose", std::to_string(in_prose) + " of " + std::to_string(found));
}

TEST(IriMappingProperties, GeneratedMinimalUrlsAreFoundWhole) {
  Generator generator(2);
  size_t valid = 0;
  for (size_t i = 0; i < kGenerated; ++i) {
    const std::string url = generator.url();
    if (!iri::parse(url).ok() || has_empty_query_at_end(url)) continue;
    ++valid;
    expect_is_found(url);
    if (HasFailure()) return;
  }
  EXPECT_GT(valid, kGenerated / 2);
}

}  // namespace iri_mapping_properties_test
}  // namespace linkspan::test
