// SPDX-License-Identifier: Apache-2.0
// Promise: linkspan does what RFC 3987, sections 6 to 8, recommends to software that transfers,
// makes, shows and interprets IRIs.
//
// Examples are in the XML Notation of the RFC. docs/rfc3987.md lists the guidelines that do not
// apply to linkspan.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "linkspan/document.h"
#include "linkspan/iri.h"
#include "linkspan/linkspan.h"
#include "tests/support/notation.h"

namespace linkspan::test {
namespace rfc3987_guidelines_test {

std::string names_of(std::string_view iri) {
  std::string names;
  for (const iri::Diagnostic& diagnostic : iri::diagnose(iri)) {
    const std::string_view found = to_string(diagnostic.warning);
    if (names.find(found) == std::string::npos) names += std::string(found) + ' ';
  }
  return names;
}

bool is_warned(std::string_view iri, Warning warning) {
  return names_of(iri).find(to_string(warning)) != std::string::npos;
}

std::vector<std::string> uris_in(std::string_view bytes, std::string charset) {
  const auto engine = Engine::create({});
  DocumentOptions options;
  options.charset = std::move(charset);
  std::vector<std::string> uris;
  const auto summary =
      linkify({bytes, options}, *engine, [&uris](const Link& link) { uris.push_back(link.uri); });
  return summary ? uris : std::vector<std::string>{summary.error().message};
}

// a: a generic parser does not restrict components other than the scheme further.
TEST(Rfc3987Section61, TheSchemeIsAscii) {
  EXPECT_FALSE(iri::parse(from_xml("htt&#xFC;p://example.org/"), iri::Grammar::iri).ok());
  EXPECT_TRUE(iri::parse(from_xml("http://under_score.example/"), iri::Grammar::iri).ok());
}

// b: look-alikes of "space", "delims" and "unwise". Wide Latin and narrow Katakana, which the RFC
// names as well, are ordinary in East Asia (docs/rfc3987.md, note 15).
TEST(Rfc3987Section61, LookAlikesCauseWarningsAndAreNotDecoded) {
  EXPECT_TRUE(is_warned(from_xml("http://example.org/&#x1D41A;"), Warning::not_nfkc));
  EXPECT_EQ(names_of(from_xml("http://example.org/&#xFF41;&#xFF76;")), "");
  EXPECT_EQ(*iri::to_uri(from_xml("http://&#xFF41;.example/")), "http://a.example/");
  EXPECT_TRUE(
      is_warned(from_xml("http://example.org&#x2215;a.example/"), Warning::lookalike_delimiter));
  EXPECT_EQ(*iri::to_iri("/%E2%80%83"), "/%E2%80%83");  // U+2003, em space
}

// The interface is UTF-8; other bytes are an error with a place.
TEST(Rfc3987Section62, TheEncodingOfTheInterfaceIsUtf8) {
  const auto latin1 = iri::to_uri("http://example.org/\xE9");
  ASSERT_FALSE(latin1.ok());
  EXPECT_EQ(latin1.error().position, 19u);
  EXPECT_EQ(*iri::to_uri("http://example.org/\xC3\xA9"), "http://example.org/%C3%A9");
}

// An IRI in a document is written in the charset of the document.
TEST(Rfc3987Section63, IrisAreReadInTheCharsetOfTheDocument) {
  const std::vector<std::string> expected = {"http://example.jp/%E8%A1%A8"};
  EXPECT_EQ(uris_in("http://example.jp/\x95\x5C", "shift_jis"), expected);
  EXPECT_EQ(uris_in("http://example.jp/\xC9\xBD", "euc-jp"), expected);
  EXPECT_EQ(uris_in("http://example.jp/\x1B$BI=\x1B(B", "iso-2022-jp"), expected);
  EXPECT_EQ(uris_in("http://example.jp/\xE8\xA1\xA8", "utf-8"), expected);
}

// A scheme that defines how it encodes non-ASCII characters: mailto, whose domain has A-labels.
TEST(Rfc3987Section64, SchemesKeepTheirOwnEncoding) {
  EXPECT_EQ(*iri::to_uri(from_xml("mailto:r&#xE9;sum&#xE9;@r&#xE9;sum&#xE9;.example.org")),
            "mailto:r%C3%A9sum%C3%A9@xn--rsum-bpad.example.org");
}

TEST(Rfc3987Section65, ReferencesAreResolvedLikeUriReferences) {
  const std::string base = from_xml("http://r&#xE9;sum&#xE9;.example.org/&#xE9;/a;p?&#xE8;");
  EXPECT_EQ(*iri::resolve(base, from_xml("../&#xFC;?q#f")),
            from_xml("http://r&#xE9;sum&#xE9;.example.org/&#xFC;?q#f"));
  EXPECT_EQ(*iri::resolve(base, from_xml("//&#xFC;.example")), from_xml("http://&#xFC;.example"));
  EXPECT_EQ(*iri::resolve(base, ""), base);
}

// Text that cannot be decoded correctly is not decoded.
TEST(Rfc3987Section71, OctetsThatAreNotUtf8StayEncoded) {
  EXPECT_EQ(*iri::to_iri("/%C3%A9%C3"), from_xml("/&#xE9;%C3"));
}

TEST(Rfc3987Section72, ErrorsInInputAreReportedWithTheirPosition) {
  const auto refused = iri::parse("http://example.org/a b", iri::Grammar::iri);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().position, 20u);
  EXPECT_FALSE(refused.error().message.empty());
}

// Non-ASCII characters do not end an IRI in plain text, and programs open its URI.
TEST(Rfc3987Section73, NonAsciiIrisAreFoundCompletelyInPlainText) {
  EXPECT_EQ(uris_in(from_xml("see http://r&#xE9;sum&#xE9;.example.org/&#x7D0D;&#x8C46;."), "utf-8"),
            (std::vector<std::string>{"http://xn--rsum-bpad.example.org/%E7%B4%8D%E8%B1%86"}));
  EXPECT_EQ(uris_in("see http://example.org/r\xE9sum\xE9.html", "iso-8859-1"),
            (std::vector<std::string>{"http://example.org/r%C3%A9sum%C3%A9.html"}));
}

// A file name in another charset is exposed in UTF-8: decode it, then map it.
TEST(Rfc3987Section74, FileNamesAreMappedInUtf8) {
  EXPECT_EQ(*iri::to_uri(from_xml("r&#xE9;sum&#xE9;.html"),
                         {.source = iri::ToUriOptions::Source::legacy}),
            "r%C3%A9sum%C3%A9.html");
  EXPECT_EQ(*iri::to_iri("r%C3%A9sum%C3%A9.html"), from_xml("r&#xE9;sum&#xE9;.html"));
}

// The ligature U+FB01, and Latin, Greek and Cyrillic A.
TEST(Rfc3987Section75, ConfusableNamesCauseWarnings) {
  EXPECT_TRUE(is_warned(from_xml("http://example.org/&#xFB01;"), Warning::not_nfkc));
  EXPECT_TRUE(is_warned(from_xml("http://ex&#x430;mple.org/"), Warning::mixed_scripts));
  EXPECT_TRUE(is_warned(from_xml("http://ex&#x3B1;mple.org/"), Warning::mixed_scripts));
  EXPECT_EQ(iri::skeleton(from_xml("ex&#x430;mple.org")), iri::skeleton("example.org"));
  EXPECT_EQ(iri::skeleton("1ame.example"), iri::skeleton("lame.example"));
  EXPECT_EQ(names_of(from_xml("http://&#x6771;&#x4EAC;&#x30BF;&#x30EF;&#x30FC;.example/")), "");
}

// Parts that cannot be displayed are percent-encoded, or A-labels.
TEST(Rfc3987Section76, OnlyRequestedScriptsAreShown) {
  const std::string iri = from_xml("http://&#x7D0D;&#x8C46;.example.org/&#xE9;/&#x7D0D;");
  const iri::DisplayOptions latin = {.bidi = iri::BidiForm::none, .scripts = {"Latn"}};
  EXPECT_EQ(*iri::display(iri, latin), from_xml("http://xn--99zt52a.example.org/&#xE9;/%E7%B4%8D"));
  EXPECT_EQ(*iri::display(iri, {.bidi = iri::BidiForm::none}), iri);
  const auto misspelt = iri::display(iri, {.scripts = {"Latn", "Hann"}});
  ASSERT_FALSE(misspelt.ok());
  EXPECT_EQ(misspelt.error().position, 1u);
}

// The charsets of percent-encoded text that is not UTF-8 are reported, never used.
TEST(Rfc3987Section77, LegacyCharsetsAreReportedAndNotDecoded) {
  constexpr std::string_view kShiftJis = "http://example.jp/%93%FA%96%7B";
  EXPECT_TRUE(is_warned(kShiftJis, Warning::legacy_escape));
  bool is_named = false;
  for (const iri::Diagnostic& diagnostic : iri::diagnose(kShiftJis)) {
    if (diagnostic.message.find("Shift_JIS") != std::string::npos) is_named = true;
  }
  EXPECT_TRUE(is_named);
  EXPECT_TRUE(is_warned("http://www.example.org/r%E9sum%E9.html", Warning::legacy_escape));
  EXPECT_EQ(*iri::to_iri(kShiftJis), kShiftJis);
}

TEST(Rfc3987Section8, OverlongSequencesAreNeverDecoded) {
  constexpr std::string_view kOverlong = "http://example.org/%C0%AF..";
  EXPECT_EQ(*iri::to_iri(kOverlong), kOverlong);
  EXPECT_EQ(*iri::normalize(kOverlong), kOverlong);
  EXPECT_TRUE(is_warned(kOverlong, Warning::invalid_escape));
  EXPECT_FALSE(iri::parse("http://example.org/\xC0\xAF..").ok());
}

TEST(Rfc3987Section8, PathsAreCaseSensitive) {
  EXPECT_FALSE(iri::equal_by_scheme("http://big.example.com/PopularPage.html",
                                    "http://big.example.com/popularpage.html"));
}

}  // namespace rfc3987_guidelines_test
}  // namespace linkspan::test
