// SPDX-License-Identifier: Apache-2.0
// Promise: iri::unwrap() returns the URL that a wrapper has in itself, for each kind in
// grammars/wrappers.txt, and nothing for other links; its host is the one that a browser reads
// there, whatever the target is. iri::strip_tracking() leaves all other parameters as they are.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "iri/diagnose.h"
#include "linkspan/iri.h"
#include "linkspan/linkspan.h"
#include "tests/support/data.h"

namespace linkspan::iri {
namespace unwrap_test {

struct Wrapped {
  std::string link, target;
};

std::vector<Wrapped> wrapped_links() {
  std::ifstream file(test::source_dir() / "tests" / "data" / "wrapped_links.tsv");
  std::vector<Wrapped> links;
  for (std::string line; std::getline(file, line);) {
    const size_t tab = line.find('\t');
    if (!line.starts_with('#')) links.push_back({line.substr(0, tab), line.substr(tab + 1)});
  }
  return links;
}

TEST(Unwrap, WrappersOfAllKindsLeadToTheirTargets) {
  const std::vector<Wrapped> links = wrapped_links();
  EXPECT_GE(links.size(), 120u);
  for (const Wrapped& each : links) EXPECT_EQ(unwrap(each.link), each.target) << each.link;
}

TEST(Unwrap, RedirectorsByTheirFormAreNoServices) {
  const std::string link = "https://news.example/out?url=https%3A%2F%2Fexample.org%2F";
  EXPECT_EQ(unwrap(link), "https://example.org/");
  EXPECT_EQ(unwrap(link, Wrappers::services), std::nullopt);
  EXPECT_EQ(unwrap("https://www.google.com/url?q=https://example.org/", Wrappers::services),
            "https://example.org/");
}

TEST(Unwrap, LinksThatOnlyNameAnotherAreNoWrappers) {
  for (const char* const link :
       {"https://example.org/", "https://example.org/out", "https://example.org/out?url=page",
        "https://t.me/share/url?url=https://example.org/",
        "https://www.facebook.com/share.php?u=https%3A%2F%2Fexample.org%2F",
        "https://twitter.com/intent/tweet?text=https://example.org/",
        "https://www.webcitation.org/5gOzK38bc?url=http://example.org/",
        "https://web.archive.org/web/2020/https://example.org/?a=https%3A%2F%2Fb.example",
        "https://login.example/login?next=https%3A%2F%2Fexample.org%2F",
        "https://protect-us.mimecast.com/s/abc?domain=example.org",
        // Not the hosts of the table, or not as they are reached.
        "https://www.google.com.evil.example/url?q=https://example.org/",
        "https://google.com@evil.example/url?q=https://example.org/",
        "https://www.google.com:8443/url?q=https://example.org/",
        "https://evilsafelinks.protection.outlook.com.example/?url=https://example.org/",
        // Two targets.
        "https://www.google.com/url?q=https://a.example/&q=https://b.example/",
        "https://news.example/out?url=https://a.example/&to=https://b.example/",
        // Not a URL of http.
        "https://www.google.com/url?q=javascript:alert(1)//https://example.org",
        "https://www.google.com/url?q=data:text/html,http",
        "https://www.google.com/url?q=//a.example/",
        "https://www.google.com/url?q=ftp://a.example/http"}) {
    EXPECT_EQ(unwrap(link), std::nullopt) << link;
  }
}

// What the URL Standard (WHATWG, sections 4.4 and 3.5) makes of an http URL: tabs and line breaks
// are dropped, backslashes are slashes, the host follows the last `@`.
std::string host_in_browser(std::string_view url) {
  std::string clean;
  for (const char c : url) {
    if (c != '\t' && c != '\n' && c != '\r') clean += c == '\\' ? '/' : c;
  }
  size_t begin = clean.find(':') + 1;
  while (begin < clean.size() && clean[begin] == '/') ++begin;
  std::string authority = clean.substr(begin, clean.find_first_of("/?#", begin) - begin);
  authority.erase(0, authority.rfind('@') + 1);
  const size_t colon = authority.rfind(':');
  if (colon != authority.npos && authority.find(']', colon) == authority.npos)
    authority.erase(colon);
  return base::to_ascii_lower(authority);
}

std::string encoded(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (base::is_ascii_alphanumeric(static_cast<uint8_t>(c))) {
      out += c;
    } else {
      const auto byte = static_cast<uint8_t>(c);
      ((out += '%') += kDigits[byte >> 4]) += kDigits[byte & 0xF];
    }
  }
  return out;
}

TEST(Unwrap, NoTargetHasAnotherHostThanABrowserReads) {
  const std::vector<std::pair<std::string, std::string>> wrappers = {
      {"https://nam01.safelinks.protection.outlook.com/?url=", "&data=1"},
      {"https://urldefense.com/v1/url?u=", "&k=1"},
      {"https://www.google.de/url?q=", "&sa=D"},
      {"https://l.facebook.com/l.php?u=", "&h=1"},
      {"https://secure-web.cisco.com/1ab/", ""},
      {"https://href.li/?", ""},
      {"https://shop.example/redirect.php?to=", ""}};
  const std::vector<std::string> parts = {
      "https://",  "http://",   "http:", "/",      "\\", "@",   ":",   "a.example",
      "b.example", "evil.test", "?",     "#",      "%",  "%2F", "%40", "\t",
      "\n",        " ",         ".",     "[::1]",  "[",  "]",   ":80", ";",
      "é",         "／",        "。",    "\u202E", "&",  "user"};
  std::mt19937 random(55);
  const auto pick = [&](size_t count) {
    return std::uniform_int_distribution<size_t>(0, count - 1)(random);
  };
  size_t unwrapped = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string target = pick(4) > 0 ? "https://" : "";
    for (size_t i = 1 + pick(6); i > 0; --i) target += parts[pick(parts.size())];
    const auto& [before, after] = wrappers[pick(wrappers.size())];
    const std::string link = before + encoded(target) + after;
    const auto found = unwrap(link);
    if (!found) continue;
    ++unwrapped;
    ASSERT_TRUE(found->starts_with("http")) << link;
    const bool is_ascii = base::is_all_ascii(target);
    const std::string host = host_in_browser(*found);
    // What browsers make of other characters in a host is ToASCII, which is not written here.
    if (is_ascii) {
      ASSERT_EQ(host, host_in_browser(target)) << link << '\n' << *found;
    }
    ASSERT_EQ(parse(*found, Grammar::uri).ok() || found->find_first_of("[]") != found->npos, true)
        << *found;
    ASSERT_TRUE(
        std::all_of(found->begin(), found->end(), [](char c) { return c > ' ' && c < 0x7F; }));
    const auto view = scheme_info(found->substr(0, found->find(':')));
    ASSERT_TRUE(view && view->opens == Opens::safely) << *found;
  }
  EXPECT_GT(unwrapped, 2'000u);
}

TEST(Unwrap, IsBounded) {
  std::string link = "https://example.org/";
  for (int i = 0; i < 12; ++i) link = "https://news.example/out?url=" + link;
  // Without percent-encoding, each level has one parameter: eight are opened.
  EXPECT_EQ(*unwrap(link),
            "https://news.example/out?url=https://news.example/out?url=https://"
            "news.example/out?url=https://news.example/out?url=https://example.org/");
}

TEST(Unwrap, OrdinaryLinksStayAsTheyAre) {
  if (const std::string missing = test::missing_data("text"); !missing.empty()) {
    GTEST_SKIP() << missing;
  }
  const auto folder = test::data_dir() / "text";
  const Result<Engine> engine = Engine::create({});
  size_t links = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string text = test::read_file(entry.path());
    for (const Span& span : engine->find_all(text)) {
      ++links;
      const Result<std::string> uri =
          to_uri(span.text(text), {.forbidden = ToUriOptions::Forbidden::encoded});
      if (uri.ok()) {
        EXPECT_EQ(unwrap(*uri), std::nullopt) << *uri;
      }
    }
  }
  EXPECT_GT(links, 20'000u);
}

TEST(Unwrap, WarningsLookAtTheTarget) {
  const Warnings plain = warnings_of("https://www.google.com/url?q=https://example.org/");
  EXPECT_TRUE(plain.has(Warning::second_target));
  EXPECT_FALSE(is_serious(plain));
  for (const char* const link :
       {"https://www.google.com/url?q=https%3A%2F%2Fwww.paypal.com%40evil.example%2F",
        "https://urldefense.com/v3/__https://www.paypal.com@evil.example/__;!!X!y$"}) {
    const Warnings found = warnings_of(link);
    EXPECT_TRUE(found.has(Warning::second_target)) << link;
    EXPECT_TRUE(found == warnings_by_all_checks(link)) << link;
  }
  EXPECT_TRUE(
      warnings_of("https://www.google.com/url?q=https%3A%2F%2Fwww.paypal.com%40evil.example%2F")
          .has(Warning::userinfo_like_host));
}

TEST(StripTracking, LeavesOutOnlyTrackingParameters) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"https://a.example/?utm_source=x&UTM_Medium=y", "https://a.example/"},
      {"https://a.example/b?id=7&fbclid=x#part", "https://a.example/b?id=7#part"},
      {"https://a.example/b?gclid=x&id=7&mc_eid=y&n=%20", "https://a.example/b?id=7&n=%20"},
      {"https://youtu.be/abc?si=x&t=5", "https://youtu.be/abc?t=5"},
      {"https://a.example/?si=x", "https://a.example/?si=x"},
      {"https://a.example/?", "https://a.example/?"},
      {"https://a.example/?utm=x&autm_source=1", "https://a.example/?utm=x&autm_source=1"},
      {"https://notyoutu.be/abc?si=x", "https://notyoutu.be/abc?si=x"},
      {"mailto:a@b.example?utm_source=x", "mailto:a@b.example?utm_source=x"}};
  for (const auto& [link, kept] : cases) {
    EXPECT_EQ(strip_tracking(link), kept);
    EXPECT_EQ(strip_tracking(kept), kept);
  }
}

}  // namespace unwrap_test
}  // namespace linkspan::iri
