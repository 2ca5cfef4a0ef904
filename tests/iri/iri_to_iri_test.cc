// SPDX-License-Identifier: Apache-2.0
// Promise: to_iri() decodes only readable characters, by RFC 3987, section 3.2; mapping back
// returns the same URI.

#include "linkspan/iri.h"

#include <gtest/gtest.h>
#include <unicode/uchar.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "iri/percent.h"
#include "tests/support/data.h"
#include "tests/support/sanitized.h"

namespace linkspan::test {
namespace iri_to_iri_test {

using nlohmann::json;

std::string iri_of(std::string_view uri) {
  const Result<std::string> iri = iri::to_iri(uri);
  return iri.ok() ? *iri : "error at " + std::to_string(iri.error().position);
}

// --- the examples of RFC 3987, section 3.2 and 3.2.1

TEST(IriToIri, MapsTheExamplesOfRfc3987) {
  EXPECT_EQ(iri_of("http://www.example.org/D%C3%BCrst"), "http://www.example.org/Dürst");
  EXPECT_EQ(iri_of("http://www.example.org/D%FCrst"), "http://www.example.org/D%FCrst");
  EXPECT_EQ(iri_of("http://xn--99zt52a.example.org/%e2%80%ae"),
            "http://納豆.example.org/%E2%80%AE");
  EXPECT_EQ(iri_of("http://www.example.org/r%E9sum%E9.html"),
            "http://www.example.org/r%E9sum%E9.html");
}

// The paper of 2001 ("Internationalized Resource Identifiers: From Specification to Testing"),
// table 1: only UTF-8 can be converted back.
TEST(IriToIri, DecodesOnlyUtf8InTheExamplesOfThe2001Paper) {
  EXPECT_EQ(iri_of("M%C3%A4rz"), "März");
  EXPECT_EQ(iri_of("M%E4rz"), "M%E4rz");
  EXPECT_EQ(iri_of("M%8Arz"), "M%8Arz");
}

TEST(IriToIri, OnlyCompleteSequencesAndUnreservedCharactersAreDecoded) {
  EXPECT_EQ(iri_of("/%E6%97%A5%E6%97"), "/日%E6%97");
  EXPECT_EQ(iri_of("/%FF%E6%97%A5%80"), "/%FF日%80");
  EXPECT_EQ(iri_of("/%e6%97x%a5"), "/%E6%97x%A5") << "only a complete sequence is decoded";
  EXPECT_EQ(iri_of("/%C0%AF%ED%A0%80"), "/%C0%AF%ED%A0%80");
  EXPECT_EQ(iri_of("/%41%2D%7e%2f%25%20%5C"), "/A-~%2F%25%20%5C");
  EXPECT_EQ(iri_of("/%253%41"), "/%253A") << "a decoded percent sign would begin an escape";
}

TEST(IriToIri, TextThatIsAlreadyDecodedStaysUnchanged) {
  EXPECT_EQ(iri_of("http://bücher.example/ü%C3%BC"), "http://bücher.example/üü");
  EXPECT_EQ(iri_of(""), "");
  EXPECT_EQ(iri_of("/a b"), "error at 2");
}

// --- domain names

TEST(IriToIri, ALabelsThatMapBackAreDecoded) {
  EXPECT_EQ(iri_of("http://xn--bcher-kva.example/"), "http://bücher.example/");
  EXPECT_EQ(iri_of("http://u@WWW.XN--BCHER-KVA.example:80"), "http://u@www.bücher.example:80");
  EXPECT_EQ(iri_of("http://%78n--bcher-kva.example/"), "http://bücher.example/");
  EXPECT_EQ(iri_of("http://xn--bcher-kva.example./"), "http://bücher.example./");
  EXPECT_EQ(iri_of("http://xn--bcher-kva..example/"), "http://bücher..example/");
  EXPECT_EQ(iri_of("http://Example.ORG/"), "http://Example.ORG/");
  EXPECT_EQ(iri_of("http://xn--h2b6b7a3v.example/"), "http://\u098B\u0924\u0939\u0944.example/")
      << "of two scripts";
}

TEST(IriToIri, ALabelsThatDoNotMapBackStay) {
  EXPECT_EQ(iri_of("http://xn--a.example/"), "http://xn--a.example/") << "not valid Punycode";
  EXPECT_EQ(iri_of("http://xn--a.xn--bcher-kva/"), "http://xn--a.xn--bcher-kva/");
  EXPECT_EQ(iri_of("http://xn--BCHER-kva.b%C3%BCcher/"), "http://xn--BCHER-kva.b%C3%BCcher/");
  EXPECT_EQ(iri_of("http://a,b.xn--bcher-kva/"), "http://a,b.xn--bcher-kva/");
  EXPECT_EQ(iri_of("example://xn--bcher-kva/"), "example://xn--bcher-kva/") << "unknown scheme";
}

TEST(IriToIri, LabelsWithInvisibleCharactersStayEncoded) {
  const std::string joined = *iri::to_uri("http://क्\u200Dष.bücher.example/");
  ASSERT_NE(joined.find("xn--"), std::string::npos);
  const std::string shown = iri_of(joined);
  EXPECT_EQ(shown.find("\u200D"), std::string::npos) << "ZWJ is not visible";
  EXPECT_NE(shown.find(".bücher.example/"), std::string::npos);
  EXPECT_EQ(*iri::to_uri(shown), joined);
}

TEST(IriToIri, NonAsciiEscapesInADomainNameAreNotDecoded) {
  EXPECT_EQ(iri_of("http://b%C3%BCcher.example/"), "http://b%C3%BCcher.example/");
  EXPECT_EQ(iri_of("http://B%55cher.example/"), "http://BUcher.example/");
  EXPECT_EQ(iri_of("http://b%41ü.example/"), "http://b%41ü.example/") << "partly encoded";
  EXPECT_EQ(iri_of("example://b%C3%BCcher/"), "example://bücher/");
}

TEST(IriToIri, ALabelsInMailtoAddressesAreDecoded) {
  EXPECT_EQ(iri_of("mailto:j%C3%B6rg@xn--bcher-kva.example?to=a@xn--zca.example&cc=b@xn--zca"),
            "mailto:jörg@bücher.example?to=a@ß.example&cc=b@xn--zca");
  EXPECT_EQ(iri_of("mailto:a@XN--ZCA.example"), "mailto:a@XN--ZCA.example")
      << "the case of a path is significant";
}

// --- every character, in every component

// RFC 3987, section 2.2: ucschar.
bool is_ucschar(char32_t c) {
  if (c >= 0x10000) {
    return (c & 0xFFFF) <= 0xFFFD && c < 0xF0000 && (c < 0xE0000 || c >= 0xE1000);
  }
  return (c >= 0xA0 && c <= 0xD7FF) || (c >= 0xF900 && c <= 0xFDCF) || (c >= 0xFDF0 && c <= 0xFFEF);
}

enum class Shown { yes, no, unknown };

// By the properties of ICU, which has fewer characters.
Shown expected(char32_t c, bool in_query) {
  const auto code_point = static_cast<UChar32>(c);
  if (c < 0x80) {
    const bool is_unreserved =
        (u_isalnum(code_point) != 0) || c == '-' || c == '.' || c == '_' || c == '~';
    return is_unreserved ? Shown::yes : Shown::no;
  }
  if (u_charType(code_point) == U_PRIVATE_USE_CHAR) return in_query ? Shown::yes : Shown::no;
  const auto has = [code_point](UProperty property) {
    return u_hasBinaryProperty(code_point, property) != 0;
  };
  if (!is_ucschar(c) || has(UCHAR_WHITE_SPACE) || has(UCHAR_BIDI_CONTROL) ||
      has(UCHAR_DEFAULT_IGNORABLE_CODE_POINT) || has(UCHAR_DEPRECATED) ||
      has(UCHAR_NONCHARACTER_CODE_POINT) || u_charType(code_point) == U_CONTROL_CHAR) {
    return Shown::no;
  }
  return u_charType(code_point) == U_UNASSIGNED ? Shown::unknown : Shown::yes;
}

TEST(IriToIri, ExactlyTheReadableCharactersAreDecodedInEveryComponent) {
  // Under the sanitizers one of 16 above U+3000.
  constexpr char32_t kOneOf = kSanitized ? 16 : 1;
  size_t decoded = 0, unknown = 0;
  for (char32_t c = 0; c <= 0x10FFFF; c += c < 0x3000 ? 1 : kOneOf) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string character(4, '\0'), escaped;
    character.resize(static_cast<size_t>(base::write_utf8(c, character.data()) - character.data()));
    iri::append_percent_encoded(escaped, character);
    for (const std::string_view component : {"example://", "/", "?", "#"}) {
      const Shown shown = expected(c, component == "?");
      const std::string uri = std::string(component) + escaped;
      const Result<std::string> iri = iri::to_iri(uri);
      ASSERT_TRUE(iri.ok()) << uri;
      const bool is_decoded = *iri != uri;
      if (is_decoded) {
        ASSERT_EQ(*iri, std::string(component) + character);
        ASSERT_TRUE(iri::parse(*iri).ok()) << uri;
      }
      if (shown == Shown::unknown) {
        unknown += is_decoded;
        continue;
      }
      ASSERT_EQ(is_decoded, shown == Shown::yes) << uri;
      decoded += is_decoded;
    }
  }
  EXPECT_GT(decoded, 4 * 140000u / kOneOf);
  EXPECT_LT(unknown, 4 * 28000u / kOneOf) << "characters of Unicode 15.1 to 18.0";
}

// --- public data

std::vector<json> records(const std::string& suite, const std::string& kind) {
  std::ifstream file(data_dir() / "iri" / (suite + ".jsonl"));
  std::vector<json> found;
  for (std::string line; std::getline(file, line);) {
    json record = json::parse(line);
    if (record.at("kind") == kind) found.push_back(std::move(record));
  }
  return found;
}

// fluent-uri shows U+202E raw; RFC 3987, section 4.1: "IRIs MUST NOT contain bidirectional
// formatting characters (LRM, RLM, LRE, RLE, LRO, RLO, and PDF)."
const std::string kBidiControlOfFluentUri = "http://xn--99zt52a.example.org/\u202E";

TEST(IriToIri, AgreesWithTheVectorsOfOtherProjects) {
  LINKSPAN_SKIP_WITHOUT_DATA("iri/rfc3987.jsonl");
  size_t vectors = 0;
  for (const char* const suite : {"rfc3987", "fluent-uri"}) {
    for (const json& record : records(suite, "uri-to-iri")) {
      std::string expected = record.value("also", record.at("expect").get<std::string>());
      if (expected == kBidiControlOfFluentUri) expected = "http://納豆.example.org/%E2%80%AE";
      EXPECT_EQ(iri_of(record.at("input").get<std::string>()), expected);
      ++vectors;
    }
  }
  EXPECT_EQ(vectors, 29u);
}

}  // namespace iri_to_iri_test
}  // namespace linkspan::test
