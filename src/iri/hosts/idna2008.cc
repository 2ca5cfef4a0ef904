// SPDX-License-Identifier: Apache-2.0
#include "iri/hosts/idna2008.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/utf8.h"
#include "iri/characters.h"
#include "unicode/properties.h"

namespace linkspan::iri {
namespace {

using unicode::Script;

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

constexpr char32_t kMiddleDot = 0xB7;
constexpr char32_t kKeraia = 0x375;
constexpr char32_t kGeresh = 0x5F3;
constexpr char32_t kGershayim = 0x5F4;
constexpr char32_t kKatakanaMiddleDot = 0x30FB;

bool is_japanese(char32_t c) {
  const Script script = unicode::script(c);
  return script == Script::hiragana || script == Script::katakana || script == Script::han;
}

// Appendix A.3 to A.7. Digits of two kinds (A.8 and A.9) already fail the Bidi rule of UTS #46, and
// joiners (A.1 and A.2) CheckJoiners.
bool is_in_context(const std::vector<Character>& label, size_t index) {
  const auto at = [&](size_t place) { return place < label.size() ? label[place].value : U'\0'; };
  switch (label[index].value) {
    case kMiddleDot:
      return at(index - 1) == U'l' && at(index + 1) == U'l';
    case kKeraia:
      return unicode::script(at(index + 1)) == Script::greek;
    case kGeresh:
    case kGershayim:
      return unicode::script(at(index - 1)) == Script::hebrew;
    case kKatakanaMiddleDot:
      return std::any_of(label.begin(), label.end(),
                         [](const Character& each) { return is_japanese(each.value); });
    default:
      return true;
  }
}

// RFC 5891, section 4.2.3.1.
std::optional<std::string> hyphen_fault(const std::vector<Character>& label) {
  const auto is_hyphen = [&](size_t place) {
    return place < label.size() && label[place].value == U'-';
  };
  if (is_hyphen(0)) return "it starts with a hyphen";
  if (is_hyphen(label.size() - 1)) return "it ends with a hyphen";
  if (is_hyphen(2) && is_hyphen(3)) return "its third and fourth characters are hyphens";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> idna2008_fault(std::string_view label) {
  const std::vector<Character> characters = plain_characters_of(label);
  for (const Character& character : characters) {
    if (character.value != base::kIllFormed && !is_allowed(character.value))
      return name_of(character.value) + " is not a letter or digit that it allows";
  }
  for (size_t i = 0; i < characters.size(); ++i) {
    if (!is_in_context(characters, i)) return "punctuation is not beside the letters that it needs";
  }
  // An A-label that ToUnicode refuses is not known to have hyphens in these places.
  return label.starts_with("xn--") ? std::nullopt : hyphen_fault(characters);
}

}  // namespace linkspan::iri
