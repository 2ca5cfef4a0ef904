// SPDX-License-Identifier: Apache-2.0
#include "iri/spoofing.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>
#include <unicode/utypes.h>

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "iri/characters.h"
#include "unicode/properties.h"

namespace linkspan::iri {
namespace {

constexpr size_t kLongestLabel = 1024;  // as hosts in idna.cc: no domain name is longer

bool is_script(unicode::Script script) {
  return script != unicode::Script::common && script != unicode::Script::inherited &&
         script != unicode::Script::unknown;
}

// The scripts of the label's letters, in order, each once.
std::vector<UScriptCode> scripts_in(std::string_view label) {
  std::vector<UScriptCode> scripts;
  if (label.size() > kLongestLabel) return scripts;
  for (const Character& character : characters_of(label, {0, label.size()})) {
    UErrorCode status = U_ZERO_ERROR;
    if (character.value > unicode::kMaxCodePoint || !is_script(unicode::script(character.value)))
      continue;
    const UScriptCode script = uscript_getScript(static_cast<UChar32>(character.value), &status);
    if (U_SUCCESS(status) && std::find(scripts.begin(), scripts.end(), script) == scripts.end())
      scripts.push_back(script);
  }
  return scripts;
}

// The label without the symbols that this version of ICU does not know: ICU would treat them as
// letters of an unknown script.
std::string without_new_signs(std::string_view label) {
  std::string known;
  const std::vector<Character> characters = characters_of(label, {0, label.size()});
  for (size_t i = 0; i < characters.size(); ++i) {
    const char32_t c = characters[i].value;
    const bool is_new = c <= unicode::kMaxCodePoint && u_isdefined(static_cast<UChar32>(c)) == 0 &&
                        !is_script(unicode::script(c)) && !is_private_use(c);
    if (!is_new) known += utf8_of(characters, i, i + 1);
  }
  return known;
}

// Letters of the African Reference Alphabet (1978) that UTS #39 does not recommend: ɣ ɩ ʋ.
constexpr std::array<char32_t, 3> kAfricanLetters = {0x0263, 0x0269, 0x028B};

// Are all letters of a Latin label used in ordinary spelling (ı in Turkish, æ in Danish), not only
// in phonetic alphabets (ɡ)?
bool is_written_so(std::string_view label) {
  UErrorCode status = U_ZERO_ERROR;
  const USet* const recommended = uspoof_getRecommendedSet(&status);
  const std::vector<Character> characters = characters_of(label, {0, label.size()});
  return U_FAILURE(status) ||
         std::all_of(characters.begin(), characters.end(), [&](const Character& each) {
           return each.value < 0x80 ||
                  uset_contains(recommended, static_cast<UChar32>(each.value)) != 0 ||
                  std::find(kAfricanLetters.begin(), kAfricanLetters.end(), each.value) !=
                      kAfricanLetters.end();
         });
}

}  // namespace

// A checker that could not be made is null, which uspoof_* report as a failure.
Spoofing::Spoofing() : checker_(nullptr) {
  UErrorCode status = U_ZERO_ERROR;
  USpoofChecker* const checker = uspoof_open(&status);
  uspoof_setRestrictionLevel(checker, USPOOF_HIGHLY_RESTRICTIVE);
  uspoof_setChecks(checker, USPOOF_RESTRICTION_LEVEL, &status);
  if (U_SUCCESS(status)) checker_ = checker;
}

const Spoofing& Spoofing::instance() {
  static const Spoofing only;
  return only;
}

bool Spoofing::mixes_scripts(std::string_view label) const {
  if (checker_ == nullptr || label.size() > kLongestLabel || base::is_all_ascii(label))
    return false;
  const std::string known = without_new_signs(label);
  UErrorCode status = U_ZERO_ERROR;
  const int32_t failed = uspoof_check2UTF8(checker_, known.data(),
                                           static_cast<int32_t>(known.size()), nullptr, &status);
  return U_SUCCESS(status) && (failed & USPOOF_RESTRICTION_LEVEL) != 0;
}

std::string Spoofing::skeleton(std::string_view label) const {
  if (checker_ == nullptr || label.size() > kLongestLabel) return std::string(label);
  constexpr size_t kGrowth = 20;  // the longest skeleton of a character, in characters
  std::string out(label.size() * 4 + kGrowth, '\0');
  const auto convert = [&] {
    UErrorCode status = U_ZERO_ERROR;
    const int32_t length =
        uspoof_getSkeletonUTF8(checker_, 0, label.data(), static_cast<int32_t>(label.size()),
                               out.data(), static_cast<int32_t>(out.size()), &status);
    out.resize(static_cast<size_t>(std::max(length, 0)));
    return status;
  };
  UErrorCode status = convert();
  if (status == U_BUFFER_OVERFLOW_ERROR) status = convert();  // `out` now has the required size
  return U_SUCCESS(status) ? out : std::string(label);
}

std::optional<std::string> Spoofing::looks_latin(std::string_view label) const {
  if (checker_ == nullptr || base::is_all_ascii(label)) return std::nullopt;
  const std::string seen = skeleton(label);
  const bool has_letter = std::any_of(seen.begin(), seen.end(), [](char c) {
    return base::is_ascii_letter(static_cast<uint8_t>(c));
  });
  if (!has_letter || !base::is_all_ascii(seen)) return std::nullopt;
  const std::vector<UScriptCode> scripts = scripts_in(label);
  if (scripts.empty()) return std::nullopt;
  // Right-to-left text does not look like the left-to-right text of its skeleton.
  if (std::any_of(scripts.begin(), scripts.end(),
                  [](UScriptCode script) { return uscript_isRightToLeft(script) != 0; }))
    return std::nullopt;
  if (scripts == std::vector<UScriptCode>{USCRIPT_LATIN} && is_written_so(label))
    return std::nullopt;
  return seen;
}

std::string scripts_of(std::string_view label) {
  std::string names;
  const std::vector<UScriptCode> scripts = scripts_in(label);
  for (size_t i = 0; i < scripts.size(); ++i) {
    if (i > 0) names += i + 1 == scripts.size() ? " and " : ", ";
    names += uscript_getName(scripts[i]);
  }
  return names;
}

}  // namespace linkspan::iri
