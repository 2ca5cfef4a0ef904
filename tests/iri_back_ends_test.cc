// SPDX-License-Identifier: Apache-2.0
// Promise: the tables of src/iri/tables give what ICU and utf8proc give, for each code point and
// for labels and hosts of any kind; except for characters that are newer than ICU 72
// (Unicode 15.0), and for the rules and characters that Unicode has changed since, which are listed
// here.

#include <gtest/gtest.h>
#include <unicode/uchar.h>
#include <unicode/uidna.h>

#include <functional>
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

std::string listed(const CodePoints& code_points) {
  std::string text;
  for (const char32_t c : code_points) text += hex(c) + ' ';
  return text;
}

// ---- Characters

TEST(BackEnds, AgreeOnTheClassesOfCharacters) {
  EXPECT_EQ(
      listed(differences([](char32_t c) { return icu::direction(c) == tables::direction(c); })),
      "");
  EXPECT_EQ(listed(differences(
                [](char32_t c) { return icu::decomposition(c) == tables::decomposition(c); })),
            "");
  EXPECT_EQ(listed(differences(
                [](char32_t c) { return icu::combining_class(c) == tables::combining_class(c); })),
            "");
  EXPECT_EQ(listed(differences([](char32_t c) {
              return icu::is_enclosing_mark(c) == tables::is_enclosing_mark(c);
            })),
            "");
}

TEST(BackEnds, AgreeOnEmojiAndCase) {
  EXPECT_EQ(listed(differences(
                [](char32_t c) { return icu::is_pictographic(c) == tables::is_pictographic(c); })),
            "");
  EXPECT_EQ(listed(differences([](char32_t c) { return icu::is_small(c) == tables::is_small(c); })),
            "");
  EXPECT_EQ(
      listed(differences([](char32_t c) { return icu::is_capital(c) == tables::is_capital(c); })),
      "");
  EXPECT_EQ(listed(differences([](char32_t c) { return icu::capital(c) == tables::capital(c); })),
            "");
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

std::vector<unicode::Script> scripts() {
  std::vector<unicode::Script> all;
#define LINKSPAN_ADD(name, long_name) all.push_back(unicode::Script::name);
  LINKSPAN_UNICODE_SCRIPTS(LINKSPAN_ADD)
#undef LINKSPAN_ADD
  return all;
}

TEST(BackEnds, AgreeOnScripts) {
  size_t known = 0;
  for (const unicode::Script script : scripts()) {
    if (icu::usage(script) == icu::Usage::none)
      continue;  // newer than ICU, or no script of letters
    ++known;
    EXPECT_EQ(icu::usage(script), tables::usage(script)) << static_cast<int>(script);
    EXPECT_EQ(icu::is_right_to_left(script), tables::is_right_to_left(script))
        << static_cast<int>(script);
  }
  EXPECT_GT(known, 160u);
}

TEST(BackEnds, AgreeOnScriptExtensions) {
  const std::vector<unicode::Script> all = scripts();
  EXPECT_EQ(listed(differences([&](char32_t c) {
              return std::all_of(all.begin(), all.end(), [c](unicode::Script script) {
                return icu::is_used_in(c, script) == tables::is_used_in(c, script);
              });
            })),
            "");
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
  EXPECT_EQ(testing::PrintToString(other), "{}");
}

// ---- Domain names

std::string utf8_of(char32_t c) {
  char bytes[4];
  return {bytes, base::write_utf8(c, bytes)};
}

std::string shown(const std::optional<std::string>& result) { return result.value_or("refused"); }

TEST(BackEnds, AgreeOnHostsOfOneCharacter) {
  const auto agree = [](const std::string& host) {
    return icu::to_ascii(host) == tables::to_ascii(host) &&
           icu::to_unicode(host) == tables::to_unicode(host);
  };
  EXPECT_EQ(listed(differences([&](char32_t c) {
              return agree(utf8_of(c)) && agree("a" + utf8_of(c)) && agree(utf8_of(c) + "a.b") &&
                     agree("\u05D0" + utf8_of(c));
            })),
            "");
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
  const std::vector<char32_t> known = known_code_points();
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
  EXPECT_EQ(listed(differences([](char32_t c) {
              const std::string label = utf8_of(c);
              for (const char* const other :
                   {"a", "я", "漢", "カ", "가", "ㄅ", "漢a", "ひカ漢a", "ω", "١"}) {
                const std::string both = other + label;
                if (icu::is_highly_restrictive(both) != tables::is_highly_restrictive(both))
                  return false;
              }
              return true;
            })),
            "");
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

}  // namespace iri_back_ends_test
}  // namespace linkspan::iri
