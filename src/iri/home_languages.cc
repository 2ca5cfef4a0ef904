// SPDX-License-Identifier: Apache-2.0
#include "iri/home_languages.h"

#include <unicode/uloc.h>
#include <unicode/ulocdata.h>
#include <unicode/utypes.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <string>

#include "base/ascii.h"

namespace linkspan::iri {
namespace {

// Top-level domains that are not the code of one country in ISO 3166-1: of the United Kingdom, of
// the European Union, and of the Soviet Union, which is in use in Russia.
struct OtherName {
  std::string_view tld;
  std::string_view countries;  // two letters each
};
constexpr OtherName kOtherNames[] = {
    {"eu", "ATBEBGCYCZDEDKEEESFIFRGRHRHUIEITLTLULVMTNLPLPTROSESISK"},
    {"su", "RU"},
    {"uk", "GB"},
};

constexpr size_t kCountryCode = 2;

// The countries of a top-level domain; empty if it is not one of a country.
std::string countries_of(std::string_view tld) {
  const auto* const other = std::find_if(std::begin(kOtherNames), std::end(kOtherNames),
                                         [tld](const OtherName& each) { return each.tld == tld; });
  if (other != std::end(kOtherNames)) return std::string(other->countries);
  std::string country(tld);
  std::transform(country.begin(), country.end(), country.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return country;
}

bool is_country_code(std::string_view tld) {
  return tld.size() == kCountryCode && std::all_of(tld.begin(), tld.end(), [](char c) {
           return base::is_ascii_letter(static_cast<uint8_t>(c));
         });
}

std::string country_of(const char* locale) {
  std::array<char, ULOC_COUNTRY_CAPACITY> country = {};
  UErrorCode status = U_ZERO_ERROR;
  uloc_getCountry(locale, country.data(), static_cast<int32_t>(country.size()), &status);
  return U_SUCCESS(status) ? country.data() : "";
}

std::vector<UScriptCode> scripts_of_locale(const char* locale) {
  std::array<UScriptCode, 8> scripts = {};
  UErrorCode status = U_ZERO_ERROR;
  const int32_t count =
      uscript_getCode(locale, scripts.data(), static_cast<int32_t>(scripts.size()), &status);
  if (U_FAILURE(status)) return {};
  return {scripts.begin(), scripts.begin() + count};
}

}  // namespace

bool HomeLanguages::writes(char32_t letter) const {
  return letters_ && uset_contains(letters_.get(), static_cast<UChar32>(letter)) != 0;
}

bool HomeLanguages::writes(std::u16string_view sequence) const {
  return letters_ && uset_containsString(letters_.get(), sequence.data(),
                                         static_cast<int32_t>(sequence.size())) != 0;
}

bool HomeLanguages::writes_in(UScriptCode script) const {
  return std::find(scripts_.begin(), scripts_.end(), script) != scripts_.end();
}

void HomeLanguages::add_country(std::string_view country) {
  if (!letters_) letters_.reset(uset_openEmpty());
  for (int32_t i = 0; i < uloc_countAvailable(); ++i) {
    const char* const locale = uloc_getAvailable(i);
    if (country_of(locale) != country) continue;
    const std::vector<UScriptCode> scripts = scripts_of_locale(locale);
    scripts_.insert(scripts_.end(), scripts.begin(), scripts.end());
    UErrorCode status = U_ZERO_ERROR;
    ULocaleData* const data = ulocdata_open(locale, &status);
    if (U_FAILURE(status)) continue;
    const std::unique_ptr<USet, Close> letters(
        ulocdata_getExemplarSet(data, nullptr, 0, ULOCDATA_ES_STANDARD, &status));
    if (U_SUCCESS(status)) uset_addAll(letters_.get(), letters.get());
    ulocdata_close(data);
  }
}

// PERF: ICU takes about 70 µs for each locale, so a country is read once, when a label needs it.
const HomeLanguages& home_languages(std::string_view tld) {
  static const HomeLanguages nowhere;
  if (!is_country_code(tld)) return nowhere;
  static std::mutex mutex;
  static std::map<std::string, HomeLanguages, std::less<>> known;  // 676 at most
  const std::lock_guard lock(mutex);
  const auto found = known.find(tld);
  if (found != known.end()) return found->second;
  HomeLanguages& home = known[std::string(tld)];
  const std::string countries = countries_of(tld);
  for (size_t at = 0; at < countries.size(); at += kCountryCode) {
    home.add_country(std::string_view(countries).substr(at, kCountryCode));
  }
  return home;
}

}  // namespace linkspan::iri
