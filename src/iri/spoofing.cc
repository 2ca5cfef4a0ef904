// SPDX-License-Identifier: Apache-2.0
#include "iri/spoofing.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>
#include <unicode/utypes.h>

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "iri/characters.h"
#include "unicode/properties.h"

namespace linkspan::iri {
namespace {

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

bool is_ascii_with_letter(std::string_view text) {
  return base::is_all_ascii(text) && std::any_of(text.begin(), text.end(), [](char c) {
           return base::is_ascii_letter(static_cast<uint8_t>(c));
         });
}

bool all_have_usage(const std::vector<UScriptCode>& scripts, UScriptUsage usage) {
  return std::all_of(scripts.begin(), scripts.end(),
                     [usage](UScriptCode script) { return uscript_getUsage(script) == usage; });
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

bool Spoofing::recommends(char32_t c) const {
  UErrorCode status = U_ZERO_ERROR;
  const USet* const recommended = uspoof_getRecommendedSet(&status);
  return U_FAILURE(status) || uset_contains(recommended, static_cast<UChar32>(c)) != 0;
}

// Browsers show labels of rare scripts as A-labels. One letter like those of ASCII is enough where
// the script is historic (UAX #31, table 4), half of them where it is little used (table 7).
bool Spoofing::looks_latin_in_part(std::string_view label,
                                   const std::vector<UScriptCode>& scripts) const {
  const bool is_historic = all_have_usage(scripts, USCRIPT_USAGE_EXCLUDED);
  if (!is_historic && !all_have_usage(scripts, USCRIPT_USAGE_LIMITED_USE)) return false;
  const std::vector<Character> characters = characters_of(label, {0, label.size()});
  const auto count = std::count_if(
      characters.begin(), characters.end(),
      [&](const Character& each) { return is_ascii_with_letter(skeleton(utf8_of({each}, 0, 1))); });
  const size_t least = is_historic ? 1 : (characters.size() + 1) / 2;
  return static_cast<size_t>(count) >= least;
}

std::optional<std::string> Spoofing::looks_latin(std::string_view label) const {
  if (checker_ == nullptr || label.size() > kLongestLabel || base::is_all_ascii(label))
    return std::nullopt;
  const std::vector<UScriptCode> scripts = scripts_in(label);
  if (scripts.empty() || scripts == std::vector<UScriptCode>{USCRIPT_LATIN}) return std::nullopt;
  // Right-to-left text does not look like the left-to-right text of its skeleton.
  if (std::any_of(scripts.begin(), scripts.end(),
                  [](UScriptCode script) { return uscript_isRightToLeft(script) != 0; }))
    return std::nullopt;
  std::string seen = skeleton(label);
  const bool looks_so = is_ascii_with_letter(seen) || looks_latin_in_part(label, scripts);
  return looks_so ? std::optional(std::move(seen)) : std::nullopt;
}

bool is_written_in(std::string_view label, const HomeLanguages& home) {
  const std::vector<UScriptCode> scripts = scripts_in(label);
  return !scripts.empty() && std::all_of(scripts.begin(), scripts.end(), [&](UScriptCode script) {
    return home.writes_in(script);
  });
}

std::string capitals(std::string_view label) {
  std::vector<Character> characters = characters_of(label, {0, label.size()});
  for (Character& each : characters) {
    if (each.value <= unicode::kMaxCodePoint)
      each.value = static_cast<char32_t>(u_toupper(static_cast<UChar32>(each.value)));
  }
  return utf8_of(characters, 0, characters.size());
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
