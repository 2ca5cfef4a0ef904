// Promise: the public interface does what include/linkspan/linkspan.h says: options and their
// errors, components, why a link ended, and bad text.

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "linkspan/linkspan.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace {

using namespace std::string_view_literals;

Span only_span(std::string_view text, const Options& options = {}) {
  const std::vector<Span> spans = scan_whole(options, text);
  EXPECT_EQ(spans.size(), 1u) << text;
  return spans.empty() ? Span() : spans[0];
}

std::string_view part_of(std::string_view text, const Span& span, const Part& part) {
  if (!part.present()) return "(absent)";
  return text.substr(span.range.begin + part.begin, part.end - part.begin);
}

TEST(Engine, ComponentsAreWhereTheDrawingShowsThem) {
  const std::string_view text = "at https://user:pass@example.com:1234/foo/bar?baz#quux, see";
  const Span span = only_span(text);
  EXPECT_EQ(part_of(text, span, span.parts.scheme), "https");
  EXPECT_EQ(part_of(text, span, span.parts.userinfo), "user:pass");
  EXPECT_EQ(part_of(text, span, span.parts.host), "example.com");
  EXPECT_EQ(part_of(text, span, span.parts.port), "1234");
  EXPECT_EQ(part_of(text, span, span.parts.path), "/foo/bar");
  EXPECT_EQ(part_of(text, span, span.parts.query), "baz");
  EXPECT_EQ(part_of(text, span, span.parts.fragment), "quux");
}

TEST(Engine, ComponentsMayBeEmptyOrAbsent) {
  const std::string_view text = "http://h?#";
  const Span span = only_span(text);
  EXPECT_EQ(part_of(text, span, span.parts.path), "");
  EXPECT_EQ(part_of(text, span, span.parts.query), "");
  EXPECT_EQ(part_of(text, span, span.parts.fragment), "");
  EXPECT_EQ(part_of(text, span, span.parts.port), "(absent)");
  EXPECT_EQ(part_of(text, span, span.parts.userinfo), "(absent)");
}

TEST(Engine, ComponentsOfAddressesAndOfBrokenLinks) {
  const std::string_view mail = "mailto:ann@example.org?subject=Hi";
  const Span address = only_span(mail);
  EXPECT_EQ(address.kind, Kind::email);
  EXPECT_EQ(part_of(mail, address, address.parts.userinfo), "ann");
  EXPECT_EQ(part_of(mail, address, address.parts.host), "example.org");
  EXPECT_EQ(part_of(mail, address, address.parts.query), "subject=Hi");
  const std::string_view broken = "<URL:http://example.org/\n  a?b>";
  const Span delimited = only_span(broken);
  EXPECT_EQ(delimited.form, Form::delimited);
  EXPECT_EQ(part_of(broken, delimited, delimited.parts.host), "example.org");
  EXPECT_EQ(part_of(broken, delimited, delimited.parts.path), "/\n  a");
  EXPECT_EQ(part_of(broken, delimited, delimited.parts.query), "b");
}

TEST(Engine, SaysWhyALinkEnded) {
  const auto ended_by = [](std::string_view text) { return only_span(text).ended_by; };
  EXPECT_EQ(ended_by("https://a.example/x y"), EndedBy::hard);
  EXPECT_EQ(ended_by("https://a.example/x. Y"), EndedBy::soft);
  EXPECT_EQ(ended_by("(https://a.example/x)"), EndedBy::bracket);
  EXPECT_EQ(ended_by("'https://a.example/x'"), EndedBy::quote);
  EXPECT_EQ(ended_by("<https://a.example/x>"), EndedBy::delimiter);
  EXPECT_EQ(ended_by("https://a.example/xを"), EndedBy::script);
  EXPECT_EQ(ended_by("example.comです"), EndedBy::script);
  EXPECT_EQ(ended_by("https://a.example/x"), EndedBy::end_of_text);
}

// The host of the link before was cut where the writing changes; an IP literal never is.
TEST(Engine, WhyALinkEndedIsOfNoLinkBefore) {
  const std::vector<Span> spans = scan_whole({}, "ä.comで https://[2001:db8::1], https://[::1]");
  ASSERT_EQ(spans.size(), 3u);
  EXPECT_EQ(spans[0].ended_by, EndedBy::script);
  EXPECT_EQ(spans[1].ended_by, EndedBy::soft);
  EXPECT_EQ(spans[2].ended_by, EndedBy::end_of_text);
}

TEST(Engine, OptionsTurnKindsOff) {
  const std::string_view text =
      "example.org, ann@example.org, mailto:bob@example.org, https://a.example";
  Options options;
  EXPECT_EQ(scan_whole(options, text).size(), 4u);
  options.bare_domains = false;
  EXPECT_EQ(scan_whole(options, text).size(), 3u);
  options.email = false;
  EXPECT_EQ(scan_whole(options, text).size(), 1u) << "nor the domain of an address";
  options.schemes = {"ftp"};
  EXPECT_EQ(scan_whole(options, text).size(), 0u);
}

TEST(Engine, WhatIsNeverLinkedUnlessAskedFor) {
  const std::string_view text = "javascript:alert(1) vbscript:x data:text/html,hello";
  EXPECT_TRUE(scan_whole({}, text).empty());
  Options options;
  options.schemes = {"+javascript"};
  EXPECT_EQ(scan_whole(options, text).size(), 1u);
}

TEST(Engine, ListOfTopLevelDomainsCanBeReplaced) {
  Options options;
  options.tlds = {"lan"};
  EXPECT_EQ(scan_whole(options, "printer.lan and example.org").size(), 1u);
}

TEST(Engine, WrongOptionsAreRefused) {
  Options options;
  options.max_link_bytes = 255;
  EXPECT_EQ(Engine::create(options).error().code, ErrorCode::invalid_argument);
  options = {};
  options.schemes = {"no scheme"};
  EXPECT_EQ(Engine::create(options).error().code, ErrorCode::invalid_argument);
  options = {};
  options.tlds = {"a.b"};
  EXPECT_EQ(Engine::create(options).error().code, ErrorCode::invalid_argument);
  options = Options();
  options.profile = static_cast<Profile>(9);
  EXPECT_EQ(Engine::create(options).error().code, ErrorCode::invalid_argument);
  options = Options();
  options.tlds = {"+-a"};
  EXPECT_EQ(Engine::create(options).error().code, ErrorCode::invalid_argument);
}

TEST(Engine, WhatATemporaryResultHoldsOutlivesIt) {
  const Engine& engine = *Engine::create({});
  size_t links = 0;
  for (const Span& span : engine.find_all("example.org and www.example.com")) {
    links += span.range.end > span.range.begin ? 1 : 0;
  }
  EXPECT_EQ(links, 2u);
}

// Ill-formed UTF-8 ends a link, never forms a delimiter, and moves no offset.
TEST(Engine, IllFormedTextEndsALink) {
  for (const std::string_view bad :
       {"\xC0\xAF"sv, "\xE0\x80\xAF"sv, "\xED\xA0\x80"sv, "\xF4\x90\x80\x80"sv, "\xC3"sv,
        "\xE3\x80"sv, "\x80"sv, "\xFF\xFE"sv, "\0"sv}) {
    for (const Profile profile : kAllProfiles) {
      Options options;
      options.profile = profile;
      const std::string text = "\xFFhttp://a.example/x" + std::string(bad) + "y https://b.example/";
      const std::vector<Span> spans = scan_whole(options, text);
      ASSERT_EQ(spans.size(), 2u) << name(profile);
      EXPECT_EQ(spans[0].range, (Range{1, 19})) << name(profile);
      EXPECT_EQ(spans[0].ended_by, EndedBy::hard);
      EXPECT_EQ(spans[1].range.begin, 19 + bad.size() + 2) << name(profile);
    }
  }
  const std::vector<Span> behind = scan_whole({}, "http:\xC0\xAF\xC0\xAFx.com/");
  ASSERT_EQ(behind.size(), 1u);
  EXPECT_EQ(behind[0].range, (Range{9, 15}));
}

TEST(Engine, NamesOfTheEnumerations) {
  EXPECT_EQ(name(Profile::uts58), "uts58");
  EXPECT_EQ(name(Kind::email), "email");
  EXPECT_EQ(name(Form::delimited), "delimited");
  EXPECT_EQ(name(EndedBy::end_of_text), "end_of_text");
  EXPECT_EQ(profile_named("strict").value(), Profile::strict);
  EXPECT_EQ(profile_named("Prose").error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace linkspan::test
