// SPDX-License-Identifier: Apache-2.0
// Promise: in an XML document, the links of its character data and of its attributes are found in
// order, with their places in bytes, code points and lines, for any charset and chunks, also if it
// is not well-formed; names of namespaces are not links; and time and memory are bounded.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "linkspan/document.h"
#include "tests/support/chunks.h"

namespace linkspan::test {
namespace xml_test {

struct Found {
  std::string text, iri, uri;
  Form form;
  Warnings warnings;
  std::vector<Piece> pieces;
};

const Engine& engine() {
  static const Engine one = Engine::create({}).value();
  return one;
}

DocumentOptions xml(HtmlLinks links = HtmlLinks::all) {
  DocumentOptions options;
  options.markup = Markup::xml;
  options.html_links = links;
  return options;
}

DocumentOptions xml_auto() {
  DocumentOptions options = xml();
  options.charset = "auto";
  return options;
}

std::vector<Found> find(std::string_view bytes, const DocumentOptions& options = xml()) {
  std::vector<Found> found;
  const auto take = [&found](const Link& link) {
    found.push_back(
        {std::string(link.text), link.iri, link.uri, link.span.form, link.warnings, link.pieces});
  };
  EXPECT_TRUE(linkify({bytes, options}, engine(), take).ok());
  return found;
}

using Texts = std::vector<std::string>;

// The text of each link, and its destination after ` → ` if it is another.
Texts links(std::string_view bytes, const DocumentOptions& options = xml()) {
  Texts all;
  for (const Found& found : find(bytes, options)) {
    const bool is_named = found.text != found.iri && found.form == Form::href;
    all.push_back(is_named ? found.text + " → " + found.iri : found.text);
  }
  return all;
}

std::string source_of(std::string_view bytes, const Found& found) {
  std::string source;
  for (const Piece& piece : found.pieces) {
    if (!source.empty()) source += '|';
    source += piece.bytes.text(bytes);
  }
  return source;
}

std::string text_of(std::string_view bytes) {
  std::string text;
  const auto take = [&text](std::string_view part) { text += part; };
  EXPECT_TRUE(linkify_text(
                  {bytes, xml()}, engine(), [](const Link&) {}, Sink<std::string_view>(take))
                  .ok());
  return text;
}

TEST(Xml, InternalEntitiesHaveTheirValues) {
  const std::string head =
      "<!DOCTYPE b [<!ENTITY home \"https://example.org/p\"><!ENTITY d '&home;/docs'>"
      "<!ENTITY % no \"x\"><!ENTITY other SYSTEM \"https://x.example/\">]>";
  const std::string text =
      head + "<b><u url=\"&home;/a\"/>See &home;/faq &d; &other; &no; &new;</b>";
  EXPECT_EQ(links(text), (Texts{"https://example.org/p/a", "https://example.org/p/faq",
                                "https://example.org/p/docs"}));
  EXPECT_EQ(source_of(text, find(text)[1]), "&home;/faq");
}

// Each is the whole entity in the source.
TEST(Xml, AnEntityMayHoldSeveralLinks) {
  const auto with = [](const std::string& value, const std::string& after = "") {
    return "<!DOCTYPE a [<!ENTITY e '" + value + "'>]><a>&e;" + after + "</a>";
  };
  const std::string two = with("see https://a.example/ and https://b.example/");
  const std::vector<Found> found = find(two);
  ASSERT_EQ(found.size(), 2U);
  for (const Found& each : found) EXPECT_EQ(source_of(two, each), "&e;") << each.text;
  EXPECT_EQ(links(two), (Texts{"https://a.example/", "https://b.example/"}));
  EXPECT_EQ(links(with("a@x.example, b@y.example https://c.example")),
            (Texts{"a@x.example", "b@y.example", "https://c.example"}));
  EXPECT_EQ(links(with("https://a.example/ https://b.example/", "path")),
            (Texts{"https://a.example/", "https://b.example/path"}));
  EXPECT_EQ(links(with("https://a.example/ <![CDATA[https://b.example/]]>")).size(), 2U);
  EXPECT_EQ(links(with("<p>https://a.example/</p><p>https://b.example/</p>")),
            (Texts{"https://a.example/", "https://b.example/"}));
}

// Anchors, too, have the text that they have in it, in its order.
TEST(Xml, AnEntityMayHoldSeveralAnchors) {
  EXPECT_EQ(links("<!DOCTYPE a [<!ENTITY e 'https://a.example/ &lt;a href=\"https://b.example/\">"
                  "one&lt;/a> &lt;a href=\"https://c.example/\">two&lt;/a> https://d.example/'>]>"
                  "<a>&e;</a>"),
            (Texts{"https://a.example/", "one → https://b.example/", "two → https://c.example/",
                   "https://d.example/"}));
}

TEST(Xml, EntitiesExpandToAtMostFourBytesForEachByte) {
  const std::string value(1000, 'x');
  std::string text = "<!DOCTYPE a [<!ENTITY e \"" + value + "\">]><a>";
  for (size_t i = 0; i < 10'000; ++i) text += "&e;";
  EXPECT_LE(text_of(text + "</a>").size(), 5 * text.size() + 4096);
}

TEST(Xml, DeletedTextAndMarksOfNotesAreApart) {
  EXPECT_EQ(
      links("<w:p><w:t>https://example.org/r-20</w:t><w:del><w:r><w:delText>24</w:delText></w:r>"
            "</w:del><w:ins><w:r><w:t>25</w:t></w:r></w:ins><w:t>.pdf</w:t></w:p>"),
      Texts{"https://example.org/r-2025.pdf"});
  EXPECT_EQ(links("<w:p><w:t>ann</w:t><w:del><w:t>e</w:t></w:del><w:t>@example.org</w:t></w:p>"),
            Texts{"ann@example.org"});
  EXPECT_EQ(links("<w:p><w:del><w:t>https://old.example/</w:t></w:del><w:t>https://new.example/</"
                  "w:t></w:p>"),
            (Texts{"https://old.example/", "https://new.example/"}));
  EXPECT_EQ(
      links("<text:p>https://example.org/a<text:note><text:note-citation>1</text:note-citation>"
            "<text:note-body><text:p>b</text:p></text:note-body></text:note>.</text:p>"),
      Texts{"https://example.org/a"});
  EXPECT_EQ(links("<text:p>https://exam<office:annotation><dc:creator>Joe</dc:creator>"
                  "<text:p>no.<text:tab/></text:p></office:annotation>ple.org/a</text:p>"),
            Texts{"https://example.org/a"});
  EXPECT_EQ(
      links("<text:p>a <office:annotation><dc:creator>J</dc:creator><text:p>https://a.example/"
            "</text:p><text:p>b</text:p></office:annotation>https://b.example/</text:p>"),
      (Texts{"https://a.example/", "https://b.example/"}));
  EXPECT_EQ(links("<si><t>https://example.org/\u6771</t><rPh><t>\u30C8</t></rPh></si>"),
            Texts{"https://example.org/\u6771"});
  EXPECT_EQ(links("<w:p><w:t>www.example.org/</w:t><w:ruby><w:rt><w:t>to</w:t></w:rt><w:rubyBase>"
                  "<w:t>a</w:t></w:rubyBase></w:ruby></w:p>"),
            Texts{"www.example.org/a"});
}

TEST(Xml, FieldsOfOfficeAreDestinations) {
  EXPECT_EQ(links("<table:table-cell table:formula='of:=HYPERLINK(\"https://example.org/a\";"
                  "\"b\")'/>"),
            Texts{"https://example.org/a"});
  EXPECT_EQ(links("<w:p><w:fldSimple w:instr=' HYPERLINK \"https://example.org/a b\" \\l \"c\" '>"
                  "<w:t>here</w:t></w:fldSimple></w:p>"),
            Texts{"here → https://example.org/a%20b#c"});
  EXPECT_EQ(
      links(
          "<w:p><w:instrText> HYPERLINK \"https://example.org/a\" \\l \"c\" </w:instrText></w:p>"),
      Texts{"https://example.org/a#c"});
  EXPECT_EQ(links("<w:p><w:instrText> HYPERLINK \"https://example.org/a\" </w:instrText></w:p>"),
            Texts{"https://example.org/a"});
  EXPECT_EQ(links("<w:p><w:instrText></w:instrText><w:instrText/>https://example.org/</w:p>"),
            Texts{"https://example.org/"});
  DocumentOptions options = xml();
  options.relationships = std::make_shared<Relationships>();
  options.relationships->targets["r4"] = "https://example.org/a";
  EXPECT_EQ(links("<w:hyperlink r:id='r4' w:anchor='c'><w:t>x</w:t></w:hyperlink>", options),
            Texts{"x → https://example.org/a#c"});
  EXPECT_EQ(
      links("<hyperlinks><hyperlink ref='A1' location='c/d' r:id='r4'/></hyperlinks>", options),
      Texts{"https://example.org/a#c/d"});
  EXPECT_EQ(links("<hyperlinks><hyperlink ref='A1' location='B!A1'/></hyperlinks>", options),
            Texts{});
}

TEST(Xml, TheBaseOfTheDocumentIsUsed) {
  DocumentOptions options = xml();
  options.base = "https://example.org/d/e";
  EXPECT_EQ(links("<a href='x'>y</a><b xml:base='../f/'><a href='x'>y</a></b>", options),
            (Texts{"y → https://example.org/d/x", "y → https://example.org/f/x"}));
  options.markup = Markup::html;
  EXPECT_EQ(links("<a href=x>y</a>", options), Texts{"y → https://example.org/d/x"});
  EXPECT_EQ(links("<base href=../f/><a href=x>y</a>", options),
            Texts{"y → https://example.org/f/x"});
}

// --- formats

TEST(Xml, ReadsSitemaps) {
  constexpr std::string_view kSitemap =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\""
      " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
      " xsi:schemaLocation=\"http://www.sitemaps.org/schemas/sitemap/0.9 "
      "http://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd\">"
      "<url><loc>https://example.org/?a=1&amp;b=2</loc><lastmod>2020-01-01</lastmod></url>"
      "<url><loc>\n  https://example.org/b\n</loc></url><url><loc>https://example.org/c</loc>"
      "<loc>www.example.org</loc></url></urlset>";
  EXPECT_EQ(links(kSitemap), (Texts{"https://example.org/?a=1&b=2", "https://example.org/b",
                                    "https://example.org/c", "www.example.org"}));
  EXPECT_EQ(source_of(kSitemap, find(kSitemap)[0]), "https://example.org/?a=1&amp;b=2");
  EXPECT_EQ(text_of("<u><loc>a</loc><lastmod>b</lastmod></u>"), "a\nb");
}

TEST(Xml, ReadsHtmlInFeeds) {
  constexpr std::string_view kFeed =
      "<rss><channel><link>https://example.com/</link><item>"
      "<enclosure url=\"https://cdn.example.com/a.mp3\" type=\"audio/mpeg\"/>"
      "<source url=\"https://other.example/rss\">Other</source>"
      "<description>&lt;p&gt;Hello &lt;a href=\"https://example.com/x?a=1&amp;amp;b=2\"&gt;the "
      "text&lt;/a&gt; and www.example.org&lt;/p&gt;</description>"
      "<content:encoded><![CDATA[<div>Read <a href='https://evil.example/'>https://bank.example/"
      "</a><br>more</div>]]></content:encoded></item></channel></rss>";
  EXPECT_EQ(links(kFeed),
            (Texts{"https://example.com/", "https://cdn.example.com/a.mp3",
                   "Other → https://other.example/rss", "the text → https://example.com/x?a=1&b=2",
                   "www.example.org", "https://bank.example/ → https://evil.example/"}));
  const std::vector<Found> found = find(kFeed);
  EXPECT_EQ(source_of(kFeed, found[3]), "the text");
  EXPECT_EQ(source_of(kFeed, found[5]), "https://bank.example/");
  EXPECT_TRUE(found[5].warnings.has(Warning::text_names_other_host));
  // Text with a `<` that begins no tag of HTML is text.
  EXPECT_EQ(
      links("<d>&lt;https://example.org/a> a &lt; b, <![CDATA[List<T> <ann@example.org>]]></d>"),
      (Texts{"https://example.org/a", "ann@example.org"}));
}

TEST(Xml, ReadsAtom) {
  constexpr std::string_view kFeed =
      "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:base=\"https://example.org/dir/\">"
      "<link rel=\"self\" href=\"feed.atom\"/><link href=\"https://example.org/\"/>"
      "<category scheme=\"https://example.org/scheme\" term=\"x\"/>"
      "<entry xml:base=\"sub/\"><content type=\"html\">See &lt;a href=\"p/1\">one&lt;/a></content>"
      "</entry><content type=\"xhtml\"><div xmlns=\"http://www.w3.org/1999/xhtml\"><p>Go <a "
      "href=\"/abs\">there</a>, <em>www.exam</em>ple.org.</p></div></content></feed>";
  EXPECT_EQ(links(kFeed), (Texts{"https://example.org/dir/feed.atom", "https://example.org/",
                                 "one → https://example.org/dir/sub/p/1",
                                 "there → https://example.org/abs", "www.example.org"}));
}

TEST(Xml, ReadsAttributesByTheirNames) {
  EXPECT_EQ(links("<svg xmlns:xlink='http://www.w3.org/1999/xlink'><a xlink:href="
                  "'https://example.org/a'><text>click</text></a><image href='https://example.org/"
                  "i.png'/><use href='#a'/></svg>"),
            (Texts{"click → https://example.org/a", "https://example.org/i.png"}));
  EXPECT_EQ(links("<outline text='T' xmlUrl='https://example.org/feed' htmlUrl=\"https://example."
                  "org/\" />"),
            (Texts{"https://example.org/feed", "https://example.org/"}));
  EXPECT_EQ(links("<rdf:li rdf:resource='https://example.org/1'/><item rdf:about='https://example."
                  "org/2'><title>One</title></item><v src='https://example.org/3'>x</v>"),
            (Texts{"https://example.org/1", "https://example.org/2", "https://example.org/3"}));
  EXPECT_EQ(links("<ref target='https://example.org/r'>it</ref><a target='_blank'>x</a>"),
            (Texts{"it → https://example.org/r"}));
  EXPECT_EQ(links("<tag k='website' v='https://example.org/'/><row Body='&lt;p&gt;See &lt;a href="
                  "&quot;https://example.org/q&quot;&gt;it&lt;/a&gt;'/><b mail='ann@example.org'/>"
                  "<c file='example.org'/>"),
            (Texts{"https://example.org/", "it → https://example.org/q", "ann@example.org"}));
}

TEST(Xml, LinksNoNames) {
  for (const char* const source :
       {"<a xmlns='http://a.example/ns'/>", "<a xmlns:b='http://a.example/ns'/>",
        "<a xsi:schemaLocation='http://a.example/ns http://a.example/x.xsd'/>",
        "<a xsi:noNamespaceSchemaLocation='http://a.example/x.xsd'/>",
        "<schema targetNamespace='http://a.example/ns'/>",
        "<import namespace='http://a.example/'/>",
        "<Relationship Type='http://a.example/hyperlink' Target='styles.xml'/>",
        "<SignatureMethod Algorithm='http://a.example/rsa'/>",
        "<a:graphicData uri='http://a.example/p'/>",
        "<d grddl:transformation='http://a.example/odf2rdf.xsl'/>",
        "<link rel='http://a.example/rel'/>",
        "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://a.example/svg11.dtd'><svg/>",
        "<!DOCTYPE a SYSTEM \"http://a.example/a.dtd\" [<!ENTITY e 'http://a.example/'> <!-- ]> "
        "-->]><a/>",
        "<!-- http://a.example/ --><a/>", "<?xml-stylesheet href='http://a.example/a.xsl'?><a/>",
        "<a href='#x'/><a href='page.html'/>"}) {
    EXPECT_EQ(links(source), Texts{}) << source;
  }
}

TEST(Xml, ExpandsNoExternalEntities) {
  EXPECT_EQ(links("<!DOCTYPE a [<!ENTITY e SYSTEM 'https://evil.example/'>]><a>&e; &#104;ttps://"
                  "example.org/&#x61;&amp;b</a>"),
            (Texts{"https://example.org/a&b"}));
  EXPECT_EQ(text_of("<a>&e;&nbsp;&lt;&copy &#65 &#65;</a>"), "&e;&nbsp;<&copy &#65 A");
}

// --- text

TEST(Xml, JoinsTextInParagraphs) {
  EXPECT_EQ(
      links("<w:p><w:pPr><w:tabs><w:tab w:val='left'/></w:tabs></w:pPr><w:r><w:t xml:space="
            "'preserve'>See https://exam</w:t></w:r><w:proofErr/><w:r><w:rPr><w:b/></w:rPr>"
            "<w:t>ple.org/a</w:t></w:r><w:r><w:t>.</w:t></w:r></w:p><w:p><w:r><w:t>x.org</w:t>"
            "</w:r><w:r><w:tab/><w:t>www.example.net</w:t></w:r></w:p>"),
      (Texts{"https://example.org/a", "x.org", "www.example.net"}));
  EXPECT_EQ(links("<text:h>Head example.org</text:h><text:p><text:span>https://exam</text:span>"
                  "<text:span>ple.org/b</text:span><text:line-break/>next</text:p><text:p>see "
                  "<text:a xlink:href='https://example.org/c'>the<text:s/>site</text:a></text:p>"),
            (Texts{"example.org", "https://example.org/b", "the site → https://example.org/c"}));
  EXPECT_EQ(
      links("<si><r><t>https://exam</t></r><r><rPr/><t>ple.org</t></r></si><si><t>/a</t></si>"),
      (Texts{"https://example.org"}));
  EXPECT_EQ(text_of("<p>a<b>b</b> <i>c</i><br/>d</p>"), "ab c\nd");
  EXPECT_EQ(text_of("<para>a<lb/>b<noBreakHyphen/>c<anchor/>d</para>"), "a\nb-cd");
  EXPECT_EQ(text_of("<para><b>a</b>b<i>c</i></para>"), "abc");
  EXPECT_EQ(text_of("<u> <l>a</l> <m>b</m> </u>"), "a\nb");
  EXPECT_EQ(text_of("<p>a<txbx><p>b</p></txbx>c</p>"), "a\nb\nc");
}

TEST(Xml, TakesTargetsOfRelationships) {
  EXPECT_EQ(links("<Relationship Id='r1' Type='http://a.example/hyperlink' Target='https://example."
                  "org/?a&amp;b' TargetMode='External'/>"),
            (Texts{"https://example.org/?a&b"}));
}

TEST(Xml, LooksUpRelationships) {
  constexpr std::string_view kRels =
      "<Relationships xmlns='http://a.example/'><Relationship Id='r1' "
      "Target='https://example.org/?a"
      "&amp;b' TargetMode='External'/><Relationship Id='r2' Target='styles.xml'/><Relationship "
      "Target='https://example.org/3' TargetMode='External' Id='r3'/></Relationships>";
  const auto relationships = std::make_shared<Relationships>(read_relationships(kRels));
  EXPECT_EQ(relationships->targets.size(), 2u);
  DocumentOptions options = xml();
  options.relationships = relationships;
  EXPECT_EQ(links("<w:p><w:hyperlink r:id='r1'><w:r><w:t>he</w:t></w:r><w:r><w:t>re</w:t></w:r>"
                  "</w:hyperlink><x r:id='r2'>a</x><y id='r3'/><z r:id='r4'/></w:p>",
                  options),
            (Texts{"here → https://example.org/?a&b"}));
  EXPECT_EQ(links(kRels, options), (Texts{"https://example.org/3"}));
}

TEST(Xml, GivesAnchorsTheirTextOnly) {
  // Several lines of text: a container.
  EXPECT_EQ(links("<media:content url='https://example.org/v'><t>see https://example.com</t>"
                  "<d>www.example.net</d></media:content>"),
            (Texts{"https://example.org/v", "https://example.com", "www.example.net"}));
  EXPECT_EQ(links("<p><a href='https://example.org/'>one<br/>two</a></p>"),
            (Texts{"one two → https://example.org/"}));
  EXPECT_EQ(links("<p><a href='https://example.org/'><b>o</b>ne</a> two</p>"),
            (Texts{"one → https://example.org/"}));
}

TEST(Xml, ReadsOnlyWhatIsWanted) {
  constexpr std::string_view kSource =
      "<p><a href='https://example.org/'>www.example.com</a> www.example.net</p>";
  EXPECT_EQ(links(kSource, xml(HtmlLinks::hrefs)),
            (Texts{"www.example.com → https://example.org/"}));
  EXPECT_EQ(links(kSource, xml(HtmlLinks::text)), (Texts{"www.example.com", "www.example.net"}));
}

// --- charsets, places and chunks

std::string utf16(std::string_view ascii, bool is_big) {
  std::string bytes = is_big ? "\xFE\xFF" : "\xFF\xFE";
  for (const char c : ascii) {
    if (is_big) bytes += '\0';
    bytes += c;
    if (!is_big) bytes += '\0';
  }
  return bytes;
}

TEST(Xml, ReadsTheDeclaredCharset) {
  const std::string latin =
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>caf\xE9 https://example.org/\xE9</a>";
  ASSERT_EQ(links(latin, xml_auto()), (Texts{"https://example.org/é"}));
  EXPECT_EQ(source_of(latin, find(latin, xml_auto())[0]), "https://example.org/\xE9");
  const std::string koi8 = "<?xml version='1.0' encoding='koi8-r'?><a>http://\xC1.example/</a>";
  EXPECT_EQ(links(koi8, xml_auto()), (Texts{"http://а.example/"}));
  const std::string_view wide = "<?xml version='1.0' encoding='UTF-16'?><a>http://a.example/</a>";
  EXPECT_EQ(links(utf16(wide, true), xml_auto()), (Texts{"http://a.example/"}));
  EXPECT_EQ(links(utf16(wide, false), xml_auto()), (Texts{"http://a.example/"}));
  EXPECT_EQ(links(wide, xml_auto()), (Texts{"http://a.example/"}));
  EXPECT_EQ(links("\xEF\xBB\xBF<?xml version='1.0' encoding='latin1'?><a>http://ä.example/</a>",
                  xml_auto()),
            (Texts{"http://ä.example/"}));
}

TEST(Xml, CountsPlacesInEveryUnit) {
  DocumentOptions options = xml();
  options.offsets = OffsetUnit::lines;
  const std::vector<Found> found =
      find("<a>😀\n<b>ü &lt;http://h.example/&gt; <![CDATA[http://i.example/]]></b></a>", options);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].pieces[0].begin, (Position{2, 10}));
  EXPECT_EQ(found[0].pieces[0].end, (Position{2, 27}));
  EXPECT_EQ(found[1].pieces[0].begin, (Position{2, 41}));
}

std::string described(const Link& link) {
  std::string line(link.text);
  (line += ' ') += link.uri;
  for (const Piece& piece : link.pieces) {
    line += ' ' + std::to_string(piece.bytes.begin) + '-' + std::to_string(piece.bytes.end) + ' ' +
            std::to_string(piece.begin.offset) + '-' + std::to_string(piece.end.offset);
  }
  return line;
}

class Receiving final : public Receiver {
 public:
  void link(const Link& link) override { all += described(link) + '\n'; }
  void text(std::string_view text) override { all += text; }
  void text_of_link(std::string_view text) override { all += text; }
  std::string all;
};

std::string read(std::string_view bytes, const DocumentOptions& options, const Chunking& chunking) {
  DocumentStream stream = DocumentStream::open(engine(), options, Wants::logical_text).value();
  Receiving receiver;
  for (const size_t size : chunking) {
    stream.feed(bytes.substr(0, size), receiver);
    bytes.remove_prefix(size);
  }
  stream.finish(receiver);
  return receiver.all;
}

constexpr std::string_view kCutSource =
    "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY e 'f'>]><r xml:base='https://example.org/'><a href="
    "'x?1&amp;2'>té&#120;t</a><!-- c --><p>www.exam<b>ple.org</b></p><d><![CDATA[<a href='y'>z</a>"
    "]]></d>&unknown; a < b <t v='http://v.example/'/> https://example.org/&#x6";

TEST(Xml, IsReadTheSameHoweverItIsCut) {
  DocumentOptions options = xml_auto();
  options.offsets = OffsetUnit::code_points;
  const std::string whole_text = read(kCutSource, options, whole(kCutSource.size()));
  for (const Chunking& chunking : every_split_in_two(kCutSource.size())) {
    ASSERT_EQ(read(kCutSource, options, chunking), whole_text) << chunking[0];
  }
  EXPECT_EQ(read(kCutSource, options, one_byte_at_a_time(kCutSource.size())), whole_text);
}

// Longer than the parts in which it is read.
TEST(Xml, IsReadInPartsWithoutSeams) {
  std::string text = "<r xml:base='https://example.org/'>";
  std::string expected;
  for (size_t i = 0; text.size() < 2'000'000; ++i) {
    const std::string number = std::to_string(i);
    text += "<e><p>ü <a href='" + number + "'>n" + number + "</a> www.exam<b>ple.org/" + number +
            "</b></p><d>&lt;b>" + std::string(i % 300, 'x') + "</d></e>\n";
    if (i == 1000) text += "<c><![CDATA[" + std::string(700'000, 'y') + "]]></c>";
    expected +=
        "n" + number + " → https://example.org/" + number + "\nwww.example.org/" + number + '\n';
  }
  std::string all;
  for (const std::string& link : links(text)) all += link + '\n';
  EXPECT_EQ(all, expected);
  DocumentOptions options = xml();
  options.offsets = OffsetUnit::code_points;
  const std::string whole_text = read(text, options, whole(text.size()));
  for (const uint32_t seed : {1u, 2u, 3u}) {
    EXPECT_EQ(read(text, options, random_chunks(text.size(), seed, 300'000)), whole_text);
  }
  EXPECT_EQ(read(text, options, random_chunks(text.size(), 4, 70)), whole_text);
}

// --- text that is not well-formed

TEST(Xml, ReadsWhatIsNotWellFormed) {
  const std::vector<std::pair<std::string, Texts>> cases = {
      {"a < b http://a.example/ & c", {"http://a.example/"}},
      {"<a><b>http://a.example/</a></b></c>http://b.example/",
       {"http://a.example/", "http://b.example/"}},
      {"<a href=http://a.example/>x</a>", {"x → http://a.example/"}},
      {"<a href='http://a.example/>x</a>http://b.example/<b>",
       {"x → http://a.example/", "http://b.example/"}},
      {"<a b='1' b='2'/ c><http://a.example/>", {"http://a.example/"}},
      {"<!-- http://a.example/ <b>http://b.example/</b>",
       {"http://a.example/", "http://b.example/"}},
      {"<d><![CDATA[http://a.example/ <x>", {"http://a.example/"}},
      {"<!DOCTYPE a [<b>http://b.example/</b>", {"http://b.example/"}},
      {"<?pi <b>http://b.example/</b>", {"http://b.example/"}},
      {"<a/><b/>http://a.example/", {"http://a.example/"}},
      {std::string("<a>http://a.example/\0b</a>", 26), {"http://a.example/"}},
      {"http://a.example/", {"http://a.example/"}},
      {"", {}}};
  for (const auto& [source, expected] : cases) EXPECT_EQ(links(source), expected) << source;
}

std::string repeated(std::string_view unit, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i) text += unit;
  return text;
}

// Nested very deep, and markup that is never closed. tests/html/xml_growth_test.cc counts the
// steps.
TEST(Xml, EndsSoonForHostileText) {
  for (const char* const unit :
       {"<a>", "</a>", "<a b='", "<![CDATA[", "<!--", "<!DOCTYPE [", "<?x ", "&", "&#0", "<", "<a ",
        "<a b=\"x c='y ", "<p>x", "<a xml:base='x/'>", "<d>&lt;p>", "<a href='http://e.example/'>x",
        "&lt;b>", "]]>", "<a href='x'/>"}) {
    for (const char* const before : {"", "<a xml:base='https://example.org/b/'>"}) {
      const std::string text = before + repeated(unit, 100'000 / std::string(unit).size());
      EXPECT_LE(find(text).size(), text.size() / 10) << unit;
    }
  }
}

TEST(Xml, RepeatsALongBaseABoundedNumberOfTimes) {
  const std::string text = "<a xml:base='https://example.org/" + repeated("d/", 1000) + "'>" +
                           repeated("<b href='x'/>", 100'000);
  size_t bytes = 0;
  const auto summary =
      linkify({text, xml()}, engine(), [&](const Link& link) { bytes += link.uri.size(); });
  EXPECT_LT(bytes, 5 * text.size());
  EXPECT_GT(summary->links, 1000u);
  EXPECT_EQ(summary->links + summary->links_left_out, 100'000u);
}

}  // namespace xml_test
}  // namespace linkspan::test
