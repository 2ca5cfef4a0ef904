// SPDX-License-Identifier: Apache-2.0
// Promise: in a Markdown document, the text outside of code is searched, and anchors, autolinks and
// definitions of references are read as the anchors of HTML are, with the same warnings. Each link
// has its place in the source: what is there, unescaped, is the link. Time and memory are bounded.

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "base/references.h"
#include "linkspan/document.h"
#include "tests/support/chunks.h"
#include "tests/support/corpus.h"
#include "tests/support/data.h"
#include "tests/support/repeat.h"
#include "tests/support/sanitized.h"

namespace linkspan::test {
namespace markdown_test {

struct Found {
  std::string text, iri, label;
  Form form;
  Warnings warnings;
  std::vector<Piece> pieces;
  Range range;
};

const Engine& engine() {
  static const Engine one = Engine::create({}).value();
  return one;
}

DocumentOptions markdown(HtmlLinks links = HtmlLinks::all) {
  DocumentOptions options;
  options.markup = Markup::markdown;
  options.html_links = links;
  return options;
}

std::vector<Found> find(std::string_view bytes, const DocumentOptions& options = markdown()) {
  std::vector<Found> found;
  const auto take = [&found](const Link& link) {
    found.push_back({std::string(link.text), link.iri, std::string(link.label), link.span.form,
                     link.warnings, link.pieces, link.span.range});
  };
  EXPECT_TRUE(linkify({bytes, options}, engine(), take).ok());
  return found;
}

using Texts = std::vector<std::string>;

// The source of each link, its pieces divided by `|`, and for anchors ` → ` and the destination.
Texts links(std::string_view bytes, const DocumentOptions& options = markdown()) {
  Texts all;
  for (const Found& found : find(bytes, options)) {
    std::string source;
    for (const Piece& piece : found.pieces) {
      if (!source.empty()) source += '|';
      source += piece.bytes.text(bytes);
    }
    all.push_back(found.form == Form::href ? source + " → " + found.iri : source);
  }
  return all;
}

Summary summary_of(std::string_view bytes) {
  return linkify({bytes, markdown()}, engine(), [](const Link&) {}).value();
}

std::string text_of(std::string_view bytes) {
  std::string text;
  const auto take = [&text](std::string_view part) { text += part; };
  EXPECT_TRUE(linkify_text(
                  {bytes, markdown()}, engine(), [](const Link&) {}, Sink<std::string_view>(take))
                  .ok());
  return text;
}

TEST(Markdown, LinksTextAndLeavesCodeOut) {
  EXPECT_EQ(links("see www.a.org, `b.org/x` and ``c.org/` x`` https://d.org/"),
            (Texts{"www.a.org", "https://d.org/"}));
  EXPECT_EQ(
      links("    a.org/x\n\nb.org/x\n\n```sh\ncurl c.org/x\n```\n\n~~~\nd.org/x\n~~~\ne.org/x"),
      (Texts{"b.org/x", "e.org/x"}));
  EXPECT_EQ(links("```\nhttps://never.closed/\n\n# https://b.org/"), Texts{});
  // Code ends a link, and joins nothing.
  EXPECT_EQ(links("https://a.org/`x`, foo`x`.b.org, `www.`c.org/x"),
            (Texts{"https://a.org/", "c.org/x"}));
  EXPECT_EQ(links("`a.org/x\n\nnot closed: b.org/x`"), (Texts{"a.org/x", "b.org/x"}));
  EXPECT_EQ(links("\\`a.org/x\\`"), Texts{"a.org/x"});
  EXPECT_EQ(links("# a.org/x\n\nb.org/x\n---\n* c.org/x\n  1. d.org/x\n> e.org/x\n\n***\nf.org/x"),
            (Texts{"a.org/x", "b.org/x", "c.org/x", "d.org/x", "e.org/x", "f.org/x"}));
  EXPECT_EQ(links("anna@example.org <ben@example.org>"),
            (Texts{"anna@example.org", "ben@example.org → mailto:ben@example.org"}));
}

TEST(Markdown, ReadsAnchorsAsHtmlDoes) {
  EXPECT_EQ(
      links("[a](https://a.org/x \"t www.no.org\") [b](<https://b.org/x>) <https://c.org/é>"),
      (Texts{"a → https://a.org/x", "b → https://b.org/x", "https://c.org/é → https://c.org/é"}));
  EXPECT_EQ(links("[*a* `b` \\[c\\]](https://a.org/(x)y)"),
            Texts{"a* `b` \\[c\\] → https://a.org/(x)y"});
  EXPECT_EQ(links("[a [b] c](https://a.org/) [a](page.md) [b](#top) [c](/x) [d](javascript:x)"),
            Texts{"a [b] c → https://a.org/"});
  EXPECT_EQ(links("> [a\n> b](https://a.org/)"), Texts{"a|b → https://a.org/"});
  // Without text, the place is that of the destination.
  EXPECT_EQ(links("[](https://a.org/x) [](https://b.org/?a&amp;b\\_c) [](<https://c.org/\\>>)"),
            (Texts{"https://a.org/x → https://a.org/x",
                   "https://b.org/?a&amp;b\\_c → https://b.org/?a&b_c",
                   "https://c.org/\\> → https://c.org/%3E"}));
  EXPECT_EQ(links("![a.org/x](https://b.org/i.png) ![c][d]\n\n[d]: https://d.org/"),
            Texts{"https://d.org/ → https://d.org/"});
  const std::vector<Found> pictures = find("[![the alt](i.png)](https://a.org/\\_)");
  ASSERT_EQ(pictures.size(), 1u);
  EXPECT_EQ(pictures[0].label, "the alt");
  EXPECT_EQ(pictures[0].iri, "https://a.org/_");
  EXPECT_EQ(links("~~[a](https://a.org/)~~ **https://b.org/x** *www.c.org*"),
            (Texts{"a → https://a.org/", "https://b.org/x", "www.c.org"}));
  EXPECT_EQ(links("[a](https://a.org/ not a link [b](https://b.org/)"),
            (Texts{"https://a.org/", "b → https://b.org/"}));
}

TEST(Markdown, ReadsReferencesAndTheirDefinitions) {
  EXPECT_EQ(
      links("[t][a], [a], [a][] and [no]\n\n[a]: https://a.org/x\n[unused]: <https://b.org/y>"),
      (Texts{"t → https://a.org/x", "a → https://a.org/x", "a → https://a.org/x",
             "https://a.org/x → https://a.org/x", "https://b.org/y → https://b.org/y"}));
  EXPECT_EQ(
      links("> 1. [a]:\n>    https://a.org/\\_&amp; 'title'\n\n- [b]: https://b.org/\n"),
      (Texts{"https://a.org/\\_&amp; → https://a.org/_&", "https://b.org/ → https://b.org/"}));
  EXPECT_EQ(
      links(
          "```\n[a]: https://a.org/\n```\n\n    [b]: https://b.org/\n\ntext\n[c]: https://c.org/"),
      Texts{"https://c.org/"});
  EXPECT_EQ(links("[^1]: https://a.org/\n[^2]: See https://b.org/."),
            (Texts{"https://a.org/ → https://a.org/", "https://b.org/"}));
  EXPECT_EQ(links("[a]: page.md\n[ ]: https://no.label/x\n\n[a b]:https://b.org/ \"x\"\r\n\r\nend"),
            (Texts{"https://no.label/x", "https://b.org/ → https://b.org/"}));
  EXPECT_EQ(links("[a]: https://a.org/", markdown(HtmlLinks::text)), Texts{});
}

TEST(Markdown, WarnsAsHtmlDoes) {
  const auto warns = [](std::string_view bytes) {
    bool has_warning = false;
    for (const Found& found : find(bytes)) {
      has_warning |= found.warnings.has(Warning::text_names_other_host);
    }
    return has_warning;
  };
  EXPECT_TRUE(warns("[www.bank.com](https://evil.example/)"));
  EXPECT_TRUE(warns("[`www.bank.com`](https://evil.example/)"));
  EXPECT_TRUE(warns("[https://www.bank.com/][e]\n\n[e]: https://evil.example/"));
  EXPECT_TRUE(warns("[**www**.bank.com](https://evil.example/)"));
  EXPECT_FALSE(warns("[the bank](https://evil.example/)"));
  EXPECT_FALSE(warns("[bank.com](https://login.bank.com/)"));
}

TEST(Markdown, ReadsHtmlInIt) {
  EXPECT_EQ(links("<p align=center><a href='https://a.org/'>x</a>\nb.org/y</p>\n\nc.org/z"),
            (Texts{"x → https://a.org/", "b.org/y", "c.org/z"}));
  EXPECT_EQ(links("a <a href=\"https://a.org/\">*x*</a> <b>www.b.org</b> <code>c.org/x</code>"),
            (Texts{"x → https://a.org/", "www.b.org"}));
  EXPECT_EQ(links("<!-- a.org/x -->\n\nb.org/x <!-- c.org/x --> d.org/x<br>e.org/x"),
            (Texts{"b.org/x", "d.org/x", "e.org/x"}));
  EXPECT_EQ(links("<div hidden>\na.org/x\n\nb.org/x"), Texts{"b.org/x"});
  // What is not closed hides nothing after it.
  for (const char* const name :
       {"title", "textarea", "script", "style", "xmp", "template", "iframe", "noembed", "plaintext",
        "select", "table", "body hidden"}) {
    const std::string tag = std::string("<") + name + ">";
    EXPECT_EQ(links("the " + tag + " element [a](https://a.org/)\n\nb.org/x"),
              (Texts{"a → https://a.org/", "b.org/x"}))
        << tag;
    if (tag == "<script>" || tag == "<style>" || tag == "<textarea>") continue;  // up to their end
    EXPECT_EQ(links(tag + "\n\n[a](https://a.org/) b.org/x").size(), 2u) << tag;
  }
  EXPECT_EQ(links("<div title=\"not closed\n\n[a](https://a.org/) \"b.org/x\""),
            (Texts{"a → https://a.org/", "b.org/x"}));
}

TEST(Markdown, ReadsTables) {
  EXPECT_EQ(
      links("| a.org/x | [b](https://b.org/) |\n|---|:-:|\n| https://c.org/x|d.org/y | `e.org/z`"),
      (Texts{"a.org/x", "b → https://b.org/", "https://c.org/x", "d.org/y"}));
}

TEST(Markdown, DecodesEscapesAndReferences) {
  const auto texts = [](std::string_view bytes) {
    Texts all;
    for (const Found& found : find(bytes)) all.push_back(found.text);
    return all;
  };
  EXPECT_EQ(links("https://a.org/x\\_y&amp;z\\*, first\\_last@example.org"),
            (Texts{"https://a.org/x\\_y&amp;z", "first\\_last@example.org"}));
  EXPECT_EQ(
      texts("https://a.org/x\\_y&amp;z, first\\_last@example.org https://b.org/?a&copy=b&eacute;"),
      (Texts{"https://a.org/x_y&z", "first_last@example.org", "https://b.org/?a&copy=bé"}));
  EXPECT_EQ(texts("https&#58;//a.org/&#x78; <https://b.org/?a&amp;b>"),
            (Texts{"https://a.org/x", "https://b.org/?a&b"}));
}

TEST(Markdown, CountsInEveryUnitAndCharset) {
  DocumentOptions options = markdown();
  options.offsets = OffsetUnit::lines;
  const std::vector<Found> found = find("é\n\n> 日 [é\n> b](https://a.org/)", options);
  ASSERT_EQ(found.size(), 1u);
  ASSERT_EQ(found[0].pieces.size(), 2u);
  EXPECT_EQ(found[0].pieces[0].begin.line, 3u);
  EXPECT_EQ(found[0].pieces[0].begin.offset, 6u);
  EXPECT_EQ(found[0].pieces[1].begin.line, 4u);
  const std::string utf16("\xFF\xFE[\0a\0]\0(\0h\0t\0t\0p\0:\0/\0/\0b\0.\0d\0e\0)\0", 34);
  options = markdown();
  options.charset = "auto";
  const std::vector<Found> wide = find(utf16, options);
  ASSERT_EQ(wide.size(), 1u);
  EXPECT_EQ(wide[0].range.begin, 4u);
  EXPECT_EQ(wide[0].iri, "http://b.de");
  // No charset of an HTML example counts.
  EXPECT_EQ(links("`<meta charset=utf-16>` é https://a.org/é", options), Texts{"https://a.org/é"});
}

TEST(Markdown, TextIsWhatAReaderSees) {
  EXPECT_EQ(text_of("# A *b*\n\nc `d` [e](https://f.org/)\\_ &amp; g\nh\n"),
            "A b\n\nc d e_ & g\nh");
}

TEST(Markdown, ChunksDoNotMatter) {
  const std::string source = read_file(source_dir() / "corpus/samples/travel-notes.md") +
                             "\n[a]: https://a.org/\n\n[a] [b](https://b.org/) `c.org/x`\n";
  const Texts whole = links(source);
  EXPECT_GT(whole.size(), 5u);
  for (const size_t size : {size_t{1}, size_t{7}, size_t{4096}}) {
    DocumentStream stream = DocumentStream::open(engine(), markdown()).value();
    size_t count = 0;
    const auto take = [&count](const Link&) { ++count; };
    for (size_t at = 0; at < source.size(); at += size) stream.feed(source.substr(at, size), take);
    stream.finish(take);
    EXPECT_EQ(count, whole.size());
  }
}

// Each character of ASCII punctuation escaped, by a backslash or a reference.
std::string escaped(std::string_view text, std::mt19937& random) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_punctuation = byte > ' ' && byte < 0x7F && std::isalnum(byte) == 0;
    if (is_punctuation && random() % 4 == 0) {
      out += "&#" + std::to_string(byte) + ";";
    } else {
      if (is_punctuation) out += '\\';
      out += c;
    }
  }
  return out;
}

// The inverse.
std::string unescaped(std::string_view source) {
  std::string out;
  for (size_t at = 0; at < source.size();) {
    if (source[at] == '\\') ++at;
    const size_t reference = source[at] == '&' && source.substr(at).starts_with("&#")
                                 ? base::read_reference(source.substr(at), base::Place::text).size
                                 : 0;
    if (reference > 0) {
      out += base::read_reference(source.substr(at), base::Place::text).text();
      at += reference;
    } else {
      out += source[at++];
    }
  }
  return out;
}

// As one line of HTML has them.
std::string html_of(std::string_view text) {
  std::string html = "<p>";
  for (const char c : text) {
    if (c == '<')
      html += "&lt;";
    else if (c == '&')
      html += "&amp;";
    else
      html += c;
  }
  return html;
}

TEST(Markdown, FindsTheLinksOfTheCorpusWhereTheyAreWritten) {
  std::mt19937 random(3);
  DocumentOptions html = markdown();
  html.markup = Markup::html;
  size_t count = 0;
  constexpr size_t kOneOf = kSanitized ? 10 : 1;
  const std::vector<Case> cases = read_corpus(source_dir() / "corpus");
  for (size_t at = 0; at < cases.size(); at += kOneOf) {
    const Case& one = cases[at];
    const bool is_line = one.text.find_first_of("\r\n\t\f") == one.text.npos &&
                         one.text.find('\0') == one.text.npos && !one.text.empty() &&
                         one.text.front() != ' ' && one.text.back() != ' ' &&
                         find(one.text).size() < 1000 &&
                         std::isdigit(static_cast<unsigned char>(one.text[0])) == 0;
    if (!is_line) continue;
    const std::string source = escaped(one.text, random);
    const std::vector<Found> expected = find(html_of(one.text), html);
    const std::vector<Found> found = find(source);
    ASSERT_EQ(found.size(), expected.size()) << source;
    for (size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].text, expected[i].text) << source;
      EXPECT_EQ(found[i].iri, expected[i].iri) << source;
      EXPECT_EQ(unescaped(found[i].range.text(source)), found[i].text) << source;
      ++count;
    }
  }
  EXPECT_GT(count, 5000u / kOneOf);
}

// Text that is made at random of what Markdown is made of: every place is in the source, and each
// link of text is what is written there.
TEST(Markdown, PlacesAreInTheSourceWhateverItIs) {
  constexpr std::string_view kPieces[] = {"https://a.org/x",
                                          "www.b.org",
                                          "[",
                                          "]",
                                          "(",
                                          ")",
                                          "![",
                                          "](https://c.org/y)",
                                          "[r]",
                                          "\n[r]: https://d.org/",
                                          "`",
                                          "```\n",
                                          "    ",
                                          "\n",
                                          "\n\n",
                                          "> ",
                                          "- ",
                                          "1. ",
                                          "# ",
                                          "|",
                                          "\n|-|-|\n",
                                          "*",
                                          "__",
                                          "~~",
                                          "<",
                                          "<b>",
                                          "<a href=https://e.org/>",
                                          "</a>",
                                          "<div>\n",
                                          "<!--",
                                          "-->",
                                          "&amp;",
                                          "\\",
                                          "\\_",
                                          "é",
                                          "\t",
                                          "  \n",
                                          "\r\n",
                                          "<https://f.org/>"};
  constexpr int kRounds = kSanitized ? 500 : 8000;
  std::mt19937 random(5);
  for (int round = 0; round < kRounds; ++round) {
    std::string source;
    for (size_t n = random() % 40; n > 0; --n) source += kPieces[random() % std::size(kPieces)];
    const ExactCopy copy(source);
    for (const Found& found : find(copy.view())) {
      ASSERT_FALSE(found.pieces.empty());
      for (const Piece& piece : found.pieces) {
        ASSERT_LE(piece.bytes.begin, piece.bytes.end) << source;
        ASSERT_LE(piece.bytes.end, source.size()) << source;
      }
      if (found.form == Form::href || source.find('\\') != source.npos) continue;
      std::string written(found.range.text(source));
      if (written.find("&amp;") != written.npos || found.text.find('`') != found.text.npos)
        continue;
      std::erase_if(written, [](char c) { return c == '*' || c == '_' || c == '~'; });
      std::string plain = found.text;
      std::erase_if(plain, [](char c) { return c == '*' || c == '_' || c == '~'; });
      if (written.find_first_of("<[") != written.npos) continue;
      ASSERT_EQ(written, plain) << source;
    }
  }
}

TEST(Markdown, IsBounded) {
  constexpr size_t kBytes = kSanitized ? 100'000 : 300'000;
  for (const std::string_view unit :
       {"[", "![", "[a](", "> ", "* ", "`", "*a_", "<", "<a ", "&", "\\", "|", "[[]("}) {
    EXPECT_EQ(summary_of(repeat_to_size(unit, kBytes)).links, 0u) << unit;
  }
  // Destinations that few bytes repeat.
  const std::string uses = "[a]: https://example.org/" + std::string(2000, 'x') + "\n\n" +
                           repeat_to_size("[a] ", kBytes);
  const Summary summary = summary_of(uses);
  EXPECT_GT(summary.links, 100u);
  EXPECT_GT(summary.links_left_out, 10'000u);
  // A paragraph for which md4c would take long is read in pieces, and lists and tables are not.
  EXPECT_FALSE(summary_of(repeat_to_size("[a]\n", 4 * kBytes)).is_cut);
  EXPECT_FALSE(summary_of(repeat_to_size("- [a]\n", 4 * kBytes)).is_cut);
  EXPECT_FALSE(summary_of("1. a\n" + repeat_to_size("2. [a]\n   [b]\n", 4 * kBytes)).is_cut);
  EXPECT_FALSE(summary_of("|a|\n|-|\n" + repeat_to_size("|[a]|\n", 4 * kBytes)).is_cut);
  EXPECT_FALSE(summary_of(repeat_to_size("[a]\n\n", 4 * kBytes)).is_cut);
  EXPECT_FALSE(summary_of(repeat_to_size("a b c\n", 4 * kBytes)).is_cut);
}

}  // namespace markdown_test
}  // namespace linkspan::test
