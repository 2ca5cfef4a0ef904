// SPDX-License-Identifier: Apache-2.0
// Promise: whatever the text, the HTML output is one document with the text as content, and a
// terminal receives only our own sequences; every piece of a link has the correct destination, if
// it is safe; the output does not depend on the chunks.

#include "linkspan/render.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "tests/support/chunks.h"

namespace linkspan::test {
namespace render_test {

using render::HeadingField;
using render::HtmlForm;
using render::LinkStyle;
using render::Writer;

// A run of text; not in a link if `uri` is empty.
struct Run {
  std::string text;
  std::string uri = {};
  uint64_t id = 0;
};
using Runs = std::vector<Run>;

void write_run(Writer& writer, const Run& run, std::string_view text) {
  if (run.uri.empty()) {
    writer.text(text);
  } else {
    writer.piece(text, {run.uri, "", run.id});
  }
}

void write_all(Writer& writer, const Runs& runs) {
  writer.begin();
  for (const Run& run : runs) write_run(writer, run, ExactCopy(run.text).view());
  writer.end();
}

std::string html(const Runs& runs, HtmlForm form = HtmlForm::fragment) {
  std::string out;
  const auto writer = render::html_writer(out, {form, "title"});
  write_all(*writer, runs);
  return out;
}

// The text between <pre> and </pre>.
std::string html_inside(const Runs& runs) {
  const std::string begin = "<pre class=\"linkspan\" dir=\"auto\">\n";
  const std::string end = "</pre>\n";
  const std::string out = html(runs);
  EXPECT_TRUE(out.starts_with(begin) && out.ends_with(end)) << out;
  return out.substr(begin.size(), out.size() - begin.size() - end.size());
}

std::string ansi(const Runs& runs, LinkStyle style = LinkStyle::plain) {
  std::string out;
  const auto writer = render::ansi_writer(out, {.style = style});
  write_all(*writer, runs);
  return out;
}

std::string markdown(const Runs& runs) {
  std::string out;
  const auto writer = render::markdown_writer(out);
  write_all(*writer, runs);
  return out;
}

std::string anchor(const std::string& href, const std::string& text, const std::string& id = "1") {
  return "<a dir=\"ltr\" href=\"" + href + "\" rel=\"noopener noreferrer\" data-link=\"" + id +
         "\">" + text + "</a>";
}

const std::string kUri = "https://example.org/";

// --- HTML

TEST(Render, HtmlHasTextAndLinks) {
  EXPECT_EQ(html_inside({{"see "}, {"example.org", kUri, 1}, {", ok?\n\tא\n"}}),
            "see " + anchor(kUri, "example.org") + ", ok?\n\tא\n");
  EXPECT_EQ(html({}), "");
}

TEST(Render, HtmlIsEscapedEverywhere) {
  const std::string attack = "\"'><script>alert(1)</script>&";
  const std::string harmless = "&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;";
  EXPECT_EQ(html_inside({{attack}}), harmless);
  EXPECT_EQ(html_inside({{attack, kUri + attack, 1}}), anchor(kUri + harmless, harmless));

  std::string out;
  const auto writer = render::html_writer(out, {HtmlForm::page, attack});
  const HeadingField fields[] = {{attack, attack}};
  writer->begin();
  writer->heading({attack, fields});
  writer->piece("x", {kUri, attack, 1});
  writer->end();
  EXPECT_EQ(out.find("<script"), std::string::npos);
  size_t count = 0;
  for (size_t at = 0; (at = out.find(harmless, at)) != std::string::npos; ++at) ++count;
  EXPECT_EQ(count, 5u) << "title, heading, name and value of a field, title of a link";
}

TEST(Render, OnlyUrisOfSafeSchemesBecomeHyperlinks) {
  for (const char* const uri : {"javascript:alert(1)",
                                "JavaScript:alert(1)",
                                "data:text/html,x",
                                "vbscript:x",
                                "file:///etc/passwd",
                                "blob:https://x",
                                "x-foo:bar",
                                "nothing",
                                "",
                                " https://h/",
                                "https://h/ x",
                                "https://h/\n",
                                "https://h/\x7F",
                                "https://é/",
                                "https",
                                "\x01javascript:x",
                                "view-source:https://h/",
                                "livescript:x",
                                "jscript:x",
                                "x+https://h/"}) {
    if (*uri == '\0') continue;  // a run without URI is plain text
    EXPECT_EQ(html_inside({{"x", uri, 1}}),
              "<span class=\"linkspan-unopened\" dir=\"ltr\">x</span>")
        << uri;
    EXPECT_EQ(ansi({{"x", uri, 1}}), "x") << uri;
  }
  for (const char* const uri : {"http://h/", "HTTPS://h/", "mailto:a@b", "tel:+1", "xmpp:a@b",
                                "openpgp4fpr:00", "git://h/x", "bitcoin:x"}) {
    EXPECT_EQ(html_inside({{"x", uri, 1}}), anchor(uri, "x"));
  }
  EXPECT_FALSE(render::is_openable(""));
  EXPECT_FALSE(render::is_openable(":"));
}

TEST(Render, EveryPieceOfABrokenLinkHasTheSameDestination) {
  const Runs runs = {{"> "}, {"https://exam", kUri, 7}, {"\n> "}, {"ple.org/", kUri, 7}, {"\n"}};
  EXPECT_EQ(html_inside(runs), "&gt; " + anchor(kUri, "https://exam", "7") + "\n&gt; " +
                                   anchor(kUri, "ple.org/", "7") + "\n");
  const std::string open = "\x1B]8;id=7;https://example.org/\x1B\\";
  const std::string close = "\x1B]8;;\x1B\\";
  EXPECT_EQ(ansi(runs),
            "> " + open + "https://exam" + close + "\n> " + open + "ple.org/" + close + "\n");
}

TEST(Render, AdjacentLinksStaySeparate) {
  EXPECT_EQ(html_inside({{"a", kUri, 1}, {"b", kUri, 2}}),
            anchor(kUri, "a", "1") + anchor(kUri, "b", "2"));
}

TEST(Render, ControlCharactersAreMadeVisible) {
  using namespace std::string_literals;
  const std::string controls =
      "\0\x1B\x7F\x0B\rx\r\n\xC2\x80\xC2\x9B\xC2\x9F\xC2\xA0\xEF\xBF\xBE\xF0\x9F\xBF\xBF"s;
  const std::string visible = "␀␛␡␋␍x\n���\u00A0��";
  EXPECT_EQ(html_inside({{controls}}), visible);
  EXPECT_EQ(ansi({{controls}}), visible);
  EXPECT_EQ(html_inside({{"x\r"}, {"y", kUri, 1}, {"\r"}}), "x␍" + anchor(kUri, "y") + "␍");
}

TEST(Render, BytesThatAreNotUtf8AreReplaced) {
  for (const Runs& runs : {Runs{{"a\xFF"}, {"b\xC3", kUri, 1}, {"\xA9"}},
                           Runs{{"a\xE2"}, {"b\xE2", kUri, 1}, {"\xC3"}}}) {
    EXPECT_EQ(html_inside(runs), "a�" + anchor(kUri, "b�") + "�")
        << "no character is partly inside a link";
  }
}

TEST(Render, BidiControlsAreReplacedInLinksAndOnTerminals) {
  const std::string scopes = "\u202A\u202B\u202C\u2066\u2067\u2068\u2069";
  const std::string overrides = "\u202D\u202E";
  const std::string marks = "\u200E\u200F\u061C";
  std::string replaced;
  for (int i = 0; i < 7; ++i) replaced += "�";
  EXPECT_EQ(html_inside({{scopes + overrides + marks}}), scopes + "��" + marks);
  EXPECT_EQ(html_inside({{scopes + overrides + marks, kUri, 1}}),
            anchor(kUri, replaced + "��" + marks));
  EXPECT_EQ(ansi({{scopes + overrides + marks}}), replaced + "��" + marks);
}

TEST(Render, AFirstEmptyLineOfTheTextIsKept) {
  EXPECT_EQ(html({{"\nx"}}), "<pre class=\"linkspan\" dir=\"auto\">\n\nx</pre>\n");
}

TEST(Render, APageIsACompleteDocumentThatForbidsScripts) {
  const std::string page = html({{"x"}}, HtmlForm::page);
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>\n"));
  EXPECT_TRUE(page.ends_with("x</pre>\n</body>\n</html>\n"));
  for (const char* const wanted :
       {"<meta charset=\"utf-8\">", "Content-Security-Policy\" content=\"default-src 'none';",
        "<title>title</title>", "white-space: pre-wrap", "color-scheme: light dark"}) {
    EXPECT_NE(page.find(wanted), std::string::npos) << wanted;
  }
  EXPECT_EQ(std::string(render::html_style()).find("</"), std::string::npos);
}

TEST(Render, HeadingsAreWrittenBetweenTexts) {
  const HeadingField fields[] = {{"From", "a@b"}, {"Subject", "one\ntwo\x1B"}};
  std::string out;
  const auto writer = render::html_writer(out, {});
  writer->begin();
  writer->text("before\xC3");
  writer->heading({"1.2", fields});
  writer->text("after");
  writer->end();
  EXPECT_EQ(out,
            "<pre class=\"linkspan\" dir=\"auto\">\nbefore�</pre>\n"
            "<header class=\"linkspan-heading\">\n<h2 dir=\"auto\">1.2</h2>\n<table>\n"
            "<tr><th scope=\"row\">From</th><td dir=\"auto\">a@b</td></tr>\n"
            "<tr><th scope=\"row\">Subject</th><td dir=\"auto\">one␊two␛</td></tr>\n"
            "</table>\n</header>\n"
            "<pre class=\"linkspan\" dir=\"auto\">\nafter</pre>\n");

  std::string terminal;
  const auto ansi_writer = render::ansi_writer(terminal);
  ansi_writer->heading({"1.1", {}});
  ansi_writer->text("before");
  ansi_writer->heading({"", fields});
  ansi_writer->text("after\n");
  ansi_writer->heading({"1.3", {}});
  ansi_writer->end();
  EXPECT_EQ(terminal,
            "\x1B[1m1.1\x1B[22m\n\nbefore\n\n"
            "\x1B[1mFrom:\x1B[22m a@b\n\x1B[1mSubject:\x1B[22m one␊two␛\n\nafter\n\n"
            "\x1B[1m1.3\x1B[22m\n\n");
}

// --- terminals

TEST(Render, ATerminalReceivesAHyperlinkSequence) {
  const std::string open = "\x1B]8;id=1;https://example.org/\x1B\\\x1B[4m";
  const std::string close = "\x1B[24m\x1B]8;;\x1B\\";
  EXPECT_EQ(ansi({{"see "}, {"a\nb", kUri, 1}, {"."}}, LinkStyle::underlined),
            "see " + open + "a" + close + "\n" + open + "b" + close + ".")
      << "closed at the end of the line";
}

// Removes our own sequences, by their complete form. The rest must not control a terminal.
std::string without_our_sequences(std::string out) {
  for (const std::string_view own : {"\x1B[4m", "\x1B[24m", "\x1B[1m", "\x1B[22m"}) {
    for (size_t at; (at = out.find(own)) != std::string::npos;) out.erase(at, own.size());
  }
  for (size_t at; (at = out.find("\x1B]8;")) != std::string::npos;) {
    const size_t end = out.find("\x1B\\", at + 1);
    const std::string inside = out.substr(at + 1, end - at - 1);
    for (const char c : inside) EXPECT_TRUE(c > ' ' && c < '\x7F') << "in a sequence";
    out.erase(at, end + 2 - at);
  }
  return out;
}

void expect_no_controls(const std::string& out) {
  const auto* at = reinterpret_cast<const uint8_t*>(out.data());
  for (const auto* end = at + out.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    const char32_t c = found.value;
    ASSERT_NE(c, base::kIllFormed);
    ASSERT_FALSE(c < 0x20 && c != '\t' && c != '\n') << static_cast<uint32_t>(c);
    ASSERT_FALSE(c >= 0x7F && c < 0xA0) << static_cast<uint32_t>(c);
    ASSERT_FALSE((c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069));
    at += found.length;
  }
}

const std::vector<std::string> kAttacks = {"\x1B]8;;https://evil.example/\x1B\\here\x1B]8;;\x1B\\",
                                           "\x1B]0;title\x07",
                                           "\x9B\x31\x6D",
                                           "\u009B2J",
                                           "\xC2",
                                           "\x9B",
                                           "\x1B",
                                           "\\",
                                           "\x07",
                                           "\r",
                                           "\n",
                                           "\r\n",
                                           "\x1B[",
                                           "4m",
                                           "]8;",
                                           "\x08\x08",
                                           "\u202E",
                                           "\xE2",
                                           "\x80",
                                           "\xAE",
                                           "é",
                                           "x",
                                           ";",
                                           "\t",
                                           std::string(1, '\0'),
                                           "\xF0\x9F\x92",
                                           "\xA9",
                                           "</pre>",
                                           "\"",
                                           "&",
                                           "<",
                                           "'",
                                           "\u2028"};

Runs random_runs(std::mt19937& random) {
  Runs runs;
  for (size_t n = random() % 8; n > 0; --n) {
    Run run;
    for (size_t k = random() % 5; k > 0; --k) run.text += kAttacks[random() % kAttacks.size()];
    if (random() % 2 == 0) {
      run.id = random() % 3;
      run.uri = random() % 4 == 0 ? "https://h/" + kAttacks[random() % kAttacks.size()]
                                  : "https://h/" + std::to_string(run.id);
    }
    runs.push_back(run);
  }
  return runs;
}

TEST(Render, NoTextControlsTheTerminal) {
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    const Runs runs = random_runs(random);
    expect_no_controls(without_our_sequences(ansi(runs, LinkStyle::underlined)));
    if (HasFatalFailure()) return;
  }
}

TEST(Render, NoTextAddsMarkupToTheHtml) {
  std::mt19937 random(2);
  for (int i = 0; i < 20000; ++i) {
    const Runs runs = random_runs(random);
    std::string out = html(runs);
    // Without our own tags, which are known exactly, no markup characters are left.
    for (const std::string_view own :
         {"<pre class=\"linkspan\" dir=\"auto\">\n", "</pre>\n", "</a>", "</span>",
          "<span class=\"linkspan-unopened\" dir=\"ltr\">"}) {
      for (size_t at; (at = out.find(own)) != std::string::npos;) out.erase(at, own.size());
    }
    const std::string_view anchor_begin = "<a dir=\"ltr\" href=\"";
    for (size_t at; (at = out.find(anchor_begin)) != std::string::npos;) {
      const size_t rel = out.find("\" rel=\"noopener noreferrer\" data-link=\"", at);
      ASSERT_NE(rel, std::string::npos);
      const size_t href = at + anchor_begin.size();
      ASSERT_EQ(out.find_first_of("<>\"' ", href), rel) << out;
      out.erase(at, out.find('>', at) + 1 - at);
    }
    ASSERT_EQ(out.find_first_of("<>\"'"), std::string::npos) << out;
  }
}

// --- the size of the output

enum class Form : uint8_t { html, ansi, markdown };
constexpr Form kForms[] = {Form::html, Form::ansi, Form::markdown};

std::unique_ptr<Writer> writer_of(Form form, std::string& out) {
  if (form == Form::html) return render::html_writer(out);
  if (form == Form::ansi) return render::ansi_writer(out, {.colours = render::TextColours::keep});
  return render::markdown_writer(out);
}

// A link with a URI of `size` bytes, in as many pieces: `between` is the text between them.
std::string in_many_pieces(Form form, size_t size, std::string_view between,
                           render::Follows follows) {
  std::string out;
  const std::string uri = "https://e.example/" + std::string(size, 'a');
  const auto writer = writer_of(form, out);
  writer->begin();
  for (size_t i = 0; i < size; ++i) {
    writer->piece("x", {uri, uri, 1, i + 1 < size ? follows : render::Follows::anything});
    writer->text(between);
  }
  writer->end();
  return out;
}

TEST(Render, TheUriOfALinkIsNotRepeatedForEachPiece) {
  for (const Form form : kForms) {
    for (const auto follows : {render::Follows::anything, render::Follows::another_piece}) {
      for (const std::string_view between : {"\n", "\n> ", " "}) {
        const size_t small = in_many_pieces(form, 4'000, between, follows).size();
        const size_t large = in_many_pieces(form, 64'000, between, follows).size();
        EXPECT_LE(small, 30u * 4'000) << static_cast<int>(form);
        EXPECT_LE(large, 17 * small) << static_cast<int>(form);
      }
    }
  }
}

// Lines and colours in one piece begin a link again, too.
TEST(Render, TheUriOfALinkIsNotRepeatedForEachLineOfAPiece) {
  for (const Form form : kForms) {
    for (const std::string_view part : {"x\n", "x\x1B[31m", "\n", "\x1B[m"}) {
      std::string out, text;
      const std::string uri = "https://e.example/" + std::string(20'000, 'a');
      while (text.size() < 20'000) text += part;
      const auto writer = writer_of(form, out);
      writer->begin();
      writer->piece(text, {uri, "", 1});
      writer->end();
      EXPECT_LE(out.size(), 20u * 40'000) << static_cast<int>(form) << part;
    }
  }
}

TEST(Render, OneAnchorIsAroundAllPiecesOfALink) {
  std::string out;
  const auto writer = render::html_writer(out);
  writer->begin();
  writer->text("> ");
  writer->piece("https://exam", {kUri, "", 7, render::Follows::another_piece});
  writer->text("\n> \u202A");
  writer->piece("ple.org/", {kUri, "", 7, render::Follows::another_piece});
  writer->piece("", {kUri, "", 7});
  writer->text(" b");
  writer->piece("x", {"javascript:x", "", 8, render::Follows::another_piece});
  writer->text(" ");
  writer->piece("y", {kUri, "", 9, render::Follows::another_piece});
  writer->text("z");
  writer->end();
  EXPECT_EQ(out, "<pre class=\"linkspan\" dir=\"auto\">\n&gt; " +
                     anchor(kUri, "https://exam\n&gt; \uFFFDple.org/", "7") +
                     " b<span class=\"linkspan-unopened\" dir=\"ltr\">x </span>" +
                     anchor(kUri, "yz", "9") + "</pre>\n");
}

// 1 MB of each takes no time when each byte is read a bounded number of times, and minutes if all
// that follows or precedes is read again for each of them.
TEST(Render, LongUrisAreWrittenInLinearTime) {
  for (const std::string_view part : {"&", "&a", "&#", "&amp", "&amp;", "_", "a_", "-", "%"}) {
    std::string uri = "https://e.example/?";
    while (uri.size() < 200'000) uri += part;
    for (const Form form : kForms) {
      for (const std::string_view text : {std::string_view(uri), std::string_view("x")}) {
        std::string out;
        const auto writer = writer_of(form, out);
        writer->begin();
        writer->piece(text, {uri, "", 1});
        writer->end();
        EXPECT_LE(out.size(), 13 * uri.size());
      }
    }
  }
}

// --- chunks

// Writes the runs, each in the chunks that `cut` returns for its size.
void write_cut(Writer& writer, const Runs& runs, const std::function<Chunking(size_t)>& cut) {
  writer.begin();
  for (const Run& run : runs) {
    size_t at = 0;
    for (const size_t size : cut(run.text.size())) {
      write_run(writer, run, ExactCopy(std::string_view(run.text).substr(at, size)).view());
      at += size;
    }
  }
  writer.end();
}

void expect_same_when_cut(const Runs& runs, const std::function<Chunking(size_t)>& cut) {
  std::string as_html;
  const auto html_writer = render::html_writer(as_html, {});
  write_cut(*html_writer, runs, cut);
  EXPECT_EQ(as_html, html(runs));
  std::string as_ansi;
  const auto ansi_writer = render::ansi_writer(as_ansi, {.style = LinkStyle::plain});
  write_cut(*ansi_writer, runs, cut);
  EXPECT_EQ(as_ansi, ansi(runs));
  std::string as_markdown;
  const auto markdown_writer = render::markdown_writer(as_markdown);
  write_cut(*markdown_writer, runs, cut);
  EXPECT_EQ(as_markdown, markdown(runs));
}

TEST(Render, TheOutputIsTheSameForAnyChunks) {
  const Runs runs = {{"é€😀\r\n\r\xFF\xE2\x82&\xF0\x9F"},
                     {"https://例え.テスト/\xF0\x9F\x92\n<b>", "https://h/?a&b", 1},
                     {"\x80\r\n"},
                     {"x\r", "javascript:x", 2},
                     {"\r"}};
  expect_same_when_cut(runs, one_byte_at_a_time);
  for (size_t at = 0; at < 40; ++at) {
    expect_same_when_cut(runs, [at](size_t size) {
      const size_t first = std::min(at, size);
      return Chunking{first, 0, size - first};
    });
  }
  std::mt19937 random(3);
  for (uint32_t i = 0; i < 2000; ++i) {
    expect_same_when_cut(random_runs(random),
                         [i](size_t size) { return random_chunks(size, i, 3); });
  }
}

TEST(Render, TheOutputStringCanBeClearedAtAnyTime) {
  std::string out, all;
  const auto writer = render::html_writer(out, {HtmlForm::page, "t"});
  const auto take = [&] {
    all += out;
    out.clear();
  };
  writer->begin();
  take();
  writer->text("a\xC3");
  take();
  writer->text("\xA9");
  take();
  writer->piece("b", {kUri, "", 1});
  take();
  writer->end();
  take();
  std::string whole;
  const auto whole_writer = render::html_writer(whole, {HtmlForm::page, "t"});
  write_all(*whole_writer, {{"aé"}, {"b", kUri, 1}});
  EXPECT_EQ(all, whole);
}

}  // namespace render_test
}  // namespace linkspan::test
