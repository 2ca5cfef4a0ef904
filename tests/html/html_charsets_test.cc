// SPDX-License-Identifier: Apache-2.0
// Promise: the URI of `<a href>` is the one that a browser opens: with its query in the charset of
// the page and the rest in UTF-8 (URL Standard, section 4.4). The IRI has the letters.
//
// The expected queries were computed by whatwg-url 17.3.0 of npm, with `encoding`.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "linkspan/document.h"

namespace linkspan::test {
namespace html_charsets_test {

struct Opened {
  std::string iri, uri, display;
};

std::vector<Opened> links_of(std::string_view page, std::string_view charset, Markup markup) {
  static const Engine engine = Engine::create({}).value();
  DocumentOptions options;
  options.charset = charset;
  options.markup = markup;
  std::vector<Opened> links;
  const auto take = [&](const Link& link) { links.push_back({link.iri, link.uri, link.display}); };
  EXPECT_TRUE(linkify({page, options}, engine, take).ok());
  return links;
}

Opened link_of(std::string_view href, std::string_view charset) {
  const std::string page = "<a href=\"" + std::string(href) + "\">x</a>";
  const std::vector<Opened> links = links_of(page, charset, Markup::html);
  EXPECT_EQ(links.size(), 1u) << page;
  return links.empty() ? Opened() : links[0];
}

struct Query {
  std::string_view charset;
  std::u32string_view text;
  std::string_view written;
};

constexpr Query kQueries[] = {
    {"windows-1251", U"да", R"(%E4%E0)"},
    {"windows-1251", U"да 日", R"(%E4%E0%20%26%2326085%3B)"},
    {"koi8-r", U"Привет, мир", R"(%F0%D2%C9%D7%C5%D4,%20%CD%C9%D2)"},
    {"koi8-u", U"Їжак ґ", R"(%B7%D6%C1%CB%20%AD)"},
    {"iso-8859-5", U"Дüк", R"(%B4%26%23252%3B%DA)"},
    {"ibm866", U"Ёлка №", R"(%F0%AB%AA%A0%20%FC)"},
    {"x-mac-cyrillic", U"Щука €", R"(%99%F3%EA%E0%20%FF)"},
    {"windows-1250", U"Žluťoučký", R"(%8Elu%9Dou%E8k%FD)"},
    {"iso-8859-2", U"żółw €", R"(%BF%F3%B3w%20%26%238364%3B)"},
    {"windows-1252", U"Größe €5", R"(Gr%F6%DFe%20%805)"},
    {"iso-8859-1", U"naïve “x”", R"(na%EFve%20%93x%94)"},
    {"iso-8859-15", U"œuf €", R"(%BDuf%20%A4)"},
    {"iso-8859-16", U"Ștefan ț", R"(%AAtefan%20%FE)"},
    {"macintosh", U"Ünïcode ™", R"(%86n%95code%20%AA)"},
    {"windows-1253", U"Αθήνα", R"(%C1%E8%DE%ED%E1)"},
    {"iso-8859-7", U"Ωδή €", R"(%D9%E4%DE%20%A4)"},
    {"windows-1254", U"İstanbul ışık", R"(%DDstanbul%20%FD%FE%FDk)"},
    {"iso-8859-9", U"ağaç ş", R"(a%F0a%E7%20%FE)"},
    {"windows-1255", U"שלום ₪", R"(%F9%EC%E5%ED%20%A4)"},
    {"iso-8859-8", U"אב “ג”", R"(%E0%E1%20%26%238220%3B%E2%26%238221%3B)"},
    {"windows-1256", U"سلام پ", R"(%D3%E1%C7%E3%20%81)"},
    {"iso-8859-6", U"كتاب گ", R"(%E3%CA%C7%C8%20%26%231711%3B)"},
    {"windows-1257", U"Šķūnis", R"(%D0%ED%FBnis)"},
    {"iso-8859-13", U"Ąžuolas", R"(%C0%FEuolas)"},
    {"iso-8859-4", U"ķēniņš", R"(%F3%BAni%F1%B9)"},
    {"iso-8859-10", U"Þórður", R"(%DE%F3r%F0ur)"},
    {"windows-1258", U"Tiếng", R"(Ti%26%237871%3Bng)"},
    {"windows-1258", U"Tiê\u0301ng", R"(Ti%EA%ECng)"},
    {"windows-874", U"ภาษาไทย", R"(%C0%D2%C9%D2%E4%B7%C2)"},
    {"tis-620", U"๏ไทย€", R"(%EF%E4%B7%C2%80)"},
    {"shift_jis", U"日本 ソース", R"(%93%FA%96{%20%83\%81[%83X)"},
    {"shift_jis", U"表|能 ¥ − ｱ", R"(%95\|%94\%20\%20%81|%20%B1)"},
    {"shift_jis", U"纊 Ⅰ ∪ 한", R"(%FA\%20%87T%20%81%BE%20%26%2354620%3B)"},
    {"euc-jp", U"日本 ｱ ¥ −", R"(%C6%FC%CB%DC%20%8E%B1%20\%20%A1%DD)"},
    {"euc-jp", U"丂 é", R"(%26%2319970%3B%20%26%23233%3B)"},
    {"iso-2022-jp", U"日本a ¥ x", R"(%1B$BF|K\%1B(Ba%20%1B(J\%20x%1B(B)"},
    {"iso-2022-jp", U"ｱア é 日", R"(%1B$B%%22%%22%1B(B%20%26%23233%3B%20%1B$BF|%1B(B)"},
    {"gbk", U"中文 € 㐀", R"(%D6%D0%CE%C4%20%80%20%26%2313312%3B)"},
    {"gb2312", U"龍 ™ 한", R"(%FD%88%20%26%238482%3B%20%26%2354620%3B)"},
    {"gb18030", U"中 € 㐀 𠀀", R"(%D6%D0%20%A2%E3%20%819%EE9%20%952%826)"},
    {"big5", U"功能 十 ═", R"(%A5\%AF%E0%20%A4Q%20%F9%F9)"},
    {"big5-hkscs", U"嘅 é 丂", R"(%FBH%20%26%23233%3B%20%26%2319970%3B)"},
    {"euc-kr", U"한글 똠 é", R"(%C7%D1%B1%DB%20%8Cc%20%26%23233%3B)"},
    {"ks_c_5601-1987", U"힣 𠀀", R"(%C6R%20%26%23131072%3B)"},
    {"x-user-defined", U"a\uF7E9é", R"(a%E9%26%23233%3B)"},
    {"iso-8859-3", U"Ċ ħ", R"(%C5%20%B1)"},
    {"iso-8859-14", U"ŵ Ẁ", R"(%F0%20%A8)"},
};

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

// A browser leaves these bytes, which no URI has.
std::string as_uri(std::string_view written) {
  std::string uri(written);
  for (const auto& [byte, encoded] : {std::pair{"\\", "%5C"},
                                      {"^", "%5E"},
                                      {"`", "%60"},
                                      {"{", "%7B"},
                                      {"|", "%7C"},
                                      {"}", "%7D"}}) {
    uri = replaced(uri, byte, encoded);
  }
  return uri;
}

std::string references(std::u32string_view text) {
  std::string written;
  for (const char32_t c : text) {
    written += c < 0x80 ? std::string(1, static_cast<char>(c))
                        : "&#" + std::to_string(static_cast<uint32_t>(c)) + ";";
  }
  return written;
}

// The bytes of the text, if the charset has all of its characters.
std::string bytes_of(std::string_view written) {
  std::string bytes;
  for (size_t at = 0; at < written.size(); ++at) {
    const bool is_escape = written[at] == '%' && written[at + 1] != '%';
    if (!is_escape) {
      bytes += written[at];
      continue;
    }
    bytes += static_cast<char>(std::stoi(std::string(written.substr(at + 1, 2)), nullptr, 16));
    at += 2;
  }
  return bytes;
}

TEST(HtmlCharsets, AQueryIsInTheCharsetOfThePage) {
  for (const auto& [charset, text, written] : kQueries) {
    const std::string uri = "http://example.org/?" + as_uri(written);
    EXPECT_EQ(link_of("http://example.org/?" + references(text), charset).uri, uri) << charset;
  }
}

// Not those that are read back as other characters: a yen sign as a backslash.
TEST(HtmlCharsets, AQueryInBytesOfThePageIsThatOfItsReferences) {
  size_t count = 0;
  for (const auto& [charset, text, written] : kQueries) {
    const bool is_encoded = written.find("%26%23") == written.npos;
    const bool is_read_back = text.find_first_of(U"¥−㐀") == text.npos;
    if (!is_encoded || !is_read_back) continue;
    ++count;
    const Opened by_bytes = link_of("http://example.org/?" + bytes_of(written), charset);
    const Opened by_references = link_of("http://example.org/?" + references(text), charset);
    EXPECT_EQ(by_bytes.uri, by_references.uri) << charset;
    EXPECT_EQ(by_bytes.iri, by_references.iri) << charset;
  }
  EXPECT_GE(count, 20u);
}

// Encodings of Unicode, charsets that browsers replace, and those that they do not know.
TEST(HtmlCharsets, AQueryIsInUtf8IfBrowsersHaveNoEncoderForThePage) {
  for (const char* charset : {"utf-8", "hz-gb-2312", "iso-2022-kr", "iso-2022-cn", "ibm850"}) {
    EXPECT_EQ(link_of("http://example.org/?&#233;", charset).uri, "http://example.org/?%C3%A9")
        << charset;
  }
}

TEST(HtmlCharsets, OnlyTheQueryOfSpecialSchemesIs) {
  const std::string_view charset = "windows-1251";
  const auto uri = [&](std::string_view href) { return link_of(href, charset).uri; };
  const auto both = [](std::string_view scheme) {
    return std::string(scheme) + "://example.org/%D0%B4?%E4#%D0%B4";
  };
  for (const char* scheme : {"http", "HTTPS", "ftp"}) {
    EXPECT_EQ(uri(std::string(scheme) + "://example.org/&#1076;?&#1076;#&#1076;"), both(scheme));
  }
  EXPECT_EQ(uri("file:///&#1076;?&#1076;"), "file:///%D0%B4?%E4");
  EXPECT_EQ(uri("wss://example.org/?&#1076;"), "wss://example.org/?%D0%B4");
  EXPECT_EQ(uri("mailto:a@example.org?subject=&#1076;"), "mailto:a@example.org?subject=%D0%B4");
  EXPECT_EQ(uri("http://example.org/#?&#1076;"), "http://example.org/#?%D0%B4");
  EXPECT_EQ(uri("http://example.org/?%D0%B4&amp;&#1076;"), "http://example.org/?%D0%B4&%E4");
  EXPECT_EQ(uri("http://&#1076;.example/?&#1076;"), "http://xn--d1a.example/?%E4");
}

TEST(HtmlCharsets, TheIriAndTheDisplayFormHaveTheLetters) {
  const Opened link = link_of("http://example.org/?\xE4%20%D0%B4", "windows-1251");
  EXPECT_EQ(link.iri, "http://example.org/?д%20%D0%B4");
  EXPECT_EQ(link.uri, "http://example.org/?%E4%20%D0%B4");
  EXPECT_EQ(link.display, "http://example.org/?д%20д");
}

// windows-1258 has ê and a combining acute accent, but not U+1EBF.
TEST(HtmlCharsets, NothingIsNormalized) {
  const std::string decomposed = "http://example.org/\xEA\xEC?\xEA\xEC";
  EXPECT_EQ(link_of(decomposed, "windows-1258").uri, "http://example.org/%C3%AA%CC%81?%EA%EC");
  EXPECT_EQ(link_of("mailto:a\xEA\xEC@example.org", "windows-1258").uri,
            "mailto:a%E1%BA%BF@example.org");
}

TEST(HtmlCharsets, ARelativeLinkTakesTheCharsetOfThePage) {
  const std::vector<Opened> links = links_of(
      "<base href='http://example.org/a/'><a href='?\xE4'>x</a> <a href='../\xE4?\xE4#\xE4'>y</a>",
      "windows-1251", Markup::html);
  ASSERT_EQ(links.size(), 2u);
  EXPECT_EQ(links[0].uri, "http://example.org/a/?%E4");
  EXPECT_EQ(links[1].uri, "http://example.org/%D0%B4?%E4#%D0%B4");
}

// RFC 3987, section 3.1: the charset of the document does not matter.
TEST(HtmlCharsets, LinksInTextAndInOtherMarkupAreInUtf8) {
  const std::string uri = "http://example.org/?%D0%B4";
  const std::string text = "http://example.org/?\xE4";
  const std::string anchor = "<a href='" + text + "'>x</a>";
  const auto first = [](const std::string& page, Markup markup) {
    const std::vector<Opened> links = links_of(page, "windows-1251", markup);
    return links.empty() ? std::string() : links[0].uri;
  };
  EXPECT_EQ(first(text, Markup::none), uri);
  EXPECT_EQ(first("<p>" + text, Markup::html), uri);
  EXPECT_EQ(first(anchor, Markup::xml), uri);
  EXPECT_EQ(first(anchor, Markup::html), "http://example.org/?%E4");
}

}  // namespace html_charsets_test
}  // namespace linkspan::test
