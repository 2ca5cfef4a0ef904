// SPDX-License-Identifier: Apache-2.0
// Promise: the slow reference scanner implements docs/scanning.md, section by section, and returns
// the published results of UTS #58. A mistake in it would force the same mistake on the scanner of
// the library.
//
// A case here is a line in the form of the corpus, and a description of each of its links:
//
//   {"see ⸠http://a.de/b⸡.", {"url scheme soft | scheme=http host=a.de path=/b"}}

#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/corpus.h"
#include "tests/support/data.h"
#include "tests/support/reference_scanner.h"
#include "tests/support/reference_unicode.h"
#include "tests/support/repeat.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace reference_test {

Options options_for(Profile profile) {
  Options options;
  options.profile = profile;
  return options;
}

std::vector<Range> ranges(const std::vector<Span>& spans) {
  std::vector<Range> found;
  found.reserve(spans.size());
  for (const Span& span : spans) found.push_back(span.range);
  return found;
}

std::string found_in(std::string_view text, const Options& options) {
  return mark_links(text, ranges(reference_scan(text, options)));
}

struct Expectation {
  std::string line;
  std::vector<std::string> links = {};  // one for each link; if empty, only the marks are compared
};

void expect(const Expectation& expected, const Options& options) {
  const Corpus corpus = parse_corpus("#! profile: uts58\n" + expected.line, "case");
  ASSERT_TRUE(corpus.errors.empty()) << corpus.errors.front();
  ASSERT_EQ(corpus.cases.size(), 1u) << expected.line;
  const Case& one = corpus.cases.front();
  EXPECT_EQ(found_in(one.text, options), mark_links(one.text, one.links));
  if (expected.links.empty()) return;
  std::vector<std::string> found;
  for (const Span& span : reference_scan(one.text, options)) {
    found.push_back(describe(one.text, span));
  }
  EXPECT_EQ(found, expected.links) << expected.line;
}

void expect_all(const std::vector<Expectation>& cases, const Options& options) {
  for (const Expectation& one : cases) expect(one, options);
}

void expect_all(const std::vector<Expectation>& cases) {
  expect_all(cases, options_for(Profile::uts58));
}

// -------------------------------------------------------------------------------------------------
// Published results

class PublishedTest : public testing::TestWithParam<const char*> {};

TEST_P(PublishedTest, LinksMatchLinkDetectionTest) {
  const std::string file = "uts58/" + std::string(GetParam()) + "/LinkDetectionTest.txt";
  LINKSPAN_SKIP_WITHOUT_DATA(file);
  const std::vector<Case> cases = read_link_detection_test(data_dir() / file);
  EXPECT_EQ(cases.size(), 345u);
  for (const Case& one : cases) {
    EXPECT_EQ(found_in(one.text, options_for(Profile::uts58)), mark_links(one.text, one.links))
        << one.file << ":" << one.line;
  }
}

INSTANTIATE_TEST_SUITE_P(Reference, PublishedTest, testing::Values("17.0.0", "18.0.0-dev"),
                         [](const testing::TestParamInfo<const char*>& version) {
                           return std::string("Unicode") + version.param[0] + version.param[1];
                         });

// The byte offset of each code point of a well-formed text, and its size.
std::vector<uint64_t> offsets_of_code_points(std::string_view utf8) {
  std::vector<uint64_t> offsets;
  for (size_t i = 0; i < utf8.size(); ++i) {
    if ((static_cast<uint8_t>(utf8[i]) & 0xC0) != 0x80) offsets.push_back(i);
  }
  offsets.push_back(utf8.size());
  return offsets;
}

// Sentences in 48 languages: exactly the expected links, and each ends at its `uts58_end`.
TEST(PublishedSentences, LinksEndWhereUts58Requires) {
  const std::string file = "charsets/expected.jsonl";
  LINKSPAN_SKIP_WITHOUT_DATA(file);
  std::istringstream lines(read_file(data_dir() / file));
  size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const nlohmann::json sentence = nlohmann::json::parse(line);
    const std::string text = sentence.at("text");
    const std::vector<uint64_t> offsets = offsets_of_code_points(text);
    std::vector<Range> expected;
    for (const auto& link : sentence.at("links")) {
      expected.push_back({offsets.at(link.at("start").get<size_t>()),
                          offsets.at(link.at("uts58_end").get<size_t>())});
    }
    EXPECT_EQ(found_in(text, options_for(Profile::uts58)), mark_links(text, expected))
        << sentence.at("id");
  }
  EXPECT_EQ(count, 92u);
}

// -------------------------------------------------------------------------------------------------
// Section 1

TEST(Text, IllFormedBytesEndALinkAndKeepOffsets) {
  expect_all({
      {"⸠http://a.b/c⸡⟦=C0 AF⟧d", {"url scheme hard | scheme=http host=a.b path=/c"}},
      {"⟦=FF⟧⸠http://a.b/c⸡⟦=E2 82⟧ d"},
      {"⸠http://a.b/c⸡⟦=E2 82⟧"},
      {"⸠http://a.b/c⸡⟦=ED A0 80⟧d"},
      {"⸠http://a.b/c⸡⟦=F4 90 80 80⟧d"},
      {"⸠http://a.b/c⸡⟦=F0 80 80 80⟧d"},
      {"⸠http://a.b/c⸡⟦=80⟧d"},
      {"⸠http://a⸡⟦=E2⟧.b/c"},
      {"⸠http://a.b/⟦1F600⟧⸡⟦10FFFD⟧"},
  });
}

TEST(Text, CharacterClassesSeparateLinksFromText) {
  expect_all({
      {"“⸠example.com⸡”", {"url domain soft | host=example.com path="}},
      {"«⸠example.com⸡»"},
      {"⸠EXAMPLE。COM⸡", {"url domain end_of_text | host=EXAMPLE。COM path="}},
      {"⸠ｅｘａｍｐｌｅ．ｃｏｍ⸡"},
      {"⸠example｡com⸡"},
      {"exam_ple.com"},
      {"⸠http://a.b/c⸡⟦FFFE⟧d"},
      {"⸠http://a.b/⟦200B⟧c⸡⟦A0⟧d"},
  });
}

// -------------------------------------------------------------------------------------------------
// Section 2

TEST(Order, LinksAreInOrderAndDoNotOverlap) {
  expect_all({
      {"⸠http://a.b/⸡ ⸠c@example.com⸡, ⸠example.org⸡",
       {"url scheme hard | scheme=http host=a.b path=/",
        "email address soft | userinfo=c host=example.com",
        "url domain end_of_text | host=example.org path="}},
      {"⸠example.com/a⸡)⸠b@example.com⸡"},
      {"nothing"},
      {":@."},
  });
}

// -------------------------------------------------------------------------------------------------
// Section 3

TEST(Scheme, BeginsAtTheLeftmostKnownStart) {
  expect_all({
      {"⸠HTTPS://a⸡", {"url scheme end_of_text | scheme=HTTPS host=a path="}},
      {"1⸠http://a⸡"},
      {"foo.⸠http://a⸡"},
      {"資料は⸠http://a⸡"},
      {"⸠git+https://a/b⸡", {"url scheme end_of_text | scheme=git+https host=a path=/b"}},
      {"⸠iris.beep://a⸡", {"url scheme end_of_text | scheme=iris.beep host=a path="}},
      {"⸠xhttp://a⸡", {"url scheme end_of_text | scheme=xhttp host=a path="}},
      {"9⸠no-such.scheme://a⸡"},
      {"+http://a.b"},
      {"://a.b"},
      {"1://a.b"},
  });
}

TEST(Scheme, HasAtMost64Bytes) {
  expect_all({
      {"⸠" + repeat("x", 64) + "://a⸡"},
      {repeat("x", 65) + "://a"},
      {repeat("1", 60) + "⸠http://a⸡"},
      {repeat("1", 61) + "http://a"},
  });
}

TEST(Scheme, TheListOfSchemesDecidesWhatMayFollowTheColon) {
  expect_all({
      {"⸠urn:isbn:0451450523⸡", {"url scheme end_of_text | scheme=urn path=isbn:0451450523"}},
      {"⸠tel:+1-201⸡."},
      {"1.⸠urn:a:b⸡ 1-⸠tel:1⸡ xurn:a:b"},
      {"file:name http:name Turn:left"},
      {"javascript://a.b javascript:alert(1) x+javascript://a.b"},
      {"⸠urn://a.b⸡ ⸠x+urn://a.b⸡ x+urn:a x+mailto:a@b"},
  });
}

Options with_schemes(const NameList& schemes) {
  Options options = options_for(Profile::uts58);
  options.schemes = schemes;
  return options;
}

TEST(Scheme, AListOfTheUserOverridesTheDefaults) {
  expect_all({{"http://a ⸠HTTPS://b⸡ x://c tel:1 git+https://d"}},
             with_schemes({.allow = {"Https"}}));
  expect_all({{"⸠http://a⸡ https://b ⸠x://c⸡ ⸠tel:1⸡ ⸠https+x://d⸡ x+https://e"}},
             with_schemes({.remove = {"https"}}));
  expect_all({{"⸠javascript:f(1)⸡ ⸠http://a⸡ ⸠x://b⸡"}}, with_schemes({.add = {"JavaScript"}}));
  expect_all({{"⸠http://a⸡ ⸠x:b⸡ y://c"}}, with_schemes(parse_names("http,+x,-y").value()));
  expect_all({{"x://a foo.x://a ⸠y://b⸡"}}, with_schemes({.remove = {"x"}}));
  expect_all({{"⸠x:y⸡ ⸠x://y⸡ http://a"}}, with_schemes({.allow = {"x"}}));
  expect_all(
      {{"mailto:⸠a@example.com⸡", {"email address end_of_text | userinfo=a host=example.com"}}},
      with_schemes({.remove = {"mailto"}}));
  expect_all({{"http://john@example.com:80/ ⸠a@example.com⸡"}},
             with_schemes({.allow = {"http"}, .remove = {"x"}}));
}

// -------------------------------------------------------------------------------------------------
// Section 3.1

TEST(Authority, MayHaveUserInformationExceptInHttp) {
  expect_all({
      {"⸠ftp://u:p@h/x⸡", {"url scheme end_of_text | scheme=ftp userinfo=u:p host=h path=/x"}},
      {"⸠ftp://ü%40:@h⸡", {"url scheme end_of_text | scheme=ftp userinfo=ü%40: host=h path="}},
      {"⸠ftp://@h⸡", {"url scheme end_of_text | scheme=ftp userinfo= host=h path="}},
      {"http://u@h/x https://@h/x HTTP://john.doe@example.com"},
      {"⸠git+http://u@h/x⸡"},
      {"ftp://a@b@example.com"},
      {"ftp://a@b.@example.com"},
  });
}

TEST(Authority, HostsMayBeRegisteredNames) {
  expect_all({
      {"⸠http://a⸡", {"url scheme end_of_text | scheme=http host=a path="}},
      {"⸠http://例え.テスト⸡", {"url scheme end_of_text | scheme=http host=例え.テスト path="}},
      {"⸠http://a--b.c-d⸡"},
      {"http://-a.b http://a-.b http://a.-b http://a.b- http://a..b http://.a.b"},
      {"http://a_b/c http://a%41b/c ⸠http://a⸡%4"},
      {"http://-a!b.com ⸠b.com⸡"},
      {"http:// http://. http://! http://?"},
      {"⸠http://a⸡!b.c"},
  });
}

TEST(Authority, HostsMayBeIpLiterals) {
  expect_all({
      {"⸠http://[::1]:8080/a⸡",
       {"url scheme end_of_text | scheme=http host=[::1] port=8080 path=/a"}},
      {"⸠http://[1:2:3:4:5:6:7:8]⸡ ⸠http://[1::8]⸡ ⸠http://[::]⸡ ⸠http://[1:2:3:4:5:6:7::]⸡"},
      {"⸠http://[::ffff:192.0.2.1]⸡ ⸠http://[1:2:3:4:5:6:127.0.0.1]⸡"},
      {"⸠http://[fe80::1%25en0]⸡ ⸠http://[v1.a:b]⸡ ⸠http://[VF.~]⸡"},
      {"http://[1:2:3:4:5:6:7] http://[1:2:3:4:5:6:7:8:9] http://[1::2::3] "
       "http://[1:2:3:4:5:6:7::8]"},
      {"http://[:::] http://[1] http://[12345::] http://[g::] http://[] http://[::1 "
       "http://[::01.2.3.4]"},
      {"http://[127.0.0.1::] http://[::256.0.0.1] http://[fe80::1%en0] http://[::1%25] "
       "http://[v.a]"},
      {"ftp://[::1]@b.com"},
  });
}

TEST(Authority, AnEmptyHostNeedsAPathAndASchemeThatAllowsIt) {
  expect_all({
      {"⸠file:///etc/hosts⸡", {"url scheme end_of_text | scheme=file host= path=/etc/hosts"}},
      {"file:/// file://. file:///. file:// x://./y x://../y"},
      {"http:///x https:///x ftp:///x ws:///x wss:///x"},
      {"x://@/y x://:80/y x://?y"},
      {"⸠x:///.y⸡"},
  });
}

// Names of domains and IP-literals, a byte below and above the limit of 1024 bytes.
TEST(Authority, TheScannerLimitsHostsTo1024Bytes) {
  for (const Profile profile : {Profile::prose, Profile::code, Profile::uts58}) {
    const Options options = options_for(profile);
    for (const size_t size : {1023u, 1024u, 1025u}) {
      const std::string name = repeat("a", size - 3) + ".bc";
      const std::string literal = "[fe80::1%25" + repeat("a", size - 12) + "]";
      for (const std::string& host : {name, literal}) {
        const std::string text = "http://" + host + "/x";
        const std::vector<Span> links = scan_whole(options, text);
        EXPECT_EQ(links.size(), size <= 1024 ? 1u : 0u) << size << " bytes: " << host[0];
        if (profile == Profile::uts58) {
          EXPECT_EQ(links, reference_scan(text, options));
        }
      }
    }
  }
}

TEST(Authority, LengthsAreLimited) {
  const std::string label = repeat("a", 1021);
  Options options = options_for(Profile::uts58);
  options.max_link_bytes = 256;
  expect_all({{"⸠http://" + label + ".bc⸡"}, {"http://" + label + ".bcd ⸠a.com⸡"}});
  expect_all({{"http://" + label + ".bcd,b.com ⸠a.com⸡"}});
  expect_all(
      {
          {"⸠http://" + repeat("a", 249) + "⸡ http://" + repeat("a", 250) + " ⸠a.com⸡"},
          {"⸠http://a⸡" + repeat("!", 248) + " http://a" + repeat("!", 249) + "b.com ⸠a.com⸡"},
          {"x://" + repeat("!", 247) + "⸠tel:1⸡ x://" + repeat("!", 248) + "tel:1 ⸠tel:2⸡"},
      },
      options);
}

TEST(Authority, OneTrailingDotBelongsToAHostBeforeAPathOrQuery) {
  expect_all({
      {"⸠http://a.b⸡. x", {"url scheme soft | scheme=http host=a.b path="}},
      {"⸠http://a.b./⸡", {"url scheme end_of_text | scheme=http host=a.b. path=/"}},
      {"⸠http://a.b。?q⸡", {"url scheme end_of_text | scheme=http host=a.b。 path= query=q"}},
      {"⸠http://a.b⸡../"},
      {"⸠http://a.b⸡.:80/"},
      {"⸠http://[::1]⸡./a"},
  });
}

TEST(Authority, PortsHaveAsciiDigitsAndAreAtMost65535) {
  expect_all({
      {"⸠http://a:80⸡. ⸠http://a:65535⸡, ⸠http://a:0⸡"},
      {"⸠http://a:80⸡-b", {"url scheme hard | scheme=http host=a port=80 path="}},
      {"⸠http://a⸡:65536/ ⸠http://a⸡:123456/ ⸠http://a⸡: ⸠http://a⸡:/b"},
      {"⸠http://a⸡:80b ⸠http://a⸡:80_ ⸠http://a:80⸡é", {}},
      {"⸠http://a:8080?q⸡",
       {"url scheme end_of_text | scheme=http host=a port=8080 path= query=q"}},
      {"⸠http://a⸡:８０"},
  });
}

// -------------------------------------------------------------------------------------------------
// Section 3.2

TEST(Opaque, NeedsAPathOrQueryAfterTheColon) {
  expect_all({
      {"tel: tel:. tel:) urn:"},
      {"⸠magnet:?xt=urn:a⸡", {"url scheme end_of_text | scheme=magnet path= query=xt=urn:a"}},
      {"⸠urn:a#b⸡.", {"url scheme soft | scheme=urn path=a fragment=b"}},
      {"⸠urn:/a⸡", {"url scheme end_of_text | scheme=urn path=/a"}},
      {"(⸠tel:7042⸡)", {"url scheme bracket | scheme=tel path=7042"}},
  });
}

// -------------------------------------------------------------------------------------------------
// Section 4

TEST(Address, HasALocalPartAndADomain) {
  expect_all({
      {"⸠a.b+c@example.com⸡.", {"email address soft | userinfo=a.b+c host=example.com"}},
      {"⸠john.doe+tag@example.com⸡ ⸠o.b'rien@example.com⸡ ⸠a/b.c@example.com⸡"},
      {"⸠アルベルト@例え.みんな⸡"},
      {"(⸠a@example.com⸡) <⸠a@example.com⸡> \"⸠a@example.com⸡\""},
      {"@example.com a@ a@b a@b.invalid a@.com a@example..com a@-b.com a@b_c.com"},
      {".a@example.com a.@example.com a..b@example.com"},
      {"a@@example.com a@example.com@example.com @!a@example.com"},
      {"⸠a@example.com⸡:80/b ⸠a@example.com⸡/b ⸠a@example.com⸡?b"},
      {"⸠" + repeat("a", 64) + "@example.com⸡ " + repeat("a", 65) + "@example.com"},
  });
}

TEST(Address, MayFollowMailto) {
  expect_all({
      {"⸠mailto:a@example.com⸡",
       {"email mailto end_of_text | scheme=mailto userinfo=a host=example.com"}},
      {"⸠MailTo:a@b⸡, ⸠mailto:a@b.invalid⸡."},
      {"⸠mailto:a@b?subject=c⸡.",
       {"email mailto soft | scheme=mailto userinfo=a host=b query=subject=c"}},
      {"⸠mailto:a@b⸡?", {"email mailto soft | scheme=mailto userinfo=a host=b"}},
      {"⸠mailto:a@b⸡.?subject=c ⸠mailto:a@b⸡/c"},
      {"x.⸠mailto:a@b⸡"},
      {"mailto:.a@b mailto:a@b@c mailto:a@-b mailto:"},
      {"mailto:\"⸠a@example.com⸡"},
      {"mailtoo:⸠a@example.com⸡"},
  });
}

TEST(Address, CanBeTurnedOff) {
  Options options = options_for(Profile::uts58);
  options.email = false;
  expect_all({{"a@example.com mailto:a@example.com/b ⸠example.com⸡"}}, options);
}

// -------------------------------------------------------------------------------------------------
// Section 5

TEST(BareDomain, NeedsATopLevelDomain) {
  expect_all({
      {"⸠example.com⸡!", {"url domain soft | host=example.com path="}},
      {"⸠WWW.Example.Com/⸡", {"url www end_of_text | host=WWW.Example.Com path=/"}},
      {"⸠ŷŷŷ.example.com⸡", {"url domain end_of_text | host=ŷŷŷ.example.com path="}},
      {"⸠example.com:8080/a?b#c⸡",
       {"url domain end_of_text | host=example.com port=8080 path=/a query=b fragment=c"}},
      {"⸠example.com⸡. ⸠example.com./a⸡ ⸠example.com⸡..."},
      {"example.invalid com .com com. 1.2.3.4 a..com a.com-"},
      {"⸠xn--a.xn--p1ai⸡ ⸠пример.рф⸡ ⸠ПРИМЕР.РФ⸡"},
  });
}

TEST(BareDomain, DependsOnAdjacentCharactersAndItsLength) {
  expect_all({
      {"/example.com \\example.com %example.com +example.com example.com+ @example.com"},
      {"(⸠example.com⸡) #⸠example.com⸡ =⸠example.com⸡ -example.com"},
      {"⸠example.com://a⸡", {"url scheme end_of_text | scheme=example.com host=a path="}},
      {"⸠" + repeat("a", 256) + ".com⸡ " + repeat("a", 257) + ".com"},
      {"⸠" + repeat("a.", 510) + "com⸡ " + repeat("a.", 511) + "com"},
  });
}

TEST(BareDomain, CanBeTurnedOff) {
  Options options = options_for(Profile::uts58);
  options.bare_domains = false;
  expect_all({{"www.example.com ⸠a.b@example.com⸡ ⸠http://example.com⸡"}}, options);
}

// -------------------------------------------------------------------------------------------------
// Section 6

TEST(Tail, EndsByTheLinkTermProperty) {
  expect_all({
      {"⸠a.com/b⸡ c", {"url domain hard | host=a.com path=/b"}},
      {"⸠a.com/b,c⸡, d", {"url domain soft | host=a.com path=/b,c"}},
      {"⸠a.com/b⸡?", {"url domain soft | host=a.com path=/b"}},
      {"⸠a.com⸡?", {"url domain soft | host=a.com path="}},
      {"⸠a.com#⸡", {"url domain end_of_text | host=a.com path= fragment="}},
      {"⸠a.com/?#⸡", {"url domain end_of_text | host=a.com path=/ query= fragment="}},
      {"⸠a.com/?a?b/c#d?e#f⸡",
       {"url domain end_of_text | host=a.com path=/ query=a?b/c fragment=d?e#f"}},
      {"⸠a.com/b。次⸡ c"},
  });
}

TEST(Tail, IncludesBalancedBrackets) {
  expect_all({
      {"⸠a.com/(b)⸡)", {"url domain bracket | host=a.com path=/(b)"}},
      {"⸠a.com/(b⸡]", {"url domain bracket | host=a.com path=/(b"}},
      {"⸠a.com/（b）「c」⸡"},
      {"⸠a.com/<b>⸡>"},
      {"⸠a.com/(b/c⸡) ⸠a.com/(b?c)⸡ ⸠a.com?(b=c⸡) ⸠a.com?(b&c⸡) ⸠a.com?(b/c)⸡"},
      {"⸠a.com#(b:~:c⸡) ⸠a.com#(b:~c)⸡ ⸠a.com/(:~:)⸡ ⸠a.com#(b=/c)⸡"},
      {"(⸠a.com/b⸡.)", {"url domain soft | host=a.com path=/b"}},
  });
}

TEST(Tail, TracksAtMost125OpenBrackets) {
  const std::string open = repeat("(", 125), close = repeat(")", 125);
  expect_all({
      {"⸠a.com/" + open + close + "⸡)"},
      {"⸠a.com/" + open + "⸡(" + close, {"url domain bracket | host=a.com path=/" + open}},
      {"⸠a.com/" + open + "/" + open + close + "⸡"},
  });
}

TEST(Tail, IsTruncatedAtTheLengthLimit) {
  Options options = options_for(Profile::uts58);
  options.max_link_bytes = 256;
  const std::string path = repeat("b", 256 - 6);  // fills the limit after a.com/
  expect_all(
      {
          {"⸠a.com/" + path + "⸡ ⸠c.com⸡", {}},
          {"⸠a.com/" + path + "⸡c.com ⸠d.com⸡",
           {"url domain limit | host=a.com path=/" + path,
            "url domain end_of_text | host=d.com path="}},
          {"⸠a.com/" + path.substr(1) + "⸡. ⸠c.com⸡",
           {"url domain soft | host=a.com path=/" + path.substr(1),
            "url domain end_of_text | host=c.com path="}},
          {"⸠a.com/" + path + "⸡. c", {"url domain limit | host=a.com path=/" + path}},
          {"⸠a.com/" + path.substr(1) + "⸡éc?d#e",
           {"url domain limit | host=a.com path=/" + path.substr(1)}},
          {"⸠a.com/(" + path.substr(1) + "⸡)c.com) ⸠d.com⸡", {}},
      },
      options);
}

// -------------------------------------------------------------------------------------------------
// Section 8

TEST(EndedBySection, ReportsTheFirstReasonThatApplies) {
  expect_all({
      {"⸠a.com⸡", {"url domain end_of_text | host=a.com path="}},
      {"⸠a.com⸡ b", {"url domain hard | host=a.com path="}},
      {"⸠a.com⸡*b", {"url domain hard | host=a.com path="}},
      {"⸠a.com⸡, b", {"url domain soft | host=a.com path="}},
      {"⸠a.com⸡) b", {"url domain bracket | host=a.com path="}},
      {"⸠a.com⸡(b", {"url domain bracket | host=a.com path="}},
      {"⸠a.com/⸡,", {"url domain soft | host=a.com path=/"}},
      {"⸠b@a.com⸡>", {"email address bracket | userinfo=b host=a.com"}},
  });
}

// -------------------------------------------------------------------------------------------------
// Section 9

TEST(Components, AnEmptyPathHasAPlaceBeforeQueryAndFragment) {
  const auto path = [](std::string_view text, Profile profile) {
    const std::vector<Span> spans = reference_scan(text, options_for(profile));
    return spans.size() == 1 ? spans.front().parts.path : Part{};
  };
  for (const Profile profile : {Profile::uts58, Profile::strict}) {
    EXPECT_EQ(path("http://h", profile), (Part{8, 8}));
    EXPECT_EQ(path("http://h?x", profile), (Part{8, 8}));
    EXPECT_EQ(path(" http://h:80#x", profile), (Part{11, 11}));
    EXPECT_EQ(path("magnet:?x", profile), (Part{7, 7}));
    EXPECT_EQ(path("http://h/?x", profile), (Part{8, 9}));
  }
  EXPECT_EQ(path("a@example.com", Profile::uts58), Part{});
}

// -------------------------------------------------------------------------------------------------
// Section 10

TEST(Strict, IsTheLongestIri) {
  expect_all(
      {
          {"⸠http://a.b/c.⸡ d", {"url scheme hard | scheme=http host=a.b path=/c."}},
          {"(⸠http://a/b)⸡", {"url scheme end_of_text | scheme=http host=a path=/b)"}},
          {"<⸠http://a/b⸡> \"⸠http://a/b⸡\" [⸠http://a/b⸡]"},
          {"⸠ftp://u:p@h:21/p?q/?#f/?⸡#",
           {"url scheme hard | scheme=ftp userinfo=u:p host=h port=21 path=/p query=q/? "
            "fragment=f/?"}},
          {"⸠http://a:⸡b/ ⸠http://a:8⸡b ⸠http://a:b@c⸡"},
          {"⸠http://a/%41⸡%4 ⸠http://a/⸡%zz ⸠http://a_b!⸡%"},
          {"⸠http://[::1]⸡x http://[::1 http://[fe80::1%25en0] ⸠http://[v1.a]:⸡"},
          {"⸠http:///⸡ ⸠http://?⸡ ⸠http://#⸡ ⸠http://@⸡ ⸠http://:⸡ http:// http://%"},
          {"⸠http://a/é。「⸡⟦3000⟧b ⸠http://a/b⸡⟦A0⟧ ⸠http://a/b⸡⟦E000⟧ ⸠http://a?⟦E000⟧⸡"},
          {"⸠http://a/b⸡⟦202E⟧c ⸠http://a⸡⟦200F⟧.example/ ⸠http://a/⸡⟦2067⟧b"},
          {"⸠xhttp://a⸡ ⸠urn:a:b,⸡ ⸠urn:/⸡ urn: http:a javascript://a javascript:a"},
          {"example.com a@example.com www.example.com"},
      },
      options_for(Profile::strict));
}

TEST(Strict, MailtoIsAnEmail) {
  Options options = options_for(Profile::strict);
  expect_all(
      {{"⸠mailto:a@b,c@d?e⸡", {"email mailto end_of_text | scheme=mailto path=a@b,c@d query=e"}},
       {"mailto: ⸠mailto:?to=a⸡"}},
      options);
  options.email = false;
  expect_all({{"mailto:a@b ⸠tel:1⸡"}}, options);
}

TEST(Strict, EndsAtTheLastMatchWithinTheLimit) {
  Options options = options_for(Profile::strict);
  options.max_link_bytes = 256;
  const std::string path = repeat("b", 256 - 9);  // fills the limit after http://a/
  expect_all(
      {
          {"⸠http://a/" + path + "⸡ ⸠tel:1⸡"},
          {"⸠http://a/" + path + "⸡tel:1 ⸠tel:2⸡",
           {"url scheme limit | scheme=http host=a path=/" + path,
            "url scheme end_of_text | scheme=tel path=2"}},
          {"⸠http://a/" + path.substr(2) + "⸡%41?c ⸠tel:2⸡"},
          {"⸠http://a/" + path.substr(1) + "⸡éb"},
      },
      options);
}

// -------------------------------------------------------------------------------------------------
// Section 12

// The text with the links of the syntax of prose marked.
std::string read_in_prose(std::string_view text) {
  return mark_links(text, ranges(reference_readings(text, options_for(Profile::prose))));
}

TEST(SyntaxOfProse, DiffersFromUts58InEightPoints) {
  const std::vector<std::string_view> kLines = {
      "⸠file:a⸡ ⸠info:x⸡ ⸠tel:1⸡ xinfo:x",
      "⸠http://joe@a.b/⸡ ⸠https://joe:pw@[::1]/⸡",
      "⸠http://a_b/⸡ ⸠http://a%41.b⸡ ⸠x://b-.c⸡ http://-a.b http://a-/ ⸠a_b.com/c⸡ a_b.com "
      "⸠a-.com:80⸡",
      "⸠facetime://+1999⸡ ⸠file://../x⸡ http://+1 ⸠x://QUFoQUFodQ==⸡ ⸠x://QUFo⸡== "
      "⸠x://QUFoQUFod⸡==",
      "⸠http://a.b.:80⸡ ⸠http://a.b⸡.:65536 ⸠http://a:/b⸡ ⸠http://a⸡: ⸠a.com⸡:/b",
      "⸠127.0.0.1:80⸡ ⸠127.0.0.1/a⸡ 127.0.0.1 127.0.0.1:65536 256.0.0.1/a",
      "⸠a@b.local⸡ b.local ⸠mailto:a@%C3%BC.b⸡ ⸠mailto:?to=a⸡ mailto:?from=a a@%C3%BC.de",
      "⸠a.com/b⸡\"c ⸠a.com/b⸡|c ⸠a.com/(b/c)⸡ ⸠a.com/b⸡(c/d ⸠a.com/(b)⸡[c)",
  };
  for (const std::string_view line : kLines) {
    const Corpus corpus = parse_corpus("#! profile: prose\n" + std::string(line), "case");
    ASSERT_EQ(corpus.cases.size(), 1u) << line;
    const Case& one = corpus.cases.front();
    EXPECT_EQ(read_in_prose(one.text), mark_links(one.text, one.links));
  }
}

// -------------------------------------------------------------------------------------------------
// The reference itself

TEST(Reference, ScansOnlyUts58AndStrict) {
  EXPECT_TRUE(reference_knows(Profile::uts58));
  EXPECT_TRUE(reference_knows(Profile::strict));
  for (const Profile profile : {Profile::prose, Profile::code}) {
    EXPECT_FALSE(reference_knows(profile));
    EXPECT_THROW(reference_scan("a", options_for(profile)), std::invalid_argument);
  }
}

// Without the public data, the reference uses the tables of the library. Both must be the same.
TEST(ReferenceUnicode, HasTheSamePropertiesWithoutPublishedFiles) {
  LINKSPAN_SKIP_WITHOUT_DATA("uts58/18.0.0-dev");
  const std::string before = data_dir().string();
  const ReferenceUnicode published;
  setenv("LINKSPAN_DATA", "/no/such/folder", 1);
  const ReferenceUnicode fallback;
  setenv("LINKSPAN_DATA", before.c_str(), 1);
  ASSERT_TRUE(published.from_published_files());
  ASSERT_FALSE(fallback.from_published_files());
  for (char32_t c = 0; c <= kNoCodePoint; ++c) {
    EXPECT_EQ(published.link_term(c), fallback.link_term(c)) << uint32_t{c};
    EXPECT_EQ(published.is_link_email(c), fallback.is_link_email(c)) << uint32_t{c};
    EXPECT_EQ(published.link_bracket(c), fallback.link_bracket(c)) << uint32_t{c};
  }
}

}  // namespace reference_test
}  // namespace linkspan::test
