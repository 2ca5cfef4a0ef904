// SPDX-License-Identifier: Apache-2.0
// Promise: the tables of src/iri/tables give what ICU and utf8proc give, for each code point and
// for labels and hosts of any kind; except for characters that are newer than ICU 72
// (Unicode 15.0), and for the rules and characters that Unicode has changed since, which are listed
// here.

#include <gtest/gtest.h>
#include <unicode/uchar.h>
#include <unicode/uidna.h>

#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "iri/back_end.h"
#include "iri/nfc.h"
#include "iri/tables/tables.h"
#include "linkspan/iri.h"
#include "tests/support/scan.h"
#include "unicode/properties.h"

namespace linkspan::iri {
namespace iri_back_ends_test {

namespace icu = back_end;  // this program links the back end of ICU

bool is_known(char32_t c) {
  return (c < 0xD800 || c > 0xDFFF) && u_isdefined(static_cast<UChar32>(c)) != 0;
}

std::vector<char32_t> known_code_points() {
  std::vector<char32_t> all;
  for (char32_t c = 0; c <= unicode::kMaxCodePoint; ++c) {
    if (is_known(c)) all.push_back(c);
  }
  return all;
}

std::string hex(char32_t c) {
  char text[16];
  std::snprintf(text, sizeof text, "%04X", static_cast<unsigned>(c));
  return text;
}

using CodePoints = std::set<char32_t>;

// The code points that ICU knows for which the back ends differ.
CodePoints differences(const std::function<bool(char32_t)>& agree) {
  CodePoints all;
  for (const char32_t c : known_code_points()) {
    if (!agree(c)) all.insert(c);
  }
  return all;
}

// As ranges: "0061..007A 00DF".
std::string listed(const CodePoints& code_points) {
  std::string text;
  for (auto at = code_points.begin(); at != code_points.end();) {
    const char32_t first = *at;
    char32_t last = first;
    while (++at != code_points.end() && *at == last + 1) last = *at;
    text += (text.empty() ? "" : " ") + hex(first);
    if (last != first) text += ".." + hex(last);
  }
  return text;
}

// ---- Characters

// Bidi_Class: Unicode 16.0 changed the mark of Ahom and ∇ of mathematics.
TEST(BackEnds, AgreeOnTheClassesOfCharacters) {
  const auto by = [](auto icus, auto ours) {
    return listed(differences([=](char32_t c) { return icus(c) == ours(c); }));
  };
  EXPECT_EQ(by(icu::direction, tables::direction), "1171E 1D6C1 1D6FB 1D735 1D76F 1D7A9");
  EXPECT_EQ(by(icu::decomposition, tables::decomposition), "");
  EXPECT_EQ(by(icu::combining_class, tables::combining_class), "");
  EXPECT_EQ(by(icu::is_enclosing_mark, tables::is_enclosing_mark), "");
  // U+0295 ʕ has no case since Unicode 16.0, which also has the capitals of four small letters.
  EXPECT_EQ(by(icu::is_small, tables::is_small), "0295");
  EXPECT_EQ(by(icu::is_capital, tables::is_capital), "");
  EXPECT_EQ(by(icu::capital, tables::capital), "019B 0264 A7D3 A7D5");
}

// Since Unicode 17.0, signs that are not emoji have no longer Extended_Pictographic.
TEST(BackEnds, AgreeOnEmoji) {
  for (const char32_t c : differences(
           [](char32_t c) { return icu::is_pictographic(c) == tables::is_pictographic(c); })) {
    EXPECT_TRUE(icu::is_pictographic(c)) << hex(c);
    EXPECT_FALSE(u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_EMOJI)) << hex(c);
  }
}

TEST(BackEnds, GiveTheSameNamesToCharactersThatAreNotSeen) {
  size_t named = 0;
  for (const char32_t c : known_code_points()) {
    const std::string name = tables::character_name(c);
    if (!name.empty()) ++named;
    const bool needs_name = c >= 0x80 && is_invisible(c) && !icu::character_name(c).empty();
    if (!name.empty() || needs_name) {
      EXPECT_EQ(name, icu::character_name(c));
    }
  }
  EXPECT_GT(named, 500u);
}

// ---- Scripts

// Those that ICU has, too.
std::vector<unicode::Script> scripts() {
  std::vector<unicode::Script> all;
#define LINKSPAN_ADD(name, long_name)                                        \
  if (u_getPropertyValueEnum(UCHAR_SCRIPT, long_name) != UCHAR_INVALID_CODE) \
    all.push_back(unicode::Script::name);
  LINKSPAN_UNICODE_SCRIPTS(LINKSPAN_ADD)
#undef LINKSPAN_ADD
  return all;
}

// UAX #31 has since called Bopomofo a script of limited use, and Gunjala Gondi an excluded one.
TEST(BackEnds, AgreeOnScripts) {
  EXPECT_GT(scripts().size(), 160u);
  for (const unicode::Script script : scripts()) {
    EXPECT_EQ(icu::is_right_to_left(script), tables::is_right_to_left(script))
        << static_cast<int>(script);
    if (script == unicode::Script::bopomofo || script == unicode::Script::gunjala_gondi) continue;
    EXPECT_EQ(icu::usage(script), tables::usage(script)) << static_cast<int>(script);
  }
}

CodePoints with_other_extensions() {
  const std::vector<unicode::Script> all = scripts();
  return differences([&](char32_t c) {
    return std::all_of(all.begin(), all.end(), [c](unicode::Script script) {
      return icu::is_used_in(c, script) == tables::is_used_in(c, script);
    });
  });
}

// Unicode 15.1 to 17.0 say of more marks and signs in which scripts they are used.
TEST(BackEnds, AgreeOnScriptExtensionsOfLetters) {
  const CodePoints other = with_other_extensions();
  EXPECT_LT(other.size(), 150u) << listed(other);
  for (const char32_t c : other) {
    const unicode::Script script = unicode::script(c);
    EXPECT_TRUE(script == unicode::Script::common || script == unicode::Script::inherited ||
                !unicode::properties(c).is_letter())
        << hex(c);
  }
}

TEST(BackEnds, AgreeOnCodesOfScripts) {
  std::vector<std::string> codes = {"latin", "LATN", "old_hungarian", "Old Hungarian", "Xxxx",
                                    "",      "x"};
  for (char a = 'A'; a <= 'Z'; ++a) {
    for (char b = 'a'; b <= 'z'; ++b) {
      for (char c = 'a'; c <= 'z'; ++c) {
        for (char d = 'a'; d <= 'z'; ++d) codes.push_back({a, b, c, d});
      }
    }
  }
  std::set<std::string> other;
  for (const std::string& code : codes) {
    if (icu::scripts_of_code(code) != tables::scripts_of_code(code)) other.insert(code);
  }
  // Scripts of Unicode 16.0 and 17.0, and private names of Coptic and Inherited.
  EXPECT_EQ(other, (std::set<std::string>{"Berf", "Gara", "Gukh", "Krai", "Onao", "Qaac", "Qaai",
                                          "Sidt", "Sunu", "Tayo", "Todr", "Tols", "Tutg"}));
}

// ---- Domain names

std::string utf8_of(char32_t c) {
  char bytes[4];
  return {bytes, base::write_utf8(c, bytes)};
}

std::string shown(const std::optional<std::string>& result) { return result.value_or("refused"); }

bool agree_on_host(const std::string& host) {
  return icu::to_ascii(host) == tables::to_ascii(host) &&
         icu::to_unicode(host) == tables::to_unicode(host);
}

// What UTS #46 has changed in 15.1 and 16.0: capitals that were disallowed are mapped, invisible
// characters that were disallowed are ignored or the reverse, ẞ is mapped to ß, five ideographs for
// compatibility are mapped to others; and the mark of Ahom (see above).
const CodePoints& changed_in_uts46() {
  static const CodePoints changed = differences([](char32_t c) {
    const std::string character = utf8_of(c);
    return agree_on_host(character) && agree_on_host("a" + character) &&
           agree_on_host(character + "a.b") && agree_on_host("\u05D0" + character);
  });
  return changed;
}

TEST(BackEnds, AgreeOnHostsOfOneCharacter) {
  EXPECT_EQ(
      listed(changed_in_uts46()),
      "04C0 10A0..10C5 115F..1160 17B4..17B5 1806 180E 1E9E 2061..2063 206A..206F 2132 2183 3164 "
      "FFA0 1171E 1D173..1D17A 2F868 2F874 2F91F 2F95F 2F9BF");
}

// Pieces of hosts, of all that the rules are about.
std::u32string random_host(std::mt19937& random, const std::vector<char32_t>& known) {
  static const std::vector<std::u32string> kPieces = {
      U"a",         U"b-",     U"-",  U"1",       U".",      U"。",     U"xn--",   U"XN--",
      U"bcher-kva", U"--",     U"ü",  U"u\u0308", U"\u0308", U"ß",      U"ς",      U"\u200C",
      U"\u200D",    U"क्",      U"ष",  U"ب",       U"א",      U"١",      U"۱",      U"漢",
      U"カ",        U"・",     U"·",  U"l",       U"\u0375", U"α",      U"\u05F3", U"각",
      U"ᄀ",        U"ᅡ",     U"ᆨ", U"ﬀ",       U"㈠",     U"\u00AD", U"_",      U"%",
      U"\u0323",    U"\u0338", U"=",  U"😀",       U"\u064B", U"\u0901"};
  std::u32string host;
  for (size_t n = random() % 8; n > 0; --n) {
    if (random() % 4 == 0) {
      host += known[random() % known.size()];
    } else {
      host += kPieces[random() % kPieces.size()];
    }
  }
  return host;
}

TEST(BackEnds, AgreeOnRandomHosts) {
  std::vector<char32_t> known = known_code_points();
  std::erase_if(known, [](char32_t c) { return changed_in_uts46().contains(c); });
  std::mt19937 random(1);
  size_t accepted = 0;
  for (int i = 0; i < 300000; ++i) {
    std::string host = tables::utf8_of(random_host(random, known));
    if (i % 8 == 0) host = shown(icu::to_ascii(host));
    const std::optional<std::string> ascii = icu::to_ascii(host);
    if (ascii) ++accepted;
    ASSERT_EQ(shown(ascii), shown(tables::to_ascii(host))) << host;
    ASSERT_EQ(shown(icu::to_unicode(host)), shown(tables::to_unicode(host))) << host;
  }
  EXPECT_GT(accepted, 30000u);
}

TEST(BackEnds, AgreeOnRandomALabels) {
  std::mt19937 random(2);
  constexpr std::string_view kLetters = "abcxyz019-";
  for (int i = 0; i < 300000; ++i) {
    std::string host = "xn--";
    for (size_t n = random() % 9; n > 0; --n) host += kLetters[random() % kLetters.size()];
    const std::optional<std::string> unicode = tables::to_unicode(host);
    const std::optional<std::u32string> text =
        unicode ? tables::code_points_of(*unicode) : std::nullopt;
    if (text && !std::all_of(text->begin(), text->end(), is_known)) continue;
    ASSERT_EQ(shown(icu::to_unicode(host)), shown(unicode)) << host;
    ASSERT_EQ(shown(icu::to_ascii(host)), shown(tables::to_ascii(host))) << host;
  }
}

// ---- Normalization

TEST(BackEnds, AgreeOnNfc) {
  EXPECT_EQ(listed(differences([](char32_t c) {
              const std::string text = "e" + utf8_of(c) + "\u0301\u0323";
              return nfc(text) == tables::nfc_of(text);
            })),
            "");
}

// ---- Look-alikes

TEST(BackEnds, AgreeOnSkeletons) {
  EXPECT_EQ(listed(differences([](char32_t c) {
              const std::string label = utf8_of(c);
              const std::string marked = "x" + label + "\u0327\u0301a";
              return icu::skeleton(label) == tables::skeleton(label) &&
                     icu::skeleton(marked) == tables::skeleton(marked);
            })),
            "");
  EXPECT_EQ(icu::skeleton("a\xFFz"), tables::skeleton("a\xFFz"));
}

TEST(BackEnds, AgreeOnRestrictionLevels) {
  const auto agree = [](char32_t c) {
    const std::string label = utf8_of(c);
    for (const char* const before :
         {"a", "я", "漢", "カ", "가", "ㄅ", "漢a", "ひカ漢a", "ω", "١"}) {
      const std::string both = before + label;
      if (icu::is_highly_restrictive(both) != tables::is_highly_restrictive(both)) return false;
    }
    return true;
  };
  const CodePoints extensions = with_other_extensions();
  for (const char32_t c : differences(agree)) EXPECT_TRUE(extensions.contains(c)) << hex(c);
  // Unassigned characters are not counted, those of private use are.
  for (const char32_t c : {0x378, 0xFDD0, 0xE000, 0x10FFFD, 0x10FFFF, 0x3FFFF})
    EXPECT_TRUE(agree(c)) << hex(c);
}

TEST(BackEnds, AgreeOnRecommendedLetters) {
  for (char32_t c = 0; c < 0x180; ++c)
    EXPECT_EQ(icu::is_recommended(c), tables::is_recommended(c)) << hex(c);
}

// ---- Countries

TEST(BackEnds, AgreeOnTheLanguagesOfCountries) {
  size_t read = 0;
  for (char a = 'A'; a <= 'Z'; ++a) {
    for (char b = 'A'; b <= 'Z'; ++b) {
      const std::string country = {a, b};
      back_end::Languages ours;
      back_end::Languages theirs;
      tables::add_country(country, ours);
      icu::add_country(country, theirs);
      if (!ours.scripts.empty()) ++read;
      EXPECT_EQ(ours.scripts, theirs.scripts) << country;
      EXPECT_EQ(ours.letters, theirs.letters) << country;
      EXPECT_EQ(ours.sequences, theirs.sequences) << country;
    }
  }
  EXPECT_GT(read, 200u);
}

// ---- Legacy charsets

TEST(BackEnds, AgreeOnCharsetsOfSingleBytes) {
  for (const char* const charset :
       {"ISO-8859-1", "ISO-8859-2", "windows-1254", "windows-1251", "KOI8-R", "ISO-8859-7",
        "windows-1255", "windows-1256", "TIS-620"}) {
    for (int byte = 0; byte <= 0xFF; ++byte) {
      const std::string text(1, static_cast<char>(byte));
      EXPECT_EQ(icu::decoded(text, charset), tables::decoded(text, charset))
          << charset << ' ' << byte;
    }
  }
}

// What legacy_charsets.cc looks at: letters of its scripts, neutral characters, or others.
std::string kind_of(const std::optional<std::u32string>& text,
                    const std::set<unicode::Script>& scripts) {
  std::string kinds;
  for (const char32_t c : text.value_or(U"→")) {
    const unicode::Properties properties = unicode::properties(c);
    const unicode::Script script = unicode::script(c);
    const bool is_letter = properties.is_letter() || properties.is_mark();
    if (is_letter && scripts.contains(script)) {
      kinds += std::to_string(static_cast<int>(script)) + ' ';
    } else if (script == unicode::Script::common && (properties.is_punctuation() || is_letter)) {
      kinds += "neutral ";
    } else {
      return "no";
    }
  }
  return kinds;
}

// The pairs of bytes for which the back ends differ, of those that one of them accepts.
std::pair<int, int> different_pairs(const std::string& charset,
                                    const std::set<unicode::Script>& scripts) {
  int other = 0;
  int accepted = 0;
  std::map<std::string, int> kinds;
  for (int lead = 0x80; lead <= 0xFF; ++lead) {
    for (int trail = 0x40; trail <= 0xFF; ++trail) {
      const std::string text = {static_cast<char>(lead), static_cast<char>(trail)};
      const std::string theirs = kind_of(icu::decoded(text, charset), scripts);
      const std::string ours = kind_of(tables::decoded(text, charset), scripts);
      if (theirs != "no" || ours != "no") ++accepted;
      if (theirs == ours) continue;
      ++other;
      ++kinds[theirs + "/ " + ours];
    }
  }
  for (const auto& [kind, count] : kinds)
    std::printf("%s: %s: %d\n", charset.c_str(), kind.c_str(), count);
  return {other, accepted};
}

// Cells without a character, and some of later editions, are what differs.
TEST(BackEnds, AgreeOnNearlyAllPairsOfEastAsia) {
  using unicode::Script;
  const std::map<std::string, std::set<Script>> charsets = {
      {"Shift_JIS", {Script::han, Script::hiragana, Script::katakana}},
      {"EUC-JP", {Script::han, Script::hiragana, Script::katakana}},
      {"GB18030", {Script::han}},
      {"Big5", {Script::han}},
      {"EUC-KR", {Script::hangul}}};
  for (const auto& [charset, scripts] : charsets) {
    const auto [other, accepted] = different_pairs(charset, scripts);
    EXPECT_LT(50 * other, accepted) << charset << ": " << other << " of " << accepted;
    EXPECT_GT(accepted, 6000) << charset;
  }
}

}  // namespace iri_back_ends_test
}  // namespace linkspan::iri
