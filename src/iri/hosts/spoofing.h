// SPDX-License-Identifier: Apache-2.0
// Which labels of a host look like others (UTS #39).
//
//   раураl      Cyrillic and Latin in one label              → mixed scripts
//   аррӏе       all Cyrillic, with the skeleton of "apple"   → looks like Latin
//   почта, bücher, 例えexample                               → nothing
//
// Guarded by tests/iri/iri_spoofing_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "iri/hosts/home_languages.h"
#include "unicode/properties.h"

namespace linkspan::iri {

// Longer labels are not looked at. As hosts in idna.cc: no domain name is longer.
inline constexpr size_t kLongestLabel = 1024;

// Has no state; any number of threads may share it.
class Spoofing {
 public:
  static const Spoofing& instance();

  // Does it mix scripts? The level is Highly Restrictive (UTS #39, section 5.2): allowed are one
  // script, or Latin with the scripts of Chinese, Japanese or Korean. `label` is a U-label.
  bool mixes_scripts(std::string_view label) const;

  // The word that people read in a label of another script that looks like ASCII; nothing if it
  // does not. Of a rare script, a part of the label is enough.
  std::optional<std::string> looks_latin(std::string_view label) const;

  // UTS #39, section 4.
  std::string skeleton(std::string_view label) const;

 private:
  std::string as_read(std::string_view label) const;
  bool looks_latin_in_part(std::string_view label,
                           const std::vector<unicode::Script>& scripts) const;
};

// Is the label in scripts of these languages only?
bool is_written_in(std::string_view label, const HomeLanguages& home);

// The label in capitals, letter by letter.
std::string capitals(std::string_view label);

// For sentences: "Cyrillic and Latin".
std::string scripts_of(std::string_view label);

}  // namespace linkspan::iri
