// SPDX-License-Identifier: Apache-2.0
// Promise: a link has its warnings, and its display form if that differs from its IRI, for any
// chunks and any selection of results. Ordinary links have neither.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "document/link_remarks.h"
#include "document/pipeline.h"
#include "iri/diagnose.h"
#include "iri/map.h"
#include "tests/support/data.h"

namespace linkspan::test {
namespace document_warnings_test {

using document::Pipeline;

const Engine& engine() {
  static const Engine one = Engine::create({}).value();
  return one;
}

std::string names_of(Warnings warnings) {
  std::string names;
  for (const Warning warning : kAllWarnings) {
    if (warnings.has(warning)) (names += names.empty() ? "" : " ") += to_string(warning);
  }
  return names;
}

class Collector final : public Receiver {
 public:
  void link(const Link& link) override {
    const std::string names = names_of(link.warnings);
    all += std::string(link.text) + (names.empty() ? "" : ": " + names) + '\n';
    displays.push_back(link.display);
    uris.push_back(link.uri);
  }
  std::string all;
  std::vector<std::string> displays, uris;
};

Collector read(std::string_view text, const DocumentOptions& options = {},
               Wants wants = Wants::links, size_t chunk = std::string_view::npos) {
  Pipeline pipeline(engine(), wants);
  pipeline.begin(options);
  Collector collector;
  for (; !text.empty(); text.remove_prefix(std::min(chunk, text.size()))) {
    pipeline.feed(text.substr(0, chunk), collector);
  }
  pipeline.finish(collector);
  return collector;
}

void expect_links(std::string_view text, const std::string& links) {
  SCOPED_TRACE(text);
  EXPECT_EQ(read(text).all, links);
  EXPECT_EQ(read(text, {}, Wants::begins_and_warnings).all, links);
  for (const size_t chunk : {1u, 2u, 3u, 7u}) {
    EXPECT_EQ(read(text, {}, Wants::links, chunk).all, links) << chunk;
    EXPECT_EQ(read(text, {}, Wants::begins_and_warnings, chunk).all, links) << chunk;
  }
}

std::string display_in(std::string_view text) { return read(text).displays.at(0); }

TEST(DocumentWarnings, IncludeThoseOfTheIri) {
  expect_links("https://www.paypal.com@evil.example/login ",
               "https://www.paypal.com@evil.example/login: userinfo-like-host\n");
  expect_links("http://0x7f.1/ ", "http://0x7f.1/: odd-ipv4\n");
  expect_links("see http://www.раураl.com ok", "http://www.раураl.com: mixed-scripts\n");
  expect_links("see www.раураl.com ok", "www.раураl.com: mixed-scripts\n");
  expect_links("https://google.com∕login.evil.example ",
               "https://google.com: lookalike-delimiter\n");
  expect_links("google.com∕login.evil.example ", "google.com: lookalike-delimiter\n");
}

TEST(DocumentWarnings, OrdinaryLinksHaveNone) {
  for (const std::string_view text :
       {"https://example.org/a?b=c&d=%20#e", "www.example.org/über", "example.com", "a.b+c@d.org",
        "mailto:joe@example.org", "https://bücher.example/", "https://ja.wikipedia.org/wiki/日本",
        "https://ru.wikipedia.org/wiki/Москва", "ftp://ftp.gnu.org/gnu/", "http://192.0.2.1:8080/x",
        "https://he.wikipedia.org/wiki/שלום"}) {
    expect_links(std::string(text) + " ", std::string(text) + '\n');
    EXPECT_EQ(display_in(std::string(text) + " "), "") << text;
  }
}

TEST(DocumentWarnings, IncludeABidiControlDirectlyAfterTheLink) {
  for (const std::string_view opening :
       {"\u202A", "\u202B", "\u202D", "\u202E", "\u2066", "\u2068"}) {
    expect_links("https://example.org/" + std::string(opening) + " moc.elpmaxe",
                 "https://example.org/: bidi-control\n");
  }
  // Bidi controls change no offsets, and a scope ends where RFC 3987, section 4.1, requires.
  for (const std::string_view other :
       {"\u200E", "\u200F", "\u202C", "\u2069", "\u061C", " \u202E"}) {
    expect_links("https://example.org/" + std::string(other) + " x", "https://example.org/\n");
  }
}

TEST(DocumentWarnings, IncludeAMarkdownTextThatNamesAnotherHost) {
  expect_links("[https://paypal.com](https://evil.example/x) ",
               "https://paypal.com\nhttps://evil.example/x: text-names-other-host\n");
  expect_links("**[www.paypal.com](<https://evil.example/x>)** ",
               "www.paypal.com\nhttps://evil.example/x: text-names-other-host\n");
  expect_links("[**`https://paypal.com`**](https://evil.example/x) ",
               "https://paypal.com\nhttps://evil.example/x: text-names-other-host\n");
}

TEST(DocumentWarnings, OtherMarkdownLinksHaveNone) {
  for (const std::string_view text :
       {"[https://paypal.com](https://www.paypal.com/login) ", "[here](https://evil.example/x) ",
        "[https://a.example] (https://b.example/) ", "[https://a.example][https://b.example/] ",
        "https://a.example [x](https://b.example/) ",
        "[![x](https://img.example/a.png)](https://b.example/) ",
        "![https://a.example](https://img.example/) ", "[space.com](https://b.example/space) "}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(read(text).all.find(": "), std::string::npos) << read(text).all;
  }
}

TEST(DocumentWarnings, ALinkTextDoesNotContinueInTheNextDocument) {
  Pipeline pipeline(engine(), Wants::links);
  pipeline.begin({});
  Collector collector;
  pipeline.feed("[https://a.example", collector);
  pipeline.finish(collector);
  pipeline.begin_again();
  pipeline.feed("01234567890123456](https://b.example/)", collector);
  pipeline.finish(collector);
  EXPECT_EQ(collector.all, "https://a.example\nhttps://b.example/\n");
}

TEST(DocumentWarnings, AreReportedForLinksInHtml) {
  DocumentOptions html;
  html.markup = Markup::html;
  const std::string page =
      "<p>https://a.example/&#x202E; x <a href='https://www.bank.example@evil.example/'>here</a>"
      "<a href='https://xn--bcher-kva.example/'>b</a>";
  const std::string links = "https://a.example/: bidi-control\nhere: userinfo-like-host\nb\n";
  EXPECT_EQ(read(page, html).all, links);
  EXPECT_EQ(read(page, html).displays.at(2), "https://bücher.example/");
  EXPECT_EQ(read(page, html, Wants::begins_and_warnings).all, links);
}

// The fast path of addresses and http links returns the same as iri::warnings_by_all_checks().
TEST(DocumentWarnings, OfTheFastPathAreThoseOfAllChecks) {
  const std::filesystem::path corpus = source_dir() / "corpus";
  size_t links = 0;
  for (const auto& entry : std::filesystem::directory_iterator(corpus)) {
    if (entry.path().extension() != ".txt") continue;
    const std::string text = read_file(entry.path());
    std::string storage;
    engine().scan(text, [&](const Span& span) {
      const std::string link = text.substr(span.range.begin, span.range.size());
      const Warnings all = iri::warnings_by_all_checks(iri::iri_of(link, span));
      EXPECT_EQ(names_of(document::warnings_of_text(link, span, storage)), names_of(all)) << link;
      ++links;
    });
  }
  EXPECT_GT(links, 1000u);
}

TEST(DocumentWarnings, SeriousOnesIncludeTheUriOfTheLink) {
  const std::string text = "https://www.paypal.com@evil.example/é and https://example.org/é ";
  EXPECT_EQ(read(text, {}, Wants::begins_and_warnings).uris,
            (std::vector<std::string>{"https://www.paypal.com@evil.example/%C3%A9", ""}));
}

TEST(DocumentDisplay, IsTheReadableFormIfItDiffersFromTheIri) {
  EXPECT_EQ(display_in("https://xn--bcher-kva.example/%C3%BCber "), "https://bücher.example/über");
  EXPECT_EQ(display_in("www.xn--bcher-kva.de/x "), "http://www.bücher.de/x");
}

TEST(DocumentDisplay, IsEmptyIfNoCharacterBecomesReadable) {
  for (const std::string_view text :
       {"https://example.org/a%20b ", "https://EXAMPLE.org/%2f ", "https://example.org/a--b ",
        "https://example.org/%FF ", "https://example.org/%E2%80%AE "}) {
    EXPECT_EQ(display_in(text), "") << text;
  }
}

// Texts that hide where a link leads, with what is expected of them (reports/README.md).
struct SpoofingLinks final : Receiver {
  void link(const Link& link) override {
    texts.emplace_back(link.text);
    is_serious |= linkspan::is_serious(link.warnings);
    is_warned |= !link.warnings.empty();
  }
  std::vector<std::string> texts;
  bool is_serious = false;
  bool is_warned = false;
};

// Does a link have the host that the text hides? The hosts that the texts show are those of a bank
// or of a well-known site.
bool has_link_to_other_host(const SpoofingLinks& found) {
  return std::any_of(found.texts.begin(), found.texts.end(), [](const std::string& text) {
    return text != "https://bank.com" && text != "https://www.bank.com";
  });
}

TEST(Spoofing, TextsHaveAWarningOrNoLink) {
  LINKSPAN_SKIP_WITHOUT_DATA("reports/spoofing.jsonl");
  std::istringstream lines(read_file(data_dir() / "reports/spoofing.jsonl"));
  size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const nlohmann::json row = nlohmann::json::parse(line);
    const std::string text = row["text"];
    Pipeline pipeline(engine(), Wants::links);
    pipeline.begin({});
    SpoofingLinks found;
    pipeline.feed(text, found);
    pipeline.finish(found);
    const std::string expected = row["expect"];
    if (expected == "warn") {
      EXPECT_TRUE(found.is_warned || !has_link_to_other_host(found)) << line;
    } else if (expected == "none") {
      EXPECT_FALSE(found.is_serious) << line;
    } else if (expected == "no-link") {
      const std::string not_linked = row.value("no_link", "");
      for (const std::string& each : found.texts) {
        EXPECT_TRUE(!not_linked.empty() && each != not_linked) << line;
      }
    }
  }
  EXPECT_GE(count, 100u);
}

}  // namespace document_warnings_test
}  // namespace linkspan::test
