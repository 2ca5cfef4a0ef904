// SPDX-License-Identifier: Apache-2.0
// Promise: the tables of src/iri/tables give what ICU and utf8proc give, for each code point and
// for labels and hosts of any kind; except for characters that are newer than ICU 72
// (Unicode 15.0), and for the rules and characters that Unicode has changed since, which are listed
// here. And text is the same in NFC whether utf8proc or the tables normalize it.

#include <gtest/gtest.h>
#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_err.h>
#include <unicode/uidna.h>
#include <unicode/uscript.h>
#include <unicode/uset.h>
#include <unicode/uspoof.h>
#include <unicode/utf16.h>
#include <utf8proc.h>

#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "iri/nfc.h"
#include "iri/tables/tables.h"
#include "linkspan/iri.h"
#include "tests/support/scan.h"
#include "unicode/properties.h"

namespace linkspan::iri {
namespace iri_tables_test {

using tables::Decomposition;
using tables::Direction;
using tables::Usage;

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

// The code points that ICU knows for which the tables and ICU differ.
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

// ---- ICU, with the names of tables.h

namespace icu_says {

UChar32 value(char32_t c) { return static_cast<UChar32>(c); }

Direction direction(char32_t c) {
  switch (u_charDirection(value(c))) {
    case U_LEFT_TO_RIGHT:
      return Direction::left_to_right;
    case U_RIGHT_TO_LEFT:
    case U_RIGHT_TO_LEFT_ARABIC:
      return Direction::right_to_left;
    case U_DIR_NON_SPACING_MARK:
      return Direction::mark;
    default:
      return Direction::neither;
  }
}

Decomposition decomposition(char32_t c) {
  switch (u_getIntPropertyValue(value(c), UCHAR_DECOMPOSITION_TYPE)) {
    case U_DT_NONE:
      return Decomposition::none;
    case U_DT_CANONICAL:
      return Decomposition::canonical;
    case U_DT_WIDE:
    case U_DT_NARROW:
      return Decomposition::wide;
    case U_DT_SQUARE:
      return Decomposition::square;
    case U_DT_COMPAT:
      return Decomposition::compat;
    default:
      return Decomposition::other;
  }
}

uint8_t combining_class(char32_t c) { return u_getCombiningClass(value(c)); }
bool is_enclosing_mark(char32_t c) { return u_charType(value(c)) == U_ENCLOSING_MARK; }
bool is_small(char32_t c) { return u_charType(value(c)) == U_LOWERCASE_LETTER; }
bool is_capital(char32_t c) { return u_charType(value(c)) == U_UPPERCASE_LETTER; }
char32_t capital(char32_t c) { return static_cast<char32_t>(u_toupper(value(c))); }

bool is_pictographic(char32_t c) {
  return u_hasBinaryProperty(value(c), UCHAR_EXTENDED_PICTOGRAPHIC) != 0;
}

std::string character_name(char32_t c) {
  char name[128] = {};
  UErrorCode status = U_ZERO_ERROR;
  u_charName(value(c), U_UNICODE_CHAR_NAME, name, sizeof name, &status);
  return U_SUCCESS(status) ? name : "";
}

constexpr const char* kLongNames[] = {
#define LINKSPAN_LONG_NAME(name, long_name) long_name,
    LINKSPAN_UNICODE_SCRIPTS(LINKSPAN_LONG_NAME)
#undef LINKSPAN_LONG_NAME
};

// USCRIPT_INVALID_CODE for the scripts that are newer.
UScriptCode code_of(unicode::Script script) {
  return static_cast<UScriptCode>(
      u_getPropertyValueEnum(UCHAR_SCRIPT, kLongNames[static_cast<size_t>(script)]));
}

Usage usage(unicode::Script script) {
  switch (uscript_getUsage(code_of(script))) {
    case USCRIPT_USAGE_EXCLUDED:
      return Usage::excluded;
    case USCRIPT_USAGE_LIMITED_USE:
      return Usage::limited;
    case USCRIPT_USAGE_RECOMMENDED:
      return Usage::recommended;
    default:
      return Usage::none;
  }
}

bool is_right_to_left(unicode::Script script) {
  return uscript_isRightToLeft(code_of(script)) != 0;
}

bool is_used_in(char32_t c, unicode::Script script) {
  return uscript_hasScript(value(c), code_of(script)) != 0;
}

// The errors of checks that are not wanted: VerifyDnsLength, CheckHyphens.
constexpr uint32_t kIgnoredErrors = UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG |
                                    UIDNA_ERROR_DOMAIN_NAME_TOO_LONG | UIDNA_ERROR_LEADING_HYPHEN |
                                    UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;

std::optional<std::string> converted(std::string_view name, decltype(&uidna_nameToASCII_UTF8) by) {
  static UErrorCode opened = U_ZERO_ERROR;
  static const UIDNA* const idna =
      uidna_openUTS46(UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE |
                          UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ,
                      &opened);
  std::string out(16 * name.size() + 256, '\0');
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  UErrorCode status = U_ZERO_ERROR;
  const int32_t length = by(idna, name.data(), static_cast<int32_t>(name.size()), out.data(),
                            static_cast<int32_t>(out.size()), &info, &status);
  if (U_FAILURE(status) || (info.errors & ~kIgnoredErrors) != 0) return std::nullopt;
  out.resize(static_cast<size_t>(length));
  return out;
}

std::optional<std::string> to_ascii(std::string_view name) {
  return converted(name, uidna_nameToASCII_UTF8);
}
std::optional<std::string> to_unicode(std::string_view name) {
  return converted(name, uidna_nameToUnicodeUTF8);
}

const USpoofChecker* checker() {
  static const USpoofChecker* const only = [] {
    UErrorCode status = U_ZERO_ERROR;
    USpoofChecker* const made = uspoof_open(&status);
    uspoof_setRestrictionLevel(made, USPOOF_HIGHLY_RESTRICTIVE);
    uspoof_setChecks(made, USPOOF_RESTRICTION_LEVEL, &status);
    return made;
  }();
  return only;
}

std::string skeleton(std::string_view label) {
  std::string out(label.size() * 20 + 100, '\0');
  UErrorCode status = U_ZERO_ERROR;
  const int32_t length =
      uspoof_getSkeletonUTF8(checker(), 0, label.data(), static_cast<int32_t>(label.size()),
                             out.data(), static_cast<int32_t>(out.size()), &status);
  out.resize(static_cast<size_t>(length));
  return out;
}

// REQUIRES: ICU knows the characters.
bool is_highly_restrictive(std::string_view label) {
  UErrorCode status = U_ZERO_ERROR;
  const int32_t failed = uspoof_check2UTF8(checker(), label.data(),
                                           static_cast<int32_t>(label.size()), nullptr, &status);
  return (failed & USPOOF_RESTRICTION_LEVEL) == 0;
}

bool is_recommended(char32_t c) {
  UErrorCode status = U_ZERO_ERROR;
  return uset_contains(uspoof_getRecommendedSet(&status), value(c)) != 0;
}

}  // namespace icu_says

// For tests whose list of differences is that to ICU 72.
#define SKIP_WITH_ANOTHER_ICU()      \
  if (U_ICU_VERSION_MAJOR_NUM != 72) \
  GTEST_SKIP() << "the differences are listed for ICU 72, this is " U_ICU_VERSION

// ---- Characters

// Bidi_Class: Unicode 16.0 changed the mark of Ahom and ∇ of mathematics, 18.0 vowel signs of
// Balinese.
TEST(IriTables, AgreeOnTheClassesOfCharacters) {
  SKIP_WITH_ANOTHER_ICU();
  const auto by = [](auto icus, auto ours) {
    return listed(differences([=](char32_t c) { return icus(c) == ours(c); }));
  };
  EXPECT_EQ(by(icu_says::direction, tables::direction),
            "1B3A 1B3C 1B42 1171E 1D6C1 1D6FB 1D735 1D76F 1D7A9");
  EXPECT_EQ(by(icu_says::decomposition, tables::decomposition), "");
  EXPECT_EQ(by(icu_says::combining_class, tables::combining_class), "");
  EXPECT_EQ(by(icu_says::is_enclosing_mark, tables::is_enclosing_mark), "");
  // U+0295 ʕ has no case since Unicode 16.0. Versions 16.0 to 18.0 have capitals of eight more
  // small letters.
  EXPECT_EQ(by(icu_says::is_small, tables::is_small), "0295");
  EXPECT_EQ(by(icu_says::is_capital, tables::is_capital), "");
  EXPECT_EQ(by(icu_says::capital, tables::capital), "019B 0264 0277 027C A7D3 A7D5 AB4B..AB4C");
}

// Since Unicode 17.0, signs that are not emoji have no longer Extended_Pictographic.
TEST(IriTables, AgreeOnEmoji) {
  for (const char32_t c : differences(
           [](char32_t c) { return icu_says::is_pictographic(c) == tables::is_pictographic(c); })) {
    EXPECT_TRUE(icu_says::is_pictographic(c)) << hex(c);
    EXPECT_FALSE(u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_EMOJI)) << hex(c);
  }
}

TEST(IriTables, GiveTheSameNamesToCharactersThatAreNotSeen) {
  size_t named = 0;
  for (const char32_t c : known_code_points()) {
    const std::string name = tables::character_name(c);
    if (!name.empty()) ++named;
    const bool needs_name = c >= 0x80 && is_invisible(c) && !icu_says::character_name(c).empty();
    if (!name.empty() || needs_name) {
      EXPECT_EQ(name, icu_says::character_name(c));
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
TEST(IriTables, AgreeOnScripts) {
  EXPECT_GT(scripts().size(), 160u);
  for (const unicode::Script script : scripts()) {
    EXPECT_EQ(icu_says::is_right_to_left(script), tables::is_right_to_left(script))
        << static_cast<int>(script);
    if (script == unicode::Script::bopomofo || script == unicode::Script::gunjala_gondi) continue;
    EXPECT_EQ(icu_says::usage(script), tables::usage(script)) << static_cast<int>(script);
  }
}

CodePoints with_other_extensions() {
  const std::vector<unicode::Script> all = scripts();
  return differences([&](char32_t c) {
    return std::all_of(all.begin(), all.end(), [c](unicode::Script script) {
      return icu_says::is_used_in(c, script) == tables::is_used_in(c, script);
    });
  });
}

// Unicode 15.1 to 17.0 say of more marks and signs in which scripts they are used.
TEST(IriTables, AgreeOnScriptExtensionsOfLetters) {
  const CodePoints other = with_other_extensions();
  EXPECT_LT(other.size(), 150u) << listed(other);
  for (const char32_t c : other) {
    const unicode::Script script = unicode::script(c);
    const bool is_visarga_of_tamil = c == 0x0B83;  // also of Kannada, Malayalam, Telugu: 18.0
    EXPECT_TRUE(script == unicode::Script::common || script == unicode::Script::inherited ||
                !unicode::properties(c).is_letter() || is_visarga_of_tamil)
        << hex(c);
  }
}

// Codes of one script, of several (UAX #24, section 3.3), and of none.
TEST(IriTables, AgreeOnCodesOfScripts) {
  SKIP_WITH_ANOTHER_ICU();
  size_t known = 0;
  for (const char* const code : {"latin", "LATN", "old_hungarian", "Old Hungarian", "Zyyy"})
    EXPECT_TRUE(tables::scripts_of_code(code)) << code;
  for (char a = 'A'; a <= 'Z'; ++a) {
    for (char b = 'a'; b <= 'z'; ++b) {
      for (char c = 'a'; c <= 'z'; ++c) {
        for (char d = 'a'; d <= 'z'; ++d) {
          const std::string code = {a, b, c, d};
          const int32_t value = u_getPropertyValueEnum(UCHAR_SCRIPT, code.c_str());
          const char* const name =
              u_getPropertyValueName(UCHAR_SCRIPT, value, U_LONG_PROPERTY_NAME);
          const auto ours = tables::scripts_of_code(code);
          if (value == UCHAR_INVALID_CODE) continue;
          ++known;
          if (code == "Qaac" || code == "Qaai") continue;  // private names of Coptic and Inherited
          ASSERT_TRUE(ours) << code;
          const bool is_newer = name == code;  // ICU has no characters of the script, and no name
          if (ours->size() == 1 && !is_newer) {
            EXPECT_STREQ(icu_says::kLongNames[static_cast<size_t>((*ours)[0])], name) << code;
          }
        }
      }
    }
  }
  EXPECT_GT(known, 180u);
}

// ---- Domain names

std::string utf8_of(char32_t c) {
  char bytes[4];
  return {bytes, base::write_utf8(c, bytes)};
}

std::string shown(const std::optional<std::string>& result) { return result.value_or("refused"); }

bool agree_on_host(const std::string& host) {
  return icu_says::to_ascii(host) == tables::to_ascii(host) &&
         icu_says::to_unicode(host) == tables::to_unicode(host);
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

TEST(IriTables, AgreeOnHostsOfOneCharacter) {
  SKIP_WITH_ANOTHER_ICU();
  EXPECT_EQ(
      listed(changed_in_uts46()),
      "04C0 10A0..10C5 115F..1160 17B4..17B5 1806 180E 1B3A 1B3C 1B42 1E9E 2061..2063 206A..206F "
      "2132 2183 3164 "
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

TEST(IriTables, AgreeOnRandomHosts) {
  std::vector<char32_t> known = known_code_points();
  std::erase_if(known, [](char32_t c) { return changed_in_uts46().contains(c); });
  std::mt19937 random(1);
  size_t accepted = 0;
  for (int i = 0; i < 300000; ++i) {
    std::string host = tables::utf8_of(random_host(random, known));
    if (i % 8 == 0) host = shown(icu_says::to_ascii(host));
    const std::optional<std::string> ascii = icu_says::to_ascii(host);
    if (ascii) ++accepted;
    ASSERT_EQ(shown(ascii), shown(tables::to_ascii(host))) << host;
    ASSERT_EQ(shown(icu_says::to_unicode(host)), shown(tables::to_unicode(host))) << host;
  }
  EXPECT_GT(accepted, 30000u);
}

TEST(IriTables, AgreeOnRandomALabels) {
  std::mt19937 random(2);
  constexpr std::string_view kLetters = "abcxyz019-";
  for (int i = 0; i < 300000; ++i) {
    std::string host = "xn--";
    for (size_t n = random() % 9; n > 0; --n) host += kLetters[random() % kLetters.size()];
    const std::optional<std::string> unicode = tables::to_unicode(host);
    const std::optional<std::u32string> text =
        unicode ? tables::code_points_of(*unicode) : std::nullopt;
    if (text && !std::all_of(text->begin(), text->end(), is_known)) continue;
    ASSERT_EQ(shown(icu_says::to_unicode(host)), shown(unicode)) << host;
    ASSERT_EQ(shown(icu_says::to_ascii(host)), shown(tables::to_ascii(host))) << host;
  }
}

// ---- Normalization

// utf8proc is asked for what it knows, and agrees with the tables on all of it. Newer characters,
// which change in NFC or have a combining class, take the tables.
TEST(IriTables, AgreeWithUtf8procOnNfc) {
  size_t asked = 0;
  std::string newer;
  for (char32_t c = 0x80; c <= unicode::kMaxCodePoint; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    const std::string text = "e" + tables::utf8_of(std::u32string{c}) + "\u0301\u0323";
    const std::string by_tables = tables::utf8_of(tables::nfc(*tables::code_points_of(text)));
    EXPECT_EQ(nfc(text), by_tables) << hex(c);
    const bool is_known =
        utf8proc_category(static_cast<utf8proc_int32_t>(c)) != UTF8PROC_CATEGORY_CN;
    EXPECT_EQ(is_known_to_utf8proc(c), is_known) << hex(c);
    asked += is_known ? 1 : 0;
    if (!is_known && tables::decomposition(c) == Decomposition::canonical) newer += hex(c) + ' ';
  }
  EXPECT_GE(asked, 280000u);
  EXPECT_NE(newer.find("105C9 "), std::string::npos) << newer;  // TODHRI LETTER EI, of Unicode 16.0
  EXPECT_EQ(nfc("\U000105D2\u0307"), "\U000105C9");
}

// ---- Look-alikes

TEST(IriTables, AgreeOnSkeletons) {
  SKIP_WITH_ANOTHER_ICU();
  EXPECT_EQ(listed(differences([](char32_t c) {
              const std::string label = utf8_of(c);
              const std::string marked = "x" + label + "\u0327\u0301a";
              return icu_says::skeleton(label) == tables::skeleton(label) &&
                     icu_says::skeleton(marked) == tables::skeleton(marked);
            })),
            "");
  EXPECT_EQ(icu_says::skeleton("a\xFFz"), tables::skeleton("a\xFFz"));
}

TEST(IriTables, AgreeOnRestrictionLevels) {
  const auto agree = [](char32_t c) {
    const std::string label = utf8_of(c);
    for (const char* const before :
         {"a", "я", "漢", "カ", "가", "ㄅ", "漢a", "ひカ漢a", "ω", "١"}) {
      const std::string both = before + label;
      if (icu_says::is_highly_restrictive(both) != tables::is_highly_restrictive(both))
        return false;
    }
    return true;
  };
  const CodePoints extensions = with_other_extensions();
  for (const char32_t c : differences(agree)) EXPECT_TRUE(extensions.contains(c)) << hex(c);
  // Unassigned characters are not counted, those of private use are.
  for (const char32_t c : {0x378, 0xFDD0, 0x10FFFF, 0x3FFFF})
    EXPECT_TRUE(tables::is_highly_restrictive("a" + utf8_of(c))) << hex(c);
  for (const char32_t c : {0xE000, 0x10FFFD})
    EXPECT_FALSE(tables::is_highly_restrictive("a" + utf8_of(c))) << hex(c);
}

TEST(IriTables, AgreeOnRecommendedLetters) {
  for (char32_t c = 0; c < 0x180; ++c)
    EXPECT_EQ(icu_says::is_recommended(c), tables::is_recommended(c)) << hex(c);
}

// ---- Legacy charsets

const std::map<std::string, const char*> kConverters = {{"Shift_JIS", "ibm-943_P15A-2003"},
                                                        {"EUC-JP", "euc-jp-2007"},
                                                        {"GB18030", "gb18030"},
                                                        {"Big5", "windows-950-2000"},
                                                        {"EUC-KR", "windows-949-2000"},
                                                        {"ISO-8859-1", "ibm-5348_P100-1997"},
                                                        {"ISO-8859-2", "ibm-912_P100-1995"},
                                                        {"windows-1254", "ibm-5350_P100-1998"},
                                                        {"windows-1251", "ibm-5347_P100-1998"},
                                                        {"KOI8-R", "ibm-878_P100-1996"},
                                                        {"ISO-8859-7", "ibm-9005_X110-2007"},
                                                        {"windows-1255", "ibm-9447_P100-2002"},
                                                        {"windows-1256", "ibm-9448_X100-2005"},
                                                        {"TIS-620", "windows-874-2000"}};

std::optional<std::u32string> decoded_by_icu(std::string_view bytes, const std::string& charset) {
  static std::map<std::string, UConverter*> opened;
  UErrorCode status = U_ZERO_ERROR;
  UConverter*& from = opened[charset];
  if (from == nullptr) {
    from = ucnv_open(kConverters.at(charset), &status);
    ucnv_setToUCallBack(from, UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &status);
  }
  ucnv_reset(from);
  UChar units[64];
  const int32_t length =
      ucnv_toUChars(from, units, 64, bytes.data(), static_cast<int32_t>(bytes.size()), &status);
  if (U_FAILURE(status)) return std::nullopt;
  std::u32string text;
  for (int32_t i = 0; i < length;) {
    UChar32 c = 0;
    U16_NEXT(units, i, length, c);
    text += static_cast<char32_t>(c);
  }
  return text;
}

TEST(IriTables, AgreeOnCharsetsOfSingleBytes) {
  for (const char* const charset :
       {"ISO-8859-1", "ISO-8859-2", "windows-1254", "windows-1251", "KOI8-R", "ISO-8859-7",
        "windows-1255", "windows-1256", "TIS-620"}) {
    for (int byte = 0; byte <= 0xFF; ++byte) {
      const std::string text(1, static_cast<char>(byte));
      EXPECT_EQ(decoded_by_icu(text, charset), tables::decoded(text, charset))
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

// The texts of which the tables and ICU differ, of those that one of them accepts.
struct Compared {
  std::string other;
  int accepted = 0;

  void add(const std::string& text, const std::string& charset,
           const std::set<unicode::Script>& scripts) {
    const std::string theirs = kind_of(decoded_by_icu(text, charset), scripts);
    const std::string ours = kind_of(tables::decoded(text, charset), scripts);
    accepted += theirs != "no" || ours != "no" ? 1 : 0;
    if (theirs == ours) return;
    for (const char byte : text) other += hex(static_cast<uint8_t>(byte)).substr(2);
    other += ' ';
  }
};

using unicode::Script;
const std::map<std::string, std::set<Script>> kEastAsian = {
    {"Shift_JIS", {Script::han, Script::hiragana, Script::katakana}},
    {"EUC-JP", {Script::han, Script::hiragana, Script::katakana}},
    {"GB18030", {Script::han}},
    {"Big5", {Script::han}},
    {"EUC-KR", {Script::hangul}}};

// Cells of private use or radicals in ICU's GB 18030, most of which the edition of 2022 maps to
// ideographs, as the tables do.
TEST(IriTables, AgreeOnAllPairsOfEastAsiaButTheRowFe) {
  SKIP_WITH_ANOTHER_ICU();
  for (const auto& [charset, scripts] : kEastAsian) {
    Compared compared;
    for (int lead = 0x80; lead <= 0xFF; ++lead) {
      for (int trail = 0x40; trail <= 0xFF; ++trail)
        compared.add({static_cast<char>(lead), static_cast<char>(trail)}, charset, scripts);
    }
    EXPECT_EQ(compared.other,
              charset == "GB18030"
                  ? "FE50 FE51 FE52 FE53 FE54 FE57 FE58 FE59 FE5D FE5E FE61 FE66 FE67 FE6B FE6C "
                    "FE6D FE6E FE71 FE73 FE74 FE75 FE76 FE79 FE7E FE84 FE90 FE91 FEA0 "
                  : "")
        << charset;
    EXPECT_GT(compared.accepted, 6000) << charset;
  }
}

TEST(IriTables, AgreeOnLongerCharactersOfEastAsia) {
  Compared japanese;
  for (int lead = 0xA1; lead <= 0xFE; ++lead) {
    for (int trail = 0xA1; trail <= 0xFE; ++trail)
      japanese.add({'\x8F', static_cast<char>(lead), static_cast<char>(trail)}, "EUC-JP",
                   kEastAsian.at("EUC-JP"));
  }
  EXPECT_EQ(japanese.other, "");
  EXPECT_GT(japanese.accepted, 5000);
  Compared chinese;
  for (int number = 0; number < 1260 * 1260; number += 7) {
    const auto digit = [](int value) { return static_cast<char>('0' + value % 10); };
    const auto byte = [](int value) { return static_cast<char>(0x81 + value % 126); };
    const std::string text = {byte(number / 12600), digit(number / 1260), byte(number / 10),
                              digit(number)};
    // Of those below U+10000 only ideographs are told from all others.
    const auto theirs = decoded_by_icu(text, "GB18030");
    const bool is_other = number < 189000 && theirs && unicode::script((*theirs)[0]) != Script::han;
    if (!is_other) chinese.add(text, "GB18030", kEastAsian.at("GB18030"));
  }
  EXPECT_EQ(chinese.other, "8139A631 ");  // U+303B, which repeats an ideograph
  EXPECT_GT(chinese.accepted, 10000);
}

}  // namespace iri_tables_test
}  // namespace linkspan::iri
