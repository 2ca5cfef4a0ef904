// SPDX-License-Identifier: Apache-2.0
// UTS #39 by ICU. Version 72 knows Unicode 15.0.
#include <unicode/uchar.h>
#include <unicode/uset.h>
#include <unicode/uspoof.h>
#include <unicode/utypes.h>

#include <algorithm>

#include "iri/back_end.h"
#include "iri/characters.h"

namespace linkspan::iri::back_end {
namespace {

// Made once per process and never changed. A checker that could not be made is null, which uspoof_*
// report as a failure.
const USpoofChecker* checker() {
  static const USpoofChecker* const only = []() -> USpoofChecker* {
    UErrorCode status = U_ZERO_ERROR;
    USpoofChecker* const made = uspoof_open(&status);
    uspoof_setRestrictionLevel(made, USPOOF_HIGHLY_RESTRICTIVE);
    uspoof_setChecks(made, USPOOF_RESTRICTION_LEVEL, &status);
    return U_SUCCESS(status) ? made : nullptr;
  }();
  return only;
}

bool is_of_script(char32_t c) {
  const unicode::Script script = unicode::script(c);
  return script != unicode::Script::common && script != unicode::Script::inherited &&
         script != unicode::Script::unknown;
}

// The label without the symbols that this version of ICU does not know: ICU would treat them as
// letters of an unknown script.
std::string without_new_signs(std::string_view label) {
  std::string known;
  const std::vector<Character> characters = characters_of(label, {0, label.size()});
  for (size_t i = 0; i < characters.size(); ++i) {
    const char32_t c = characters[i].value;
    const bool is_new = c <= unicode::kMaxCodePoint && u_isdefined(static_cast<UChar32>(c)) == 0 &&
                        !is_of_script(c) && !is_private_use(c);
    if (!is_new) known += utf8_of(characters, i, i + 1);
  }
  return known;
}

}  // namespace

// Without ICU's data, the label.
std::string skeleton(std::string_view label) {
  if (checker() == nullptr) return std::string(label);
  constexpr size_t kGrowth = 20;  // the longest skeleton of a character, in characters
  std::string out(label.size() * 4 + kGrowth, '\0');
  const auto convert = [&] {
    UErrorCode status = U_ZERO_ERROR;
    const int32_t length =
        uspoof_getSkeletonUTF8(checker(), 0, label.data(), static_cast<int32_t>(label.size()),
                               out.data(), static_cast<int32_t>(out.size()), &status);
    out.resize(static_cast<size_t>(std::max(length, 0)));
    return status;
  };
  UErrorCode status = convert();
  if (status == U_BUFFER_OVERFLOW_ERROR) status = convert();  // `out` now has the required size
  return U_SUCCESS(status) ? out : std::string(label);
}

bool is_highly_restrictive(std::string_view label) {
  if (checker() == nullptr) return true;
  const std::string known = without_new_signs(label);
  UErrorCode status = U_ZERO_ERROR;
  const int32_t failed = uspoof_check2UTF8(checker(), known.data(),
                                           static_cast<int32_t>(known.size()), nullptr, &status);
  return U_FAILURE(status) || (failed & USPOOF_RESTRICTION_LEVEL) == 0;
}

bool is_recommended(char32_t c) {
  UErrorCode status = U_ZERO_ERROR;
  const USet* const recommended = uspoof_getRecommendedSet(&status);
  return U_FAILURE(status) || uset_contains(recommended, static_cast<UChar32>(c)) != 0;
}

}  // namespace linkspan::iri::back_end
