// SPDX-License-Identifier: Apache-2.0
// HomeLanguages: the scripts and letters of the languages of a country, by its top-level domain.
//
//   home_languages("tr").writes(U'ı')                true
//   home_languages("bg").writes_in(USCRIPT_CYRILLIC) true
//   home_languages("com")                            writes nothing: no country
//
// The languages of a country are those for which CLDR has a locale, as ICU has it (UTS #35); their
// letters are the main exemplar characters. So a label in a script that people of the country read
// is ordinary there, without a list of ours.
//
// Guarded by tests/iri/iri_spoofing_test.cc.
#pragma once

#include <unicode/uscript.h>
#include <unicode/uset.h>

#include <memory>
#include <string_view>
#include <vector>

namespace linkspan::iri {

class HomeLanguages {
 public:
  bool writes(char32_t letter) const;
  // A letter with a mark on it: "e̱"
  bool writes(std::u16string_view sequence) const;
  bool writes_in(UScriptCode script) const;

 private:
  friend const HomeLanguages& home_languages(std::string_view tld);
  struct Close {
    void operator()(USet* set) const { uset_close(set); }
  };

  void add_country(std::string_view country);

  std::vector<UScriptCode> scripts_;
  std::unique_ptr<USet, Close> letters_;  // null: none
};

// `tld` in lower case. It lives as long as the process, and is the same for each call; any number
// of threads may share it. The union of some countries for `eu` and `su`.
const HomeLanguages& home_languages(std::string_view tld);

}  // namespace linkspan::iri
