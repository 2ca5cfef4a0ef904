// SPDX-License-Identifier: Apache-2.0
// Promise: a link of a document has its place in the original bytes, for any charset, line
// structure and chunks.

#include "linkspan/document.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "linkspan/charset.h"
#include "tests/support/chunks.h"

namespace linkspan::test {
namespace document_test {

using namespace std::string_literals;

const Engine& engine() {
  static const Engine one = Engine::create({}).value();
  return one;
}

// What is compared of a link.
struct Found {
  std::string text, iri, uri;
  std::vector<Range> pieces;
  std::vector<Position> begins;
  Warnings warnings;
  Form form;
  bool operator==(const Found&) const = default;
};

Found found(const Link& link) {
  Found one{link.text, link.iri, link.uri, {}, {}, link.warnings, link.span.form};
  for (const Piece& piece : link.pieces) {
    one.pieces.push_back(piece.bytes);
    one.begins.push_back(piece.begin);
  }
  return one;
}

std::vector<Found> find(std::string_view bytes, const DocumentOptions& options) {
  std::vector<Found> links;
  const auto summary =
      linkify({bytes, options}, engine(), [&](const Link& link) { links.push_back(found(link)); });
  EXPECT_TRUE(summary.ok());
  return links;
}

std::vector<Found> find_in_chunks(std::string_view bytes, const DocumentOptions& options,
                                  const Chunking& chunking) {
  std::vector<Found> links;
  const auto sink = [&](const Link& link) { links.push_back(found(link)); };
  DocumentStream stream = DocumentStream::open(engine(), options).value();
  for (const size_t size : chunking) {
    const ExactCopy chunk(bytes.substr(0, size));
    stream.feed(chunk.view(), sink);
    bytes.remove_prefix(size);
  }
  stream.finish(sink);
  return links;
}

std::vector<std::string> texts_of(std::string_view bytes, const std::vector<Range>& ranges) {
  std::vector<std::string> texts;
  texts.reserve(ranges.size());
  for (const Range& range : ranges) texts.emplace_back(bytes.substr(range.begin, range.size()));
  return texts;
}

TEST(Document, LinksInUtf8HaveTheirBytesAndUris) {
  const auto links = find("see https://bücher.example/ü, ok", {});
  ASSERT_EQ(links.size(), 1u);
  EXPECT_EQ(links[0].text, "https://bücher.example/ü");
  EXPECT_EQ(links[0].uri, "https://xn--bcher-kva.example/%C3%BC");
  EXPECT_EQ(links[0].pieces, (std::vector<Range>{{4, 30}}));
  EXPECT_EQ(find("https://ü.example/", {.host = HostForm::percent})[0].uri,
            "https://%C3%BC.example/");
}

TEST(Document, LinksInALegacyCharsetHavePlacesInTheOriginalBytes) {
  const std::string bytes =
      "s\xED"
      "ehe https://example.org/\xFC und www.example.org/\xFC!"s;
  const auto links = find(bytes, {.charset = "iso-8859-1"});
  ASSERT_EQ(links.size(), 2u);
  EXPECT_EQ(texts_of(bytes, links[0].pieces), std::vector<std::string>{"https://example.org/\xFC"});
  EXPECT_EQ(texts_of(bytes, links[1].pieces), std::vector<std::string>{"www.example.org/\xFC"});
  EXPECT_EQ(links[1].text, "www.example.org/ü");
}

// What a newcomer writes first. The bytes, the rules and the stream are gone when it is looked at.
std::vector<Link> kept(std::string_view bytes, DocumentOptions options) {
  options.rules =
      Rules::create({{"a rule with a long name", "BUG-[0-9]+", "http://b.example/{0}"}}).value();
  std::vector<Link> links;
  const ExactCopy copy(bytes);
  const auto sink = [&links](const Link& link) { links.push_back(link); };
  EXPECT_TRUE(linkify({copy.view(), options}, engine(), sink).ok());
  return links;
}

std::vector<std::string> texts_of(const std::vector<Link>& links) {
  std::vector<std::string> texts;
  for (const Link& link : links) {
    texts.push_back(link.text + '|' + link.label + '|' + link.rule + '|' + link.uri);
  }
  return texts;
}

TEST(Document, LinksThatAreKeptOwnAllThatTheyHold) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(texts_of(kept("https://a.example/\xFC, BUG-1 and https://b.example/long/path/\xFC",
                          {.charset = "iso-8859-1"})),
            (Texts{"https://a.example/ü|||https://a.example/%C3%BC",
                   "BUG-1||a rule with a long name|http://b.example/BUG-1",
                   "https://b.example/long/path/ü|||https://b.example/long/path/%C3%BC"}));
  EXPECT_EQ(texts_of(kept(R"("https:\/\/a.example\/first\/x" and <https://b.example/
second/y>)",
                          {})),
            (Texts{R"(https:\/\/a.example\/first\/x|||https://a.example/first/x)",
                   "https://b.example/\nsecond/y|||https://b.example/second/y"}));
  EXPECT_EQ(texts_of(kept("see hxxps://a[.]example/first and hxxps://b[.]example/second",
                          {.layout = {.defanged = Defanged::refang}})),
            (Texts{"hxxps://a[.]example/first|||https://a.example/first",
                   "hxxps://b[.]example/second|||https://b.example/second"}));
  EXPECT_EQ(texts_of(kept("<a href='https://a.example/'>the first label of two</a> BUG-2 "
                          "<a href='https://b.example/'><img alt='a picture of a bus'></a>",
                          {.markup = Markup::html})),
            (Texts{"the first label of two|the first label of two||https://a.example/",
                   "BUG-2||a rule with a long name|http://b.example/BUG-2",
                   "https://b.example/|a picture of a bus||https://b.example/"}));
}

TEST(Document, FindLinksReturnsThoseOfLinkify) {
  const auto links =
      find_links({"s\xE9 https://a.example/\xFC b@c.example"s, {.charset = "latin1"}}, engine());
  ASSERT_TRUE(links.ok());
  EXPECT_EQ(texts_of(*links),
            (std::vector<std::string>{"https://a.example/ü|||https://a.example/%C3%BC",
                                      "b@c.example|||mailto:b@c.example"}));
  EXPECT_TRUE(find_links({"none", {}}, engine()).value().empty());
  const auto failed = find_links({"x", {.charset = "koi9-r"}}, engine());
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, ErrorCode::not_found);
}

// A browser or a mail reader shows what a terminal hides.
TEST(Document, OnlyPlainTextHasTheStringsOfTerminals) {
  const std::vector<std::string> attacks = {
      "https://\u009Dpaypal.com/login?\u009Cevil.example/ x",
      "https://paypal.com\u009B.evil.example/ x",
      "https://paypal.com\x1B[.evil.example/ x",
      "https://\x1B]paypal.com/login?\x07"
      "evil.example/ x",
      "https://\x1BPpaypal.com/login?\x1B\\evil.example/ x",
  };
  const auto leads_elsewhere = [](std::string_view text, const DocumentOptions& options) {
    for (const Found& one : find(text, options)) {
      if (one.uri.find("//evil.example") != std::string::npos ||
          one.uri.find("comvil.example") != std::string::npos) {
        return true;
      }
    }
    return false;
  };
  const std::string coloured = "a \x1B[31mhttps://ex\x1B[1mample.org/a\x1B[0m b";
  std::vector<DocumentOptions> others = {{.markup = Markup::html},
                                         {.markup = Markup::xml},
                                         {.markup = Markup::markdown},
                                         {.source_of = SourceOf::markdown},
                                         {.layout = {.quoting = Quoting::prefixes}},
                                         {.layout = {.controls = Controls::colours}}};
  for (size_t flow = 1; flow < std::size(kFlows); ++flow) {
    others.push_back({.layout = {.flow = static_cast<Flow>(flow)}});
  }
  for (const std::string& text : attacks) {
    EXPECT_TRUE(leads_elsewhere(text, {})) << text;
    for (const DocumentOptions& options : others) {
      const bool is_xml = options.markup == Markup::xml;
      EXPECT_FALSE(leads_elsewhere(is_xml ? "<a>" + text + "</a>" : text, options))
          << text << ' ' << to_string(options.markup) << ' ' << to_string(options.layout.flow);
    }
  }
  // What a stream reads does not depend on the document before.
  DocumentStream stream = DocumentStream::open(engine(), {.markup = Markup::html}).value();
  EXPECT_FALSE(stream.begin({}));
  std::vector<std::string> uris;
  const auto take = [&uris](const Link& link) { uris.push_back(link.uri); };
  stream.feed(attacks[0], take);
  stream.finish(take);
  EXPECT_FALSE(stream.begin(others[0]));
  stream.feed("<p>" + coloured, take);
  stream.finish(take);
  EXPECT_EQ(uris, (std::vector<std::string>{"https://evil.example/", "https://example.org/a"}));
}

TEST(Document, ColoursStandForNothingInTextAndMail) {
  for (const Quoting quoting : {Quoting::none, Quoting::prefixes}) {
    const DocumentOptions options{.layout = {.quoting = quoting}};
    for (const char* const text :
         {"\x1B[38;5;39mhttps://example.org/a\x1B[0m", "\r\x1B[2Khttps://example.org/a done",
          "https://\x1B[01;31m\x1B[Kexample\x1B[m\x1B[K.org/a",
          "\x1B(Bhttps://example.org/a\x1B[m"}) {
      const auto links = find(text, options);
      ASSERT_EQ(links.size(), 1u) << text;
      EXPECT_EQ(links[0].uri, "https://example.org/a") << text;
    }
  }
}

TEST(Document, LinksAreNormalizedToNfcOnlyInALegacyCharset) {
  const std::string angstrom = "https://example.org/\x81\xF0";  // U+212B in Shift_JIS
  EXPECT_EQ(find(angstrom, {.charset = "shift_jis"})[0].uri, "https://example.org/%C3%85");
  EXPECT_EQ(find("https://example.org/\u212B", {})[0].uri, "https://example.org/%E2%84%AB");
}

TEST(Document, AnUnknownCharsetIsAnErrorUnlessThereIsAFallback) {
  const auto ignore = [](const Link&) {};
  const auto failed = linkify({"x", {.charset = "koi9-r"}}, engine(), ignore);
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, ErrorCode::not_found);
  EXPECT_NE(failed.error().message.find("KOI8-R"), std::string::npos) << failed.error().message;
  const auto fell_back =
      linkify({"x", {.charset = "koi9-r", .charset_fallback = "koi8-r"}}, engine(), ignore);
  ASSERT_TRUE(fell_back.ok());
  EXPECT_TRUE(fell_back.value().fell_back);
  EXPECT_EQ(fell_back.value().charset, "KOI8-R");
}

TEST(Document, AnUnknownFallbackCharsetIsAnError) {
  const DocumentOptions options{.charset = "koi9-r", .charset_fallback = "shift-jsi"};
  const auto failed = linkify({"x", options}, engine(), [](const Link&) {});
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, ErrorCode::not_found);
  EXPECT_NE(failed.error().message.find("Shift_JIS"), std::string::npos) << failed.error().message;
  EXPECT_FALSE(DocumentStream::open(engine(), options).ok());
}

TEST(Document, TheSummaryHasTheCharsetConfidenceAndCounts) {
  const auto ignore = [](const Link&) {};
  for (const char* charset : {"AUTO", "Auto"}) {
    EXPECT_EQ(linkify({"h\xC3\xA9", {.charset = charset}}, engine(), ignore).value().charset,
              "UTF-8");
    EXPECT_EQ(
        linkify({"h\xC3\xA9", {.charset = "koi9-r", .charset_fallback = charset}}, engine(), ignore)
            .value()
            .charset,
        "UTF-8");
  }
  const auto utf8 = linkify({"h\xC3\xA9", {.charset = "auto"}}, engine(), ignore);
  EXPECT_EQ(utf8.value().charset, "UTF-8");
  EXPECT_EQ(utf8.value().confidence, 100);
  constexpr std::string_view kGuessed =
      "s\xED"
      "ehe, gr\xFC\xDFt und h\xF6rt";
  const auto guessed = linkify({kGuessed, {.charset = "auto"}}, engine(), ignore);
  EXPECT_EQ(guessed.value().confidence, charset::detect(kGuessed).confidence);
  EXPECT_LT(guessed.value().confidence, 100);
  const auto broken = linkify({"\x81 \x81", {.charset = "shift_jis"}}, engine(), ignore);
  EXPECT_EQ(broken.value().ill_formed, 2u);
  const auto counted = linkify({"http://a.example http://b.example", {}}, engine(), ignore);
  EXPECT_EQ(counted.value().links, 2u);
}

TEST(Document, IllFormedBytesEndALink) {
  const std::string bytes = "https://example.org/a\x81 b https://example.org/c";
  const auto links = find(bytes, {.charset = "shift_jis"});
  ASSERT_EQ(links.size(), 2u);
  EXPECT_EQ(texts_of(bytes, links[0].pieces), std::vector<std::string>{"https://example.org/a"});
  EXPECT_EQ(texts_of(bytes, links[1].pieces), std::vector<std::string>{"https://example.org/c"});
}

constexpr Layout kFlowed{.flow = Flow::flowed_delsp};
constexpr Layout kQuoted{.quoting = Quoting::prefixes};

TEST(Document, ALinkOverTwoLinesHasTwoPieces) {
  const std::string bytes = "> see https://example.org/ \r\n> long/way. Bye\r\n";
  const auto links = find(bytes, {.layout = kFlowed});
  ASSERT_EQ(links.size(), 1u);
  EXPECT_EQ(links[0].text, "https://example.org/long/way");
  EXPECT_EQ(texts_of(bytes, links[0].pieces),
            (std::vector<std::string>{"https://example.org/", "long/way"}));
}

TEST(Document, AStuffedGreaterThanSignIsNotAQuoteMark) {
  const std::string broken = " > 5 see https://a.example/long- \npath/x now\n";
  const auto links = find(broken, {.layout = kFlowed});
  ASSERT_EQ(links.size(), 1u);
  EXPECT_EQ(links[0].text, "https://a.example/long-path/x");
  EXPECT_EQ(texts_of(broken, links[0].pieces),
            (std::vector<std::string>{"https://a.example/long-", "path/x"}));
  const std::string in_brackets = "<https://a.example/ \r\nway/to \r\n > now";
  const auto delimited = find(in_brackets, {.layout = {.flow = Flow::flowed}});
  ASSERT_EQ(delimited.size(), 1u);
  EXPECT_EQ(delimited[0].form, Form::delimited);
  EXPECT_EQ(delimited[0].iri, "https://a.example/way/to");
}

TEST(Document, PiecesOfALinkInAngleBracketsHaveNoLineBreaks) {
  const std::string bytes = "> <URL:https://example.org/\r\n>   long/\n> way> and on";
  const auto links = find(bytes, {.layout = kQuoted});
  ASSERT_EQ(links.size(), 1u);
  EXPECT_EQ(links[0].form, Form::delimited);
  EXPECT_EQ(links[0].iri, "https://example.org/long/way");
  EXPECT_EQ(texts_of(bytes, links[0].pieces),
            (std::vector<std::string>{"https://example.org/", "long/", "way"}));
}

TEST(Document, PiecesOfStringLiteralsHaveNoQuotationMarks) {
  const std::string bytes =
      "s = (\"https://importlib-\" +\r\n     \"resources.example.io/a/\"\n  \"b\")";
  const auto links = find(bytes, {});
  ASSERT_EQ(links.size(), 1u);
  EXPECT_EQ(links[0].form, Form::delimited);
  EXPECT_EQ(links[0].iri, "https://importlib-resources.example.io/a/b");
  EXPECT_EQ(texts_of(bytes, links[0].pieces),
            (std::vector<std::string>{"https://importlib-", "resources.example.io/a/", "b"}));
}

TEST(Document, NextLineAndLineSeparatorAlsoSeparatePieces) {
  const std::string bytes = "<https://example.org/a\u0085b\u2028 c>";
  const auto links = find(bytes, {});
  ASSERT_EQ(links.size(), 1u);
  EXPECT_EQ(links[0].iri, "https://example.org/abc");
  EXPECT_EQ(texts_of(bytes, links[0].pieces),
            (std::vector<std::string>{"https://example.org/a", "b", "c"}));
}

TEST(Document, ALinkOfJoinedLinesHasAWarning) {
  const std::string bytes =
      "Alles steht unter https://www.example.org/archiv/2024/protokolle/sitzung?nr=17&\n"
      "teil=3 und ist lang.";
  const Layout join{.wrapping = Wrapping::join};
  const auto links = find(bytes, {.layout = join});
  ASSERT_EQ(links.size(), 1u);
  EXPECT_EQ(links[0].iri, "https://www.example.org/archiv/2024/protokolle/sitzung?nr=17&teil=3");
  EXPECT_TRUE(links[0].warnings.has(Warning::joined_lines));
  EXPECT_EQ(links[0].pieces.size(), 2u);
  EXPECT_FALSE(find(bytes, {})[0].warnings.has(Warning::joined_lines));
}

TEST(Document, PositionsAreInTheRequestedUnit) {
  const std::string bytes = "\xFC\xFC\nx https://a.example";
  const auto at = [&](OffsetUnit unit) {
    return find(bytes, {.charset = "latin1", .offsets = unit})[0].begins[0];
  };
  EXPECT_EQ(at(OffsetUnit::bytes), (Position{0, 5}));
  EXPECT_EQ(at(OffsetUnit::utf16), (Position{0, 5}));
  EXPECT_EQ(at(OffsetUnit::lines), (Position{2, 3}));
  const std::string emoji = "😀 https://a.example";
  EXPECT_EQ(find(emoji, {.offsets = OffsetUnit::utf16})[0].begins[0], (Position{0, 3}));
  EXPECT_EQ(find(emoji, {.offsets = OffsetUnit::code_points})[0].begins[0], (Position{0, 2}));
  EXPECT_EQ(
      find("> 😀 \n> x https://a.example", {.layout = kFlowed, .offsets = OffsetUnit::lines})[0]
          .begins[0],
      (Position{2, 5}));
}

TEST(Document, LinksDoNotDependOnTheChunks) {
  const std::string texts[] = {
      "> see https://example.org/ \r\n> l\xC3\xBCng/way. <http://a.example/\r\n> "
      "b>\r\nx@example.org",
      "\x1B$B$3$l\x1B(B https://example.org/\x1B$B$3$l\x1B(B, ok",
      "\xFF\xFEh\0t\0t\0p\0:\0/\0/\0a\0.\0e\0x\0/\0\xFC\0"s,
  };
  const char* const charsets[] = {"utf-8", "iso-2022-jp", "utf-16", "auto", "windows-1252"};
  for (const std::string& text : texts) {
    for (const char* charset : charsets) {
      for (const Layout& layout : {Layout{}, kFlowed, kQuoted}) {
        const DocumentOptions options{
            .charset = charset, .layout = layout, .offsets = OffsetUnit::lines};
        const auto whole = find(text, options);
        EXPECT_EQ(find_in_chunks(text, options, one_byte_at_a_time(text.size())), whole);
        for (const Chunking& split : every_split_in_two(text.size())) {
          EXPECT_EQ(find_in_chunks(text, options, split), whole);
        }
      }
    }
  }
}

TEST(DocumentStream, AcceptsANewDocumentAfterFinish) {
  std::vector<Found> links;
  const auto sink = [&](const Link& link) { links.push_back(found(link)); };
  DocumentStream stream = DocumentStream::open(engine(), {.charset = "utf-16le"}).value();
  const std::string text = "h\0t\0t\0p\0:\0/\0/\0a\0"s;
  for (int i = 0; i < 2; ++i) {
    stream.feed(text, sink);
    EXPECT_EQ(stream.finish(sink).links, 1u);
  }
  ASSERT_EQ(links.size(), 2u);
  EXPECT_EQ(links[0], links[1]);
}

TEST(DocumentStream, CountsTheTooLongLinksOfEachDocument) {
  const Engine strict_about_length = Engine::create({.max_link_bytes = 256}).value();
  const auto ignore = [](const Link&) {};
  DocumentStream stream = DocumentStream::open(strict_about_length, {}).value();
  const std::string too_long = "https://a.example/" + std::string(300, 'x') + "\n";
  for (const uint64_t count : {1u, 2u, 0u, 1u}) {
    for (uint64_t i = 0; i < count; ++i) stream.feed(too_long, ignore);
    EXPECT_EQ(stream.finish(ignore).links_cut, count);
  }
}

}  // namespace document_test
}  // namespace linkspan::test
