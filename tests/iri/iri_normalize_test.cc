// SPDX-License-Identifier: Apache-2.0
// Promise: normalize() and the three comparisons are those of RFC 3987, section 5.3, and RFC 3986,
// section 6.2, and agree with the vectors of other projects, except for the cases in the tables
// below, each with its reason.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "iri/nfc.h"
#include "linkspan/iri.h"
#include "tests/support/iri_vectors.h"

namespace linkspan::test {
namespace iri_normalize_test {

using iri::Ladder;
using ::nlohmann::json;

std::string normal(std::string_view text, Ladder rung) {
  const Result<std::string> result = iri::normalize(text, rung);
  return result.ok() ? *result : "error: " + result.error().message;
}
std::string by_syntax(std::string_view text) { return normal(text, Ladder::syntax); }
std::string by_scheme(std::string_view text) { return normal(text, Ladder::scheme); }

// --- RFC 3987, section 5.3.1

TEST(IriNormalize, SimpleStringComparisonChangesNothing) {
  EXPECT_EQ(normal("HTTP://A:80/%7e/../", Ladder::simple), "HTTP://A:80/%7e/../");
  EXPECT_TRUE(iri::equal_by_characters("a b", "a b")) << "also texts that are not IRIs";
  EXPECT_FALSE(iri::equal_by_characters("http://a/", "HTTP://a/"));
}

TEST(IriNormalize, ATextThatIsNotAnIriIsAnErrorAndEqualsOnlyItself) {
  for (const Ladder rung : {Ladder::simple, Ladder::syntax, Ladder::scheme}) {
    const Result<std::string> result = iri::normalize("http://a/b c", rung);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, ErrorCode::syntax);
    EXPECT_EQ(result.error().position, 10u);
  }
  EXPECT_TRUE(iri::equal_by_syntax("a b", "a b"));
  EXPECT_FALSE(iri::equal_by_syntax("a b", "a%20b"));
  EXPECT_FALSE(iri::equal_by_scheme("HTTP://a b", "http://a b"));
}

// --- RFC 5952: the forms of an IPv6 address are one on the rung `scheme`, whatever the scheme is

TEST(IriNormalize, Ipv6AddressesAreShort) {
  const std::pair<const char*, const char*> cases[] = {
      {"2001:0db8:0000:0000:0000:0000:0002:0001", "2001:db8::2:1"},
      {"2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"},  // 4.2.2: not for one group
      {"2001:0:0:1:0:0:0:1", "2001:0:0:1::1"},           // 4.2.3: the longest
      {"2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"},     // 4.2.3: the first of two
      {"2001:db8::1:0:0:1", "2001:db8::1:0:0:1"},
      {"2001:DB8::ABCD", "2001:db8::abcd"},  // 4.3
      {"0:0:0:0:0:0:0:0", "::"},
      {"0::1", "::1"},
      {"1::0", "1::"},
      {"1:0:0:0:0:0:0:0", "1::"},
      {"::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"},  // 4.2.2
      {"1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"},
      {"::ffff:1.2.3.4", "::ffff:1.2.3.4"},  // section 5
      {"::ffff:102:304", "::ffff:1.2.3.4"},
      {"0:0:0:0:0:FFFF:C000:0201", "::ffff:192.0.2.1"},
      {"::1.2.3.4", "::102:304"},
      {"64:ff9b::192.0.2.1", "64:ff9b::c000:201"},
      {"1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"}};
  for (const auto& [written, shortest] : cases) {
    EXPECT_EQ(by_scheme("http://[" + std::string(written) + "]:80/a"),
              "http://[" + std::string(shortest) + "]/a");
    EXPECT_EQ(by_scheme("x-y://[" + std::string(written) + "]:8"),
              "x-y://[" + std::string(shortest) + "]:8");
    EXPECT_TRUE(iri::equal_by_scheme("//[" + std::string(written) + "]",
                                     "//[" + std::string(shortest) + "]"));
  }
  EXPECT_FALSE(iri::equal_by_syntax("http://[0::1]/", "http://[::1]/"));
  EXPECT_FALSE(iri::equal_by_scheme("http://[::2]/", "http://[::1]/"));
  EXPECT_EQ(by_scheme("http://[v1.0:0]/"), "http://[v1.0:0]/") << "a later version of IP";
}

// --- RFC 3987, section 5.3.2

TEST(IriNormalize, SchemeAndAsciiHostAreInLowerCase) {
  EXPECT_EQ(by_syntax("HTTP://User@www.EXAMPLE.com/Path?Query#Frag"),
            "http://User@www.example.com/Path?Query#Frag");
  EXPECT_EQ(by_syntax("//[2001:DB8::A]/"), "//[2001:db8::a]/");
  EXPECT_EQ(by_syntax("//[vF.Ab]/"), "//[vf.ab]/");
  EXPECT_EQ(by_syntax("//ÄB.Example/"), "//ÄB.Example/") << "section 5.3.2.1: US-ASCII only hosts";
  EXPECT_EQ(by_syntax("//A%2fB"), "//a%2Fb");
  EXPECT_EQ(by_syntax("URN:UUID:AB"), "urn:UUID:AB");
}

TEST(IriNormalize, PercentEncodedUnreservedCharactersAreDecoded) {
  EXPECT_EQ(by_syntax("/%41%5a%61%7A%30%2d%2e%5f%7e"), "/AZaz0-._~");
  EXPECT_EQ(by_syntax("/%3a%2f%3f%23%5b%5d%40%21%25%20%00"), "/%3A%2F%3F%23%5B%5D%40%21%25%20%00");
  EXPECT_EQ(by_syntax("//%c3%bc%41@%C3%A9?%C3%a9#%c3%A9"), "//üA@é?é#é");
  EXPECT_EQ(by_syntax("/%F0%9F%98%80%C2%A0"), "/\U0001F600\u00A0") << "ucschar begins at U+00A0";
  EXPECT_EQ(by_syntax("/%C2%9F%EF%BF%BE%ED%A0%80"), "/%C2%9F%EF%BF%BE%ED%A0%80");
  EXPECT_EQ(by_syntax("/%25%34%31"), "/%2541") << "decoded once, not twice";
}

TEST(IriNormalize, BytesThatAreNotUtf8StayPercentEncoded) {
  EXPECT_EQ(by_syntax("/%ff%c3%C3%a9%e6%97/%c0%af"), "/%FF%C3é%E6%97/%C0%AF");
  EXPECT_EQ(by_syntax("/%c3%41%a9"), "/%C3A%A9");
}

// Section 4.1 forbids bidi controls in an IRI; iprivate is not iunreserved (section 2.2).
TEST(IriNormalize, BidiControlsAndPrivateUseArePercentEncoded) {
  EXPECT_EQ(by_syntax("/a\u202Eb%e2%80%AE?\uE000%ee%80%80"),
            "/a%E2%80%AEb%E2%80%AE?%EE%80%80%EE%80%80");
  EXPECT_TRUE(iri::equal_by_syntax("?\uE000", "?%EE%80%80")) << "they have the same URI";
}

TEST(IriNormalize, DotSegmentsAreRemovedFromIris) {
  EXPECT_EQ(by_syntax("http://a/b/./c/%2E%2e/d/.."), "http://a/b/");
  EXPECT_EQ(by_syntax("http://a/../.."), "http://a/");
  EXPECT_EQ(by_syntax("//a/../b"), "//a/b");
  EXPECT_EQ(by_syntax("a:b/../c"), "a:/c") << "exactly RFC 3986, section 5.2.4";
}

// They determine the target of a reference from its base.
TEST(IriNormalize, DotSegmentsOfRelativeReferencesStay) {
  for (const char* kept : {"../a", "a/../b", "/a/../b", "./a:b", ".", "/.//a", "..?q"}) {
    EXPECT_EQ(by_syntax(kept), kept);
    EXPECT_EQ(by_scheme(kept), kept);
  }
  EXPECT_EQ(by_syntax("%2e%2E/a"), "../a");
}

// RFC 3986, section 3.3: "If a URI does not contain an authority component, then the path cannot
// begin with two slash characters".
TEST(IriNormalize, NoPathBecomesAnAuthority) {
  EXPECT_EQ(by_syntax("a:/.//b"), "a:/.//b");
  EXPECT_EQ(by_syntax("a:/b/..//c"), "a:/.//c");
  EXPECT_EQ(by_syntax("a:..///c"), "a:/.//c");
  EXPECT_EQ(by_syntax("a:b/..//c"), "a:/.//c");
  EXPECT_EQ(by_syntax("a:/b/../%2f/c"), "a:/%2F/c");
  EXPECT_EQ(by_syntax("a://b/.//c"), "a://b//c") << "the authority is present";
}

TEST(IriNormalize, CharactersAreNotNormalizedToNfc) {
  EXPECT_EQ(by_scheme("http://a/e\u0301"), "http://a/e\u0301");
  EXPECT_EQ(by_scheme("http://a/e%CC%81"), "http://a/e\u0301");
  EXPECT_FALSE(iri::equal_by_scheme("http://a/e\u0301", "http://a/é"));
}

// RFC 3986, section 3.2.3: "URI producers and normalizers should omit the port component and its
// ":" delimiter if port is empty". This does not depend on the scheme.
TEST(IriNormalize, EmptyPortsAreRemovedAndOtherEmptyComponentsStay) {
  EXPECT_EQ(by_syntax("a://b:/"), "a://b/");
  EXPECT_EQ(by_syntax("//:"), "//");
  for (const char* kept : {"a://@b?#", "a://", "a:?", "#", ""}) EXPECT_EQ(by_syntax(kept), kept);
}

// --- RFC 3987, section 5.3.3

TEST(IriNormalize, DefaultPortsAreRemoved) {
  EXPECT_EQ(by_scheme("http://a:80/"), "http://a/");
  EXPECT_EQ(by_scheme("http://a:0080/"), "http://a/") << "its value is the default";
  EXPECT_EQ(by_scheme("https://a:443/"), "https://a/");
  EXPECT_EQ(by_scheme("https://[::1]:443/"), "https://[::1]/");
  EXPECT_EQ(by_scheme("FTP://u@a:21/"), "ftp://u@a/");
  for (const char* kept :
       {"https://a:80/", "http://a:8080/", "http://a:0/", "x://a:80/", "//a:80/"}) {
    EXPECT_EQ(by_scheme(kept), kept);
  }
  EXPECT_EQ(by_syntax("http://a:80/"), "http://a:80/");
}

TEST(IriNormalize, EmptyPathsBecomeTheRoot) {
  EXPECT_EQ(by_scheme("http://a"), "http://a/");
  EXPECT_EQ(by_scheme("http://a:80?q"), "http://a/?q");
  EXPECT_EQ(by_scheme("ws://a#f"), "ws://a/#f");
  EXPECT_EQ(by_scheme("//a"), "//a") << "no scheme";
  EXPECT_EQ(by_scheme("x://a"), "x://a") << "unknown scheme";
}

TEST(IriNormalize, EmptyQueryFragmentAndUserinfoAreSignificant) {
  EXPECT_FALSE(iri::equal_by_scheme("http://example.com/?", "http://example.com/"));
  EXPECT_FALSE(iri::equal_by_scheme("http://example.com/#", "http://example.com/"));
  EXPECT_FALSE(iri::equal_by_scheme("http://@example.com/", "http://example.com/"));
}

// "They SHOULD NOT be converted into ASCII Compatible Encoding."
TEST(IriNormalize, DomainNamesAreMappedAndHaveULabels) {
  const std::string normal = "http://bücher.example/";
  for (const char* same : {"http://BÜCHER.example", "http://xn--bcher-kva.example:80/",
                           "http://XN--BCHER-KVA.EXAMPLE/", "http://b%C3%BCcher.example/",
                           "http://bu\u0308cher。example/", "http://b\u00ADücher.example/"}) {
    EXPECT_EQ(by_scheme(same), normal) << same;
    EXPECT_TRUE(iri::equal_by_scheme(same, normal)) << same;
  }
  EXPECT_FALSE(iri::equal_by_syntax("http://xn--bcher-kva.example/", normal));
  EXPECT_FALSE(iri::equal_by_scheme("http://bucher.example/", normal));
  EXPECT_FALSE(iri::equal_by_scheme("http://strasse.example/", "http://straße.example/"));
}

TEST(IriNormalize, HostsThatAreNotDomainNamesAreNotConverted) {
  EXPECT_EQ(by_scheme("http://A%20b/"), "http://a%20b/");
  EXPECT_EQ(by_scheme("http://xn--A.Example/"), "http://xn--a.example/");
  EXPECT_EQ(by_scheme("http://Ü／b/"), "http://Ü／b/") << "UTS #46 rejects it";
  EXPECT_EQ(by_scheme("x://xn--bcher-kva/"), "x://xn--bcher-kva/") << "x has no domain names";
  EXPECT_EQ(by_scheme("x://Ü/"), "x://Ü/");
}

// RFC 3986, section 6.2.3, has the first of these.
TEST(IriNormalize, DomainsOfAddressesAreInLowerCase) {
  EXPECT_EQ(by_scheme("mailto:Joe@Example.COM"), "mailto:Joe@example.com");
  EXPECT_EQ(by_scheme("mailto:Jörg@xn--MLLER-kva.Example,B@C?to=D@E&cc=F@G"),
            "mailto:Jörg@müller.example,B@c?to=D@e&cc=F@G");
  EXPECT_EQ(by_syntax("mailto:Joe@Example.COM"), "mailto:Joe@Example.COM");
}

// RFC 8089, section 2; RFC 3987, section 5.3.3: "should be normalized to an empty authority".
TEST(IriNormalize, LocalFilesHaveAnEmptyAuthority) {
  for (const char* same : {"file:/a", "file:///a", "file://localhost/a", "FILE://LOCALHOST:/./a"}) {
    EXPECT_EQ(by_scheme(same), "file:///a") << same;
  }
  EXPECT_EQ(by_scheme("file:/.//a"), "file:////a");
  EXPECT_EQ(by_scheme("file://"), "file:///");
  for (const char* kept : {"file://a/b", "file://u@localhost/a", "file:a", "http://localhost/"}) {
    EXPECT_EQ(by_scheme(kept), kept);
  }
}

// --- vectors

const std::string kIpv6 =
    "RFC 3987, section 5.3.2.1, has case only: no other spelling of an IPv6 "
    "address is normalized by syntax";
const std::string kDots =
    "RFC 3987, section 5.3.2.4: \"IRI normalizers should remove dot-segments "
    "by applying the remove_dot_segments algorithm to the path\"";
const std::string kSlashes = "RFC 3986, section 5.2.4, step E: an empty segment is a segment";

const std::vector<Disagreement>& disagreements() {
  static const std::vector<Disagreement> table = {
      {"fluent-uri", "", "foo:bar/../baz", "foo:/baz", kDots},
      {"fluent-uri", "", "//[0000:0000:0000::1]", "//[0000:0000:0000::1]", kIpv6},
      {"fluent-uri", "", "//[0:0:0:0:0:ffff:192.0.2.1]", "//[0:0:0:0:0:ffff:192.0.2.1]", kIpv6},
      {"fluent-uri", "", "//[::192.0.2.1]", "//[::192.0.2.1]", kIpv6},
      {"jena", "", "http://host/foobar///", "http://host/foobar///", kSlashes},
  };
  return table;
}

void expect_normal(const json& record, Ladder rung) {
  const std::string ours = normal(record["input"].get<std::string>(), rung);
  const std::string theirs = record.contains("expect") ? record["expect"] : record["expect_iri"];
  if (const Disagreement* const found = find_disagreement(disagreements(), record)) {
    EXPECT_EQ(ours, found->ours) << record << found->why;
    EXPECT_NE(ours, theirs) << "no longer a disagreement: " << record;
    return;
  }
  EXPECT_EQ(ours, theirs) << record;
  if (!record.contains("expect_uri")) return;
  const std::string their_uri = record["expect_uri"];
  EXPECT_EQ(*iri::to_uri(ours, {.host = HostForm::percent}), their_uri) << record;
}

TEST(IriNormalizeVectors, OfIriStringAgree) {
  LINKSPAN_SKIP_WITHOUT_DATA("iri/iri-string.jsonl");
  const std::vector<json> all = iri_vectors("iri-string", {"normalize"});
  EXPECT_GE(all.size(), 134u);
  for (const json& record : all) expect_normal(record, Ladder::syntax);
}

TEST(IriNormalizeVectors, OfFluentUriAgree) {
  LINKSPAN_SKIP_WITHOUT_DATA("iri/fluent-uri.jsonl");
  const std::vector<json> all = iri_vectors("fluent-uri", {"normalize"});
  EXPECT_GE(all.size(), 28u);
  for (const json& record : all) expect_normal(record, Ladder::syntax);
}

TEST(IriNormalizeVectors, OfJenaAgree) {
  LINKSPAN_SKIP_WITHOUT_DATA("iri/jena.jsonl");
  const std::vector<json> all = iri_vectors("jena", {"normalize"});
  EXPECT_GE(all.size(), 22u);
  for (const json& record : all) expect_normal(record, Ladder::scheme);
}

struct Verdict {
  bool by_syntax;
  bool by_scheme;
};

// The comparisons by which the two are equal, by the name of the level in the vectors.
Verdict verdict_of(const std::string& level, bool is_equivalent) {
  if (level.starts_with("scheme")) return {false, is_equivalent};
  if (level.starts_with("character")) return {false, false};  // never applied
  return {is_equivalent, is_equivalent};
}

TEST(IriNormalizeVectors, OfRfc3987AgreeOnEquivalence) {
  LINKSPAN_SKIP_WITHOUT_DATA("iri/rfc3987.jsonl");
  const std::vector<json> all = iri_vectors("rfc3987", {"equivalent", "not-equivalent"});
  EXPECT_GE(all.size(), 14u);
  for (const json& record : all) {
    const std::string left = record["input"], right = record["other"], level = record["level"];
    const Verdict expected = verdict_of(level, record["kind"] == "equivalent");
    EXPECT_FALSE(iri::equal_by_characters(left, right)) << record;
    EXPECT_EQ(iri::equal_by_syntax(left, right), expected.by_syntax) << record;
    EXPECT_EQ(iri::equal_by_scheme(left, right), expected.by_scheme) << record;
    const bool is_about_nfc = record["section"] == "5.3.2.2";
    EXPECT_EQ(iri::nfc(left) == iri::nfc(right), is_about_nfc) << record;
  }
}

TEST(IriNormalizeVectors, OfIriStringAgreeOnNonEquivalence) {
  LINKSPAN_SKIP_WITHOUT_DATA("iri/iri-string.jsonl");
  const std::vector<json> all = iri_vectors("iri-string", {"not-equivalent"});
  EXPECT_GE(all.size(), 7u);
  for (const json& record : all) {
    const std::string left = record["input"], right = record["other"];
    EXPECT_FALSE(iri::equal_by_syntax(left, right)) << record;
    EXPECT_FALSE(iri::equal_by_scheme(left, right)) << record;
  }
}

}  // namespace iri_normalize_test
}  // namespace linkspan::test
