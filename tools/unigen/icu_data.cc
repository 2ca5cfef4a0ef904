// SPDX-License-Identifier: Apache-2.0
// icu_data: prints what `unigen hosts` needs and no npm package has, as JSON: the confusables and
// the allowed letters of UTS #39, the languages of countries by CLDR, and legacy charsets, as the
// ICU of this machine has them.
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_err.h>
#include <unicode/uloc.h>
#include <unicode/ulocdata.h>
#include <unicode/uscript.h>
#include <unicode/uset.h>
#include <unicode/uspoof.h>
#include <unicode/uversion.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "iri/tables/tables.h"
#include "unicode/properties.h"

namespace linkspan::iri::tables {
namespace {

constexpr const char* kLongNames[] = {
#define LINKSPAN_LONG_NAME(name, long_name) long_name,
    LINKSPAN_UNICODE_SCRIPTS(LINKSPAN_LONG_NAME)
#undef LINKSPAN_LONG_NAME
};

// Nothing for a code of ISO 15924 that is not the script of a character.
std::optional<unicode::Script> script_of_icu(int32_t code) {
  for (size_t i = 0; i < std::size(kLongNames); ++i) {
    if (u_getPropertyValueEnum(UCHAR_SCRIPT, kLongNames[i]) == code)
      return static_cast<unicode::Script>(i);
  }
  return std::nullopt;
}

std::string version_of(void (*get)(UVersionInfo)) {
  UVersionInfo version;
  get(version);
  char text[U_MAX_VERSION_STRING_LENGTH];
  u_versionToString(version, text);
  return text;
}

std::string cldr_version() {
  UVersionInfo version;
  UErrorCode status = U_ZERO_ERROR;
  ulocdata_getCLDRVersion(version, &status);
  char text[U_MAX_VERSION_STRING_LENGTH];
  u_versionToString(version, text);
  return text;
}

template <class List>
void print_list(const List& list) {
  std::printf("[");
  for (size_t i = 0; i < list.size(); ++i)
    std::printf("%s%u", i > 0 ? "," : "", static_cast<unsigned>(list[i]));
  std::printf("]");
}

std::u32string code_points(const icu::UnicodeString& text) {
  std::u32string out;
  for (int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1))
    out += static_cast<char32_t>(text.char32At(i));
  return out;
}

// [[c, [skeleton…]], …] of the characters that are decomposed and not their own skeleton.
void print_confusables() {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* const nfd = icu::Normalizer2::getNFDInstance(status);
  USpoofChecker* const checker = uspoof_open(&status);
  const char* separator = "";
  for (UChar32 c = 0; c <= 0x10FFFF; ++c) {
    if (U_IS_SURROGATE(c) || !nfd->isNormalized(icu::UnicodeString(c), status)) continue;
    icu::UnicodeString seen;
    uspoof_getSkeletonUnicodeString(checker, 0, icu::UnicodeString(c), seen, &status);
    if (seen == icu::UnicodeString(c)) continue;
    std::printf("%s\n[%d,", separator, c);
    print_list(code_points(seen));
    std::printf("]");
    separator = ",";
  }
  uspoof_close(checker);
}

void print_recommended() {
  UErrorCode status = U_ZERO_ERROR;
  std::u32string all;
  for (char32_t c = 0; c < 0x180; ++c)
    if (uset_contains(uspoof_getRecommendedSet(&status), static_cast<UChar32>(c)) != 0) all += c;
  print_list(all);
}

void add_scripts(const char* locale, std::vector<unicode::Script>& scripts) {
  UScriptCode codes[8] = {};
  UErrorCode status = U_ZERO_ERROR;
  const int32_t count = uscript_getCode(locale, codes, 8, &status);
  for (int32_t i = 0; U_SUCCESS(status) && i < count; ++i) {
    const std::optional<unicode::Script> script = script_of_icu(codes[i]);
    if (script && std::find(scripts.begin(), scripts.end(), *script) == scripts.end())
      scripts.push_back(*script);
  }
}

void add_range(UChar32 first, UChar32 last, std::u32string& letters) {
  for (UChar32 c = std::max<UChar32>(first, 0x80); c <= last; ++c) {
    const auto letter = static_cast<char32_t>(c);
    if (unicode::script(letter) == unicode::Script::latin) letters += letter;
  }
}

// The main exemplar characters.
void add_letters(const char* locale, Languages& languages) {
  UErrorCode status = U_ZERO_ERROR;
  ULocaleData* const data = ulocdata_open(locale, &status);
  if (U_FAILURE(status)) return;
  USet* const set = ulocdata_getExemplarSet(data, nullptr, 0, ULOCDATA_ES_STANDARD, &status);
  ulocdata_close(data);
  for (int32_t i = 0; U_SUCCESS(status) && i < uset_getItemCount(set); ++i) {
    UChar32 first = 0;
    UChar32 last = 0;
    UChar units[16] = {};
    UErrorCode found = U_ZERO_ERROR;
    const int32_t length = uset_getItem(set, i, &first, &last, units, 16, &found);
    if (U_FAILURE(found)) continue;
    if (length == 0) add_range(first, last, languages.letters);
    if (length == 2 && unicode::properties(units[1]).is_mark())
      languages.sequences.push_back({units[0], units[1]});
  }
  uset_close(set);
}

// The languages of a country: those for which CLDR has a locale (UTS #35).
Languages languages_of(const std::string& country) {
  Languages languages;
  for (int32_t i = 0; i < uloc_countAvailable(); ++i) {
    const char* const locale = uloc_getAvailable(i);
    char own[ULOC_COUNTRY_CAPACITY] = {};
    UErrorCode status = U_ZERO_ERROR;
    uloc_getCountry(locale, own, ULOC_COUNTRY_CAPACITY, &status);
    if (own != country) continue;
    add_scripts(locale, languages.scripts);
    add_letters(locale, languages);
  }
  std::u32string& letters = languages.letters;
  std::sort(letters.begin(), letters.end());
  letters.erase(std::unique(letters.begin(), letters.end()), letters.end());
  return languages;
}

void print_country(const std::string& country) {
  const Languages languages = languages_of(country);
  std::printf("\"%s\":{\"scripts\":", country.c_str());
  print_list(languages.scripts);
  std::printf(",\"letters\":");
  print_list(languages.letters);
  std::printf(",\"sequences\":[");
  for (size_t i = 0; i < languages.sequences.size(); ++i) {
    if (i > 0) std::printf(",");
    print_list(languages.sequences[i]);
  }
  std::printf("]}");
}

void print_countries() {
  const char* separator = "";
  for (char first = 'A'; first <= 'Z'; ++first) {
    for (char second = 'A'; second <= 'Z'; ++second) {
      std::printf("%s\n", separator);
      print_country({first, second});
      separator = ",";
    }
  }
}

// Codes of ISO 15924 that ICU knows, and that are not of one script of characters.
void print_other_codes() {
  std::string all;
  for (int32_t code = 0; code <= u_getIntPropertyMaxValue(UCHAR_SCRIPT); ++code) {
    const char* const name = u_getPropertyValueName(UCHAR_SCRIPT, code, U_SHORT_PROPERTY_NAME);
    const bool is_composite = code == USCRIPT_SIMPLIFIED_HAN || code == USCRIPT_TRADITIONAL_HAN ||
                              code == USCRIPT_JAPANESE || code == USCRIPT_KOREAN;
    if (name != nullptr && !is_composite && !script_of_icu(code)) all += name;
  }
  std::printf("\"%s\"", all.c_str());
}

// The 128 upper code points of a charset of single bytes; 0 where it has none.
void print_charset(const char* name, const char* converter) {
  UErrorCode status = U_ZERO_ERROR;
  UConverter* const from = ucnv_open(converter, &status);
  ucnv_setToUCallBack(from, UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &status);
  std::u32string upper;
  for (int byte = 0x80; byte <= 0xFF; ++byte) {
    const char in = static_cast<char>(byte);
    UChar out[4] = {};
    status = U_ZERO_ERROR;
    ucnv_reset(from);
    const int32_t length = ucnv_toUChars(from, out, 4, &in, 1, &status);
    upper += U_SUCCESS(status) && length == 1 ? out[0] : U'\0';
  }
  ucnv_close(from);
  std::printf("\n\"%s\":", name);
  print_list(upper);
}

void print_charsets() {
  constexpr const char* kCharsets[][2] = {
      {"ISO-8859-1", "ibm-5348_P100-1997"},   {"ISO-8859-2", "ibm-912_P100-1995"},
      {"windows-1254", "ibm-5350_P100-1998"}, {"windows-1251", "ibm-5347_P100-1998"},
      {"KOI8-R", "ibm-878_P100-1996"},        {"ISO-8859-7", "ibm-9005_X110-2007"},
      {"windows-1255", "ibm-9447_P100-2002"}, {"windows-1256", "ibm-9448_X100-2005"},
      {"TIS-620", "windows-874-2000"}};
  const char* separator = "";
  for (const auto& [name, converter] : kCharsets) {
    std::printf("%s", separator);
    print_charset(name, converter);
    separator = ",";
  }
}

// Pairs of bytes that are punctuation or a letter of no script: legacy_charsets.cc passes over
// these.
bool is_neutral(UConverter* from, int lead, int trail) {
  const char pair[] = {static_cast<char>(lead), static_cast<char>(trail)};
  UChar units[4] = {};
  UErrorCode status = U_ZERO_ERROR;
  ucnv_reset(from);
  const int32_t length = ucnv_toUChars(from, units, 4, pair, 2, &status);
  if (U_FAILURE(status) || length != 1) return false;
  const unicode::Properties properties = unicode::properties(units[0]);
  return unicode::script(units[0]) == unicode::Script::common &&
         (properties.is_punctuation() || properties.is_letter());
}

void print_neutral_pairs() {
  const char* separator = "";
  // Shift_JIS, EUC-JP, GB18030, Big5, EUC-KR
  for (const char* const charset :
       {"ibm-943_P15A-2003", "euc-jp-2007", "gb18030", "windows-950-2000", "windows-949-2000"}) {
    UErrorCode status = U_ZERO_ERROR;
    UConverter* const from = ucnv_open(charset, &status);
    ucnv_setToUCallBack(from, UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &status);
    std::u32string pairs;
    for (int lead = 0x80; lead <= 0xFF; ++lead) {
      for (int trail = 0x40; trail <= 0xFF; ++trail)
        if (is_neutral(from, lead, trail)) pairs += static_cast<char32_t>(lead << 8 | trail);
    }
    ucnv_close(from);
    std::printf("%s\n", separator);
    print_list(pairs);
    separator = ",";
  }
}

void print_all() {
  std::printf("{\"icu\":\"%s\",\"unicode\":\"%s\",\"cldr\":\"%s\",\n\"confusables\":[",
              version_of(u_getVersion).c_str(), version_of(u_getUnicodeVersion).c_str(),
              cldr_version().c_str());
  print_confusables();
  std::printf("],\n\"recommended\":");
  print_recommended();
  std::printf(",\n\"other_codes\":");
  print_other_codes();
  std::printf(",\n\"charsets\":{");
  print_charsets();
  std::printf("},\n\"neutral_pairs\":[");
  print_neutral_pairs();
  std::printf("],\n\"countries\":{");
  print_countries();
  std::printf("}}\n");
}

}  // namespace
}  // namespace linkspan::iri::tables

int main() { linkspan::iri::tables::print_all(); }
