// SPDX-License-Identifier: Apache-2.0
#include "iri/idna2008.h"

#include <unicode/uidna.h>
#include <unicode/utypes.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/utf8.h"
#include "iri/characters.h"
#include "unicode/properties.h"

namespace linkspan::iri {
namespace {

struct Interval {
  char32_t first;
  char32_t last;
};

// RFC 5892, section 2.6, and OldHangulJamo of section 2.9: letters, marks and digits that are
// disallowed.
constexpr std::array kDisallowed = {
    Interval{0x0640, 0x0640}, Interval{0x07FA, 0x07FA}, Interval{0x1100, 0x11FF},
    Interval{0x302E, 0x302F}, Interval{0x3031, 0x3035}, Interval{0x303B, 0x303B},
    Interval{0xA960, 0xA97C}, Interval{0xD7B0, 0xD7C6}, Interval{0xD7CB, 0xD7FB}};

// The same section, and CONTEXTJ and CONTEXTO of appendix A: other characters that are allowed, in
// their context.
constexpr std::array kAllowed = {Interval{0x00B7, 0x00B7}, Interval{0x0375, 0x0375},
                                 Interval{0x05F3, 0x05F4}, Interval{0x06FD, 0x06FE},
                                 Interval{0x0F0B, 0x0F0B}, Interval{0x200C, 0x200D},
                                 Interval{0x3007, 0x3007}, Interval{0x30FB, 0x30FB}};

template <size_t kSize>
bool is_in(const std::array<Interval, kSize>& intervals, char32_t c) {
  return std::any_of(intervals.begin(), intervals.end(),
                     [c](Interval each) { return c >= each.first && c <= each.last; });
}

// LetterDigits of RFC 5892, section 2.1. The mapping of UTS #46 removes the characters that the
// other sections disallow.
bool is_allowed(char32_t c) {
  if (c < 0x80 || is_in(kAllowed, c)) return true;
  const unicode::Properties properties = unicode::properties(c);
  return (properties.is_letter() || properties.is_mark() || properties.is_digit()) &&
         !is_in(kDisallowed, c);
}

// Made once per process; never changes. Null without ICU's data.
const UIDNA* checker() {
  static const UIDNA* const only = [] {
    UErrorCode status = U_ZERO_ERROR;
    UIDNA* const idna =
        uidna_openUTS46(UIDNA_NONTRANSITIONAL_TO_UNICODE | UIDNA_CHECK_CONTEXTO, &status);
    return U_SUCCESS(status) ? idna : nullptr;
  }();
  return only;
}

// Digits of two kinds (appendix A.8 and A.9) already fail the Bidi rule of UTS #46.
struct Rule {
  uint32_t error;
  std::string_view sentence;
};

constexpr std::array kRules = {
    Rule{UIDNA_ERROR_CONTEXTO_PUNCTUATION, "punctuation is not beside the letters that it needs"},
    Rule{UIDNA_ERROR_LEADING_HYPHEN, "it starts with a hyphen"},
    Rule{UIDNA_ERROR_TRAILING_HYPHEN, "it ends with a hyphen"},
    Rule{UIDNA_ERROR_HYPHEN_3_4, "its third and fourth characters are hyphens"}};

uint32_t errors_in(std::string_view label) {
  if (checker() == nullptr) return 0;
  std::string out(4 * label.size() + 1, '\0');
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  UErrorCode status = U_ZERO_ERROR;
  uidna_labelToUnicodeUTF8(checker(), label.data(), static_cast<int32_t>(label.size()), out.data(),
                           static_cast<int32_t>(out.size()), &info, &status);
  return U_SUCCESS(status) ? info.errors : 0;
}

}  // namespace

std::optional<std::string> idna2008_fault(std::string_view label) {
  for (const Character& character : plain_characters_of(label)) {
    if (character.value != base::kIllFormed && !is_allowed(character.value))
      return name_of(character.value) + " is not a letter or digit that it allows";
  }
  const uint32_t errors = errors_in(label);
  const auto rule = std::find_if(kRules.begin(), kRules.end(),
                                 [&](const Rule& each) { return (errors & each.error) != 0; });
  if (rule == kRules.end()) return std::nullopt;
  return std::string(rule->sentence);
}

}  // namespace linkspan::iri
