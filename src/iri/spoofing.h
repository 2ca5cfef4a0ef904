// SPDX-License-Identifier: Apache-2.0
// Which labels of a host look like others (UTS #39), by ICU.
//
//   раураl      Cyrillic and Latin in one label              → mixed scripts
//   аррӏе       all Cyrillic, with the skeleton of "apple"   → looks like Latin
//   почта, bücher, 例えexample                               → nothing
//
// ICU 72 knows Unicode 15.0. Guarded by tests/iri_spoofing_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct USpoofChecker;

namespace linkspan::iri {

// Made once per process and never changed; any number of threads may share it.
class Spoofing {
 public:
  // Without ICU's data, no label looks like another.
  static const Spoofing& instance();

  // Does it mix scripts? The level is Highly Restrictive (UTS #39, section 5.2): allowed are one
  // script, or Latin with the scripts of Chinese, Japanese or Korean. `label` is a U-label.
  bool mixes_scripts(std::string_view label) const;

  // The letters of ASCII that a label of other letters looks like; nothing if it does not.
  std::optional<std::string> looks_latin(std::string_view label) const;

  // UTS #39, section 4.
  std::string skeleton(std::string_view label) const;

 private:
  Spoofing();
  USpoofChecker* checker_;
};

// For sentences: "Cyrillic and Latin".
std::string scripts_of(std::string_view label);

}  // namespace linkspan::iri
