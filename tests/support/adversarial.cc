// SPDX-License-Identifier: Apache-2.0
#include "tests/support/adversarial.h"

#include <iterator>
#include <random>
#include <string_view>

#include "tests/support/repeat.h"

namespace linkspan::test {
namespace {

struct NamedUnit {
  std::string_view name;
  std::string_view unit;
};

// Mixtures are made of these units as well.
constexpr NamedUnit kShortUnits[] = {
    // One character, or the start of a construct that is never completed.
    {"one-letter", "a"},
    {"dots", "...."},
    {"at-signs", "@@@@"},
    {"colons", ":"},
    {"hyphens", "-"},
    {"underscores", "_"},
    {"ampersands", "&"},
    {"equals-signs", "="},
    {"opening-brackets", "(((("},
    {"square-brackets", "[[]]"},
    {"wide-dots", "。"},
    {"fullwidth-dots", "．"},
    {"halfwidth-dots", "｡"},
    {"lead-byte-of-two", "\xC3"},
    {"lead-bytes-of-three", "\xE3\x80"},
    {"lead-bytes-of-four", "\xF0\x90\x80"},
    {"continuation-bytes", "\x80"},
    {"percent-escapes", "%41"},
    {"separators-of-schemes", "://"},
    {"www", "www."},
    {"www-lines", "www.\n"},
    {"unfinished-hosts", "http://a.b-\n"},
    {"unfinished-hosts-in-quotes", "'http://a-\n"},
    {"unfinished-literals", "\"http://a-\"\n"},
    {"literals-of-a-path", "\"http://a.example/b/\"\n\"c/"},
    {"macros", "{b}http://a.example/c{b}"},
    {"marks-around-links", "==a http://a.example/b=="},
    {"numbers-in-hangul", "http://a.example/가-2차2차"},
    {"gershayim", "http://a.example/\u05E6\"\u05E6"},
    {"mailto", "mailto:"},
    {"tel", "tel:"},
    {"tel-with-a-digit", "tel:1"},
    {"tel-before-cyrillic", "tel:12345678я"},
    {"sip", "sip:"},
    {"sip-before-words", "sip:a@b.cc,x#"},
    {"tel-before-words", "tel:+4930123.x "},
    {"urn", "urn:"},
    {"one-letter-schemes", "x:"},
    {"http-colons", "http:"},
    {"http-slashes", "http://"},
    {"unknown-schemes-with-slashes", "a://"},
    {"url-labels", "<URL:"},

    // Labels and dots.
    {"one-byte-labels", "a."},
    {"one-digit-labels", "1."},
    {"digits-of-pi", "3.1.4.1.5."},
    {"non-ascii-labels", "é。"},
    {"non-ascii-labels-and-dots", "é."},
    {"labels-of-han-and-dots", "日本."},
    {"labels-of-emoji", "😀."},
    {"labels-of-katakana", "データ。"},
    {"wide-dots-between-letters", "a。"},
    {"letters-before-combining-marks", "a\u0301."},
    {"soft-hyphens-in-labels", "a\u00AD."},
    {"hyphen-before-a-dot", "a.b-"},
    {"hyphen-after-each-letter", "a-"},
    {"underscore-after-each-letter", "a_"},
    {"underscores-in-labels", "a_.b_."},
    {"ace-prefixes", "xn--"},
    {"ace-labels", "xn--a."},

    // Bare domains, and the text next to them.
    {"domains-before-hiragana", "a.comで"},
    {"domains-between-apostrophes", "a.co'"},
    {"domains-after-equals-signs", "=a.co"},
    {"domains-after-at-in-brackets", "[at]a.co"},
    {"domains-after-hash-signs", "#a.co"},
    {"domains-with-paths", "a.co/"},
    {"domains-with-ports", "a.co:80,"},
    {"domains-with-ports-of-six-digits", "a.co:123456,"},
    {"domains-in-upper-case", "A.CO "},
    {"domains-with-endings", "a.hu-n "},
    {"domains-in-calls", "a.co("},
    {"names-of-files", "a.txt "},
    {"abbreviations", "z.B. "},
    {"versions", "v1.2.3 "},
    {"times", "12:30:45 "},
    {"addresses-of-hardware", "00:11:22:"},

    // Addresses.
    {"at-after-each-letter", "a@"},
    {"at-after-an-equals-sign", "=a@"},
    {"empty-label-before-at", "a..b@"},
    {"addresses-without-space", "a@b.com"},
    {"addresses-in-brackets", "<a@b.c> "},
    {"addresses-of-mailto", "mailto:a@b?"},
    {"addresses-with-paths", "a@b.co:/"},
    {"addresses-with-at-in-brackets", "a[at]b.co "},
    {"message-identifiers", "Message-ID: <a@b.co>\n"},

    // Authorities.
    {"user-and-port", "x://a:1@"},
    {"users-with-colons", "x://a:b:c:d:"},
    {"literals-unfinished", "http://["},
    {"ipv6-unfinished", "http://[1:2:3:"},
    {"ipv6-bare", "[fe80::1]:80 "},
    {"percent-escapes-in-hosts", "http://%41.%42."},
    {"hosts-before-hyphens", "http://a.co--"},
    {"non-ascii-hosts", "http://é.é/"},
    {"hosts-in-a-list", "http://a,"},

    // Tails.
    {"brackets-in-links", "http://a/("},
    {"brackets-in-links-without-host", "file:///("},
    {"braces-in-links", "http://a/{"},
    {"square-bracket-after-letter", "a["},
    {"slash-underscore", "/a_"},
    {"links-before-notes", "http://a/b[1][2] "},
    {"quotes-in-names", "http://a/_«б"},
    {"emphasis-before-kana", "**http://a/**を"},
    {"apostrophes-before-cyrillic", "'http://a/'б"},
    {"links-between-commas", ",http://a/,"},
    {"endings-at-top-level-domains", "a.comin "},
    {"kana-object", "を"},
    {"links-before-kana", "http://a/を"},
    {"links-before-sentences", "http://a/をください"},
    {"links-with-particles", "http://a/가를 "},
    {"text-directives", "http://a?b#c:~:"},
    {"delimiters-of-components", "http://a/?#"},
    {"links-after-quotes", "\"http://a"},
    {"links-between-apostrophes", "'http://a/a"},
    {"links-after-curly-quotes", "“http://a/”"},
    {"links-after-angle-brackets", "<http://"},
    {"links-after-angle-brackets-and-space", "<http://a "},
    {"links-after-angle-brackets-no-space", "<https://a"},
    {"links-one-after-the-other", "http://a/,"},
    {"plain-links", "https://example.org/a "},
    {"opaque-identifiers", "urn:a1:b "},
    {"data", "data:image/png;a=b;"},

    // The slowest of many thousand random units.
    {"brackets-around-links-with-soft-hyphens", "(ab://é/&p:/\u00AD,"},
    {"brackets-around-links-in-two-scripts", "(f://é/&'を'\u00AD·で;"},
    {"brackets-around-links-without-host", "(ab.c·:·e:///p&:"},
    {"braces-before-emoji", "m:{*😀.cm#を"},
    {"domains-after-colons-and-dots", ":.co"},
    {"domains-after-at-and-half-a-character", "@\xC3.co:/"},
    {"domains-before-colons", ".co:A"},
    {"sources-in-a-row", "lexer.ml "},
    {"sites-in-a-row", "a.ua/b.ua "},
    {"sites-joined-with-plus", "a.pl+a.ba?b "},

    // Escapes of terminals (docs/scanning.md, section 11).
    {"esc", "\x1B"},
    {"colours", "\x1B[1m"},
    {"csi-unfinished", "\x1B["},
    {"csi-parameters", "\x1B[1;2;"},
    {"csi-before-addresses", "\x1B[1ma@b.co"},
    {"csi-in-domains", "a\x1B[1m.co"},
    {"osc-unfinished", "\x1B]0;"},
    {"osc-titles", "\x1B]0;a\x07"},
    {"osc-hyperlinks-unfinished", "\x1B]8;;"},
    {"osc-hyperlinks",
     "\x1B]8;;http://a/\x07"
     "a\x1B]8;;\x07"},
    {"string-terminators", "\x1B\\"},
    {"character-sets", "\x1B(B"},
    {"character-sets-unfinished", "\x1B("},
    {"c1-csi", "\u009B1m"},
    {"c1-csi-unfinished", "\u009B"},
    {"c1-osc-unfinished", "\u009D"},
    {"c1-before-domains", "\u009B1ma.co "},

    // Backslashes.
    {"backslashes", "\\"},
    {"backslash-slash", "\\/"},
    {"backslash-dot", "a\\."},
    {"backslash-underscore", "a\\_"},
    {"backslash-letter", "\\a"},
    {"backslash-line-feed", "\\n"},
    {"backslash-space", "\\ "},
    {"backslash-quote", "\\\""},
    {"backslash-u-unfinished", "\\u"},
    {"backslash-u-digits-unfinished", "\\u00"},
    {"backslash-u", "\\u0061"},
    {"backslash-surrogate", "\\ud83d"},
    {"backslash-bytes-unfinished", "\\xf0"},
    {"backslash-bytes", "\\xc3\\xa9"},
    {"backslash-esc", "\\u001b["},
    {"backslash-e", "\\e[1m"},
    {"backslash-octal-unfinished", "\\03"},
    {"backslash-ampersand", "\\u0026"},
    {"backslash-reference", "\\u0026amp;"},
    {"backslashes-of-nested-strings", "\\\\\\/"},
    {"backslashes-in-domains", "a\\.co "},
    {"backslashes-in-addresses", "a\\_a@b.co "},
    {"backslashes-in-links", "http:\\/\\/a.co\\/ "},
    {"regular-expressions", "http:\\/\\/a\\.co(b)? "},
    {"paths-of-windows", "C:\\a\\_b@b.co "},

    // References.
    {"references", "&amp;"},
    {"references-unfinished", "&amp"},
    {"references-nested", "&amp;amp;"},
    {"references-inner-only", "amp;"},
    {"references-of-signs", "&copy;"},
    {"references-of-two-characters", "&bne;"},
    {"references-unknown", "&nosuch;"},
    {"references-to-trigger", "a&period;co "},
    {"references-to-at", "a&#64;b.co "},
    {"references-in-links", "http://a/&amp;"},
    {"references-around-links", "&lt;http://a/&gt;"},
    {"numbers-of-references-unfinished", "&#"},
    {"numbers-of-references-in-hex-unfinished", "&#x"},
    {"numbers-of-references", "&#38;"},
    {"numbers-of-references-nested", "&#38;#38;"},
};

using Families = std::vector<AdversarialFamily>;

// One long link or run, repeated.
Families long_runs() {
  return {
      {"tail-of-ampersands", "http://a/" + repeat("&", 8000) + " "},
      {"tail-of-entities", "http://a/" + repeat("&amp;", 1600) + " "},
      {"tail-of-comment-ends", "http://a/a" + repeat("*/", 4000) + " "},
      {"tail-of-dollars", "http://a/" + repeat("$", 8000) + " "},
      {"tail-of-apostrophes", "'http://a/" + repeat("'", 8000) + " "},
      {"tail-of-colons", "http://a/" + repeat(":", 8000) + " "},
      {"tail-of-schemes", "http://a/" + repeat("a://", 2000) + " "},
      {"tail-of-pairs-of-brackets", "http://a/" + repeat("()", 4000) + " "},
      {"tail-of-letters", "http://a/" + repeat("a", 8000) + " "},
      {"tail-of-non-ascii-letters", "http://a/é" + repeat("é", 4000) + " "},
      {"tail-of-han", "http://a/日" + repeat("日", 3000) + " "},
      {"tail-of-middle-dots", "http://a/é" + repeat("·", 4000) + " "},
      {"tail-of-wide-brackets", "http://a/é" + repeat("（）", 1500) + " "},
      {"tail-of-emoji", "http://a/😀" + repeat("😀", 2000) + " "},
      {"query-of-question-marks", "http://a?" + repeat("?", 8000) + " "},
      {"user-information-of-colons", "x://a" + repeat(":", 8000) + " "},
      {"non-ascii-user-information", "x://" + repeat("é", 4000) + " "},
      {"host-of-non-ascii-labels", "http://" + repeat("é.", 3000) + " "},
      {"domain-of-an-address-that-does-not-end", "a@" + repeat("é.", 3000) + " "},
      {"message-identifiers-in-a-row", "Message-ID: " + repeat("<a@b.co> ", 900) + " "},
  };
}

// Labels and names as long as a limit of the scanner.
Families lengths_with_limits() {
  return {
      {"labels-of-63-bytes", repeat("a", 63) + "."},
      {"labels-of-256-bytes", repeat("a", 256) + "."},
      {"labels-of-63-bytes-before-com", repeat("a", 63) + ".com "},
      {"domains-of-400-labels", repeat("a.", 400) + "com "},
      {"domains-of-400-labels-in-upper-case", repeat("A.", 400) + "COM "},
      {"domains-of-400-non-ascii-labels", repeat("é.", 400) + "com "},
      {"hosts-of-500-labels", "http://" + repeat("a.", 500) + "a/ "},
      {"names-before-a-colon", repeat("a1", 32) + ":a"},
      {"names-of-schemes-before-a-colon", repeat("http1", 16) + ":a"},
      {"names-with-plus-before-a-colon", repeat("a+", 32) + ":a"},
      {"local-parts-of-64-bytes", repeat("a", 64) + "@"},
      {"local-parts-of-equals-signs", repeat("a", 30) + repeat("=", 34) + "@"},
      {"local-parts-after-a-domain", "a.co" + repeat("!", 60)},
      {"questions-before-equals-signs", "?" + repeat("=a.co", 14)},
  };
}

// Text that is read, rejected, and read again.
Families read_again() {
  return {
      {"angle-bracket-not-closed", "<https://a " + repeat("words ", 2000)},
      {"brackets-not-closed", repeat("file:///(" + repeat("a", 200), 8) + " "},
      {"brackets-not-closed-after-hosts", repeat("http://a/(" + repeat("a", 200), 8) + " "},
      {"brackets-not-closed-around-addresses", "http://a/(" + repeat("a@a.co,", 200) + " "},
      {"user-information-and-no-host", "x://" + repeat("a:@", 2000) + " "},
      {"scheme-after-a-long-run", "@" + repeat("a.", 500) + "a://"},
      {"notes-of-one-link", "http://a/b" + repeat("[1]", 200) + " "},
      {"sip-with-62-characters", "sip:" + repeat(":", 62) + " "},
      {"sip-in-a-row-of-colons", repeat("sip:", 16) + " "},
      {"sip-before-words-and-a-space", repeat("sip:a@b.cc,x#", 4000) + " "},
      {"mailto-before-words-in-brackets", "<mailto:a@b.co " + repeat("words ", 2000)},
      {"kana-of-120-bytes", "http://a/" + repeat("を", 40) + " "},
      {"soft-end-of-a-link", "http://a/" + repeat(",", 1000) + " "},
      {"digits-at-the-end-of-a-link", "http://a/" + repeat("1", 1000) + ":1 "},
      {"hyphens-at-the-end-of-a-link", "-http://a/" + repeat("-", 1000) + "> "},
      {"hyphens-at-the-end-of-a-host", "http://a" + repeat("-", 1000) + " "},
  };
}

// Sequences of the notations that are as long as a limit, or longer.
Families long_escapes() {
  return {
      {"csi-of-256-parameters", "\x1B[" + repeat("1", 256)},
      {"csi-of-256-intermediates", "\x1B[" + repeat(" ", 256) + "m"},
      {"csi-unfinished-before-domains", repeat("\x1B[1;", 100) + "a.co "},
      {"osc-of-510-bytes", "\x1B]" + repeat("a", 510) + "\x07"},
      {"osc-of-600-bytes", "\x1B]" + repeat("a", 600)},
      {"osc-of-domains", "\x1B]0;" + repeat("a.co ", 100)},
      {"osc-in-osc", repeat("\x1B]", 250) + "\x07"},
      {"osc-hyperlink-with-long-parameters", "\x1B]8;" + repeat("a", 600) + ";http://a/"},
      {"backslashes-16-before-slash", repeat("\\", 16) + "/"},
      {"backslashes-17-before-slash", repeat("\\", 17) + "/"},
      {"backslashes-1000-before-slash", repeat("\\", 1000) + "/"},
      {"backslashes-in-a-token-of-5000-bytes", "\\/" + repeat("a", 5000)},
      {"backslashes-in-a-token-that-ends-with-none", repeat("\\/a", 2000) + "\\q "},
      {"backslashes-after-spaces-and-before-a-letter", repeat("\\_ ", 1000) + "\\q"},
      {"domains-with-backslashes", repeat("a\\.", 400) + "com "},
      {"local-part-with-backslashes", repeat("a\\_", 200) + "@b.co "},
      {"tail-of-backslashes", "http://a/" + repeat("\\/", 4000) + " "},
      {"tail-of-escaped-characters", "http://a/" + repeat("\\u0061", 1300) + " "},
      {"tail-of-colours", "http://a/" + repeat("\x1B[1ma", 1600) + " "},
      {"tail-of-c1-controls", "http://a/" + repeat("\u009B1m", 2000) + " "},
      {"tail-of-nested-references", "http://a/" + repeat("&amp;amp;amp;amp;", 500) + " "},
      {"tail-of-closing-references", "http://a/" + repeat("&hellip;", 1000) + " "},
      {"number-of-a-reference-of-40-digits", "&#" + repeat("1", 40)},
      {"number-of-a-reference-of-8000-digits", "&#" + repeat("1", 8000) + ";"},
      {"name-of-a-reference-of-40-letters", "&" + repeat("a", 40)},
      {"references-before-a-domain", repeat("&amp;", 200) + "a.co "},
  };
}

Families all_families() {
  Families families;
  for (const NamedUnit& one : kShortUnits) {
    families.push_back({std::string(one.name), std::string(one.unit)});
  }
  // These are too long for mixtures.
  for (const Families& some : {long_runs(), lengths_with_limits(), read_again(), long_escapes()}) {
    families.insert(families.end(), some.begin(), some.end());
  }
  return families;
}

std::string repeated(std::string_view unit, size_t size) {
  std::string text;
  text.reserve(size + unit.size());
  while (text.size() < size) text += unit;
  text.resize(size);
  return text;
}

}  // namespace

const std::vector<AdversarialFamily>& adversarial_families() {
  static const std::vector<AdversarialFamily> families = all_families();
  return families;
}

std::string adversarial_text(const AdversarialFamily& family, size_t size) {
  return repeated(family.unit, size);
}

// Periods of 32 KiB: the same work for each byte at every size, if it is linear.
std::string adversarial_mixture(uint32_t seed, size_t size) {
  constexpr size_t kPeriod = 32 << 10;
  std::mt19937 random(seed);
  std::string period;
  while (period.size() < kPeriod) {
    const std::string_view unit = kShortUnits[random() % std::size(kShortUnits)].unit;
    for (size_t count = random() % 8; count > 0; --count) period += unit;
    if (random() % 64 == 0) period += ' ';
  }
  return repeated(period, size);
}

}  // namespace linkspan::test
