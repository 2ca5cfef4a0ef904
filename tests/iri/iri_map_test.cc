// SPDX-License-Identifier: Apache-2.0
// Promise: the IRI and the URI of a link are those of RFC 3987, section 3.1; the mapping changes
// no character that a URI may have, and is idempotent.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "iri/map.h"
#include "tests/support/data.h"

namespace linkspan::test {
namespace iri_map_test {

Span span_of(Form form, Kind kind = Kind::url) {
  Span span;
  span.form = form;
  span.kind = kind;
  return span;
}

Span with_scheme(Span span, uint32_t scheme_length) {
  span.parts.scheme = {0, scheme_length};
  return span;
}

TEST(IriMap, LinksWithoutASchemeGetHttpOrMailto) {
  EXPECT_EQ(iri::iri_of("www.example.org/é", span_of(Form::www)), "http://www.example.org/é");
  EXPECT_EQ(iri::iri_of("例え.jp", span_of(Form::domain)), "http://例え.jp");
  EXPECT_EQ(iri::iri_of("a@b.example", span_of(Form::address, Kind::email)), "mailto:a@b.example");
  EXPECT_EQ(iri::iri_of("mailto:a@b.example?subject=x",
                        with_scheme(span_of(Form::mailto, Kind::email), 6)),
            "mailto:a@b.example?subject=x");
  EXPECT_EQ(iri::iri_of("FTP://h/", with_scheme(span_of(Form::scheme), 3)), "FTP://h/");
}

// RFC 6068, section 2: these characters have a special meaning in a mailto URI, or are not allowed
// in a URI.
TEST(IriMap, AnAddressIsEncodedForMailto) {
  const Span address = span_of(Form::address, Kind::email);
  EXPECT_EQ(iri::iri_of("r&d@example.org", address), "mailto:r%26d@example.org");
  EXPECT_EQ(iri::iri_of("100%@example.org", address), "mailto:100%25@example.org");
  EXPECT_EQ(iri::iri_of("a/b?c#d=e{f}|g`h^i@example.org", address),
            "mailto:a%2Fb%3Fc%23d%3De%7Bf%7D%7Cg%60h%5Ei@example.org");
  EXPECT_EQ(iri::iri_of("a+b!c$d'e*f_g~h-i.j@example.org", address),
            "mailto:a+b!c$d'e*f_g~h-i.j@example.org");
  EXPECT_EQ(iri::iri_of("jürgen@example.org", address), "mailto:jürgen@example.org");
}

// RFC 3986, appendix C.
TEST(IriMap, WhiteSpaceInsideAngleBracketsIsNotPartOfTheIri) {
  const Span url = with_scheme(span_of(Form::delimited), 5);
  EXPECT_EQ(iri::iri_of("https://example.org/a\r\n\t  b\xE3\x80\x80/c\xC2\xA0", url),
            "https://example.org/ab/c");
  EXPECT_EQ(iri::iri_of("https://a-\" \\\n  \"b.example", url), "https://a-b.example");
  EXPECT_EQ(iri::iri_of("https://a.example/'x'\ny", url), "https://a.example/'x'y");
  EXPECT_EQ(iri::iri_of("www.example.org/\nx", span_of(Form::delimited)),
            "http://www.example.org/x");
  EXPECT_EQ(iri::iri_of("a@\nexample.org", span_of(Form::delimited, Kind::email)),
            "mailto:a@example.org");
  EXPECT_EQ(iri::without_white_space("\xE2\x80\x8B\xFF x"), "\xE2\x80\x8B\xFFx")
      << "U+200B is not white space, and bytes that are not UTF-8 stay";
}

TEST(IriMap, EscapesBecomeWhatTheyStandFor) {
  Span span;
  span.has_escapes = true;
  EXPECT_EQ(iri::iri_of(R"(https://a.example/Marte_\(planeta\)?a\_b)", span),
            "https://a.example/Marte_(planeta)?a_b");
  EXPECT_EQ(iri::iri_of("https://a.\x1B[1mexample/?a&amp;b", span), "https://a.example/?a&b");
  span.form = Form::domain;
  EXPECT_EQ(iri::iri_of(R"(a.example/x\-y)", span), "http://a.example/x-y");
}

TEST(IriMap, OnlyCharactersThatAUriCannotHaveAreEncoded) {
  EXPECT_EQ(iri::uri_of("http://résumé.example.org/a b"),
            "http://r%C3%A9sum%C3%A9.example.org/a%20b");
  EXPECT_EQ(iri::uri_of("<>\"{}|\\^`"), "%3C%3E%22%7B%7D%7C%5C%5E%60");
  const std::string kept =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/"
      "?#[]@!$&'()*+,;=%%zz%C3%a9";
  EXPECT_EQ(iri::uri_of(kept), kept);
  EXPECT_EQ(iri::uri_of("\xF0\x9F\x98\x80\xFF"), "%F0%9F%98%80%FF");
}

TEST(IriMap, MappingIsIdempotent) {
  std::string every_byte;
  for (int byte = 0; byte < 256; ++byte) every_byte += static_cast<char>(byte);
  const std::string uri = iri::uri_of(every_byte);
  EXPECT_EQ(iri::uri_of(uri), uri);
}

std::vector<nlohmann::json> lines_of(const std::filesystem::path& file) {
  std::vector<nlohmann::json> records;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) records.push_back(nlohmann::json::parse(line));
  return records;
}

TEST(IriMap, MapsTheLinksOfSentencesInManyLanguages) {
  LINKSPAN_SKIP_WITHOUT_DATA("charsets/expected.jsonl");
  size_t links = 0;
  for (const nlohmann::json& sentence : lines_of(data_dir() / "charsets/expected.jsonl")) {
    for (const nlohmann::json& link : sentence.at("links")) {
      EXPECT_EQ(iri::uri_of(link.at("iri").get<std::string>()), link.at("uri").get<std::string>());
      ++links;
    }
  }
  EXPECT_EQ(links, 98u);
}

TEST(IriMap, AgreesWithTheVectorsOfOtherProjects) {
  LINKSPAN_SKIP_WITHOUT_DATA("iri/rfc3987.jsonl");
  size_t vectors = 0;
  for (const char* const suite : {"rfc3987", "iri-string", "fluent-uri"}) {
    for (const nlohmann::json& record :
         lines_of(data_dir() / "iri" / (std::string(suite) + ".jsonl"))) {
      // Text in a legacy charset is normalized before this step.
      if (record.at("kind") != "iri-to-uri" || record.value("source", "") == "legacy") continue;
      EXPECT_EQ(iri::uri_of(record.at("input").get<std::string>()),
                record.at("expect").get<std::string>());
      ++vectors;
    }
  }
  EXPECT_EQ(vectors, 14u);
}

}  // namespace iri_map_test
}  // namespace linkspan::test
