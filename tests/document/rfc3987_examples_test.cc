// SPDX-License-Identifier: Apache-2.0
// Promise: iri.h returns the results of the examples of RFC 3987 in sections 3.1, 3.2, 3.2.1, 5 and
// 6.4, and of the tables of the paper of 2001.
//
// The paper: M. Dürst, Internationalized Resource Identifiers: From Specification to Testing, 19th
// International Unicode Conference, 2001. Examples are in the XML Notation of the RFC.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "linkspan/document.h"
#include "linkspan/iri.h"
#include "linkspan/linkspan.h"
#include "tests/support/notation.h"

namespace linkspan::test {
namespace rfc3987_examples_test {

using iri::ToUriOptions;

constexpr ToUriOptions kPercentHost = {.host = HostForm::percent};
constexpr ToUriOptions kLegacy = {.source = ToUriOptions::Source::legacy};
constexpr ToUriOptions kForbiddenEncoded = {.forbidden = ToUriOptions::Forbidden::encoded};

std::string uri(std::string_view notation, const ToUriOptions& options = {}) {
  const auto mapped = iri::to_uri(from_xml(notation), options);
  return mapped ? *mapped : "error: " + mapped.error().message;
}

std::string iri_of(std::string_view uri) {
  const auto mapped = iri::to_iri(uri);
  return mapped ? *mapped : "error: " + mapped.error().message;
}

// The URI of the only link in a document.
std::string uri_in(std::string_view bytes, const DocumentOptions& options) {
  const auto engine = Engine::create({});
  std::string uri;
  const auto summary =
      linkify({bytes, options}, *engine, [&uri](const Link& link) { uri += link.uri; });
  return summary ? uri : summary.error().message;
}

DocumentOptions in_charset(std::string charset) {
  DocumentOptions options;
  options.charset = std::move(charset);
  return options;
}

// ---- 2: syntax

// The cent sign, which the RFC names, and look-alikes of delimiters.
TEST(Rfc3987Section21, NonAsciiCharactersAreNeverDelimiters) {
  for (const std::string_view other : {"&#xA2;", "&#xFF0F;", "&#xFF1A;", "&#xFF1F;", "&#xFF03;"}) {
    const std::string text = from_xml("http://a" + std::string(other) + "b");
    const auto view = iri::parse(text);
    ASSERT_TRUE(view.ok()) << other;
    EXPECT_EQ(*view->host(), text.substr(7)) << other;
    EXPECT_EQ(view->path(), "") << other;
    EXPECT_FALSE(view->port() || view->query() || view->fragment()) << other;
  }
}

TEST(Rfc3987Section22, PrivateUseCharactersAreAllowedOnlyInQueries) {
  EXPECT_TRUE(iri::parse(from_xml("http://a/?&#xE000;&#xF0000;&#x10FFFD;")).ok());
  EXPECT_FALSE(iri::parse(from_xml("http://a/&#xE000;")).ok());
  EXPECT_FALSE(iri::parse(from_xml("http://a/#&#xE000;")).ok());
  EXPECT_FALSE(iri::parse(from_xml("http://&#xE000;/")).ok());
}

TEST(Rfc3987Section22, ZoneIdentifiersAreRefused) {
  EXPECT_TRUE(iri::parse("http://[fe80::1]/").ok());
  EXPECT_FALSE(iri::parse("http://[fe80::1%25en0]/").ok());
  EXPECT_FALSE(iri::parse("http://[fe80::1%en0]/").ok());
}

// ---- 3.1: IRI to URI

TEST(Rfc3987Section31, HostsAreConvertedByToAsciiOrPercentEncoded) {
  constexpr std::string_view kResume = "http://r&#xE9;sum&#xE9;.example.org";
  EXPECT_EQ(uri(kResume), "http://xn--rsum-bpad.example.org");
  EXPECT_EQ(uri(kResume, kPercentHost), "http://r%C3%A9sum%C3%A9.example.org");
}

// Step 1b normalizes the combining marks of windows-1258; step 1c does not.
TEST(Rfc3987Section31, OnlyLegacyTextIsNormalized) {
  constexpr std::string_view kDecomposed = "http://example.org/Vi&#xEA;&#x323;t";
  EXPECT_EQ(uri(kDecomposed, kLegacy), uri("http://example.org/Vi&#x1EC7;t"));
  EXPECT_EQ(uri(kDecomposed, kLegacy), "http://example.org/Vi%E1%BB%87t");
  EXPECT_EQ(uri(kDecomposed), "http://example.org/Vi%C3%AA%CC%A3t");
  EXPECT_EQ(uri_in("http://example.org/Vi\xEA\xF2t", in_charset("windows-1258")),
            "http://example.org/Vi%E1%BB%87t");
  EXPECT_EQ(uri_in(from_xml(kDecomposed), in_charset("utf-8")),
            "http://example.org/Vi%C3%AA%CC%A3t");
}

TEST(Rfc3987Section31, DomainNamesOutsideTheHostArePercentEncoded) {
  EXPECT_EQ(uri("http://validator.w3.org/check?uri=http%3A%2F%2Fr&#xE9;sum&#xE9;.example.org"),
            "http://validator.w3.org/check?uri=http%3A%2F%2Fr%C3%A9sum%C3%A9.example.org");
}

TEST(Rfc3987Section31, ForbiddenAsciiIsRefusedOrEncoded) {
  constexpr std::string_view kForbidden = "<>\" {}|\\^`";
  constexpr std::string_view kEncoded = "%3C%3E%22%20%7B%7D%7C%5C%5E%60";
  for (size_t i = 0; i < kForbidden.size(); ++i) {
    const std::string iri = "http://example.org/a" + std::string(1, kForbidden[i]) + "b";
    const auto refused = iri::to_uri(iri);
    ASSERT_FALSE(refused.ok()) << iri;
    EXPECT_EQ(refused.error().position, iri.size() - 2) << iri;
    EXPECT_EQ(uri(iri, kForbiddenEncoded),
              "http://example.org/a" + std::string(kEncoded.substr(3 * i, 3)) + "b");
  }
}

TEST(Rfc3987Section31, NumberSignPercentSignAndBracketsAreNeverConverted) {
  constexpr std::string_view kUri = "http://[2001:db8::7]/%41?#b";
  EXPECT_EQ(uri(kUri, kForbiddenEncoded), kUri);
  for (const std::string_view misplaced : {"/a#b#c", "/a%b", "/a[b", "/a]b"}) {
    EXPECT_FALSE(iri::to_uri(misplaced, kForbiddenEncoded).ok()) << misplaced;
  }
}

TEST(Rfc3987Section31, PercentEncodedOctetsAreNotEncodedAgain) {
  EXPECT_EQ(uri("http://www.example.org/red%09ros&#xE9;#red"),
            "http://www.example.org/red%09ros%C3%A9#red");
}

TEST(Rfc3987Section31, SupplementaryCharactersAreEncodedInUtf8) {
  EXPECT_EQ(uri("http://example.com/&#x10300;&#x10301;&#x10302;"),
            "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82");
}

TEST(Rfc3987Section31, MappingIsTheIdentityForUrisAndIdempotent) {
  for (const std::string_view notation :
       {"http://r&#xE9;sum&#xE9;.example.org", "http://www.example.org/red%09ros&#xE9;#red",
        "http://example.com/&#x10300;?&#xE000;", "http://www.example.org/r%e9sum%E9.html"}) {
    const std::string once = uri(notation);
    EXPECT_EQ(uri(once), once);
  }
  EXPECT_EQ(uri("http://www.example.org/r%e9sum%E9.html"),
            "http://www.example.org/r%e9sum%E9.html");
}

// ---- 3.2: URI to IRI

TEST(Rfc3987Section32, OtherCharsetsAreNeverGuessed) {
  EXPECT_EQ(iri_of("http://www.example.org/r%E9sum%E9.html"),
            "http://www.example.org/r%E9sum%E9.html");
}

TEST(Rfc3987Section32, ReservedAndForbiddenCharactersStayEncoded) {
  constexpr std::string_view kUri =
      "/%25%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%3C%3E%22%20%7B%7D%7C%5C%5E%60";
  EXPECT_EQ(iri_of(kUri), kUri);
  EXPECT_EQ(iri_of("/%41%7A%30%2D%2E%5F%7E"), "/Az0-._~");
}

TEST(Rfc3987Section321, Utf8IsDecoded) {
  EXPECT_EQ(iri_of("http://www.example.org/D%C3%BCrst"),
            from_xml("http://www.example.org/D&#xFC;rst"));
}

TEST(Rfc3987Section321, OctetsThatAreNotUtf8StayEncoded) {
  EXPECT_EQ(iri_of("http://www.example.org/D%FCrst"), "http://www.example.org/D%FCrst");
}

// The RFC does not change the host, and allows the second form if the scheme is known.
TEST(Rfc3987Section321, BidiControlsStayEncodedAndALabelsAreDecoded) {
  EXPECT_EQ(iri_of("http://xn--99zt52a.example.org/%e2%80%ae"),
            from_xml("http://&#x7D0D;&#x8C46;.example.org/%E2%80%AE"));
  EXPECT_EQ(iri_of("unknown://xn--99zt52a.example.org/%e2%80%ae"),
            "unknown://xn--99zt52a.example.org/%E2%80%AE");
}

// ---- 5: comparison

// Equal references may have different targets, and different references equal targets.
TEST(Rfc3987Section51, ReferencesAreResolvedFirst) {
  EXPECT_TRUE(iri::equal_by_characters(*iri::resolve("http://a.example/b/", "../c"),
                                       *iri::resolve("http://a.example/d", "c")));
  EXPECT_FALSE(iri::equal_by_characters(*iri::resolve("http://a.example/b/", "c"),
                                        *iri::resolve("http://a.example/", "c")));
}

TEST(Rfc3987Section51, FragmentsAreComparedAndCanBeLeftOut) {
  constexpr std::string_view kWithFragment = "http://a.example/b#c";
  EXPECT_FALSE(iri::equal_by_scheme(kWithFragment, "http://a.example/b"));
  const size_t length = iri::parse(kWithFragment)->parts().fragment.begin - 1;
  EXPECT_TRUE(iri::equal_by_scheme(kWithFragment.substr(0, length), "http://a.example/b"));
}

TEST(Rfc3987Section52, EntitiesOfTheDocumentAreResolvedFirst) {
  DocumentOptions html;
  html.markup = Markup::html;
  for (const std::string_view entity : {"&eacute;", "&#233;", "&#xE9;"}) {
    const std::string page =
        "<a href=\"http://example.org/ros" + std::string(entity) + "\">a rose</a>";
    EXPECT_EQ(uri_in(page, html), "http://example.org/ros%C3%A9") << entity;
  }
}

TEST(Rfc3987Section531, CharactersAreComparedWithoutMapping) {
  constexpr std::string_view kEscaped = "http://example.org/ros%C3%A9";
  const std::string literal = from_xml("http://example.org/ros&#xE9;");
  EXPECT_FALSE(iri::equal_by_characters(literal, kEscaped));
  EXPECT_TRUE(iri::equal_by_characters(literal, from_xml("http://example.org/ros&#xE9;")));
  EXPECT_FALSE(iri::equal_by_characters("http://example.org/~user", "http://example.org/%7Euser"));
}

TEST(Rfc3987Section532, SyntaxBasedNormalizationMakesIrisEqual) {
  const std::string literal = from_xml("example://a/b/c/%7Bfoo%7D/ros&#xE9;");
  constexpr std::string_view kOther = "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9";
  EXPECT_FALSE(iri::equal_by_characters(literal, kOther));
  EXPECT_TRUE(iri::equal_by_syntax(literal, kOther));
  EXPECT_EQ(*iri::normalize(literal, iri::Ladder::syntax),
            *iri::normalize(kOther, iri::Ladder::syntax));
}

TEST(Rfc3987Section5321, SchemesAndHostsAreInLowerCase) {
  EXPECT_EQ(*iri::normalize("HTTP://www.EXAMPLE.com/", iri::Ladder::syntax),
            "http://www.example.com/");
  EXPECT_TRUE(iri::equal_by_syntax("/%3a", "/%3A"));
}

TEST(Rfc3987Section5322, NfcIsCheckedAndNeverApplied) {
  const std::string composed = from_xml("http://www.example.org/r&#xE9;sum&#xE9;.html");
  const std::string decomposed = from_xml("http://www.example.org/re&#x301;sume&#x301;.html");
  const auto is_warned = [](std::string_view iri) {
    const std::vector<iri::Diagnostic> found = iri::diagnose(iri);
    return std::any_of(found.begin(), found.end(), [](const iri::Diagnostic& diagnostic) {
      return diagnostic.warning == Warning::not_nfc;
    });
  };
  EXPECT_FALSE(is_warned(composed));
  EXPECT_TRUE(is_warned(decomposed));
  EXPECT_FALSE(iri::equal_by_scheme(composed, decomposed));
  EXPECT_NE(*iri::normalize(composed), *iri::normalize(decomposed));
}

TEST(Rfc3987Section5323, UnreservedCharactersAreDecoded) {
  EXPECT_TRUE(iri::equal_by_syntax("http://example.org/~user", "http://example.org/%7euser"));
  EXPECT_TRUE(iri::equal_by_syntax("http://example.org/~user", "http://example.org/%7Euser"));
  EXPECT_FALSE(iri::equal_by_syntax("http://example.org/a%2Fb", "http://example.org/a/b"));
}

TEST(Rfc3987Section5324, DotSegmentsAreRemoved) {
  EXPECT_EQ(*iri::normalize("http://example.org/a/./b/../c", iri::Ladder::syntax),
            "http://example.org/a/c");
}

TEST(Rfc3987Section533, DefaultPortsAndEmptyPathsAreEqual) {
  for (const std::string_view other : {"http://example.com", "http://example.com/",
                                       "http://example.com:/", "http://example.com:80/"}) {
    EXPECT_EQ(*iri::normalize(other), "http://example.com/") << other;
  }
  EXPECT_FALSE(iri::equal_by_scheme("http://example.com/?", "http://example.com/"));
  EXPECT_FALSE(iri::equal_by_scheme("http://example.com/#", "http://example.com/"));
}

TEST(Rfc3987Section533, ALabelsAndULabelsAreEqual) {
  const std::string u_label = from_xml("http://r&#xE9;sum&#xE9;.example.org");
  EXPECT_TRUE(iri::equal_by_scheme(u_label, "http://xn--rsum-bpad.example.org"));
  EXPECT_FALSE(iri::equal_by_syntax(u_label, "http://xn--rsum-bpad.example.org"));
}

// ---- 6.4: parts of one IRI in different encodings

TEST(Rfc3987Section64, EachPartIsConvertedByItself) {
  EXPECT_EQ(iri_of("http://www.example.org/r%C3%A9sum%C3%A9.html"),
            from_xml("http://www.example.org/r&#xE9;sum&#xE9;.html"));
  EXPECT_EQ(iri_of("http://www.example.org/r%E9sum%E9.xml#r%C3%A9sum%C3%A9"),
            from_xml("http://www.example.org/r%E9sum%E9.xml#r&#xE9;sum&#xE9;"));
}

// ---- the paper of 2001

// Table 1: the octets of each encoding, and their URI. For an IRI the encoding of the document does
// not matter: all three have the URI of the last row.
TEST(Paper2001, Table1UrisDoNotDependOnTheDocumentEncoding) {
  constexpr std::string_view kUri = "http://example.org/M%C3%A4rz";
  EXPECT_EQ(uri_in("http://example.org/March", in_charset("us-ascii")), "http://example.org/March");
  EXPECT_EQ(uri_in("http://example.org/M\xE4rz", in_charset("iso-8859-1")), kUri);
  EXPECT_EQ(uri_in("http://example.org/M\x8Arz", in_charset("macintosh")), kUri);
  EXPECT_EQ(uri_in("http://example.org/M\xC3\xA4rz", in_charset("utf-8")), kUri);
}

// Table 2: URIs from other encodings are IRIs, and do not change in either direction.
TEST(Paper2001, Table2IrisAndUrisAreMappedToEachOther) {
  struct Row {
    std::string_view iri, uri;
  };
  for (const auto& [iri, expected] : {Row{"March", "March"}, Row{"M&#xE4;rz", "M%C3%A4rz"},
                                      Row{"M%E4rz", "M%E4rz"}, Row{"M%8Arz", "M%8Arz"}}) {
    EXPECT_EQ(uri(iri), expected);
    EXPECT_EQ(iri_of(expected), from_xml(iri));
  }
}

// Section 2: an `a` can always be escaped, and `%u` with four digits is not an escape.
TEST(Paper2001, Section2AsciiCanBeEscapedAndPercentUIsAnError) {
  EXPECT_TRUE(iri::equal_by_syntax("M%61rch", "March"));
  EXPECT_FALSE(iri::parse("M%u00E4rz").ok());
}

// Section 3, "IRI Specification Details": what must not be decoded.
TEST(Paper2001, Section3KeepsUnsuitableCharactersEncoded) {
  for (const std::string_view uri :
       {"/%CD%B8",        // U+0378, not allocated
        "/%E2%80%8B",     // U+200B, zero width space, a formatting character
        "/%E2%80%83",     // U+2003, em space
        "/%E3%80%80"}) {  // U+3000, ideographic space
    EXPECT_EQ(iri_of(uri), uri);
  }
}

// The paper would not decode these; the RFC allows it: U+FB01, and e with U+0301.
TEST(Paper2001, Section3DecodesCharactersThatAreNotNormalized) {
  EXPECT_EQ(iri_of("/%EF%AC%81"), from_xml("/&#xFB01;"));
  EXPECT_EQ(iri_of("/e%CC%81"), from_xml("/e&#x301;"));
  EXPECT_EQ(uri("/e&#x301;"), "/e%CC%81");
}

// The paper's own address, and that of its author (RFC 3987, authors' addresses).
TEST(Paper2001, TheAddressOfTheAuthorIsMappedInBothDirections) {
  EXPECT_EQ(uri("http://www.w3.org/People/D&#xFC;rst"), "http://www.w3.org/People/D%C3%BCrst");
  EXPECT_EQ(iri_of("http://www.w3.org/People/D%C3%BCrst/"),
            from_xml("http://www.w3.org/People/D&#xFC;rst/"));
}

}  // namespace rfc3987_examples_test
}  // namespace linkspan::test
