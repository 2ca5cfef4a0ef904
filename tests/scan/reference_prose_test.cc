// SPDX-License-Identifier: Apache-2.0
// Promise: profiles prose and code agree with the slow reference scanner as far as the syntax goes
// (docs/scanning.md, section 12), on the corpus and on random texts:
//
//   by itself   each link, cut out of its text, is a link by the syntax alone, from its first
//               character to its last, with the same kind, form and components; but for those of
//               rule local_host
//   nothing     a link that the syntax finds is found, or a link in its place, or explain() names
//    is lost    the reason or the rule that rejects it
//   no rule     a text in which no rule of reading has anything to do has the same links by both
//
// So a rule can choose among the links of the syntax and shorten them, and nothing else. The texts
// have no escapes; tests/scan/escapes_test.cc compares those.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "automata/prose_rules.h"
#include "base/ascii.h"
#include "linkspan/explain.h"
#include "scan/prose/prose_rules.h"
#include "scan/scanner.h"
#include "tests/support/reference_escapes.h"
#include "tests/support/reference_scanner.h"
#include "tests/support/sanitized.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace reference_prose_test {

constexpr int kRandomTexts = kSanitized ? 8000 : 200000;

class ReferenceProse : public testing::TestWithParam<Profile> {
 protected:
  ReferenceProse() {
    options_.profile = GetParam();
    config_ = scan::make_config(options_).value();
    config_.has_escapes = false;
  }

  std::vector<Span> scan(std::string_view text) const {
    std::vector<Span> spans;
    const auto* const bytes = reinterpret_cast<const uint8_t*>(text.data());
    scan::Scanner(config_).run({bytes, 0, text.size(), base::Text::complete},
                               [&](const Span& span) { spans.push_back(span); });
    return spans;
  }

  void expect_links_by_themselves(std::string_view text);
  void expect_nothing_is_lost(std::string_view text);

  Options options_;
  scan::Config config_;
};

std::string random_text(std::mt19937& random, const std::vector<std::string_view>& pieces,
                        size_t most) {
  std::string text;
  for (size_t count = random() % most; count > 0; --count) text += pieces[random() % pieces.size()];
  return text;
}

const std::vector<std::string_view> kPieces = {
    "http://",     "https://",  "HTTP://",   "ftp://",     "file:///", "mailto:",
    "javascript:", "tel:",      "urn:isbn:", "git+ssh://", "x-y.z://", "//",
    ":",           "@",         ".",         "..",         "。",       "．",
    "a",           "Ab1",       "é",         "例え",       "です",     ".com",
    ".COM",        ".рф",       ".xn--p1ai", "www.",       "-",        "_",
    "%41",         "%",         ":80",       ":65536",     "/",        "?",
    "#",           ":~:",       "=",         "&",          "(",        ")",
    "[",           "]",         "（",        "）",         "<",        ">",
    "\"",          "'",         "’s",        "«",          "»",        " ",
    "\n",          "\xC3",      "\xE3\x80",  "\xFF",       "[::1]",    "[1:2::3%25en0]",
    "[v1.a]",      "127.0.0.1", "+",         "~",          "*",        "|",
    "`",           ",",         ";",         "!",          "example",  "example.org",
    " and ",       "😀",         "\u200b",    "\u00a0",     "\ue000",   "\u00ad",
    "\ufe0f"};

// -------------------------------------------------------------------------------------------------
// By itself

// The colon, `@` or dot of a link, as an offset in it.
uint64_t trigger_of(std::string_view link, const Span& span) {
  const bool is_address = span.kind == Kind::email && span.parts.userinfo.present();
  if (is_address) return span.parts.host.begin - 1;
  if (span.parts.scheme.present()) return span.parts.scheme.end;
  size_t first = link.size();
  for (const std::string_view dot : {".", "。", "．", "｡"}) first = std::min(first, link.find(dot));
  return first;
}

// A scheme that links without `//` takes any name after it; which ones are hosts, rules decide.
bool has_any_name(std::string_view link, const Span& span) {
  const std::string_view scheme = span.parts.scheme.text(link);
  return (scheme == "tel" || scheme == "mailto") && span.parts.host.present();
}

// Rule local_host adds links to the syntax, in profile code: servers without a scheme, by their
// ports.
bool is_local_host(std::string_view link, const Span& span) {
  const std::string_view host = span.parts.host.text(link);
  return span.form == Form::domain && span.parts.port.present() &&
         (host.starts_with('[') || base::to_ascii_lower(host).ends_with("localhost"));
}

bool is_by_itself(std::string_view text, const Span& span, uint64_t end, const Options& options) {
  const std::string_view link = text.substr(span.range.begin, end - span.range.begin);
  std::optional<Span> found = reference_reading(link, trigger_of(link, span), options);
  if (!found) return false;
  Span expected = span;
  expected.range = {0, span.range.end - span.range.begin};
  expected.ended_by = found->ended_by;  // by the text around it
  return *found == expected;
}

void ReferenceProse::expect_links_by_themselves(std::string_view text) {
  // The one rule that makes links longer than the syntax does.
  const scan::WithoutRule off(scan::ProseRule::quote_in_name);
  for (const Span& span : scan(text)) {
    if (span.form == Form::delimited) continue;  // may have white space in it
    const std::string_view link = text.substr(span.range.begin, span.range.end - span.range.begin);
    if (is_local_host(link, span)) continue;
    if (is_by_itself(text, span, span.range.end, options_)) continue;
    if (span.form == Form::scheme && has_any_name(link, span)) continue;
    // An IPv4 host needs the `?` after it.
    EXPECT_TRUE(is_by_itself(text, span, span.range.end + 1, options_))
        << describe(link, span) << " in '" << text << "'";
  }
}

TEST_P(ReferenceProse, LinksOfTheCorpusAreLinksByThemselves) {
  for (const Case& one : corpus())
    expect_links_by_themselves(reference_meaning(one.text, options_.profile).text);
}

TEST_P(ReferenceProse, LinksOfRandomTextsAreLinksByThemselves) {
  std::mt19937 random(58);
  for (int round = 0; round < kRandomTexts; ++round) {
    expect_links_by_themselves(random_text(random, kPieces, 14));
    if (HasFailure()) return;
  }
}

// -------------------------------------------------------------------------------------------------
// Nothing is lost

bool overlap(Range a, Range b) { return a.begin < b.end && b.begin < a.end; }

void ReferenceProse::expect_nothing_is_lost(std::string_view text) {
  const std::vector<Span> found = scan(text);
  std::vector<Candidate> candidates;
  for (const Span& reading : reference_readings(text, options_)) {
    const bool is_found = std::any_of(found.begin(), found.end(), [&](const Span& span) {
      return overlap(span.range, reading.range);
    });
    if (is_found) continue;
    if (candidates.empty()) candidates = explain(text, options_).value();
    const bool is_explained =
        std::any_of(candidates.begin(), candidates.end(), [&](const Candidate& one) {
          return overlap(one.range, reading.range) && !one.rule.empty();
        });
    EXPECT_TRUE(is_explained) << describe(text, reading) << " in '" << text << "'";
  }
}

TEST_P(ReferenceProse, NoLinkOfTheCorpusIsLostWithoutAReason) {
  for (const Case& one : corpus())
    expect_nothing_is_lost(reference_meaning(one.text, options_.profile).text);
}

TEST_P(ReferenceProse, NoLinkOfRandomTextsIsLostWithoutAReason) {
  std::mt19937 random(59);
  for (int round = 0; round < kRandomTexts / 100; ++round) {
    expect_nothing_is_lost(random_text(random, kPieces, 14));
    if (HasFailure()) return;
  }
}

// -------------------------------------------------------------------------------------------------
// No rule

std::string_view one_of(std::mt19937& random, const std::vector<std::string_view>& pieces) {
  return pieces[random() % pieces.size()];
}

std::string several_of(std::mt19937& random, const std::vector<std::string_view>& pieces,
                       size_t most) {
  std::string text;
  for (size_t count = random() % (most + 1); count > 0; --count) text += one_of(random, pieces);
  return text;
}

const std::vector<std::string_view> kLabels = {"example", "shop-1", "x1y", "bücher",
                                               "xn--bcher-kva"};
const std::vector<std::string_view> kDots = {".", ".", ".", "．"};

std::string random_domain(std::mt19937& random) {
  std::string domain = std::string(one_of(random, kLabels)) + ".";
  if (random() % 2 == 0) domain += std::string(one_of(random, kLabels)) + ".";
  return domain + std::string(one_of(random, {"com", "org", "net", "xn--p1ai"}));
}

std::string random_tail(std::mt19937& random) {
  const std::string path =
      several_of(random, {"/a", "/b-c", "/(d)", "/e.f", "/%41", "/~g", "/été", "/h/i"}, 3);
  const std::string query = several_of(random, {"j=k", "&l=m", "&n=(o)"}, 2);
  const std::string fragment = several_of(random, {"p", "-q", ":r"}, 2);
  return path + (query.empty() ? "" : "?" + query) + (fragment.empty() ? "" : "#" + fragment);
}

std::string random_link(std::mt19937& random) {
  const std::string domain = random_domain(random);
  switch (random() % 5) {
    case 0:
      return "www." + domain + random_tail(random);
    case 1:
      return std::string(one_of(random, {"joe", "joe.doe", "j+d", "mailto:joe"})) + "@" + domain;
    case 2:
      return domain + "/a" + random_tail(random);
    default:
      return std::string(one_of(random, {"http", "https", "HTTPS", "ftp", "git+ssh", "x-y.z"})) +
             "://" + std::string(one_of(random, {"", "", "joe@", "joe:pw@"})) +
             std::string(one_of(random, {domain, domain, "build_01", "127.0.0.1", "[::1]"})) +
             std::string(one_of(random, {"", "", ":80", ":65535"})) + random_tail(random);
  }
}

TEST_P(ReferenceProse, TextsWithoutAnythingForARuleHaveTheLinksOfTheSyntax) {
  std::mt19937 random(60);
  for (int round = 0; round < kRandomTexts / 4; ++round) {
    std::string text;
    for (size_t count = 1 + random() % 4; count > 0; --count) {
      text += several_of(random, {"see ", "then\n", "also: ", "(here) ", "— ", "на "}, 2);
      text += random_link(random);
      text += one_of(random, {" ", ". ", ", ", "; ", ") ", "? "});
    }
    ASSERT_EQ(scan(text), reference_readings(text, options_)) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(, ReferenceProse, testing::Values(Profile::prose, Profile::code),
                         [](const auto& param) { return std::string(to_string(param.param)); });

}  // namespace reference_prose_test
}  // namespace linkspan::test
