// SPDX-License-Identifier: Apache-2.0
// Promise: in prose and code, a link is the same however the notation of its text writes it: with
// backslashes, as references of HTML, or coloured for a terminal. docs/scanning.md, section 11.

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "iri/mapper.h"
#include "scan/scanner.h"
#include "scan/state/config.h"
#include "tests/support/chunks.h"
#include "tests/support/notation_writers.h"
#include "tests/support/reference_escapes.h"
#include "tests/support/sanitized.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace escapes_test {

const Engine& escapes_engine() {
  static const Engine engine = Engine::create({}).value();
  return engine;
}

std::string uri_of_link(std::string_view text, const Span& span) {
  static const iri::Mapper mapper;
  return mapper.map(span.text(text), span).uri;
}

std::vector<std::string> uris_in(const Engine& engine, std::string_view text) {
  std::vector<std::string> uris;
  for (const Span& span : engine.find_all(text)) uris.push_back(uri_of_link(text, span));
  return uris;
}

using Uris = std::vector<std::string>;

struct WrittenCase {
  std::string text;
  Uris uris;
};

void expect_uris(const std::vector<WrittenCase>& cases) {
  for (const WrittenCase& one : cases) {
    EXPECT_EQ(uris_in(escapes_engine(), one.text), one.uris) << one.text;
  }
}

TEST(Escapes, OfMarkdownStandForPunctuation) {
  expect_uris({{R"(first\_last@example.com)", {"mailto:first_last@example.com"}},
               {R"(one\_two\_three@example.com)", {"mailto:one_two_three@example.com"}},
               {R"(first\-last@example.com)", {"mailto:first-last@example.com"}},
               {R"(john\+tag@example.com)", {"mailto:john+tag@example.com"}},
               {R"(\_lead\_@example.com)", {"mailto:_lead_@example.com"}},
               {R"(joe@my\-host.example.com)", {"mailto:joe@my-host.example.com"}},
               {R"(<a\_b@example.com>)", {"mailto:a_b@example.com"}},
               {R"(mailto:a\_b@example.com)", {"mailto:a_b@example.com"}},
               {R"(https://my\_shop.example.com/a)", {"https://my_shop.example.com/a"}},
               {R"(https://user\_x@example.com/)", {"https://user_x@example.com/"}},
               {R"(see example\.com)", {"http://example.com"}},
               {R"(see www\.example\.com\.)", {"http://www.example.com"}},
               {R"(https://es.example.org/wiki/Marte_\(planeta\))",
                {"https://es.example.org/wiki/Marte_(planeta)"}},
               {R"(\<https://example.org/a\>)", {"https://example.org/a"}},
               {R"(\*https://example.org/a\*)", {"https://example.org/a"}}});
}

TEST(Escapes, OfC1ControlsMayFollowTheColonOfAnyScheme) {
  expect_uris({{")ps:\u009B0m//example.org/sy x", {"ps://example.org/sy"}},
               {"see gemini:\u009B0m//example.org/sy x", {"gemini://example.org/sy"}},
               {"ftp:\u009B0m//example.org/" + std::string(64, 'a') + " x",
                {"ftp://example.org/" + std::string(64, 'a')}}});
}

TEST(Escapes, OfLatexStandForPunctuation) {
  expect_uris({{R"(\href{https://example.org/a\_b\%20c\#d}{x})", {"https://example.org/a_b%20c#d"}},
               {R"(\url{https://example.org/a\&b})", {"https://example.org/a&b"}},
               {R"(\url{https://example.org/\~joe})", {"https://example.org/~joe"}},
               {R"(\email{a\_b@example.org})", {"mailto:a_b@example.org"}},
               {R"(\path{www.example.org/a\_b})", {"http://www.example.org/a_b"}},
               {R"(https\://example.org/a)", {"https://example.org/a"}}});
}

TEST(Escapes, OfStringsStandForCharacters) {
  expect_uris({{R"({"u":"https:\/\/example.org\/a"})", {"https://example.org/a"}},
               {R"({"u":"https://example.org/?a=1\u0026b=2"})", {"https://example.org/?a=1&b=2"}},
               {R"({"u":"https:\u002F\u002Fexample.org\u002Fa"})", {"https://example.org/a"}},
               {R"("https://e.org/?a\x3d1\x26b=2")", {"https://e.org/?a=1&b=2"}},
               {R"("https://e.org/caf\u00e9/menu")", {"https://e.org/caf%C3%A9/menu"}},
               {R"("https://e.org/\ud83d\ude00")", {"https://e.org/%F0%9F%98%80"}},
               {R"("https://e.org/\ud83d")", {"https://e.org/"}},
               {R"("https://e.org/caf\xc3\xa9")", {"https://e.org/caf%C3%A9"}},
               {R"("https://e.org/O\u0027Brien")", {"https://e.org/O'Brien"}},
               {R"("URL\uff1ahttps:\/\/e.org\/a")", {"https://e.org/a"}},
               {R"("Q:\u4ec0\u4e48 a:\u00a0joe@e.org")", {"mailto:joe@e.org"}},
               {R"("FTP\x3aftp.e.org")", {"http://ftp.e.org"}},
               {R"("https://e.org/a\u003e")", {"https://e.org/a"}},
               {R"("joe\u0040example.org")", {"mailto:joe@example.org"}},
               {R"("www.example\u002eorg")", {"http://www.example.org"}},
               {R"("first\u005flast@example.com")", {"mailto:first_last@example.com"}},
               {R"("Mehr:\ninfo@example.de\tund")", {"mailto:info@example.de"}},
               {R"("a\nhttps:\/\/example.org\/b\n")", {"https://example.org/b"}},
               {R"("\"https://example.org/a\" b")", {"https://example.org/a"}}});
}

TEST(Escapes, OfStringsInStringsAreTheSame) {
  expect_uris({{R"({\"u\":\"https:\\/\\/example.org\\/a\\u0026b\"})", {"https://example.org/a&b"}},
               {R"({\"u\":\"https:\\\/\\\/example.org\\\/a\"})", {"https://example.org/a"}},
               {R"({\\\"u\\\":\\\"https://example.org/a\\\"})", {"https://example.org/a"}},
               {R"("first\\_last@example.com")", {"mailto:first_last@example.com"}},
               {R"("a\\u0026amp;b https:\\/\\/e.org\\/?a\\u0026amp;b")", {"https://e.org/?a&b"}},
               {R"({\"p\":\"C:\\Users\\x\",\"u\":\"https:\\/\\/e.org\\/\"})", {"https://e.org/"}}});
}

TEST(Escapes, AreNoneInPathsAndAccounts) {
  expect_uris({{R"(C:\Users\_x@example.org)", {}},
               {R"(C:\Users\new@example.org)", {}},
               {R"(C:\_x@example.org)", {}},
               {R"("path":"C:\\Users\\_x@example.org")", {}},
               {R"(\\server\share\_x@example.org)", {}},
               {R"(DOMAIN\_svc@example.org)", {}},
               {R"("DOMAIN\\_svc@example.org")", {}},
               {R"(DOMAIN\nora@example.org)", {}},
               {R"(D:\a.b\example.com)", {}}});
}

TEST(Escapes, AreNoneInRegularExpressions) {
  expect_uris({{R"(https?:\/\/(www\.)?example\.com\/.*)", {}},
               {R"(^https:\/\/example\.com$)", {}},
               {R"(https:\/\/example\.com\/[a-z]+)", {}},
               {R"(https:\/\/example\.com\/(a|b))", {}},
               {R"(www\.example\.(com|org))", {}},
               {R"(/^[\w.+-]+@example\.com$/)", {}},
               {R"(https:\/\/www\.example\.com\/\d+)", {}},
               {R"(https?:\/\/example\.com)", {}}});
}

// The host goes on after the backslash, so a link to the text before would have another
// destination.
TEST(Escapes, ThatAreNoneInAHostMakeItNoLink) {
  expect_uris({{R"("Visit https://lumen\-ui.dev/help\n")", {}},
               {R"("https://my\_shop.example.com\n")", {}},
               {R"("www.my\_shop.example.com\n")", {}},
               {R"("https://www\.example.com/a\n")", {}},
               {R"("https://a.example.com\\\q\-b.example.org")", {"https://a.example.com"}},
               {R"(http://host\share)", {"http://host"}},
               {R"(https://example.com\path)", {"https://example.com"}},
               {R"("https://example.com\n")", {"https://example.com"}}});
}

TEST(Escapes, OfHtmlStandForCharacters) {
  expect_uris(
      {{"https://example.org/a&hellip; x", {"https://example.org/a"}},
       {"https://example.org/&mdash;next", {"https://example.org/"}},
       {"&ldquo;https://example.org/a&rdquo;", {"https://example.org/a"}},
       {"https://example.org/a&#8217; x", {"https://example.org/a"}},
       {"https://example.org/&#8217;next", {"https://example.org/"}},
       {"https://example.org/\x1B[m&ndash;next", {"https://example.org/"}},
       {R"("https:\/\/example.org\u002f\u0026#8217;next")", {"https://example.org/"}},
       {"https://example.org/&#171;a&#187;/b", {"https://example.org/%C2%ABa%C2%BB/b"}},
       {"https://example.org/a&#160;x", {"https://example.org/a"}},
       {"https://example.org/a&copy; x", {"https://example.org/a"}},
       {"https://example.org/a&shy; x", {"https://example.org/a"}},
       {"https://example.org/?a=1&amp;b=2", {"https://example.org/?a=1&b=2"}},
       {"https://example.org/?a=1&amp;amp;b=2", {"https://example.org/?a=1&b=2"}},
       {"https://example.org/?copy=1&region=2&lt", {"https://example.org/?copy=1&region=2&lt"}},
       {"https://example.org/?a&nosuch;b", {"https://example.org/?a&nosuch;b"}},
       {"https://example.org/caf&eacute;", {"https://example.org/caf%C3%A9"}},
       {"joe&#64;example&period;org", {"mailto:joe@example.org"}},
       {"https&colon;&sol;&sol;example.org", {"https://example.org"}},
       {"&lt;https://example.org/a b&gt;", {"https://example.org/ab"}}});
}

TEST(Escapes, OfTerminalsStandForNothing) {
  expect_uris(
      {{"\x1B[33mjoe@example.org\x1B[0m", {"mailto:joe@example.org"}},
       {"\x1B[1mexample.com\x1B[0m up", {"http://example.com"}},
       {"\x1B[38;5;39mjoe@example.org\x1B[0m", {"mailto:joe@example.org"}},
       {"mail \x1B[01;31m\x1B[Kwww.example.org\x1B[m\x1B[K now", {"http://www.example.org"}},
       {"\x1B[01;31m\x1B[Kjoe\x1B[m\x1B[K@example.org", {"mailto:joe@example.org"}},
       {"https://\x1B[31mexample\x1B[0m.org/a", {"https://example.org/a"}},
       {"http\x1B[0ms://example.org/a", {"https://example.org/a"}},
       {"\r\x1B[2Kjoe@example.org done", {"mailto:joe@example.org"}},
       {"\x1B(Bwww.example.org\x1B[m", {"http://www.example.org"}},
       {"mailto:\x1B[31m#テスト@example x", {"mailto:#%E3%83%86%E3%82%B9%E3%83%88@example"}},
       {"mailto:\x1B[31mテスト@example x", {"mailto:%E3%83%86%E3%82%B9%E3%83%88@example"}},
       {"<\x1B[31mテスト@example> x", {}},
       {R"(root\@localhost joe\@example.org)", {"mailto:joe@example.org"}},
       {"Antwort:&nbsp;www.example.org.&nbsp;Danke", {"http://www.example.org"}},
       {"mailto:&#106;oe@example", {"mailto:joe@example"}},
       {"\x1B]0;a title\x07www.example.org", {"http://www.example.org"}},
       {"\x1B]0;a title\x1B\\www.example.org", {"http://www.example.org"}},
       {"\x1B]8;;https://example.org/x\x07text\x1B]8;;\x07", {"https://example.org/x"}},
       {"\x1B]8;id=1;https://example.org/x\x1B\\text\x1B]8;;\x1B\\", {"https://example.org/x"}},
       {R"("\u001b[33mjoe@example.org\u001b[0m")", {"mailto:joe@example.org"}},
       {R"(\033[31mjoe@example.org\e[0m)", {"mailto:joe@example.org"}},
       {"\x1B[33", {}},
       {"\x1B", {}}});
}

TEST(Escapes, OfC1ControlsStandForNothing) {
  expect_uris({{"\xC2\x9B"
                "33mjoe@example.org",
                {"mailto:joe@example.org"}},
               {"\xC2\x9B"
                "1;33mjoe@example.org",
                {"mailto:joe@example.org"}},
               {"\xC2\x9B"
                "32mwww.example.org",
                {"http://www.example.org"}},
               {"https://\xC2\x9B"
                "31mexample.org/a",
                {"https://example.org/a"}},
               {"https://example.org/a\xC2\x9B"
                "0m/b",
                {"https://example.org/a/b"}}});
}

Uris uris_with_colours_alone(std::string_view text, const Chunking& chunking) {
  Stream stream = escapes_engine().open();
  stream.read_controls(Controls::colours);
  Uris uris;
  for (const Span& span : feed_chunks(stream, text, chunking)) {
    uris.push_back(uri_of_link(text, span));
  }
  return uris;
}

// Others end a link as any control does; a domain right after one is a part of what it divides.
TEST(Escapes, ThatHideTextStandForNothingOnlyInTheOutputOfAProgram) {
  const std::vector<WrittenCase> cases = {
      {"\x1B[33mjoe@example.org\x1B[0m", {"mailto:joe@example.org"}},
      {"https://\x1B[38;5;39mexample\x1B[m.org/a", {"https://example.org/a"}},
      {"\x1B[38:2:1:2:3mwww.example.org\x1B[K", {"http://www.example.org"}},
      {"\x1B(Bwww.example.org\x1B[m", {"http://www.example.org"}},
      {"mailto:\x1B[31m#テスト@example x", {"mailto:#%E3%83%86%E3%82%B9%E3%83%88@example"}},
      {"mailto:\x1B[31mテスト@example x", {"mailto:%E3%83%86%E3%82%B9%E3%83%88@example"}},
      {"<\x1B[31mテスト@example> x", {}},
      {R"(root\@localhost joe\@example.org)", {"mailto:joe@example.org"}},
      {"Antwort:&nbsp;www.example.org.&nbsp;Danke", {"http://www.example.org"}},
      {"mailto:&#106;oe@example", {"mailto:joe@example"}},
      {R"("\u001b[33mjoe@example.org\u001b[0m")", {"mailto:joe@example.org"}},
      {"https://\u009Dbank.com/?\u009Cevil.com/ x", {}},
      {"https://bank.com\u009B.evil.com/", {}},
      {"https://bank.com\x1B[.evil.com/", {"https://bank.com"}},
      {"https://bank.com\x1B[1Ahost.com/", {"https://bank.com", "http://1Ahost.com/"}},
      {"https://\x1B]bank.com\x1B\\evil.com/", {"http://bank.com"}},
      {"https://bank.com/a#\u009Cevil.com/", {"https://bank.com/a#"}},
      {"https://\x1B]0;bank.com/login?\aevil.com/", {"http://bank.com/login"}},
      {"joe@\u009Devil.com", {}},
      {"https://\u009Dbank.com/?a=\u200B\u009Cevil.com/", {}},
      {"https://\u009Dbank.com/?a&\u009C\u200Bevil.com/", {}},
      {"seen it?\u2013bank.com or\u200B not?\u200Bbank.org",
       {"http://bank.com", "http://bank.org"}},
      {"see (\u009Cbank.com", {"http://bank.com"}},
      {"https://\x1B[31", {}},
      {R"(https://\u009dbank.com/?\u009cevil.com/)", {}}};
  for (const WrittenCase& one : cases) {
    EXPECT_EQ(uris_with_colours_alone(one.text, {one.text.size()}), one.uris) << one.text;
    EXPECT_EQ(uris_with_colours_alone(one.text, Chunking(one.text.size(), 1)), one.uris)
        << one.text;
  }
}

TEST(Escapes, AreNoneInUts58AndStrict) {
  for (const Profile profile : {Profile::uts58, Profile::strict}) {
    Options options;
    options.profile = profile;
    for (const Span& span :
         scan_whole(options, R"(https://example.org/?a=1\u0026b &amp; https://e.org/&amp;)")) {
      EXPECT_FALSE(span.has_escapes);
    }
  }
}

// The host of https://a.com!…@b.com is b.com, whatever stands for nothing, or for the `@`, in
// between.
TEST(Escapes, HideNoUserInformation) {
  for (const char* const text : {"https://a.com!\x1B[31m@b.com/ ", R"(https://a.com!\x40b.com )",
                                 "https://a.com!&#64;b.com/ ",
                                 "https://a.com!\u009B"
                                 "1m@b.com/ ",
                                 R"(https://a.com!\u0040b.com/ )"}) {
    const std::vector<Span> spans = escapes_engine().find_all(text);
    ASSERT_EQ(spans.size(), 1u) << text;
    const Part host = spans[0].parts.host;
    EXPECT_EQ(spans[0].text(text).substr(host.begin, host.end - host.begin), "b.com") << text;
  }
  EXPECT_TRUE(uris_in(escapes_engine(), "https://1)\x1B]\x07@").empty());
}

// All cuts of short texts from what a host, its end, an escape and an `@` are written with.
TEST(Escapes, AreTheSameForAnyCutOfAHost) {
  constexpr std::string_view kHosts[] = {"https://a.com", "http://1", "a.com", "x@a.com"};
  constexpr std::string_view kPieces[] = {"!",       ")",     ",",  ";",      ".",     "/",
                                          "@",       "b.com", "\\", "\x1B[m", "\\x40", "&#64;",
                                          "\u009Bm", "\\/",   " ",  "\\u3002"};
  for (const std::string_view host : kHosts) {
    for (const std::string_view first : kPieces) {
      for (const std::string_view second : kPieces) {
        for (const std::string_view third : kPieces) {
          const std::string text = std::string(host).append(first).append(second).append(third);
          const std::vector<Span> whole = scan_whole({}, text);
          ASSERT_EQ(scan_slow_path({}, text), whole) << text;
          Stream stream = escapes_engine().open();
          ASSERT_EQ(feed_chunks(stream, text, one_byte_at_a_time(text.size())), whole) << text;
        }
      }
    }
  }
}

// What stands further before a link than its context does not matter, escape or not.
TEST(Escapes, FarBeforeALinkDoNotMatter) {
  const std::string far(2000, '-');
  for (const char* const before : {"\x1B[1m", "\\n", "&amp;", "C:\\q", "\\u0041"}) {
    for (const char* const text :
         {"https://a.com!\x1B[31m@b.com/ ", "first\\_last@example.com ",
          "see example\\.com and www.example.org/a ", "<https://a.com/b c> "}) {
      const std::string prefix = before + far + "\n";
      std::vector<Span> expected = scan_whole({}, "\n" + std::string(text));
      for (Span& span : expected) {
        span.range.begin += prefix.size() - 1;
        span.range.end += prefix.size() - 1;
      }
      EXPECT_EQ(scan_whole({}, prefix + text), expected) << before << text;
    }
  }
}

// A rule that looks back to an escape begins the candidate anew. Its text is still there then, also
// if the link is longer than the limit.
TEST(Escapes, FarBeforeACutLinkAreReadInTime) {
  Options options;
  options.max_link_bytes = 256;
  const Engine engine = Engine::create(options).value();
  for (const char* const escape : {"\x1B[1m", "\\n", "&amp;", "\\u0041"}) {
    for (const char* const link : {"example.com/", "https://example.com/", "joe@example.com?a=",
                                   "mailto:joe@example.com?a=", "<https://example.com/ "}) {
      for (const char* const between : {"-", "word ", "(", "\"", "a\n"}) {
        for (const size_t distance : {60, 100, 300, 600, 700}) {
          std::string text = escape;
          while (text.size() < distance) text += between;
          text.append(link).append(2000, 'p').append(" and https://b.com/ ");
          const std::vector<Span> whole = scan_whole(options, text);
          ASSERT_EQ(scan_slow_path(options, text), whole) << text;
          for (const size_t most : {1, 7, 64, 1000}) {
            Stream stream = engine.open();
            ASSERT_EQ(feed_chunks(stream, text, random_chunks(text.size(), 5, most)), whole)
                << text;
          }
        }
      }
    }
  }
}

// --- the slow reader

std::vector<Span> scan_meaning(const ReferenceMeaning& meaning, const Options& options) {
  scan::Config config = scan::make_config(options).value();
  config.has_escapes = false;
  std::vector<Span> spans;
  const auto* const bytes = reinterpret_cast<const uint8_t*>(meaning.text.data());
  scan::Scanner(config).run({bytes, 0, meaning.text.size(), base::Text::complete},
                            [&](const Span& span) { spans.push_back(meaning.placed(span)); });
  return spans;
}

void expect_as_reference(std::string_view text) {
  for (const Profile profile : {Profile::prose, Profile::code}) {
    Options options;
    options.profile = profile;
    const Engine engine = Engine::create(options).value();
    const std::vector<Span> expected = scan_meaning(reference_meaning(text, profile), options);
    EXPECT_EQ(scan_whole(options, text), expected) << text;
    EXPECT_EQ(scan_slow_path(options, text), expected) << text;
    Stream stream = engine.open();
    EXPECT_EQ(feed_chunks(stream, text, one_byte_at_a_time(text.size())), expected) << text;
    EXPECT_EQ(feed_chunks(stream, text, random_chunks(text.size(), 5, 70)), expected) << text;
  }
}

std::string random_text(std::mt19937& random) {
  constexpr std::string_view kParts[] = {"https://",
                                         "example",
                                         ".org",
                                         "/a",
                                         "@",
                                         "joe",
                                         "www.",
                                         ".",
                                         "/",
                                         "?a=1",
                                         "&b=2",
                                         " ",
                                         "\n",
                                         "\\",
                                         "\\\\",
                                         "\\/",
                                         "\\_",
                                         "\\.",
                                         "\\u0026",
                                         "\\u00e9",
                                         "\\x2f",
                                         "\\n",
                                         "\\\"",
                                         "\"",
                                         "\\u",
                                         "&amp;",
                                         "&lt;",
                                         "&gt;",
                                         "&quot;",
                                         "&eacute;",
                                         "&hellip;",
                                         "&#8217;",
                                         "&#x2f;",
                                         "&",
                                         "&am",
                                         "\x1B[31m",
                                         "\x1B[K",
                                         "\x1B",
                                         "\x1B]8;;",
                                         "\x07",
                                         "\x1B(B",
                                         "(",
                                         ")",
                                         "*",
                                         "C:",
                                         "!",
                                         ",",
                                         ";",
                                         "a.com",
                                         "\\x40",
                                         "&#58;",
                                         "x",
                                         ":",
                                         "é",
                                         "\\u001b[1m",
                                         "\\e[0m",
                                         "mailto:",
                                         "<",
                                         ">",
                                         "10.0.0.1",
                                         "\\ud83d\\ude00",
                                         "$",
                                         "^",
                                         "\u009B"
                                         "1m",
                                         "\u009B",
                                         "\u009D0;",
                                         "\u009C",
                                         "\\u009b0m",
                                         "\x1B ",
                                         "\\u3002",
                                         "&#xff0e;",
                                         "com"};
  std::string text;
  const size_t parts = 1 + random() % 14;
  for (size_t i = 0; i < parts; ++i) text += kParts[random() % std::size(kParts)];
  return text;
}

TEST(Escapes, AreThoseOfTheSlowReader) {
  std::mt19937 random(11);
  constexpr int kTexts = kSanitized ? 500 : 20000;
  for (int i = 0; i < kTexts && !HasFailure(); ++i) expect_as_reference(random_text(random));
}

// All strings of up to `longest` pieces.
void all_strings(unsigned longest, const std::string& text) {
  constexpr std::string_view kPieces[] = {"\\", "/",   "_",    ".",  "u002f", "n",    "&", "#64",
                                          ";",  "amp", "\x1B", "[m", "]",     "\x07", "a", "@b.co"};
  expect_as_reference(text);
  if (longest == 0 || testing::Test::HasFailure()) return;
  for (const std::string_view piece : kPieces) {
    all_strings(longest - 1, text + std::string(piece));
  }
}

TEST(Escapes, OfShortTextsAreThoseOfTheSlowReader) {
  constexpr unsigned kLongest = kSanitized ? 2 : 4;
  for (const char* const before : {"joe", "http://e.org/"}) all_strings(kLongest, before);
}

// A wide dot has three bytes, and search may continue after the first: then after all of the
// escape. It once searched a.\u3002b for ever.
void all_strings_of_triggers(unsigned longest, const std::string& text) {
  constexpr std::string_view kPieces[] = {"a",        ".",     ":",  "@",      "\\u3002",
                                          "&#65377;", "\\x2e", "。", "\x1B[m", "1"};
  expect_as_reference(text);
  if (longest == 0 || testing::Test::HasFailure()) return;
  for (const std::string_view piece : kPieces) {
    all_strings_of_triggers(longest - 1, text + std::string(piece));
  }
}

TEST(Escapes, OfTriggersBesideEachOtherAreThoseOfTheSlowReader) {
  all_strings_of_triggers(kSanitized ? 3 : 5, "");
}

TEST(Escapes, OfTheCorpusAreThoseOfTheSlowReader) {
  for (size_t i = 0; i < corpus().size(); i += 7) {
    const std::string& text = corpus()[i].text;
    expect_as_reference(as_json(text));
    expect_as_reference(as_html(text));
    expect_as_reference(coloured(text, 3));
  }
}

// Candidates are scanned in place and in the buffer in turn. The slow reader judges a token by all
// of it; so none is longer than the context of a candidate.
TEST(Escapes, OfLongTextsAreThoseOfTheSlowReader) {
  std::mt19937 random(5);
  for (int i = 0; i < 40; ++i) {
    std::string text;
    while (text.size() < 20000) {
      text += random_text(random);
      if (random() % 3 == 0)
        text +=
            " " + std::string(random() % 400, 'a') + " " + std::string(random() % 900, '-') + " ";
    }
    expect_as_reference(text);
  }
}

}  // namespace escapes_test
}  // namespace linkspan::test
