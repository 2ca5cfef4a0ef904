// SPDX-License-Identifier: Apache-2.0
// Promise: every attack in corpus/spoofing.txt gets its warnings, at least one of them serious but
// for those that only name a second target;
// less than 0.5 % of ordinary links have a serious warning; and hosts that look alike have the same
// skeleton.

#include <gtest/gtest.h>
#include <unicode/uchar.h>
#include <unicode/uspoof.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "iri/characters.h"
#include "iri/diagnose.h"
#include "iri/hosts/lookalikes.h"
#include "iri/map.h"
#include "linkspan/iri.h"
#include "linkspan/linkspan.h"
#include "tests/support/scan.h"
#include "unicode/properties.h"

namespace linkspan::iri {
namespace iri_spoofing_test {

std::vector<test::Attack> attacks() {
  return test::read_attacks(test::source_dir() / "corpus/spoofing.txt");
}

std::set<std::string> names_of(Warnings warnings) {
  std::set<std::string> names;
  for (const Warning each : kAllWarnings) {
    if (warnings.has(each)) names.emplace(to_string(each));
  }
  return names;
}

// --- Attacks

TEST(Attacks, AreAtLeast300DifferentLinks) {
  std::set<std::string> links;
  for (const test::Attack& attack : attacks())
    EXPECT_TRUE(links.insert(attack.link).second) << "line " << attack.line << " is there twice";
  EXPECT_GE(links.size(), 300u);
}

TEST(Attacks, CoverEverySeriousWarning) {
  // This warning is about the text of a link, not about its URI.
  const auto listed = [](Warning each) {
    return each == Warning::second_target ||
           (severity(each) == Severity::serious && each != Warning::text_names_other_host);
  };
  std::map<std::string, int> uses;
  for (const test::Attack& attack : attacks()) {
    for (const std::string& each : attack.warnings) ++uses[each];
  }
  for (const Warning each : kAllWarnings) {
    if (listed(each)) {
      EXPECT_GE(uses[std::string(to_string(each))], 5) << to_string(each);
    }
  }
}

TEST(Attacks, CauseTheListedWarnings) {
  for (const test::Attack& attack : attacks()) {
    const Warnings found = warnings_of(attack.link);
    const std::set<std::string> names = names_of(found);
    for (const std::string& each : attack.warnings)
      EXPECT_TRUE(names.contains(each)) << "line " << attack.line << ": no " << each;
    const bool is_note = attack.warnings == std::vector<std::string>{"second-target"};
    EXPECT_EQ(is_serious(found), !is_note) << "line " << attack.line;
  }
}

// The place of each warning is inside the link, and its message is one line.
TEST(Attacks, HaveAPlaceAndAMessageForEachWarning) {
  for (const test::Attack& attack : attacks()) {
    for (const Diagnostic& each : diagnose(attack.link)) {
      EXPECT_LT(each.range.begin, each.range.end) << "line " << attack.line;
      EXPECT_LE(each.range.end, attack.link.size()) << "line " << attack.line;
      EXPECT_FALSE(each.message.empty());
      EXPECT_EQ(each.message.find_first_of("\n\r\t"), std::string::npos) << each.message;
      EXPECT_EQ(each.message.find("\u202E"), std::string::npos) << each.message;
    }
  }
}

// --- Ordinary links

struct Count {
  size_t links = 0;
  size_t serious = 0;
  std::string examples;

  void add(std::string_view link) {
    ++links;
    const Warnings found = warnings_of(link);
    if (!is_serious(found)) return;
    ++serious;
    if (serious > 20) return;
    examples.append(link).append(":");
    for (const std::string& each : names_of(found)) examples.append(" ").append(each);
    examples += "\n";
  }

  void add_links_of(const Engine& engine, std::string_view text) {
    for (const Span& span : engine.find_all(text)) {
      if (span.kind == Kind::custom) continue;
      add(iri_of(text.substr(span.range.begin, span.range.size()), span));
    }
  }
};

// Fewer than one in `least` links, of a sufficient number.
void expect_ordinary(const Count& count, size_t fewest, size_t least = 200) {
  std::printf("%zu links, %zu with a serious warning\n%s", count.links, count.serious,
              count.examples.c_str());
  EXPECT_GE(count.links, fewest);
  EXPECT_LE(least * count.serious, count.links) << count.examples;
}

TEST(OrdinaryLinks, InPublicTextsRarelyHaveASeriousWarning) {
  LINKSPAN_SKIP_WITHOUT_DATA("text");
  const Engine engine = Engine::create({}).value();
  Count count;
  for (const auto& file : test::files_below(test::data_dir() / "text", SIZE_MAX))
    count.add_links_of(engine, test::read_file(file));
  expect_ordinary(count, 10000, 5000);
}

TEST(OrdinaryLinks, InManyCharsetsRarelyHaveASeriousWarning) {
  LINKSPAN_SKIP_WITHOUT_DATA("charsets/expected.jsonl");
  std::istringstream lines(test::read_file(test::data_dir() / "charsets/expected.jsonl"));
  Count count;
  for (std::string line; std::getline(lines, line);) {
    const nlohmann::json sentence = nlohmann::json::parse(line);
    for (const nlohmann::json& link : sentence["links"]) count.add(link["iri"].get<std::string>());
  }
  expect_ordinary(count, 90);
}

// A few links of the gold corpus are attacks.
TEST(OrdinaryLinks, InTheCorpusRarelyHaveASeriousWarning) {
  const Engine engine = Engine::create({}).value();
  Count count;
  for (const test::Case& one : test::corpus()) count.add_links_of(engine, one.text);
  expect_ordinary(count, 10000);
}

// ICU 72 does not know U+1FAE9, of Unicode 16, nor the letters of Garay.
TEST(OrdinaryHosts, MayHaveCharactersThatIcuDoesNotKnow) {
  EXPECT_FALSE(is_serious(warnings_of("https://i\U0001FAE9.example/")));
  EXPECT_FALSE(is_serious(warnings_of("https://\U00010D70\U00010D71.example/")));
  EXPECT_TRUE(warnings_of("https://a\U00010D70.example/").has(Warning::mixed_scripts));
}

TEST(OrdinaryHosts, HaveNoSeriousWarning) {
  for (const char* const link : {"https://пример.рф/",
                                 "https://оса.рф/",
                                 "https://почта.example/",
                                 "https://例え.jp/",
                                 "https://ソニー.jp/",
                                 "https://のり.jp/",
                                 "https://丸ノ内.jp/",
                                 "https://サラダ.example/",
                                 "https://株式会社abc.jp/",
                                 "https://삼성abc.kr/",
                                 "https://bücher.example/",
                                 "https://kæde-net.dk/",
                                 "https://eʋegbe.example/",
                                 "https://ırmak.com.tr/",
                                 "https://ışık.com/",
                                 "https://İstanbul.example/",
                                 "https://kəpəz.az/",
                                 "https://ɓalɗe.ng/",
                                 "https://łódź.com/",
                                 "https://bjørn.com/",
                                 "https://хор.example.ru/",
                                 "https://сор.bg/",
                                 "https://рос.su/",
                                 "https://оса.eu/",
                                 "https://ρο.gr/",
                                 "https://հօս.am/",
                                 "https://xn--80a1acny.ru/",
                                 "https://ラーメン-tokyo.jp/",
                                 "https://一丁目abc.jp/",
                                 "https://第一abc.cn/",
                                 "https://b%C3%BCcher.example/",
                                 "mailto:a@example.com,b@example.org",
                                 "https://weiß.example/",
                                 "https://έλληνας.gr/",
                                 "https://ไทย.th/",
                                 "https://الأردن.jo/",
                                 "https://שלום.co.il/",
                                 "https://xn--bcher-kva.example/",
                                 "https://xn--e1afmkfd.xn--p1ai/",
                                 "https://www.my-shop-1.example/",
                                 "https://user:pa.ss@example.com/",
                                 "ssh://git@example.com/x.git",
                                 "https://192.0.2.1/",
                                 "https://[2001:db8::1]/",
                                 "https://срб.срб/",
                                 "name.surname@example.com",
                                 "mailto:name.surname@example.com",
                                 "https://example.com/@user/status?u=a@example.com",
                                 "https://example.com/a/../b",
                                 "https://example.com/100%25",
                                 "https://example.com/a%2Fb",
                                 "https://example.com/a%20b.c"}) {
    EXPECT_FALSE(is_serious(warnings_of(link))) << link;
  }
}

// --- Ordinary hosts in many scripts, of the words of public texts

struct WrittenHere {
  unicode::Script script;
  std::vector<std::string> tlds;  // in this script, and of countries where it is read
};

const std::vector<WrittenHere>& written_here() {
  using unicode::Script;
  static const std::vector<WrittenHere> all = {
      {Script::cyrillic,
       {"рф", "бг", "укр", "ru", "su", "ua", "by", "bg", "rs", "mk", "kz", "kg", "tj", "mn", "me",
        "ba", "eu"}},
      {Script::greek, {"ελ", "ευ", "gr", "cy", "eu"}},
      {Script::arabic, {"مصر", "ایران", "موقع", "eg", "sa", "ae", "ir", "pk", "af", "iq", "ma"}},
      {Script::hebrew, {"ישראל", "קום", "il"}},
      {Script::devanagari, {"भारत", "संगठन", "in", "np"}},
      {Script::thai, {"ไทย", "คอม", "th"}},
      {Script::hangul, {"한국", "닷컴", "kr", "kp"}},
      {Script::han, {"中国", "公司", "cn", "tw", "hk", "mo", "sg", "jp"}},
      {Script::hiragana, {"みんな", "コム", "jp"}},
      {Script::katakana, {"コム", "みんな", "jp"}},
      {Script::armenian, {"հայ", "am"}},
      {Script::georgian, {"გე", "ge"}},
      {Script::bengali, {"ভারত", "বাংলা", "bd", "in"}},
      {Script::tamil, {"இந்தியா", "சிங்கப்பூர்", "in", "lk", "sg"}},
      {Script::ethiopic, {"et", "er"}},
  };
  return all;
}

// The words of a text in one script, each once: letters and the marks on them.
void add_words(std::string_view text, std::map<unicode::Script, std::set<std::string>>& words) {
  constexpr size_t kMost = 400;
  constexpr size_t kLongest = 16;  // characters; text without spaces is cut
  std::string word;
  size_t size = 0;
  unicode::Script script = unicode::Script::common;
  const auto end_word = [&] {
    if (size >= 2 && words[script].size() < kMost) words[script].insert(word);
    word.clear();
    size = 0;
    script = unicode::Script::common;
  };
  const std::vector<Character> characters = plain_characters_of(text);
  for (size_t i = 0; i < characters.size(); ++i) {
    const char32_t c = characters[i].value;
    const unicode::Script here = unicode::script(c);
    const bool is_mark = unicode::properties(c).is_mark();
    const bool is_part = unicode::properties(c).is_letter() || (is_mark && size > 0);
    const bool continues = here == script || (is_mark && here == unicode::Script::inherited);
    if (!is_part || (size > 0 && !continues) || (size >= kLongest && !is_mark)) end_word();
    if (!is_part || (is_mark && size == 0)) continue;
    if (size == 0) script = here;
    word += utf8_of(characters, i, i + 1);
    ++size;
  }
  end_word();
}

TEST(OrdinaryHosts, OfWordsBelowTheirOwnTopLevelDomainsHaveNoSeriousWarning) {
  LINKSPAN_SKIP_WITHOUT_DATA("text");
  std::map<unicode::Script, std::set<std::string>> words;
  for (const auto& file : test::files_below(test::data_dir() / "text", SIZE_MAX)) {
    const std::string text = test::read_file(file);
    add_words(std::string_view(text).substr(0, size_t{1} << 20), words);
  }
  size_t hosts = 0;
  size_t scripts = 0;
  for (const WrittenHere& here : written_here()) {
    const std::set<std::string>& own = words[here.script];
    std::printf("%zu words for .%s\n", own.size(), here.tlds.back().c_str());
    if (own.size() >= 20) ++scripts;
    std::string last = "x";
    for (const std::string& word : own) {
      for (const std::string& tld : here.tlds) {
        hosts += 2;
        for (const std::string& host : {word + "." + tld, word + "-" + last + "." + tld}) {
          if (last == "x" && host.find('-') != std::string::npos) continue;
          const Warnings found = warnings_of("https://" + host + "/");
          EXPECT_FALSE(is_serious(found))
              << host << ": " << testing::PrintToString(names_of(found));
        }
      }
      last = word;
    }
  }
  EXPECT_GE(hosts, 500u);
  EXPECT_GE(scripts, 10u);
}

// --- Look-alikes of delimiters

std::vector<Character> between_letters(char32_t c) {
  return {
      {U'm', Written::plain, {0, 1}}, {c, Written::plain, {1, 2}}, {U'e', Written::plain, {2, 3}}};
}

// Every character whose skeleton in ICU is a delimiter is in the table, except letters, marks and
// digits of scripts that make a mixed label with Latin letters, and skeletons with a percent sign.
TEST(Lookalikes, AreThoseOfUts39) {
  UErrorCode status = U_ZERO_ERROR;
  USpoofChecker* const checker = uspoof_open(&status);
  ASSERT_TRUE(U_SUCCESS(status));
  size_t found = 0;
  for (UChar32 c = 0x80; c <= 0x10FFFF; ++c) {
    if (!u_isdefined(c) || U_IS_SURROGATE(c)) continue;
    std::array<char, U8_MAX_LENGTH> bytes;
    std::array<char, 64> seen;
    int32_t length = 0;
    U8_APPEND_UNSAFE(bytes.data(), length, c);
    status = U_ZERO_ERROR;
    const int32_t size = uspoof_getSkeletonUTF8(checker, 0, bytes.data(), length, seen.data(),
                                                static_cast<int32_t>(seen.size()), &status);
    ASSERT_TRUE(U_SUCCESS(status));
    const std::string skeleton(seen.data(), static_cast<size_t>(size));
    const bool percent = skeleton.find("º/") != std::string::npos;
    if (percent || skeleton.find_first_of("/.?#@:\\") == std::string::npos) continue;
    ++found;
    std::string label = "m";
    label.append(bytes.data(), static_cast<size_t>(length)).append("e");
    const Warnings warnings = warnings_of("https://" + label + ".example/");
    EXPECT_TRUE(lookalike(between_letters(static_cast<char32_t>(c)), 1) != 0 ||
                warnings.has(Warning::mixed_scripts))
        << std::hex << c;
  }
  uspoof_close(checker);
  EXPECT_GT(found, 90u);
}

TEST(Lookalikes, AreOrdinaryAmongLettersOfTheirOwnScript) {
  EXPECT_FALSE(warnings_of("https://丸ノ内.example/").has(Warning::lookalike_delimiter));
  EXPECT_TRUE(warnings_of("https://abcノdef.example/").has(Warning::lookalike_delimiter));
}

TEST(Lookalikes, AreOrdinaryInPaths) {
  EXPECT_TRUE(warnings_of("https://例え.example/パス：一／二＃三？").empty());
}

// --- Skeletons

TEST(Skeletons, AreTheSameForHostsThatLookAlike) {
  EXPECT_EQ(skeleton("www.раураl.com"), skeleton("www.paypal.com"));
  EXPECT_EQ(skeleton("xn--80ak6aa92e.com"), skeleton("аррӏе.com"));
  EXPECT_EQ(skeleton("rn.example"), skeleton("m.example"));
  EXPECT_EQ(skeleton("Example.COM"), skeleton("example.com"));
  EXPECT_EQ(skeleton("例え。テスト"), skeleton("例え.テスト"));
  EXPECT_NE(skeleton("example.com"), skeleton("example.org"));
  EXPECT_NE(skeleton("a.b"), skeleton("ab"));
  EXPECT_EQ(skeleton(""), "");
}

}  // namespace iri_spoofing_test
}  // namespace linkspan::iri
