// SPDX-License-Identifier: Apache-2.0
// HomeLanguages: the scripts and letters of the languages of a country, by its top-level domain.
//
//   home_languages("tr").writes(U'ı')                true
//   home_languages("bg").writes_in(Script::cyrillic) true
//   home_languages("com")                            writes nothing: no country
//
// The languages of a country are those for which CLDR has a locale (UTS #35); their letters are
// the main exemplar characters. Only those of the Latin script are looked up. So a label in a
// script that people of the country read is ordinary there, without a list of ours.
//
// Guarded by tests/iri/iri_spoofing_test.cc.
#pragma once

#include <string_view>

#include "iri/tables/tables.h"
#include "unicode/properties.h"

namespace linkspan::iri {

class HomeLanguages {
 public:
  bool writes(char32_t letter) const;  // non-ASCII, of the Latin script
  // A letter with a mark on it: "e̱"
  bool writes(std::u32string_view sequence) const;
  bool writes_in(unicode::Script script) const;

 private:
  friend const HomeLanguages& home_languages(std::string_view tld);
  tables::Languages languages_;
};

// `tld` in lower case. It lives as long as the process, and is the same for each call; any number
// of threads may share it. The union of some countries for `eu` and `su`.
const HomeLanguages& home_languages(std::string_view tld);

}  // namespace linkspan::iri
