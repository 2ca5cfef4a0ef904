// SPDX-License-Identifier: Apache-2.0
// Promise: diagnose() returns the place and the reason of each warning, also in texts that are not
// IRIs; ordinary IRIs have none; and the fast path returns the same warnings as all checks.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "iri/characters.h"
#include "iri/diagnose.h"
#include "iri/legacy_charsets.h"
#include "linkspan/iri.h"
#include "tests/support/allocations.h"
#include "tests/support/scan.h"

namespace linkspan::iri {
namespace iri_diagnose_test {

// "name: the text of the place" of each warning.
std::vector<std::string> found(std::string_view text) {
  std::vector<std::string> all;
  for (const Diagnostic& each : diagnose(text)) {
    all.emplace_back(to_string(each.warning));
    all.back().append(": ").append(text.substr(each.range.begin, each.range.size()));
  }
  return all;
}

using All = std::vector<std::string>;

// The message of the only warning of this kind.
std::string message(std::string_view text, Warning warning) {
  for (const Diagnostic& each : diagnose(text)) {
    if (each.warning == warning) return each.message;
  }
  return "none";
}

bool names(std::string_view text, Warning warning, std::string_view word) {
  return message(text, warning).find(word) != std::string::npos;
}

TEST(Places, AreBytesOfTheText) {
  EXPECT_EQ(found("https://www.paypal.com@evil.example/login"),
            All{"userinfo-like-host: www.paypal.com"});
  EXPECT_EQ(found("www.раураl.com"), All{"mixed-scripts: раураl"});
  EXPECT_EQ(found("http://0x7f.1"), All{"odd-ipv4: 0x7f.1"});
  EXPECT_EQ(found("https://xn--80ak6aa92e.com/"), All{"confusable-host: xn--80ak6aa92e"});
  EXPECT_EQ(found("https://example.org/%E2%80%AEa"), All{"bidi-control: %E2%80%AE"});
  EXPECT_EQ(found("https://example.org/a%CC%80%E2%80%8B"), All{"invisible: %E2%80%8B"});
  EXPECT_EQ(found("https://example.org:22/"), All{"unusual-port: 22"});
  EXPECT_EQ(found("https://example.org/ae\u0301o"), All{"not-nfc: e\u0301"});
  EXPECT_EQ(found("https://example.org/a/%2e%2E/b"), All{"escaped-dots: /%2e%2E/"});
  EXPECT_EQ(found("https://example.org/?a=b&c=%C0%AFd"), All{"invalid-escape: %C0%AF"});
  EXPECT_EQ(found("javascript:alert(1)"), All{"runs-code: javascript"});
}

TEST(Places, AreInOrder) {
  EXPECT_EQ(found("https://a.com@straße.example:1/\u202E%2e%2e"),
            (All{"userinfo-like-host: a.com", "deviation: ß", "unusual-port: 1",
                 "bidi-control: \u202E"}));
}

TEST(Messages, NameTheCauseOfTheWarning) {
  EXPECT_TRUE(names("http://a/\u202E", Warning::bidi_control, "U+202E RIGHT-TO-LEFT OVERRIDE"));
  EXPECT_TRUE(names("http://a/%E2%80%8B", Warning::invisible, "U+200B ZERO WIDTH SPACE"));
  EXPECT_TRUE(names("http://раураl.a/", Warning::mixed_scripts, "Cyrillic and Latin"));
  EXPECT_TRUE(names("http://аррӏе.com/", Warning::confusable_host, "Cyrillic"));
  EXPECT_TRUE(names("http://x.com@b.example/", Warning::userinfo_like_host, "b.example"));
  EXPECT_TRUE(names("http://2130706433/", Warning::odd_ipv4, "127.0.0.1"));
  EXPECT_TRUE(names("http://a.com∕b/", Warning::lookalike_delimiter, "U+2215 DIVISION SLASH"));
  EXPECT_TRUE(names("http://a.example/%82%A0", Warning::legacy_escape, "Shift_JIS"));
  EXPECT_TRUE(names("https://a.example:22/", Warning::unusual_port, "443"));
  EXPECT_TRUE(names("http://i❤.example/", Warning::not_idna2008, "U+2764"));
}

// --- Ordinary text

TEST(OrdinaryText, HasNoWarnings) {
  for (const char* const text : {"",
                                 "a",
                                 "/",
                                 "?",
                                 "#",
                                 "//",
                                 ":",
                                 "a:b",
                                 "%",
                                 "%4",
                                 "http://",
                                 "http://@/",
                                 "http://:/",
                                 "http://[",
                                 "http://[::1",
                                 "http://[::1]:80/",
                                 "mailto:",
                                 "mailto:@",
                                 "mailto:a@,b@",
                                 "https://example.org/%F0%9F%91%A8%E2%80%8D%F0%9F%91%A9",
                                 "https://example.org/👨‍👩‍👧",
                                 "https://example.org/❤️",
                                 "https://example.org/1️⃣",
                                 "https://example.org/🏴󠁧󠁢󠁥󠁮󠁧󠁿",
                                 "https://example.org/می‌خواهم",
                                 "https://example.org/مَ‌ح",
                                 "https://example.org/क्‍ष",
                                 "https://example.org/葛󠄀",
                                 "https://example.org/パス：全角（１）",
                                 "https://example.org/ｶﾀｶﾅ",
                                 "https://example.org/น้ำ",
                                 "https://example.org/한글",
                                 "https://example.org/a%20b%0D%0A",
                                 "https://example.org:443/",
                                 "http://example.org:8080/",
                                 "https://example.org/?q=%25",
                                 "mailto:a@bücher.example",
                                 "urn:isbn:1",
                                 "tel:+1",
                                 "https://example.org/a..b/...",
                                 "https://example.org/.well-known/",
                                 "1.5",
                                 "127.1"}) {
    EXPECT_EQ(found(text), All{}) << text;
  }
}

// --- Joiners, variation selectors, tags

TEST(Unseen, JoinersSelectorsAndTagsCauseAWarningWhereNotNeeded) {
  for (const char* const text :
       {"a\u200Cb", "a\u200Db", "\u200D", "می\u200C", "\u200Cمی", "😀\u200Da", "a\uFE0F", "\uFE0F",
        "a\U000E0061", "🏴\U000E0067", "a\U000E0100", "\U000E007F"}) {
    EXPECT_TRUE(warnings_of(std::string("https://example.org/") + text).has(Warning::invisible))
        << text;
  }
}

// --- Texts that are not IRIs

TEST(OtherTexts, ThatAreNotIrisHaveWarningsAsWell) {
  EXPECT_EQ(found("http://a b.example/\u202E"), All{"bidi-control: \u202E"});
  EXPECT_EQ(found("\xFF\xFE\u200B"), All{"invisible: \u200B"});
  EXPECT_TRUE(warnings_of("https꞉//a.example/").has(Warning::lookalike_delimiter));
  EXPECT_TRUE(warnings_of("java\tscript:alert(1)").has(Warning::runs_code));
  EXPECT_TRUE(warnings_of("  javascript:alert(1)").has(Warning::runs_code));
  EXPECT_TRUE(warnings_of("https://evil.example\\@google.com/").has(Warning::lookalike_delimiter));
}

// Buffers have their exact size, so that sanitizers report an overrun.
TEST(OtherTexts, AreNotReadBeyondTheirEnd) {
  const std::string whole =
      "https://www.раураl.com@xn--80ak6aa92e.com:22/%2e%2E/%C0%AF/"
      "%E2%80%AE%83e?\u202E=é#👨‍👩";
  for (size_t size = 0; size <= whole.size(); ++size) {
    const std::vector<char> bytes(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size));
    const std::string_view text(bytes.data(), bytes.size());
    for (const Diagnostic& each : diagnose(text)) EXPECT_LE(each.range.end, size);
  }
}

// --- IPv4

TEST(Ipv4, IsOddExceptAsFourDecimalNumbers) {
  for (const char* const host :
       {"0x7f.1", "0177.0.0.1", "127.1", "127.0.0.01", "127.0.0.1.", "0", "0x"}) {
    EXPECT_TRUE(warnings_of("http://" + std::string(host)).has(Warning::odd_ipv4)) << host;
  }
  for (const char* const host : {"127.0.0.1", "256.1.1.1", "1.2.3.4.5", "08.1.1.1", "a.1", "1a",
                                 "4294967296", "127..1", ".127.1"}) {
    EXPECT_FALSE(warnings_of("http://" + std::string(host)).has(Warning::odd_ipv4)) << host;
  }
}

// --- IDNA2008

TEST(Idna2008, AllowsLessThanUts46) {
  for (const char* const label : {"i❤", "a·b", "-ü", "ü-", "üü--ü", "بـب"}) {
    EXPECT_TRUE(
        warnings_of(std::string("https://") + label + ".example/").has(Warning::not_idna2008))
        << label;
  }
  for (const char* const label : {"l·l", "ü-ü", "straße", "א׳", "・カ", "٠١"}) {
    EXPECT_FALSE(
        warnings_of(std::string("https://") + label + ".example/").has(Warning::not_idna2008))
        << label;
  }
}

// --- Charsets

TEST(LegacyCharsets, AreThoseInWhichTheBytesArePlausibleText) {
  const auto has = [](std::string_view bytes, std::string_view charset) {
    const std::vector<std::string_view> all = legacy_charsets(bytes);
    return std::find(all.begin(), all.end(), charset) != all.end();
  };
  EXPECT_TRUE(has("\x83\x65\x83\x58\x83\x67", "Shift_JIS"));
  EXPECT_TRUE(has("\xA5\xDE\xA5\xCB\xA5\xE5", "EUC-JP"));
  EXPECT_TRUE(has("\xD6\xD0\xCE\xC4", "GB18030"));
  EXPECT_TRUE(has("\xA4\xA4\xA4\xE5", "Big5"));
  EXPECT_TRUE(has("\xC7\xD1\xB1\xDB", "EUC-KR"));
  EXPECT_TRUE(
      has("\xFC"
          "ber",
          "ISO-8859-1"));
  EXPECT_TRUE(has("\xEF\xF0\xE8\xE2\xE5\xF2", "windows-1251"));
  EXPECT_TRUE(has("\xD0\xD2\xC9\xD7\xC5\xD4", "KOI8-R"));
  EXPECT_TRUE(has("\xE3\xE5\xE9\xE1", "ISO-8859-7"));
  EXPECT_TRUE(has("\xF9\xEC\xE5\xED", "windows-1255"));
  EXPECT_TRUE(has("\xD3\xE1\xC7\xE3", "windows-1256"));
  EXPECT_TRUE(has("\xE4\xB7\xC2", "TIS-620"));
  EXPECT_FALSE(
      has("\xFC"
          "ber",
          "windows-1251"));  // a word of two alphabets
  EXPECT_FALSE(has("\xEF\xF0\xE8\xE2\xE5\xF2", "ISO-8859-1"));
  EXPECT_TRUE(legacy_charsets("\xFF\xFF\x01").empty());
}

// --- The fast path

TEST(FastPath, AllocatesNothingForAPlainLink) {
  LINKSPAN_SKIP_WITHOUT_ALLOCATIONS();
  const std::string link = "https://www.example.org:443/a/b.html?x=1&y=%20#top-and-some-more-text";
  const std::string plain = "https://www.example.org/a/b.html?x=1&y=%20#top-and-some-more-text";
  const size_t before = test::allocations();
  EXPECT_TRUE(warnings_of(plain).empty());
  EXPECT_EQ(test::allocations(), before);
  EXPECT_TRUE(warnings_of(link).empty());
  EXPECT_GT(test::allocations(), before);  // allocations are counted
}

void expect_same(const std::string& text) {
  EXPECT_TRUE(warnings_of(text) == warnings_by_all_checks(text)) << text;
}

TEST(FastPath, ReturnsTheWarningsOfAllChecks) {
  for (const test::Case& one : test::corpus()) {
    for (const Range link : one.links) expect_same(one.text.substr(link.begin, link.size()));
  }
  const std::string link = "http://a0.b-c/d.e?f=g#h";
  for (size_t at = 0; at <= link.size(); ++at) {
    for (int byte = 0; byte < 0x80; ++byte)
      expect_same(std::string(link).insert(at, 1, static_cast<char>(byte)));
    for (const char* const piece :
         {"..", "%2e", "%2E%2E", "%2F..", "%5c..", "%252e", "%C0%AF", "%41", "%", "%4", "xn--a",
          "//", "@b.c", ":1", "0x1", "1.2", "\u202E", "é", "--"})
      expect_same(std::string(link).insert(at, piece));
  }
}

}  // namespace iri_diagnose_test
}  // namespace linkspan::iri
