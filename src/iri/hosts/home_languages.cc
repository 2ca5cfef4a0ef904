// SPDX-License-Identifier: Apache-2.0
#include "iri/hosts/home_languages.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
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

}  // namespace

bool HomeLanguages::writes(char32_t letter) const {
  return std::binary_search(languages_.letters.begin(), languages_.letters.end(), letter);
}

bool HomeLanguages::writes(std::u32string_view sequence) const {
  return std::find(languages_.sequences.begin(), languages_.sequences.end(), sequence) !=
         languages_.sequences.end();
}

bool HomeLanguages::writes_in(unicode::Script script) const {
  return std::find(languages_.scripts.begin(), languages_.scripts.end(), script) !=
         languages_.scripts.end();
}

// A country is read once, when a label needs it. Of two threads that read it at the same time, the
// first one's is kept.
const HomeLanguages& home_languages(std::string_view tld) {
  static const HomeLanguages nowhere;
  if (!is_country_code(tld)) return nowhere;
  constexpr size_t kAlphabet = 26;
  static std::array<std::atomic<const HomeLanguages*>, kAlphabet* kAlphabet> known = {};
  const auto letter = [tld](size_t i) { return static_cast<size_t>((tld[i] | 0x20) - 'a'); };
  std::atomic<const HomeLanguages*>& place = known[letter(0) * kAlphabet + letter(1)];
  if (const HomeLanguages* const found = place.load(std::memory_order_acquire)) return *found;
  auto home = std::make_unique<HomeLanguages>();
  const std::string countries = countries_of(tld);
  for (size_t at = 0; at < countries.size(); at += kCountryCode) {
    tables::add_country(std::string_view(countries).substr(at, kCountryCode), home->languages_);
  }
  const HomeLanguages* first = nullptr;
  const bool is_first = place.compare_exchange_strong(first, home.get(), std::memory_order_acq_rel);
  return is_first ? *home.release() : *first;
}

}  // namespace linkspan::iri
