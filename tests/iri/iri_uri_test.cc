// SPDX-License-Identifier: Apache-2.0
// Promise: a Mapper returns the IRI and the URI of RFC 3987, section 3.1, with NFC for charsets
// other than Unicode encodings and with hosts as domain names; a host that cannot be a domain name
// is percent-encoded and gets a warning; a URI is mapped to itself.

#include <gtest/gtest.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "iri/hosts/domains.h"
#include "iri/mapper.h"
#include "iri/nfc.h"
#include "tests/support/data.h"

namespace linkspan::test {
namespace iri_uri_test {

using iri::MapOptions;
using iri::Mapped;
using iri::Normalization;

const iri::Mapper& mapper() {
  static const iri::Mapper one;
  return one;
}

std::string uri(std::string_view iri, HostForm host = HostForm::ascii) {
  return mapper().map_iri(iri, {Normalization::none, host}).uri;
}

// The URI if there is no warning, else the warning.
std::string uri_or_warning(std::string_view iri) {
  const Mapped mapped = mapper().map_iri(iri);
  return mapped.warnings.empty() ? mapped.uri : std::string(to_string(Warning::host_not_idna));
}

Span span_of(Form form, Kind kind = Kind::url) {
  Span span;
  span.form = form;
  span.kind = kind;
  return span;
}

// --- links

TEST(IriUri, LinksOfEveryFormAreMapped) {
  EXPECT_EQ(mapper().map("www.bücher.example/é", span_of(Form::www)).uri,
            "http://www.xn--bcher-kva.example/%C3%A9");
  EXPECT_EQ(mapper().map("例え。テスト", span_of(Form::domain)).uri,
            "http://xn--r8jz45g.xn--zckzah");
  EXPECT_EQ(mapper().map("пользователь@пример.испытание", span_of(Form::address, Kind::email)).uri,
            "mailto:%D0%BF%D0%BE%D0%BB%D1%8C%D0%B7%D0%BE%D0%B2%D0%B0%D1%82%D0%B5%D0%BB%D1%8C"
            "@xn--e1afmkfd.xn--80akhbyknj4f");
  EXPECT_EQ(mapper().map("bü\r\n cher.example", span_of(Form::delimited)).uri,
            "http://xn--bcher-kva.example");
  EXPECT_EQ(mapper().map("foo", span_of(Form::rule, Kind::custom)).uri, "foo");
}

TEST(IriUri, TheIriKeepsTheHostAsWritten) {
  const Mapped mapped = mapper().map("www.BÜCHER.example", span_of(Form::www));
  EXPECT_EQ(mapped.iri, "http://www.BÜCHER.example");
  EXPECT_EQ(mapped.uri, "http://www.xn--bcher-kva.example");
}

TEST(IriUri, HostsCanBePercentEncodedInstead) {
  EXPECT_EQ(uri("http://bücher.example/", HostForm::percent), "http://b%C3%BCcher.example/");
  EXPECT_EQ(uri("mailto:a@bücher.example", HostForm::percent), "mailto:a@b%C3%BCcher.example");
  EXPECT_TRUE(
      mapper().map_iri("http://a／b/", {Normalization::none, HostForm::percent}).warnings.empty());
}

// RFC 6068, section 6.3.
TEST(IriUri, APercentEncodedDomainOfAMailtoLinkGetsALabels) {
  const auto uri_of_mailto = [](std::string_view text) {
    return mapper().map(text, span_of(Form::mailto, Kind::email)).uri;
  };
  EXPECT_EQ(uri_of_mailto("mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test"),
            "mailto:user@xn--99zt52a.example.org?subject=Test");
  EXPECT_EQ(uri_of_mailto("mailto:user@natt%c5%8d.example.org"),
            "mailto:user@xn--natt-o3a.example.org");
  EXPECT_EQ(uri_of_mailto("mailto:%C3%BC@例え.%E3%83%86%E3%82%B9%E3%83%88?subject=%C3%BC"),
            "mailto:%C3%BC@xn--r8jz45g.xn--zckzah?subject=%C3%BC");
  EXPECT_EQ(
      uri_of_mailto("mailto:a@%C3%BC.example,b@example.org,c@x.%C3%BC?to=d@%C3%BC&cc=e@%C3%BC"),
      "mailto:a@xn--tda.example,b@example.org,c@x.xn--tda?to=d@xn--tda&cc=e@%C3%BC");
  EXPECT_EQ(uri_of_mailto("mailto:a@example%2Eorg"), "mailto:a@example.org");
  for (const char* const kept :
       {"mailto:a@%C3.example", "mailto:a@%FF.example", "mailto:a@x%40y.example",
        "mailto:a@x%2Cb.example", "mailto:a@%E2%80%8Bx.example", "mailto:a%40b@c.example"}) {
    EXPECT_EQ(uri_of_mailto(kept), kept);
  }
  const MapOptions percent{Normalization::none, HostForm::percent};
  EXPECT_EQ(mapper().map("mailto:a@%C3%BC", span_of(Form::mailto, Kind::email), percent).uri,
            "mailto:a@%C3%BC");
}

// --- where domain names are

std::vector<std::string> domains(std::string_view iri) {
  std::vector<std::string> found;
  for (const Range& range : iri::domains_of(iri))
    found.emplace_back(iri.substr(range.begin, range.size()));
  return found;
}
using Domains = std::vector<std::string>;

TEST(IriUri, TheDomainOfAnAuthorityIsItsHost) {
  EXPECT_EQ(domains("http://user:p@ß@bücher.example:80/a@b?c@d"), Domains{"bücher.example"});
  EXPECT_EQ(domains("HTTPS://ü?x"), Domains{"ü"});
  EXPECT_EQ(domains("git+https://ü/x"), Domains{"ü"});
  EXPECT_EQ(domains("http://[::1]:80/ü"), Domains{});
  EXPECT_EQ(domains("http:///ü"), Domains{});
  EXPECT_EQ(domains("http://"), Domains{});
  EXPECT_EQ(domains("http:ü"), Domains{});
}

TEST(IriUri, TheDomainsOfAMailtoAreThoseOfItsRecipients) {
  EXPECT_EQ(domains("mailto:a@b,c@d?to=e@f,g@h&cc=i@j&TO=k@l"), (Domains{"b", "d", "f", "h", "l"}));
  EXPECT_EQ(domains("mailto:%22a@b%22@c"), Domains{"c"});
  EXPECT_EQ(domains("mailto:,,a@,b,@c,"), Domains{"c"});
  EXPECT_EQ(domains("mailto:a@[192.0.2.1]"), Domains{});
  EXPECT_EQ(domains("mailto:?to=a@b"), Domains{"b"});
  EXPECT_EQ(domains("mailto:?%54o=a@b"), Domains{"b"});
  EXPECT_EQ(domains("mailto:?to=&to&to=a&toto=a@b&subject=to=a@b#to=a@b"), Domains{});
  EXPECT_EQ(domains("mailto:"), Domains{});
}

TEST(IriUri, NoDomainIsFoundUnlessTheSchemeHasThem) {
  for (const char* const iri : {"", ":", "x", "//ü/", "ü://ü/", "1http://ü/", "example://ü/",
                                "http+x://ü/", "urn:ü", "tag:ü@ü,2020:x", "/http://ü"})
    EXPECT_EQ(domains(iri), Domains{}) << iri;
  EXPECT_EQ(uri("example://ü/"), "example://%C3%BC/");
}

// --- hosts

TEST(IriUri, EveryDomainInThePathOfAMailtoIsConverted) {
  EXPECT_EQ(uri("mailto:jörg@müller.example,b@example.org,ü@例え.テスト?cc=ü@ü.example"),
            "mailto:j%C3%B6rg@xn--mller-kva.example,b@example.org,%C3%BC@xn--r8jz45g.xn--zckzah"
            "?cc=%C3%BC@%C3%BC.example");
}

TEST(IriUri, Uts46ProcessingIsNontransitional) {
  EXPECT_EQ(uri("http://straße.example/"), "http://xn--strae-oqa.example/");
  EXPECT_EQ(uri("http://έλληνας.example/"), "http://xn--ixairpan0b.example/");
}

TEST(IriUri, AHostThatIsNotADomainNameIsEncodedWithAWarning) {
  // Hosts whose result by UTS #46 would move the boundaries of the URI.
  for (const char* const host :
       {"a／b", "a？b", "a＃b", "a＠b", "a：b", "a％41", "℀.example", "a，b"}) {
    const std::string iri = "http://" + std::string(host) + ".example/";
    const Mapped mapped = mapper().map_iri(iri);
    EXPECT_EQ(mapped.uri, uri(iri, HostForm::percent));
    EXPECT_TRUE(mapped.warnings.has(Warning::host_not_idna)) << iri;
  }
  EXPECT_EQ(uri_or_warning("http://\u00AD/"), "host-not-idna") << "the result would be empty";
  EXPECT_EQ(uri_or_warning("http://xn--a.ü/"), "host-not-idna") << "not valid Punycode";
  EXPECT_EQ(uri_or_warning("http://אa.example/"), "host-not-idna") << "CheckBidi";
  EXPECT_EQ(uri_or_warning("http://a\u200Db.example/"), "host-not-idna") << "CheckJoiners";
  EXPECT_EQ(uri_or_warning("http://\xFF.example/"), "host-not-idna") << "not UTF-8";
  EXPECT_EQ(uri_or_warning("http://b%C3%BC.ü/"), "host-not-idna") << "partly encoded";
  std::string huge = "http://";
  for (int i = 0; i < 400; ++i) huge += "ü.";
  EXPECT_EQ(uri_or_warning(huge), "host-not-idna") << "longer than any domain name";
}

TEST(IriUri, HyphensAndLengthsOfLabelsAreNotChecked) {
  EXPECT_EQ(uri_or_warning("http://-ü-/"), "http://xn-----xka/");
  EXPECT_EQ(uri_or_warning("http://ab--ü/"), "http://xn--ab---3ra/");
  EXPECT_EQ(uri_or_warning("http://a..ü./"), "http://a..xn--tda./");
  const std::string label(100, 'a');
  EXPECT_EQ(uri_or_warning("http://ü." + label + "/"), "http://xn--tda." + label + "/");
  const std::string more(300, 'a');  // longer than the first buffer
  EXPECT_EQ(uri_or_warning("http://ü." + more + "/"), "http://xn--tda." + more + "/");
}

// --- texts that do not change

TEST(IriUri, AUriIsMappedToItself) {
  for (const char* const one :
       {"http://EXAMPLE.org/%7euser/%c3%A9%zz%", "http://b%C3%BCcher.example/", "HTTP://xn--A/",
        "mailto:A@EXAMPLE.org,b@C", "http://a_b~!$&'()*+,;=:80/", "http://[::1]/", "a:b", "",
        "?a=b", "//h/p", "http://a.example\u007F/"}) {
    const std::string once = uri(one);
    if (std::string_view(one).find('\u007F') == std::string_view::npos) {
      EXPECT_EQ(once, one);
    }
    EXPECT_EQ(uri(once), once);
  }
}

TEST(IriUri, AnAsciiHostStaysIfOtherComponentsChange) {
  EXPECT_EQ(uri("http://ü@EXAMPLE.Org:80/é"), "http://%C3%BC@EXAMPLE.Org:80/%C3%A9");
  EXPECT_EQ(uri("mailto:ü@EXAMPLE.Org"), "mailto:%C3%BC@EXAMPLE.Org");
}

TEST(IriUri, MappingIsIdempotent) {
  const std::vector<std::string> pieces = {"http://", "mailto:", "ü", "é", "@", "/", "%",
                                           "a",       ".",       ":", "?", ",", "[", "\xFF"};
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    std::string iri = pieces[random() % 2];
    for (size_t n = random() % 10; n > 0; --n) iri += pieces[random() % pieces.size()];
    const Mapped once = mapper().map_iri(iri, {Normalization::nfc, HostForm::ascii});
    const Mapped twice = mapper().map_iri(once.uri, {Normalization::nfc, HostForm::ascii});
    EXPECT_EQ(twice.uri, once.uri) << iri;
    EXPECT_TRUE(twice.warnings.empty()) << iri;
  }
}

// --- NFC

TEST(IriUri, NfcIsAppliedOnlyOnRequest) {
  const std::string decomposed = "http://e\u0301.example/e\u0301";
  EXPECT_EQ(mapper().map_iri(decomposed).iri, decomposed);
  EXPECT_EQ(mapper().map_iri(decomposed).uri, "http://xn--9ca.example/e%CC%81")
      << "ToASCII always normalizes the host";
  const Mapped normalized = mapper().map_iri(decomposed, {Normalization::nfc, HostForm::percent});
  EXPECT_EQ(normalized.iri, "http://é.example/é");
  EXPECT_EQ(normalized.uri, "http://%C3%A9.example/%C3%A9");
}

TEST(IriUri, NfcIsAppliedAfterLineBreaksAreRemovedAndBeforeEncoding) {
  const MapOptions options = {Normalization::nfc, HostForm::ascii};
  EXPECT_EQ(mapper().map("a=\u0338b@example.org", span_of(Form::address, Kind::email), options).iri,
            "mailto:a≠b@example.org");
  EXPECT_EQ(mapper().map("www.example.org/e\n\u0301", span_of(Form::delimited), options).iri,
            "http://www.example.org/é");
}

std::string nfc_of_icu(const std::string& utf8) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* const nfc = icu::Normalizer2::getNFCInstance(status);
  std::string out;
  nfc->normalize(icu::UnicodeString::fromUTF8(utf8), status).toUTF8String(out);
  EXPECT_TRUE(U_SUCCESS(status));
  return out;
}

std::string utf8_of(const std::u32string& text) {
  std::string out;
  icu::UnicodeString::fromUTF32(reinterpret_cast<const UChar32*>(text.data()),
                                static_cast<int32_t>(text.size()))
      .toUTF8String(out);
  return out;
}

bool is_assigned(char32_t c) { return u_charType(static_cast<UChar32>(c)) != U_UNASSIGNED; }

TEST(IriUri, NfcAgreesWithIcuOnEveryCodePoint) {
  for (char32_t c = 0x80; c < 0x110000; ++c) {
    if ((c >= 0xD800 && c < 0xE000) || !is_assigned(c)) continue;  // newer than ICU
    const std::string utf8 = utf8_of({c, U'\u0301'});
    ASSERT_EQ(iri::nfc(utf8), nfc_of_icu(utf8)) << std::hex << static_cast<uint32_t>(c);
  }
}

TEST(IriUri, NfcAgreesWithIcuOnCombiningMarksInAnyOrder) {
  std::u32string alphabet = U"aeo=<ộ가각Å\u0338ָשׁ";
  for (char32_t c = 0x300; c < 0x20000; ++c) {
    if (u_getCombiningClass(static_cast<UChar32>(c)) != 0 && is_assigned(c)) alphabet += c;
  }
  std::mt19937 random(1);
  for (int i = 0; i < 100000; ++i) {
    std::u32string text;
    for (size_t n = random() % 8; n > 0; --n) {
      // Half of the characters are plain, so that runs are short as well as long.
      text += alphabet[random() % (random() % 2 == 0 ? 15 : alphabet.size())];
    }
    const std::string utf8 = utf8_of(text);
    ASSERT_EQ(iri::nfc(utf8), nfc_of_icu(utf8)) << utf8;
  }
}

TEST(IriUri, NfcLeavesIllFormedBytesWhereTheyAre) {
  EXPECT_EQ(iri::nfc("e\xFF\u0301\xC3"), "e\xFF\u0301\xC3");
  EXPECT_EQ(iri::nfc("\xED\xA0\x80"
                     "e\u0301"),
            "\xED\xA0\x80é");
}

// 30,000 marks, each of which belongs before 30,000 others. An insertion sort takes 15 seconds, and
// exceeds the time limit of the test under sanitizers.
TEST(IriUri, NfcOfManyCombiningMarksIsNotQuadratic) {
  std::string marks = "a", ordered = "a";
  const int count = 60000;
  for (int i = 0; i < count; ++i) marks += i < count / 2 ? "\u0315" : "\u0334";
  for (int i = 0; i < count; ++i) ordered += i < count / 2 ? "\u0334" : "\u0315";
  EXPECT_TRUE(iri::nfc(marks) == ordered);
}

// --- public data

std::vector<nlohmann::json> lines_of(const std::filesystem::path& file) {
  std::vector<nlohmann::json> records;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) records.push_back(nlohmann::json::parse(line));
  return records;
}

void expect_mapped(const nlohmann::json& link, const char* suffix, Normalization normalization) {
  const std::string iri = link.at("iri");
  const auto expected = [&](const std::string& key) {
    return link.value(key + suffix, link.at(key).get<std::string>());
  };
  const Mapped ascii = mapper().map_iri(iri, {normalization, HostForm::ascii});
  const Mapped percent = mapper().map_iri(iri, {normalization, HostForm::percent});
  EXPECT_EQ(ascii.iri, expected("iri"));
  EXPECT_EQ(ascii.uri, expected("uri_ascii_host"));
  EXPECT_EQ(percent.uri, expected("uri"));
  EXPECT_TRUE(ascii.warnings.empty()) << iri;
}

TEST(IriUri, MapsTheLinksOfSentencesInManyLanguages) {
  LINKSPAN_SKIP_WITHOUT_DATA("charsets/expected.jsonl");
  size_t links = 0;
  for (const nlohmann::json& sentence : lines_of(data_dir() / "charsets/expected.jsonl")) {
    for (const nlohmann::json& link : sentence.at("links")) {
      expect_mapped(link, "", Normalization::none);
      expect_mapped(link, "_nfc", Normalization::nfc);
      ++links;
    }
  }
  EXPECT_EQ(links, 98u);
}

TEST(IriUri, AgreesWithTheVectorsOfOtherProjects) {
  LINKSPAN_SKIP_WITHOUT_DATA("iri/rfc3987.jsonl");
  size_t vectors = 0;
  for (const char* const suite : {"rfc3987", "iri-string", "fluent-uri"}) {
    for (const nlohmann::json& record :
         lines_of(data_dir() / "iri" / (std::string(suite) + ".jsonl"))) {
      if (record.at("kind") != "iri-to-uri") continue;
      const std::string iri = record.at("input");
      const bool is_legacy = record.value("source", "") == "legacy";
      const Normalization normalization = is_legacy ? Normalization::nfc : Normalization::none;
      EXPECT_EQ(mapper().map_iri(iri, {normalization, HostForm::percent}).uri,
                record.at("expect").get<std::string>());
      if (record.contains("expect_ascii_host")) {
        EXPECT_EQ(uri(iri), record.at("expect_ascii_host").get<std::string>());
      }
      ++vectors;
    }
  }
  EXPECT_EQ(vectors, 15u);
}

}  // namespace iri_uri_test
}  // namespace linkspan::test
