// SPDX-License-Identifier: Apache-2.0
#include "iri/characters.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/printable.h"
#include "base/utf8.h"
#include "iri/percent.h"
#include "iri/tables/tables.h"
#include "unicode/properties.h"

#ifdef LINKSPAN_WITH_ICU
#include <unicode/uchar.h>
#include <unicode/utypes.h>
#endif

namespace linkspan::iri {
namespace {

using unicode::Script;

constexpr char32_t kZwnj = 0x200C;
constexpr char32_t kZwj = 0x200D;

struct Interval {
  char32_t first;
  char32_t last;
};

template <size_t kSize>
bool is_in(const std::array<Interval, kSize>& intervals, char32_t c) {
  return std::any_of(intervals.begin(), intervals.end(),
                     [c](Interval each) { return c >= each.first && c <= each.last; });
}

// Controls, and invisible characters that Unicode does not classify as ignorable or white space.
constexpr std::array kBlank = {Interval{0x00, 0x1F}, Interval{0x7F, 0x9F}, Interval{0x2800, 0x2800},
                               Interval{0xFFF9, 0xFFFB}};

// Variation selectors (UTS #37, UAX #44): for symbols and emoji, for ideographs, for Mongolian.
constexpr std::array kVariationSelectors = {Interval{0xFE00, 0xFE0F}, Interval{0xE0100, 0xE01EF},
                                            Interval{0x180B, 0x180D}, Interval{0x180F, 0x180F}};

constexpr std::array kTags = {Interval{0xE0020, 0xE007F}};

// Scripts whose spelling needs ZWJ or ZWNJ (Unicode 17, chapters 9, 12, 13 and 16).
constexpr std::array kJoinedScripts = {
    Script::arabic,  Script::syriac,   Script::mongolian, Script::nko,     Script::devanagari,
    Script::bengali, Script::gurmukhi, Script::gujarati,  Script::oriya,   Script::tamil,
    Script::telugu,  Script::kannada,  Script::malayalam, Script::sinhala, Script::khmer,
    Script::myanmar, Script::tibetan};

// The nearest character before `index` that is not a joiner or selector of the same emoji.
char32_t base_before(const std::vector<Character>& characters, size_t index) {
  while (index > 0) {
    const char32_t c = characters[--index].value;
    const bool modifies = is_in(kVariationSelectors, c) || (c >= 0x1F3FB && c <= 0x1F3FF);
    if (!modifies) return c;
  }
  return 0;
}

bool is_pictographic(char32_t c) {
  return c <= unicode::kMaxCodePoint && tables::is_pictographic(c);
}

// The script of the letter before `index`, or of its mark (a virama). Marks that belong to any
// script, such as Arabic vowels, are skipped; a letter has few of them.
Script script_before(const std::vector<Character>& characters, size_t index) {
  constexpr size_t kMostMarks = 4;
  for (size_t back = 1; back <= kMostMarks && back <= index; ++back) {
    const char32_t c = characters[index - back].value;
    const Script script = unicode::script(c);
    const unicode::Properties properties = unicode::properties(c);
    if (properties.is_mark() && script == Script::inherited) continue;
    return properties.is_letter() || properties.is_mark() ? script : Script::unknown;
  }
  return Script::unknown;
}

// Between letters of one script that is written with joiners.
bool joins_letters(const std::vector<Character>& characters, size_t index) {
  if (index + 1 == characters.size()) return false;
  const Script script = script_before(characters, index);
  const char32_t after = characters[index + 1].value;
  return std::find(kJoinedScripts.begin(), kJoinedScripts.end(), script) != kJoinedScripts.end() &&
         unicode::properties(after).is_letter() && unicode::script(after) == script;
}

bool is_ordinary_joiner(const std::vector<Character>& characters, size_t index) {
  if (joins_letters(characters, index)) return true;
  return characters[index].value == kZwj && index + 1 < characters.size() &&
         is_pictographic(base_before(characters, index)) &&
         is_pictographic(characters[index + 1].value);
}

// A selector right after what it may select: an emoji or symbol, an ideograph, a Mongolian letter.
bool is_ordinary_selector(const std::vector<Character>& characters, size_t index) {
  if (index == 0) return false;
  const char32_t before = characters[index - 1].value;
  const char32_t selector = characters[index].value;
  const Script script = unicode::script(before);
  if (selector >= 0x180B && selector <= 0x180F) return script == Script::mongolian;
  if (script == Script::han) return true;
  const bool keycap = (base::is_ascii_digit(before) || before == '*') &&
                      index + 1 < characters.size() && characters[index + 1].value == 0x20E3;
  return selector <= 0xFE0F &&
         (keycap || (before >= 0x80 && !unicode::properties(before).is_letter() &&
                     !unicode::properties(before).is_default_ignorable()));
}

// The tags of a flag: U+1F3F4, at most 30 tags, U+E007F (UTS #51, section C.1).
bool is_ordinary_tag(const std::vector<Character>& characters, size_t index) {
  constexpr char32_t kBlackFlag = 0x1F3F4;
  constexpr char32_t kCancelTag = 0xE007F;
  constexpr size_t kMostTags = 30;
  const auto is_tag = [&](size_t at) {
    return is_in(kTags, characters[at].value) && characters[at].value != kCancelTag;
  };
  size_t begin = index;
  while (begin > 0 && index - begin <= kMostTags && is_tag(begin - 1)) --begin;
  size_t end = index;
  while (end < characters.size() && end - begin <= kMostTags && is_tag(end)) ++end;
  return begin > 0 && characters[begin - 1].value == kBlackFlag && end < characters.size() &&
         characters[end].value == kCancelTag;
}

// The name in the Unicode Standard; empty if there is none or it is not known.
std::string character_name(char32_t c) {
  std::string known = tables::character_name(c);
#ifdef LINKSPAN_WITH_ICU
  if (!known.empty()) return known;
  std::array<char, 128> name = {};
  UErrorCode status = U_ZERO_ERROR;
  u_charName(static_cast<UChar32>(c), U_UNICODE_CHAR_NAME, name.data(),
             static_cast<int32_t>(name.size()), &status);
  if (U_SUCCESS(status)) known = name.data();
#endif
  return known;
}

bool is_ordinary(const std::vector<Character>& characters, size_t index) {
  const char32_t c = characters[index].value;
  if (c == kZwj || c == kZwnj) return is_ordinary_joiner(characters, index);
  if (is_in(kVariationSelectors, c)) return is_ordinary_selector(characters, index);
  return is_in(kTags, c) && is_ordinary_tag(characters, index);
}

}  // namespace

std::vector<Character> plain_characters_of(std::string_view utf8) {
  std::vector<Character> characters;
  const auto* const begin = reinterpret_cast<const uint8_t*>(utf8.data());
  for (size_t at = 0; at < utf8.size();) {
    const base::CodePoint found =
        base::decode(begin + at, begin + utf8.size(), base::Text::complete);
    characters.push_back({found.value, Written::plain, {at, at + found.length}});
    at += found.length;
  }
  return characters;
}

std::vector<Character> characters_of(std::string_view text, Range range) {
  std::vector<Character> characters;
  characters.reserve(range.text(text).size());
  EscapeDecoder decoder;
  const std::string_view before_end = Range{0, range.end}.text(text);
  const auto* const bytes = reinterpret_cast<const uint8_t*>(text.data());
  for (auto at = static_cast<size_t>(range.begin); at < range.end;) {
    if (is_escape(before_end, at)) {
      const EscapedCharacter escaped = decoder.decode(before_end, at);
      characters.push_back({escaped.value, Written::escaped, {at, at + escaped.length}});
    } else {
      const base::CodePoint found =
          base::decode(bytes + at, bytes + range.end, base::Text::complete);
      characters.push_back({found.value, Written::plain, {at, at + found.length}});
    }
    at += static_cast<size_t>(characters.back().range.size());
  }
  return characters;
}

std::string utf8_of(const std::vector<Character>& characters, size_t begin, size_t end) {
  std::string out;
  for (size_t i = begin; i < end; ++i) {
    std::array<char, 4> bytes;
    const char32_t c = characters[i].value;
    const char* const written =
        base::write_utf8(c > unicode::kMaxCodePoint ? 0xFFFD : c, bytes.data());
    out.append(bytes.data(), static_cast<size_t>(written - bytes.data()));
  }
  return out;
}

Unseen unseen(const std::vector<Character>& characters, size_t index) {
  const Character& character = characters[index];
  const char32_t c = character.value;
  if (c == base::kIllFormed) return Unseen::no;
  if (c < 0x80) {
    // Escaped white space and controls of ASCII are ordinary: %20, the %0D%0A of a mail.
    const bool control = c < 0x20 || c == 0x7F;
    return control && character.written == Written::plain ? Unseen::invisible : Unseen::no;
  }
  const unicode::Properties properties = unicode::properties(c);
  if (properties.is_bidi_control()) return Unseen::reorders;
  const bool blank =
      properties.is_default_ignorable() || properties.is_white_space() || is_in(kBlank, c);
  return blank && !is_ordinary(characters, index) ? Unseen::invisible : Unseen::no;
}

bool is_unassigned(char32_t c) {
  return c <= unicode::kMaxCodePoint && unicode::script(c) == Script::unknown && !is_private_use(c);
}

bool is_label_separator(char32_t c) {
  return c == U'.' || c == 0x3002 || c == 0xFF0E || c == 0xFF61;
}

std::string name_of(char32_t c) {
  const std::string name = c <= unicode::kMaxCodePoint ? character_name(c) : std::string();
  return name.empty() ? base::code_of(c) : base::code_of(c) + " " + name;
}

std::string quoted(std::string_view utf8) {
  std::string out = "`";
  const std::vector<Character> characters = plain_characters_of(utf8);
  for (size_t i = 0; i < characters.size(); ++i) {
    const bool hidden = unseen(characters, i) != Unseen::no;
    out += hidden ? "<" + base::code_of(characters[i].value) + ">" : utf8_of(characters, i, i + 1);
  }
  return out + "`";
}

}  // namespace linkspan::iri
