// SPDX-License-Identifier: Apache-2.0
// Promise: HTML in files and in mail is read as --html requires, and is recognized by its name or
// its first bytes; `render` shows its text.

#include "tests/support/command.h"

namespace linkspan::test {
namespace command_html_test {

class CommandHtml : public CommandTest {
 protected:
  // The URIs of the links that `linkspan scan` finds.
  std::vector<std::string> uris(const Arguments& arguments, std::string_view input = "") const {
    const Outcome outcome = scan(arguments, input);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    std::vector<std::string> found;
    for (const std::string& line : lines_of(outcome.out)) {
      found.push_back(Json::parse(line).at("uri").get<std::string>());
    }
    return found;
  }
};

using Uris = std::vector<std::string>;

constexpr std::string_view kPage =
    "<!DOCTYPE html><p>See <a href=https://a.example/>www.bank.com</a> and www.example.org.</p>\n";
const Uris kAll = {"https://a.example/", "http://www.example.org"};
const Uris kHrefs = {"https://a.example/"};
const Uris kTexts = {"http://www.bank.com", "http://www.example.org"};

TEST_F(CommandHtml, IsReadAsTheOptionRequests) {
  write("a.html", kPage);
  EXPECT_EQ(uris({"a.html"}), kAll);
  EXPECT_EQ(uris({"--html", "auto", "a.html"}), kAll);
  EXPECT_EQ(uris({"--html", "text", "a.html"}), kTexts);
  EXPECT_EQ(uris({"--html", "links", "a.html"}), kHrefs);
  EXPECT_EQ(uris({"--html", "off", "a.html"}),
            (Uris{"https://a.example/", "http://www.bank.com", "http://www.example.org"}));
}

TEST_F(CommandHtml, AnErrorForAWrongValueListsTheValidValues) {
  const Outcome outcome = scan({"--html", "on"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("--html can be auto|text|links|all|off"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(scan({"--from", "html", "--html", "off"}).status, 2);
}

TEST_F(CommandHtml, IsRecognizedByNameAndByFirstBytes) {
  const std::string plain = "<a href=https://a.example/>x</a>";
  for (const char* name : {"a.html", "B.HTM", "c.xhtml"}) {
    write(name, plain);
    EXPECT_EQ(texts(scan({name}).out), std::vector<std::string>{"x"}) << name;
  }
  write("d.txt", "\xEF\xBB\xBF\n <HTML><body>" + plain);
  EXPECT_EQ(texts(scan({"d.txt"}).out), std::vector<std::string>{"x"});
  EXPECT_EQ(texts(scan({}, "<!doctype HTML>" + plain).out), std::vector<std::string>{"x"});
  EXPECT_EQ(texts(scan({}, plain).out), std::vector<std::string>{"https://a.example/"});
  EXPECT_EQ(texts(scan({"--from", "html"}, plain).out), std::vector<std::string>{"x"});
  EXPECT_EQ(texts(scan({"--from", "text", "a.html"}).out),
            std::vector<std::string>{"https://a.example/"});
}

TEST_F(CommandHtml, WarnsWhereTheTextNamesAnotherHost) {
  write("a.html", kPage);
  const std::vector<std::string> lines = lines_of(scan({"a.html"}).out);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0],
            R"({"source":"a.html","start":49,"end":61,"kind":"url","form":"href",)"
            R"("text":"www.bank.com","iri":"https://a.example/","uri":"https://a.example/",)"
            R"("ended_by":"delimiter","warnings":["text-names-other-host"]})");
}

TEST_F(CommandHtml, AListShowsTheDestination) {
  write("a.html", kPage);
  EXPECT_EQ(run({"scan", "--to", "list", "a.html"}).out,
            "1:50: https://a.example/  ⚠ leads to a.example (text-names-other-host)\n"
            "1:71: www.example.org\n");
}

TEST_F(CommandHtml, FiltersApplyToTheDestination) {
  write("a.html",
        "<a href=https://a.example/>www.bank.com</a><a href=mailto:x@b.example?subject=y>z</a>");
  EXPECT_EQ(uris({"--host", "a.example", "a.html"}), Uris{"https://a.example/"});
  EXPECT_EQ(uris({"--host", "b.example", "a.html"}), Uris{"mailto:x@b.example?subject=y"});
  EXPECT_EQ(uris({"--scheme", "mailto", "a.html"}), Uris{"mailto:x@b.example?subject=y"});
  EXPECT_EQ(uris({"--kind", "email", "a.html"}), Uris{"mailto:x@b.example?subject=y"});
  EXPECT_EQ(run({"scan", "--to", "text", "a.html"}).out, "www.bank.com\nz\n");
}

TEST_F(CommandHtml, PositionsAreThoseOfTheSource) {
  write("a.html", "é\n<a href=https://a.example/>𝄞 x</a>");
  const auto place = [&](const char* unit) {
    const Json record = Json::parse(scan({"--offsets", unit, "a.html"}).out);
    return record.at("start").dump() + "-" + record.at("end").dump();
  };
  EXPECT_EQ(place("bytes"), "30-36");
  EXPECT_EQ(place("utf16"), "29-33");
  EXPECT_EQ(place("codepoints"), "29-32");
  EXPECT_EQ(place("lines"), R"({"line":2,"column":28}-{"line":2,"column":31})");
}

TEST_F(CommandHtml, SeveralJobsFindTheSameLinks) {
  for (int i = 0; i < 50; ++i) write("in/" + std::to_string(i) + ".html", kPage);
  std::string large = "<!doctype html>";
  for (int i = 0; i < 30000; ++i)
    large += "<p><a href=https://a.example/" + std::to_string(i) + ">x</a>";
  write("in/large.html", large);
  const Outcome one = scan({"in"});
  const Outcome two = scan({"--jobs", "2", "in"});
  EXPECT_EQ(lines_of(one.out).size(), 30100u);
  EXPECT_TRUE(one.out == two.out);
}

TEST_F(CommandHtml, OnlyTheStartOfALongInputIsRead) {
  std::string large = "<a href=https://a.example/>x</a>";
  large.append((33 << 20) - large.size(), ' ');
  write("a.html", large + "<a href=https://b.example/>x</a>");
  const Outcome outcome = scan({"a.html"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(lines_of(outcome.out).size(), 1u);
  EXPECT_NE(outcome.err.find("more than 32 MB"), std::string::npos) << outcome.err;
}

// --- mail

std::string part(std::string_view type, std::string_view body) {
  return "--b\nContent-Type: " + std::string(type) + "\n\n" + std::string(body) + "\n";
}

std::string mail(std::string_view type, std::string_view parts) {
  return "From: a@b.example\nMIME-Version: 1.0\nContent-Type: " + std::string(type) +
         "; boundary=b\n\n" + std::string(parts) + "--b--\n";
}

constexpr std::string_view kHtmlBody = "<p><a href=https://html.example/>x</a>";
constexpr std::string_view kPlainBody = "https://plain.example/";

TEST_F(CommandHtml, OfALaterAlternativeOnlyOtherDestinationsAreReported) {
  const std::string page = std::string(kHtmlBody) + "<a href=https://plain.example/>y</a>";
  write("m.eml", mail("multipart/alternative",
                      part("text/plain", kPlainBody) + part("text/html", page + page)));
  const Uris both = {"https://plain.example/", "https://html.example/"};
  EXPECT_EQ(uris({"m.eml"}), both);
  for (const char* to : {"list", "tsv", "uri", "iri"}) {
    EXPECT_EQ(lines_of(scan({"--to", to, "m.eml"}).out).size(), 2u) << to;
  }
  EXPECT_EQ(lines_of(scan({"--count", "m.eml"}).out).size(), 2u);
  EXPECT_EQ(scan({"m.eml"}).err, "");
  write("m.eml", mail("multipart/alternative",
                      part("text/plain", kPlainBody) + part("text/html", kHtmlBody)));
  EXPECT_EQ(uris({"--html", "links", "m.eml"}),
            (Uris{"https://plain.example/", "https://html.example/"}));
  EXPECT_EQ(uris({"--html", "off", "m.eml"}), Uris{"https://plain.example/"});
}

TEST_F(CommandHtml, HtmlIsReadIfThePlainTextAlternativeIsBlank) {
  write("m.eml",
        mail("multipart/alternative", part("text/plain", " \n") + part("text/html", kHtmlBody)));
  EXPECT_EQ(uris({"m.eml"}), Uris{"https://html.example/"});
}

TEST_F(CommandHtml, TheRootOfRelatedPartsIsAnAlternative) {
  const std::string related =
      "--b\nContent-Type: multipart/related; boundary=c\n\n--c\nContent-Type: text/html\n\n" +
      std::string(kHtmlBody) + "\n--c\nContent-Type: image/png\n\nx\n--c--\n";
  write("m.eml", mail("multipart/alternative", part("text/plain", kPlainBody) + related));
  EXPECT_EQ(uris({"m.eml"}), (Uris{"https://plain.example/", "https://html.example/"}));
  write("n.eml", mail("multipart/mixed", part("text/plain", kPlainBody) + related));
  EXPECT_EQ(uris({"n.eml"}), (Uris{"https://plain.example/", "https://html.example/"}));
}

TEST_F(CommandHtml, ARelativeLinkThatNamesAHostLeadsToItInMail) {
  const std::string page =
      "<a href='www.example.org/x'>a</a> <a href='WWW.Example.ORG?b'>b</a> <a href=' www.\n"
      "example.org:8080/c '>c</a> <a href='www.html'>d</a> <a href='page.html'>e</a> <a "
      "href='www.'>f</a> <a href='example.org/g'>g</a> <a href='/www.example.org'>h</a>";
  write("m.eml", mail("multipart/mixed", part("text/html", page)));
  EXPECT_EQ(uris({"m.eml"}), (Uris{"http://www.example.org/x", "http://WWW.Example.ORG?b",
                                   "http://www.example.org:8080/c"}));
  EXPECT_EQ(uris({"--default-scheme", "https", "m.eml"}).at(0), "https://www.example.org/x");
  write("b.eml",
        mail("multipart/mixed", part("text/html", "<base href='https://a.example/d/'>" + page)));
  EXPECT_EQ(uris({"b.eml"}).at(0), "https://a.example/d/www.example.org/x");
  write("w.eml", mail("multipart/mixed",
                      part("text/html", "<a href='www.evil.example.net/'>www.bank.com</a>")));
  EXPECT_EQ(Json::parse(scan({"w.eml"}).out).at("warnings").dump(), R"(["text-names-other-host"])");
  // A page has a place of its own.
  write("a.html", "<!DOCTYPE html>" + page);
  EXPECT_EQ(uris({"a.html"}), Uris{});
}

TEST_F(CommandHtml, TheCharsetOfAMailPartOverridesTheMetaElement) {
  write("m.eml",
        "From: a@b.example\nMIME-Version: 1.0\nContent-Type: text/html; charset=koi8-r\n"
        "Content-Transfer-Encoding: quoted-printable\n\n"
        "<meta charset=3Dutf-8><a href=3D\"http://=C4=C1.example/\">=C4</a>\n");
  const Json record = Json::parse(scan({"m.eml"}).out);
  EXPECT_EQ(record.at("iri"), "http://да.example/");
  EXPECT_EQ(record.at("text"), "д");
}

// --- render

TEST_F(CommandHtml, IsRenderedAsItsTextWithLinks) {
  write("a.html",
        "<title>t</title><h1>One &amp; two</h1><p>See <a href=https://a.example/ü>this\n"
        "page</a>.<br><a href=https://b.example/><img></a><script>x</script>");
  EXPECT_EQ(run({"render", "--to", "html", "a.html"}).out,
            "<pre class=\"linkspan\" dir=\"auto\">\nOne &amp; two\n\nSee <a dir=\"ltr\" "
            "href=\"https://a.example/%C3%BC\" title=\"https://a.example/%C3%BC\" rel=\"noopener "
            "noreferrer\" data-link=\"1\">this page</a>.\n<a dir=\"ltr\" "
            "href=\"https://b.example/\" rel=\"noopener noreferrer\" "
            "data-link=\"2\">https://b.example/</a>\n</pre>\n");
}

TEST_F(CommandHtml, RenderShowsTheHostIfTheTextNamesAnother) {
  write("a.html", kPage);
  const Outcome outcome = run({"render", "--to", "ansi", "a.html"});
  EXPECT_NE(outcome.out.find(" \x1B[1m[⚠ a.example]\x1B[22m and "), std::string::npos)
      << outcome.out;
}

TEST_F(CommandHtml, RelativeLinksThatAreLeftOutAreCountedInAMessage) {
  std::string page = "<base href='https://e.example/" + std::string(40000, 'a') + "/'>";
  for (int i = 0; i < 100; ++i) page += "<a href=x>y</a>";
  write("a.html", page);
  const Outcome outcome = run({"scan", "-c", "a.html"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "4\n");
  EXPECT_EQ(outcome.err,
            "linkspan: a.html: 96 relative links would repeat a long base too often, and are left "
            "out; the first is at byte 40093\n");
}

TEST_F(CommandHtml, NoEscapeSequenceOrScriptReachesTheTerminal) {
  const Outcome outcome =
      run({"render", "--from", "html", "--to", "ansi"},
          "<a href='https://a.example/&#27;]0;x&#7;'>&#27;[31m</a><a href=\"javascript:x\">y</a>");
  EXPECT_EQ(outcome.out.find("\x1B]0;"), std::string::npos);
  EXPECT_EQ(outcome.out.find("\x1B[31m"), std::string::npos);
  EXPECT_EQ(outcome.out.find("javascript"), std::string::npos);
}

TEST_F(CommandHtml, RelativeLinksAndOtherAttributesAreReadOnRequest) {
  write("a.html", "<img src='/i.png'><a href='b.html'>https://c.example/</a>");
  EXPECT_EQ(run({"scan", "--to", "uri", "a.html"}).out, "https://c.example/\n");
  EXPECT_EQ(run({"scan", "--to", "uri", "--relative", "a.html"}).out, "b.html\n");
  const Arguments all = {"scan",   "--to", "csv",   "--fields", "uri,element,attribute,relative",
                         "--html", "all",  "a.html"};
  Arguments with_relative = all;
  with_relative.emplace_back("--relative");
  EXPECT_EQ(run(with_relative).out,
            "uri,element,attribute,relative\r\n/i.png,img,src,true\r\nb.html,a,href,true\r\n");
  Arguments with_base = all;
  with_base.insert(with_base.end(), {"--base", "https://d.example/e/"});
  EXPECT_EQ(run(with_base).out,
            "uri,element,attribute,relative\r\nhttps://d.example/i.png,img,src,\r\n"
            "https://d.example/e/b.html,a,href,\r\n");
  write("m.md", "[x](docs/y.md)");
  EXPECT_EQ(run({"scan", "--to", "jsonl", "--markdown", "--relative", "m.md"}).out,
            "{\"source\":\"m.md\",\"start\":1,\"end\":2,\"kind\":\"url\",\"form\":\"href\","
            "\"text\":\"x\",\"iri\":\"docs/y.md\",\"uri\":\"docs/y.md\",\"ended_by\":\"delimiter\","
            "\"relative\":true}\n");
}

}  // namespace command_html_test
}  // namespace linkspan::test
