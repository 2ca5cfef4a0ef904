// SPDX-License-Identifier: Apache-2.0
// Promise: the public interface works as include/linkspan/linkspan.h documents it: options and
// their errors, components, the reason for the end of a link, ill-formed text, and sinks that stop.

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include "linkspan/linkspan.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace engine_test {

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

TEST(Engine, AUrlIsSplitIntoAllSevenComponents) {
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

TEST(Engine, AddressesAndLinksOverTwoLinesHaveComponents) {
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

TEST(Engine, ReportsWhyALinkEnded) {
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

// Only the first host is cut where the script changes. The reason must not remain for the IP
// literals after it.
TEST(Engine, TheReasonForAnEndDoesNotCarryOverToLaterLinks) {
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
  EXPECT_EQ(scan_whole(options, text).size(), 1u) << "nor is the domain of an address";
  options.schemes.allow = {"ftp"};
  EXPECT_EQ(scan_whole(options, text).size(), 0u);
}

TEST(Engine, DangerousSchemesAreLinkedOnlyOnRequest) {
  const std::string_view text = "javascript:alert(1) vbscript:x data:text/html,hello";
  EXPECT_TRUE(scan_whole({}, text).empty());
  Options options;
  options.schemes.add = {"javascript"};
  EXPECT_EQ(scan_whole(options, text).size(), 1u);
}

TEST(Engine, ListOfTopLevelDomainsCanBeReplaced) {
  Options options;
  options.tlds.allow = {"lan"};
  EXPECT_EQ(scan_whole(options, "printer.lan and example.org").size(), 1u);
}

TEST(Engine, WrongOptionsAreRefused) {
  Options options;
  options.max_link_bytes = 255;
  EXPECT_EQ(Engine::create(options).error().code, ErrorCode::invalid_argument);
  options = {};
  options.schemes.allow = {"no scheme"};
  EXPECT_EQ(Engine::create(options).error().code, ErrorCode::invalid_argument);
  options = {};
  options.tlds.allow = {"a.b"};
  EXPECT_EQ(Engine::create(options).error().code, ErrorCode::invalid_argument);
  options = Options();
  options.profile = static_cast<Profile>(9);
  EXPECT_EQ(Engine::create(options).error().code, ErrorCode::invalid_argument);
  options = Options();
  options.tlds.add = {"-a"};
  EXPECT_EQ(Engine::create(options).error().code, ErrorCode::invalid_argument);
}

TEST(Engine, AReferenceToTheValueOfATemporaryResultStaysValid) {
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
      ASSERT_EQ(spans.size(), 2u) << to_string(profile);
      EXPECT_EQ(spans[0].range, (Range{1, 19})) << to_string(profile);
      EXPECT_EQ(spans[0].ended_by, EndedBy::hard);
      EXPECT_EQ(spans[1].range.begin, 19 + bad.size() + 2) << to_string(profile);
    }
  }
  const std::vector<Span> after = scan_whole({}, "http:\xC0\xAF\xC0\xAFx.com/");
  ASSERT_EQ(after.size(), 1u);
  EXPECT_EQ(after[0].range, (Range{9, 15}));
}

TEST(Engine, EnumeratorsHaveNamesThatCanBeParsed) {
  EXPECT_EQ(to_string(Profile::uts58), "uts58");
  EXPECT_EQ(to_string(Kind::email), "email");
  EXPECT_EQ(to_string(Form::delimited), "delimited");
  EXPECT_EQ(to_string(EndedBy::end_of_text), "end_of_text");
  EXPECT_EQ(parse_profile("strict").value(), Profile::strict);
  EXPECT_EQ(parse_profile("Prose").error().code, ErrorCode::not_found);
  EXPECT_EQ(parse_profile("Prose").error().message,
            "there is no profile 'Prose'; there are prose, uts58, code, strict");
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(parse_form(to_string(static_cast<Form>(i))).value(), static_cast<Form>(i));
    EXPECT_EQ(parse_ended_by(to_string(static_cast<EndedBy>(i))).value(), static_cast<EndedBy>(i));
  }
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(parse_kind(to_string(static_cast<Kind>(i))).value(), static_cast<Kind>(i));
  }
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(parse_host_kind(to_string(static_cast<HostKind>(i))).value(),
              static_cast<HostKind>(i));
  }
}

TEST(Engine, NameListsAreParsedWithAdditionsAndRemovals) {
  EXPECT_EQ(parse_names("http,https").value(), (NameList{.allow = {"http", "https"}}));
  EXPECT_EQ(parse_names("+steam,-ftp,a").value(),
            (NameList{.allow = {"a"}, .add = {"steam"}, .remove = {"ftp"}}));
  for (const std::string_view wrong : {"", "a,", ",a", "a,,b", "+", "a,-"}) {
    EXPECT_EQ(parse_names(wrong).error().code, ErrorCode::syntax) << wrong;
  }
  EXPECT_EQ(parse_names("ab,,c").error().position, 3u);
}

TEST(Engine, SpansAndPartsReturnTheirTextAndHostKind) {
  const std::string_view text =
      "http://a.example/x http://192.0.2.1/ http://192.0.2.1.example/ http://[2001:db8::1]/ "
      "http://[v1.x]/ "
      "tel:+1-201-555-0123";
  const std::vector<Span> spans = scan_whole({}, text);
  ASSERT_EQ(spans.size(), 6u);
  EXPECT_EQ(spans[0].text(text), "http://a.example/x");
  EXPECT_EQ(spans[0].parts.path.text(spans[0].text(text)), "/x");
  EXPECT_EQ(spans[0].parts.query.text(spans[0].text(text)), "");
  constexpr HostKind kKinds[] = {HostKind::name, HostKind::ipv4,      HostKind::name,
                                 HostKind::ipv6, HostKind::ip_future, HostKind::none};
  for (size_t i = 0; i < spans.size(); ++i) {
    EXPECT_EQ(spans[i].parts.host_kind(spans[i].text(text)), kKinds[i]) << spans[i].text(text);
  }
}

TEST(Engine, FindFirstAndContainsAgreeWithFindAll) {
  const Engine engine = Engine::create({}).value();
  const std::string_view text = "see http://a.example/ and http://b.example/";
  EXPECT_EQ(engine.find_first(text), engine.find_all(text)[0]);
  EXPECT_TRUE(engine.contains(text));
  EXPECT_FALSE(engine.contains("nothing here."));
  EXPECT_EQ(engine.find_first(""), std::nullopt);
}

// --- sinks that stop

// A sink that stops at the link with this number, counted from 1, and the links it received.
struct UpTo {
  size_t number;
  std::vector<Span> received = {};
  Visit operator()(const Span& span) {
    received.push_back(span);
    return received.size() == number ? Visit::stop : Visit::go_on;
  }
};

TEST(Engine, ASinkMayStopAtEachLinkOfTheCorpus) {
  for (const Profile profile : kAllProfiles) {
    Options options;
    options.profile = profile;
    const Engine engine = Engine::create(options).value();
    Stream stream = engine.open();
    for (const Case& one : corpus()) {
      const std::vector<Span> all = engine.find_all(one.text);
      for (size_t number = 1; number <= std::min<size_t>(all.size(), 4); ++number) {
        const std::vector<Span> expected(all.begin(), all.begin() + number);
        UpTo whole{number};
        engine.scan(one.text, whole);
        EXPECT_EQ(whole.received, expected) << place(one);
        UpTo chunked{number};
        for (const char& byte : one.text) stream.feed({&byte, 1}, chunked);
        stream.finish(chunked);
        EXPECT_EQ(chunked.received, expected) << place(one);
        EXPECT_FALSE(stream.is_stopped()) << "a new text has begun";
      }
    }
  }
}

TEST(Engine, NoLinkIsReportedAfterTheOneThatStoppedTheScan) {
  const Engine engine = Engine::create({}).value();
  const std::string text = "http://a.example/ " + std::string(64 << 20, '.');
  Stream stream = engine.open();
  UpTo first{1};
  stream.feed(text, first);  // longer than the window of a stream
  stream.feed(text, first);
  stream.finish(first);
  EXPECT_EQ(first.received.size(), 1u);
}

Visit stop_at_once(const Span&) { return Visit::stop; }

TEST(Engine, ASinkMayBeAPlainFunction) {
  const Engine engine = Engine::create({}).value();
  Stream stream = engine.open();
  stream.feed("http://a.example/ http://b.example/ ", stop_at_once);
  EXPECT_TRUE(stream.is_stopped());
}

TEST(ResultDeathTest, TheValueOfAnErrorEndsTheProgramWithItsMessage) {
  Options options;
  options.max_link_bytes = 1;
  EXPECT_DEATH((void)Engine::create(options).value(), "max_link_bytes is 1; it must be");
  EXPECT_DEATH((void)Engine::create({}).error(), "there is a value");
}

TEST(Version, IsTheSameInTheHeadersAndTheLibrary) {
  EXPECT_EQ(version(), LINKSPAN_VERSION_STRING);
  EXPECT_EQ(version(), std::to_string(LINKSPAN_VERSION_MAJOR) + "." +
                           std::to_string(LINKSPAN_VERSION_MINOR) + "." +
                           std::to_string(LINKSPAN_VERSION_PATCH));
}

// The core is compiled without exceptions, but those of a sink go through it, on every CPU.
TEST(Engine, LetsExceptionsOfASinkThrough) {
  const Engine engine = Engine::create({}).value();
  const std::string_view text = "see https://example.org/a, mailto:b@example.org and example.org/c";
  const auto refuse = [](const Span& span) {
    throw std::runtime_error(std::string(to_string(span.form)));
  };
  try {
    engine.scan(text, refuse);
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "scheme");
  }
  Stream stream = engine.open();
  EXPECT_THROW(
      {
        stream.feed(text, refuse);
        stream.finish(refuse);
      },
      std::runtime_error);
  EXPECT_EQ(engine.find_all(text).size(), 3u);
}

}  // namespace engine_test
}  // namespace linkspan::test
