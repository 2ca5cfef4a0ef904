// SPDX-License-Identifier: Apache-2.0
// Promise: iri.h returns the results of the examples of RFC 3986: 1.1.2 and 3 (components), 2.5
// (characters and their octets), 5.2.4 and 5.4 (resolution), 6.2 (comparison), 7 (security).
//
// The examples are in the order of the RFC.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "linkspan/iri.h"

namespace linkspan::test {
namespace rfc3986_examples_test {

using iri::HostKind;
using iri::View;

// The components, each with its delimiters, in the notation of RFC 3986: `[scheme:]`,
// `[//authority]`, …
std::string components(std::string_view uri) {
  const auto view = iri::parse(uri, iri::Grammar::uri);
  if (!view) return view.error().message;
  const auto show = [](std::string_view label, View::Component component) {
    return component ? ' ' + std::string(label) + '=' + std::string(*component) : std::string();
  };
  return show("scheme", view->scheme()) + show("userinfo", view->userinfo()) +
         show("host", view->host()) + show("port", view->port()) + show("path", view->path()) +
         show("query", view->query()) + show("fragment", view->fragment());
}

HostKind host_kind(std::string_view uri) { return iri::parse(uri)->host_kind(); }

TEST(Rfc3986, Section112ExamplesHaveTheirComponents) {
  EXPECT_EQ(components("ftp://ftp.is.co.za/rfc/rfc1808.txt"),
            " scheme=ftp host=ftp.is.co.za path=/rfc/rfc1808.txt");
  EXPECT_EQ(components("http://www.ietf.org/rfc/rfc2396.txt"),
            " scheme=http host=www.ietf.org path=/rfc/rfc2396.txt");
  EXPECT_EQ(components("ldap://[2001:db8::7]/c=GB?objectClass?one"),
            " scheme=ldap host=[2001:db8::7] path=/c=GB query=objectClass?one");
  EXPECT_EQ(components("mailto:John.Doe@example.com"), " scheme=mailto path=John.Doe@example.com");
  EXPECT_EQ(components("news:comp.infosystems.www.servers.unix"),
            " scheme=news path=comp.infosystems.www.servers.unix");
  EXPECT_EQ(components("tel:+1-816-555-1212"), " scheme=tel path=+1-816-555-1212");
  EXPECT_EQ(components("telnet://192.0.2.16:80/"), " scheme=telnet host=192.0.2.16 port=80 path=/");
  EXPECT_EQ(components("urn:oasis:names:specification:docbook:dtd:xml:4.1.2"),
            " scheme=urn path=oasis:names:specification:docbook:dtd:xml:4.1.2");
  EXPECT_EQ(host_kind("ldap://[2001:db8::7]/c=GB?objectClass?one"), HostKind::ipv6);
  EXPECT_EQ(host_kind("telnet://192.0.2.16:80/"), HostKind::ipv4);
  EXPECT_EQ(host_kind("http://www.ietf.org/rfc/rfc2396.txt"), HostKind::name);
  EXPECT_EQ(host_kind("mailto:John.Doe@example.com"), HostKind::none);
}

// Section 3, and appendix B.
TEST(Rfc3986, Section3ExamplesHaveTheirComponents) {
  EXPECT_EQ(components("foo://example.com:8042/over/there?name=ferret#nose"),
            " scheme=foo host=example.com port=8042 path=/over/there query=name=ferret "
            "fragment=nose");
  EXPECT_EQ(components("urn:example:animal:ferret:nose"),
            " scheme=urn path=example:animal:ferret:nose");
  EXPECT_EQ(components("http://www.ics.uci.edu/pub/ietf/uri/#Related"),
            " scheme=http host=www.ics.uci.edu path=/pub/ietf/uri/ fragment=Related");
}

// The characters that the section names: A, U+00C0, U+30A2.
TEST(Rfc3986, Section25EncodesCharactersInUtf8) {
  EXPECT_EQ(*iri::to_uri("/A/À/ア"), "/A/%C3%80/%E3%82%A2");
  EXPECT_EQ(*iri::to_iri("/A/%C3%80/%E3%82%A2"), "/A/À/ア");
}

struct Resolution {
  std::string_view reference, target;
};

void expect_resolutions(std::initializer_list<Resolution> cases) {
  for (const auto& [reference, target] : cases) {
    const auto resolved = iri::resolve("http://a/b/c/d;p?q", reference);
    ASSERT_TRUE(resolved.ok()) << reference << ": " << resolved.error().message;
    EXPECT_EQ(*resolved, target) << reference;
  }
}

TEST(Rfc3986, Section524RemovesDotSegments) {
  EXPECT_EQ(*iri::resolve("http://a/", "/a/b/c/./../../g"), "http://a/a/g");
  EXPECT_EQ(*iri::normalize("x:mid/content=5/../6", iri::Ladder::syntax), "x:mid/6");
}

TEST(Rfc3986, Section541ResolvesNormalReferences) {
  expect_resolutions({{"g:h", "g:h"},
                      {"g", "http://a/b/c/g"},
                      {"./g", "http://a/b/c/g"},
                      {"g/", "http://a/b/c/g/"},
                      {"/g", "http://a/g"},
                      {"//g", "http://g"},
                      {"?y", "http://a/b/c/d;p?y"},
                      {"g?y", "http://a/b/c/g?y"},
                      {"#s", "http://a/b/c/d;p?q#s"},
                      {"g#s", "http://a/b/c/g#s"},
                      {"g?y#s", "http://a/b/c/g?y#s"},
                      {";x", "http://a/b/c/;x"},
                      {"g;x", "http://a/b/c/g;x"},
                      {"g;x?y#s", "http://a/b/c/g;x?y#s"},
                      {"", "http://a/b/c/d;p?q"},
                      {".", "http://a/b/c/"},
                      {"./", "http://a/b/c/"},
                      {"..", "http://a/b/"},
                      {"../", "http://a/b/"},
                      {"../g", "http://a/b/g"},
                      {"../..", "http://a/"},
                      {"../../", "http://a/"},
                      {"../../g", "http://a/g"}});
}

// The RFC resolves `http:g` in two ways; this is the result for strict parsers.
TEST(Rfc3986, Section542ResolvesAbnormalReferences) {
  expect_resolutions({{"../../../g", "http://a/g"},
                      {"../../../../g", "http://a/g"},
                      {"/./g", "http://a/g"},
                      {"/../g", "http://a/g"},
                      {"g.", "http://a/b/c/g."},
                      {".g", "http://a/b/c/.g"},
                      {"g..", "http://a/b/c/g.."},
                      {"..g", "http://a/b/c/..g"},
                      {"./../g", "http://a/b/g"},
                      {"./g/.", "http://a/b/c/g/"},
                      {"g/./h", "http://a/b/c/g/h"},
                      {"g/../h", "http://a/b/c/h"},
                      {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
                      {"g;x=1/../y", "http://a/b/c/y"},
                      {"g?y/./x", "http://a/b/c/g?y/./x"},
                      {"g?y/../x", "http://a/b/c/g?y/../x"},
                      {"g#s/./x", "http://a/b/c/g#s/./x"},
                      {"g#s/../x", "http://a/b/c/g#s/../x"},
                      {"http:g", "http:g"}});
}

TEST(Rfc3986, Section622ComparesBySyntax) {
  constexpr std::string_view kNormal = "example://a/b/c/%7Bfoo%7D";
  constexpr std::string_view kOther = "eXAMPLE://a/./b/../b/%63/%7bfoo%7d";
  EXPECT_FALSE(iri::equal_by_characters(kNormal, kOther));
  EXPECT_TRUE(iri::equal_by_syntax(kNormal, kOther));
  EXPECT_EQ(*iri::normalize(kOther, iri::Ladder::syntax), kNormal);
  EXPECT_TRUE(iri::equal_by_syntax("HTTP://www.EXAMPLE.com/", "http://www.example.com/"));
  EXPECT_TRUE(iri::equal_by_syntax("/%3a", "/%3A"));
  EXPECT_FALSE(iri::equal_by_syntax("http://example.com/A", "http://example.com/a"));
}

TEST(Rfc3986, Section623ComparesByScheme) {
  constexpr std::string_view kNormal = "http://example.com/";
  for (const std::string_view other : {"http://example.com", "http://example.com/",
                                       "http://example.com:/", "http://example.com:80/"}) {
    EXPECT_TRUE(iri::equal_by_scheme(other, kNormal)) << other;
    EXPECT_EQ(*iri::normalize(other, iri::Ladder::scheme), kNormal);
  }
  // An empty port equals an absent one in every scheme (section 3.2.3); the other cases depend on
  // http.
  EXPECT_TRUE(iri::equal_by_syntax("http://example.com:/", kNormal));
  EXPECT_FALSE(iri::equal_by_syntax("http://example.com:80/", kNormal));
  EXPECT_FALSE(iri::equal_by_syntax("http://example.com", kNormal));
  EXPECT_FALSE(iri::equal_by_scheme("http://example.com/?", kNormal));
  EXPECT_FALSE(iri::equal_by_scheme("http://example.com/#", kNormal));
  EXPECT_FALSE(iri::equal_by_scheme("http://example.com:8080/", kNormal));
  EXPECT_TRUE(iri::equal_by_scheme("mailto:Joe@Example.COM", "mailto:Joe@example.com"));
  EXPECT_FALSE(iri::equal_by_scheme("mailto:joe@example.com", "mailto:Joe@example.com"));
}

// Redirections (section 6.2.4) do not apply: linkspan opens no URI.
TEST(Rfc3986, Section624ProtocolBasedComparisonIsNotDone) {
  EXPECT_FALSE(iri::equal_by_scheme("http://example.com/data", "http://example.com/data/"));
}

bool has_warning(std::string_view uri, Warning warning) {
  const std::vector<iri::Diagnostic> found = iri::diagnose(uri);
  return std::any_of(found.begin(), found.end(), [warning](const iri::Diagnostic& diagnostic) {
    return diagnostic.warning == warning;
  });
}

// 7.2 ports and encoded line breaks, 7.4 rare IP addresses, 7.6 semantic attacks.
TEST(Rfc3986, Section7RisksCauseWarnings) {
  EXPECT_TRUE(has_warning("http://example.com:25/", Warning::unusual_port));
  EXPECT_EQ(*iri::to_iri("telnet://example.com/a%0D%0Ab"), "telnet://example.com/a%0D%0Ab");
  for (const std::string_view host :
       {"127.1", "127.0.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1", "0X7F000001"}) {
    EXPECT_TRUE(has_warning("http://" + std::string(host) + "/", Warning::odd_ipv4)) << host;
  }
  EXPECT_FALSE(has_warning("http://192.0.2.16/", Warning::odd_ipv4));
  EXPECT_TRUE(has_warning("ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm",
                          Warning::userinfo_like_host));
}

}  // namespace rfc3986_examples_test
}  // namespace linkspan::test
