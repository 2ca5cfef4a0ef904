// SPDX-License-Identifier: Apache-2.0
// Promise: each notation (lines/notation.h) gives the text that its format stands for, the source
// place of every byte is right and grows, and neither depends on the chunks. Time and memory are
// linear: a token of any length is read once.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lines/notation.h"
#include "tests/support/chunks.h"

namespace linkspan::lines {
namespace notations_test {

std::string decode(unsigned code_page, std::string_view bytes) {
  return code_page == 1252 && bytes == "\xE9" ? "é" : "[" + std::string(bytes) + "]";
}

struct Read {
  std::string text;
  std::vector<uint64_t> sources;  // of each byte
  bool operator==(const Read&) const = default;
};

Read read(Flow flow, std::string_view input, size_t chunk) {
  const std::unique_ptr<TextStage> stage = make_notation(flow, decode);
  Read result;
  for (size_t at = 0; at < input.size(); at += chunk) {
    const test::ExactCopy part(input.substr(at, chunk));
    const size_t before = result.text.size();
    const uint64_t earliest = stage->source_of(before);
    stage->feed(part.view(), result.text);
    if (result.text.size() > before) {
      EXPECT_LE(earliest, stage->source_of(before)) << input << " at " << at;
    }
  }
  stage->finish(result.text);
  for (uint64_t i = 0; i < result.text.size(); ++i) result.sources.push_back(stage->source_of(i));
  std::vector<Range> pieces;
  if (!result.text.empty()) stage->pieces({0, result.text.size()}, pieces);
  for (size_t i = 0; i < pieces.size(); ++i) {
    EXPECT_LT(pieces[i].begin, pieces[i].end);
    EXPECT_LE(pieces[i].end, input.size());
    EXPECT_TRUE(i == 0 || pieces[i].begin > pieces[i - 1].end) << input;
  }
  return result;
}

std::string text_of(Flow flow, std::string_view input) {
  const Read whole = read(flow, input, input.size() + 1);
  for (const size_t chunk : {size_t{1}, size_t{2}, size_t{3}, size_t{5}, size_t{7}}) {
    EXPECT_EQ(read(flow, input, chunk), whole) << input << " by " << chunk;
  }
  for (size_t i = 0; i < whole.text.size(); ++i) {
    EXPECT_LT(whole.sources[i], input.size());
    EXPECT_TRUE(i == 0 || whole.sources[i] >= whole.sources[i - 1]) << input << ' ' << i;
  }
  return whole.text;
}

TEST(ContentLines, ALineBreakBeforeABlankContinuesTheLine) {
  const auto text = [](std::string_view input) { return text_of(Flow::content_lines, input); };
  EXPECT_EQ(text("URL:https://example.org/a-lo\r\n ng\r\n\t-path\r\nEND"),
            "URL:https://example.org/a-long-path\r\nEND");
  EXPECT_EQ(text("a\n b\n  c\n\n d\n"), "ab c\nd\n");
  EXPECT_EQ(text("a\r b\rc"), "a\r b\rc") << "CR without LF is not a break";
  EXPECT_EQ(text("a\r\n"), "a\r\n");
  EXPECT_EQ(text("a\r"), "a\r");
  EXPECT_EQ(text("PRODID://RESEARCH IN MOTION//EN\nURL:/"),
            "PRODID: //RESEARCH IN MOTION//EN\nURL:/")
      << "a name is no scheme";
}

TEST(ContentLines, EscapesOfTextsAreDecoded) {
  const auto text = [](std::string_view input) { return text_of(Flow::content_lines, input); };
  EXPECT_EQ(text(R"(N:https://a.example/x\,y\;z\\\nnext\Nlast)"),
            "N:https://a.example/x,y;z\\\nnext\nlast");
  EXPECT_EQ(text("N:a\\\r\n nb"), "N:a\nb") << "folded inside an escape";
  EXPECT_EQ(text(R"(N:C:\temp\)"), R"(N:C:\temp\)");
  EXPECT_EQ(text("N:a\\\nb"), "N:a\\\nb");
  EXPECT_EQ(text(R"(URL:file:///C:/new\nodes)"), R"(URL:file:///C:/new\nodes)");
  EXPECT_EQ(text(R"(item1.URL;X="a:b":https\://a.example/\,b)"),
            R"(item1.URL;X="a:b":https://a.example/,b)");
  EXPECT_EQ(text(R"(URL;VALUE=TEXT:a\nb)"), "URL;VALUE=TEXT:a\nb");
  EXPECT_EQ(text(R"(X-A;VALUE=URI:a\nb)"), R"(X-A;VALUE=URI:a\nb)");
}

TEST(ContentLines, QuotedPrintableIsDecoded) {
  EXPECT_EQ(
      text_of(Flow::content_lines,
              "NOTE;ENCODING=QUOTED-PRINTABLE:https://a.example/=\r\nx=3D1=C3=A9=zz\r\nFN:=3D"),
      "NOTE;ENCODING=QUOTED-PRINTABLE:https://a.example/x=1é=zz\r\nFN:=3D");
}

TEST(Ldif, FoldsAndBase64AreUndone) {
  const auto text = [](std::string_view input) { return text_of(Flow::ldif, input); };
  // The padding of the last group stands for nothing.
  EXPECT_EQ(text("x:: aHR0cHM6Ly9lLm9yZy9i\ny: z"), "x:: https://e.org/b\ny: z");
  EXPECT_EQ(text("x:: aHR0cHM6Ly9lLm9yZy9iNg==\ny: z"), "x:: https://e.org/b6\ny: z");
  EXPECT_EQ(text("x:: aHR0cHM6Ly9lLm9yZy9iNjQ=\ny: z"), "x:: https://e.org/b64\ny: z");
  EXPECT_EQ(text("x:: aHR0cHM6Ly9lLm9yZy9iNg=\n =\ny: z"), "x:: https://e.org/b6\ny: z");
  EXPECT_EQ(text("uri: https://a.example/lo\n ng\n\tx\n"), "uri: https://a.example/long\n\tx\n");
  EXPECT_EQ(text("uri:: aHR0cHM6Ly9hLmV4YW1wbGUveC9\n 5\ncn: x"),
            "uri:: https://a.example/x/y\ncn: x");
  EXPECT_EQ(text("uri:: aHR0cA==\ncn: x"), "uri:: http\ncn: x");
  EXPECT_EQ(text("jpegPhoto:: aHR0cA=="), "jpegPhoto:: aHR0cA==");
  EXPECT_EQ(text("u:< https://a.example/\\n"), "u:< https://a.example/\\n");
}

TEST(Roff, EscapesStandForCharacters) {
  const auto text = [](std::string_view input) { return text_of(Flow::roff, input); };
  EXPECT_EQ(text(R"(https://sr.\&ht/\(tijoe/\[ti]x\:/linux\-x)"), "https://sr.ht/~joe/~x/linux-x");
  EXPECT_EQ(text(R"(\fIa\fR\f[B]b\f(CWc\s-2d\s0e\s12f\s[8]g)"), "abcdefg");
  EXPECT_EQ(text(R"(\[u2019]\N'126'\*(Aqx\*(zz\h'2n'\nx\n(ab\n[abc]y)"), "’~'xy");
  EXPECT_EQ(text("a\\\nb\\c\nc\\\" d"), "abc  d");
  EXPECT_EQ(text(R"(a\eb\\c\ d\~e\.f)"), R"(a\b\c d e.f)");
  for (const std::string_view cut : {"\\", "\\(", "\\(t", "\\[ti", "\\f", "\\h'", "\\s", "\\*("}) {
    text(cut);
  }
}

TEST(Gettext, StringsContinueInTheNextLine) {
  const auto text = [](std::string_view input) { return text_of(Flow::gettext, input); };
  EXPECT_EQ(text("msgid \"\"\n\"https://a.example/\"\r\n  \"b\\n\"\nmsgstr \"x\"\n"),
            "msgid \"https://a.example/b\n\"\nmsgstr \"x\"\n");
  EXPECT_EQ(text("#~ msgid \"a\"\n#~ \"b\"\n"), "#~ msgid \"ab\"\n");
  EXPECT_EQ(text("msgid \"a\" \"b\"\"c\"\nmsgstr \"\""), "msgid \"abc\"\nmsgstr \"\"");
  EXPECT_EQ(text("#: src/app.py:1 https://a.example/\n#. \"see\"\n\"x\"\n"),
            "  https://a.example/\n#. \"see\"\n\"x\"\n");
  EXPECT_EQ(text("msgid \"a\\\"b\\\\c\\td"), "msgid \"a\"b\\c\td");
}

TEST(Tables, FieldsEndLinks) {
  EXPECT_EQ(text_of(Flow::csv, "a,\"https://a.example/x,\"\"y\",b\nc,d"),
            "a\nhttps://a.example/x,\"y\nb\nc\nd");
  EXPECT_EQ(text_of(Flow::csv, "a;b\n1,5;c"), "a\nb\n1,5\nc");
  EXPECT_EQ(text_of(Flow::tsv, "a,\"b\tc\"\n"), "a,\"b\nc\"\n");
}

TEST(AsciiDoc, ABracketEndsATarget) {
  const auto text = [](std::string_view input) { return text_of(Flow::asciidoc, input); };
  EXPECT_EQ(text("https://a.example/XML_(W3C)[schema], mailto:a@b.example[me] a[0]"),
            "https://a.example/XML_(W3C) schema], mailto:a@b.example me] a[0]");
  EXPECT_EQ(text("http://[::1]/x[local]"), "http://[::1]/x local]");
  EXPECT_EQ(text("note: [0]"), "note: [0]");
  EXPECT_EQ(text("link:++https://a.example/b__c++[d] c++[0]"),
            "link:++https://a.example/b__c d] c++[0]");
}

TEST(Rtf, TextIsWithoutControls) {
  const auto text = [](std::string_view input) { return text_of(Flow::rtf, input); };
  EXPECT_EQ(text(R"({\rtf1\ansi{\fonttbl{\f0 Arial;}}caf\'e9 a\_b\~c\par \u1087?d\{\}})"),
            "café a-b c\nпd{}");
  EXPECT_EQ(text(R"({\field{\*\fldinst HYPERLINK "https://a.example/"}{\fldrslt here}})"),
            "HYPERLINK \"https://a.example/\" here");
  EXPECT_EQ(text("{\\*\\generator a}b\r\nc{\\uc2\\u55357\\'3f?\\u56832??}"), "bc😀");
  EXPECT_EQ(text(R"(\ansicpg936 \'c4\'e3\'41x)"), "[\xC4\xE3][A]x");
  EXPECT_EQ(text("a\\bin3 {{{b"), "ab");
}

// Notes, titles, deletions and marks are not part of the text around them.
TEST(Rtf, TextApartIsNotJoined) {
  const auto text = [](std::string_view input) { return text_of(Flow::rtf, input); };
  EXPECT_EQ(text(R"(a-20{\deleted 24{\b !}}{\revised 25}.pdf)"), "a-2025.pdf");
  EXPECT_EQ(text(R"(a\deleted b\deleted0 c{\fonttbl\deleted0 d})"), "ac");
  EXPECT_EQ(text(R"(a{\footnote b{\i c}}d)"), "a\nbc\nd");
  EXPECT_EQ(text(R"({\info{\title a}{\*\hlinkbase b}}c{\*\annotation d}e)"), "\na\n\nb\nc\nd\ne");
  EXPECT_EQ(text(R"(a{\super 1}b\super0 c)"), "a\t1bc");
  EXPECT_EQ(text(R"(a{\xe {\b index}}b)"), "ab") << "an entry of an index is not shown";
}

TEST(Rtf, AFieldIsALinkWithItsFragment) {
  const auto text = [](std::string_view instruction) {
    return text_of(Flow::rtf,
                   R"({\field{\*\fldinst )" + std::string(instruction) + R"(}{\fldrslt here}}.)");
  };
  EXPECT_EQ(text(R"(HYPERLINK "https://a.example/" \\l "d")"),
            "HYPERLINK \"https://a.example/#d\" here.");
  EXPECT_EQ(text(R"({\rtlch\fcs1  HYPERLINK "https://a.example/b c" \\o "See x" \\l "d e" })"),
            " HYPERLINK \"https://a.example/b%20c#d%20e\" here.");
  EXPECT_EQ(text(R"({hyperlink https://a.example/}{ \\l }d{ \\t "_blank"})"),
            "hyperlink https://a.example/#d\" here.");
  EXPECT_EQ(text(R"(HYPERLINK "https://a.example/\u1087?" \\l "\'e9")"),
            "HYPERLINK \"https://a.example/п#é\" here.");
  EXPECT_EQ(text(R"(HYPERLINK \\l "d")"), "HYPERLINK \\l \"d\" here.");
  EXPECT_EQ(text(R"(INCLUDEPICTURE "https://a.example/b" \\d)"),
            "INCLUDEPICTURE \"https://a.example/b\" \\d here.");
}

// Tokens that never end, and nesting without an end.
TEST(Notations, AnyInputIsReadInLinearTime) {
  for (size_t flow = static_cast<size_t>(Flow::content_lines); flow < std::size(kFlows); ++flow) {
    for (const std::string_view unit :
         {"\\",    "\\[", "\\*[a", "\\h'", "{",    "{\\a",        "\\'",
          "\\u1 ", "\"",  "\"\n",  "\n ",  "\r\n", "a:: QUJD\n ", "=\n",
          ";",     "[",   "://[",  "#: ",  "\\n",  "\\(ti",       "a;encoding="}) {
      const auto stage = make_notation(static_cast<Flow>(flow), decode);
      if (!stage) continue;
      std::string text;
      for (size_t i = 0; i < (1 << 14) / unit.size(); ++i) {
        stage->feed(unit, text);
        if (text.size() > 4096) {
          stage->release_before(i == 0 ? 0 : 1);
        }
      }
      stage->finish(text);
      EXPECT_LE(text.size(), (1 << 14) + unit.size()) << kFlows[flow].name << ' ' << unit;
    }
  }
}

}  // namespace notations_test
}  // namespace linkspan::lines
