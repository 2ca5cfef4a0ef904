// SPDX-License-Identifier: Apache-2.0
// Promise: with Defanged::refang, the indicators of tests/data/defanged_indicators.tsv are found
// with the URI that they mean, their text is what is written, and other text is read as without it;
// iri::refang() undoes iri::defang().

#include "base/defanged.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "linkspan/document.h"
#include "linkspan/iri.h"
#include "tests/support/data.h"

namespace linkspan {
namespace defanged_test {

using base::DefangedReader;

// Fed in chunks.
std::string read(std::string_view text, size_t chunk) {
  DefangedReader reader;
  std::string meant, held;
  for (size_t at = 0; at < text.size() || !held.empty(); at += chunk) {
    if (at < text.size()) held += text.substr(at, chunk);
    const auto extent =
        at + chunk < text.size() ? base::Text::more_may_follow : base::Text::complete;
    while (!held.empty()) {
      const DefangedReader::Token token = reader.next(held, extent);
      if (token.size == 0) break;
      const bool is_copied = token.is == DefangedReader::Token::Is::copied;
      meant += is_copied ? std::string_view(held).substr(0, token.size) : token.meant;
      held.erase(0, token.size);
    }
  }
  return meant;
}

struct Indicator {
  std::string text, uri;
};

std::vector<Indicator> indicators() {
  std::ifstream file(test::source_dir() / "tests" / "data" / "defanged_indicators.tsv");
  std::vector<Indicator> found;
  for (std::string line; std::getline(file, line);) {
    const size_t tab = line.find('\t');
    if (!line.starts_with('#')) found.push_back({line.substr(0, tab), line.substr(tab + 1)});
  }
  return found;
}

struct Found {
  std::string text, uri;
  bool is_defanged = false;
  bool operator==(const Found&) const = default;
};

std::vector<Found> links_in(std::string_view text, Defanged defanged, size_t chunk = 4096) {
  DocumentOptions options;
  options.layout.defanged = defanged;
  const Result<Engine> engine = Engine::create({});
  Result<DocumentStream> stream = DocumentStream::open(*engine, options);
  std::vector<Found> found;
  const auto take = [&](const Link& link) {
    found.push_back({std::string(link.text), link.uri, link.is_defanged});
  };
  for (size_t at = 0; at < text.size(); at += chunk) stream->feed(text.substr(at, chunk), take);
  stream->finish(take);
  return found;
}

TEST(Defanged, ChunksDoNotMatter) {
  for (const Indicator& each : indicators()) {
    const std::string whole = iri::refang(each.text);
    for (const size_t chunk : {1u, 2u, 3u, 7u, 50u}) EXPECT_EQ(read(each.text, chunk), whole);
  }
}

TEST(Defanged, IndicatorsAreFound) {
  const std::vector<Indicator> all = indicators();
  EXPECT_GE(all.size(), 300u);
  for (const Indicator& each : all) {
    const std::vector<Found> found = links_in(each.text, Defanged::refang);
    ASSERT_EQ(found.size(), 1u) << each.text;
    EXPECT_EQ(found[0].uri, each.uri) << each.text;
    EXPECT_TRUE(found[0].is_defanged) << each.text;
    EXPECT_NE(each.text.find(found[0].text), std::string::npos) << each.text;
    EXPECT_EQ(links_in(each.text, Defanged::refang, 1), found) << each.text;
  }
}

TEST(Defanged, OtherTextIsReadAsWithoutIt) {
  for (const char* const text :
       {"See https://example.org/a(b) and joe@example.org.", "the dot com bubble", "1.2.3.4",
        "Look at this dot there.", "a[0].b (see fig. 3)", "ftp://example.org/ http://example.com.",
        "version 1 . 2", "if (a [.] b)", "hxxp is not http", "It is 10 . 3 at noon"}) {
    const std::vector<Found> without = links_in(text, Defanged::keep);
    EXPECT_EQ(links_in(text, Defanged::refang), without) << text;
  }
}

TEST(Defanged, RefangUndoesDefang) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"https://example.org/a.b", "hxxps[:]//example[.]org/a.b"},
      {"http://192.0.2.7:8080/", "hxxp[:]//192[.]0[.]2[.]7:8080/"},
      {"ftp://example.org", "fxp[:]//example[.]org"},
      {"mailto:joe@mail.example", "mailto:joe[at]mail[.]example"},
      {"joe@mail.example", "joe[at]mail[.]example"},
      {"example.org/a.b", "example[.]org/a.b"},
      {"https://joe@example.org/?q=a@b.c", "hxxps[:]//joe@example[.]org/?q=a@b.c"}};
  for (const auto& [uri, defanged] : cases) {
    EXPECT_EQ(iri::defang(uri), defanged);
    EXPECT_EQ(iri::refang(defanged), uri);
  }
}

}  // namespace defanged_test
}  // namespace linkspan
