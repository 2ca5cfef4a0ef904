// SPDX-License-Identifier: Apache-2.0
// The languages of a country: those for which CLDR has a locale, as ICU has it (UTS #35).
#include <unicode/uloc.h>
#include <unicode/ulocdata.h>
#include <unicode/uscript.h>
#include <unicode/uset.h>
#include <unicode/utypes.h>

#include <algorithm>
#include <array>
#include <memory>

#include "iri/back_end.h"
#include "iri/icu/scripts.h"

namespace linkspan::iri::back_end {
namespace {

struct Close {
  void operator()(USet* set) const { uset_close(set); }
};
using Set = std::unique_ptr<USet, Close>;

std::string country_of(const char* locale) {
  std::array<char, ULOC_COUNTRY_CAPACITY> country = {};
  UErrorCode status = U_ZERO_ERROR;
  uloc_getCountry(locale, country.data(), static_cast<int32_t>(country.size()), &status);
  return U_SUCCESS(status) ? country.data() : "";
}

void add_scripts(const char* locale, std::vector<unicode::Script>& scripts) {
  std::array<UScriptCode, 8> codes = {};
  UErrorCode status = U_ZERO_ERROR;
  const int32_t count =
      uscript_getCode(locale, codes.data(), static_cast<int32_t>(codes.size()), &status);
  if (U_FAILURE(status)) return;
  for (int32_t i = 0; i < count; ++i) {
    const std::optional<unicode::Script> script = script_of_icu(codes[static_cast<size_t>(i)]);
    if (script && std::find(scripts.begin(), scripts.end(), *script) == scripts.end())
      scripts.push_back(*script);
  }
}

Set exemplars_of(const char* locale) {
  UErrorCode status = U_ZERO_ERROR;
  ULocaleData* const data = ulocdata_open(locale, &status);
  if (U_FAILURE(status)) return nullptr;
  Set letters(ulocdata_getExemplarSet(data, nullptr, 0, ULOCDATA_ES_STANDARD, &status));
  ulocdata_close(data);
  return U_SUCCESS(status) ? std::move(letters) : nullptr;
}

void add_range(UChar32 first, UChar32 last, std::u32string& letters) {
  for (UChar32 c = std::max<UChar32>(first, 0x80); c <= last; ++c) {
    const auto letter = static_cast<char32_t>(c);
    if (unicode::script(letter) == unicode::Script::latin) letters += letter;
  }
}

void add_exemplars(const USet* set, Languages& languages) {
  for (int32_t i = 0; i < uset_getItemCount(set); ++i) {
    UChar32 first = 0;
    UChar32 last = 0;
    std::array<UChar, 16> units = {};
    UErrorCode status = U_ZERO_ERROR;
    const int32_t length = uset_getItem(set, i, &first, &last, units.data(),
                                        static_cast<int32_t>(units.size()), &status);
    if (U_FAILURE(status)) continue;
    if (length == 0) add_range(first, last, languages.letters);
    const bool is_marked = length == 2 && unicode::properties(units[1]).is_mark();
    if (is_marked) languages.sequences.push_back({units[0], units[1]});
  }
}

}  // namespace

void add_country(std::string_view country, Languages& languages) {
  for (int32_t i = 0; i < uloc_countAvailable(); ++i) {
    const char* const locale = uloc_getAvailable(i);
    if (country_of(locale) != country) continue;
    add_scripts(locale, languages.scripts);
    if (const Set letters = exemplars_of(locale)) add_exemplars(letters.get(), languages);
  }
  std::u32string& letters = languages.letters;
  std::sort(letters.begin(), letters.end());
  letters.erase(std::unique(letters.begin(), letters.end()), letters.end());
}

}  // namespace linkspan::iri::back_end
