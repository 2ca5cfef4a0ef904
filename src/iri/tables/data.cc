// SPDX-License-Identifier: Apache-2.0
// The generated tables, and how each is read.
#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "iri/tables/tables.h"

namespace linkspan::iri::tables {
namespace {

#include "iri/tables/tables.inc"

// These names are numbered.
constexpr char32_t kFirstSelector = 0xE0100;  // VARIATION SELECTOR-17
constexpr char32_t kLastSelector = 0xE01EF;
constexpr unsigned kFirstSelectorNumber = 17;

constexpr char16_t kFirstSurrogate = 0xD800;
constexpr char16_t kLastLeadingSurrogate = 0xDBFF;

unicode::Script script_at(size_t number) { return static_cast<unicode::Script>(number); }

// Names are compared without case, `_`, `-` and spaces (UAX #44, UAX44-LM3).
bool is_same_name(std::string_view left, std::string_view right) {
  const auto next = [](std::string_view& text) {
    while (!text.empty() && (text[0] == '_' || text[0] == '-' || text[0] == ' '))
      text.remove_prefix(1);
    if (text.empty()) return '\0';
    const char c = text[0];
    text.remove_prefix(1);
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  };
  for (;;) {
    const char c = next(left);
    if (c != next(right)) return false;
    if (c == '\0') return true;
  }
}

constexpr std::string_view kLongNames[] = {
#define LINKSPAN_LONG_NAME(name, long_name) long_name,
    LINKSPAN_UNICODE_SCRIPTS(LINKSPAN_LONG_NAME)
#undef LINKSPAN_LONG_NAME
};
static_assert(std::size(kLongNames) == std::size(kScriptFacts));

using unicode::Script;

struct Composite {
  std::string_view code;
  std::array<Script, 3> parts;
};

// Codes of ISO 15924 that stand for several scripts of Unicode (UAX #24, section 3.3).
constexpr Composite kComposites[] = {{"Hans", {Script::han, Script::han, Script::han}},
                                     {"Hant", {Script::han, Script::han, Script::han}},
                                     {"Jpan", {Script::han, Script::hiragana, Script::katakana}},
                                     {"Kore", {Script::han, Script::hangul, Script::hangul}}};

constexpr size_t kCodeLength = 4;

std::string_view code_at(const char* codes, size_t index) {
  return {codes + index * kCodeLength, kCodeLength};
}

}  // namespace

// A text map of the arrays that begin with its name.
#define LINKSPAN_TEXT_MAP(name)                                                           \
  const TextMap name = {name##Blocks, std::size(name##Blocks), name##Starts, name##Steps, \
                        name##Places, std::size(name##Places), name##Texts}
LINKSPAN_TEXT_MAP(kCanonical);
LINKSPAN_TEXT_MAP(kLongMapping);
LINKSPAN_TEXT_MAP(kConfusable);
LINKSPAN_TEXT_MAP(kScriptExtensions);
LINKSPAN_TEXT_MAP(kCountryScripts);
LINKSPAN_TEXT_MAP(kCountryLetters);
LINKSPAN_TEXT_MAP(kCountrySequences);
LINKSPAN_TEXT_MAP(kNeutralPairs);
#undef LINKSPAN_TEXT_MAP

// ---- Text maps

constexpr size_t kKeysOfBlock = 64;

namespace {

char32_t next_step(const uint8_t*& at) {
  char32_t step = 0;
  for (unsigned shift = 0;; shift += 7) {
    step |= static_cast<char32_t>(*at & 0x7F) << shift;
    if ((*at++ & 0x80) == 0) return step;
  }
}

}  // namespace

TextMap::Text TextMap::find(char32_t key) const {
  const Text none = {texts, texts};
  const char32_t* const after = std::upper_bound(blocks, blocks + block_count, key);
  if (after == blocks) return none;
  const auto block = static_cast<size_t>(after - blocks) - 1;
  char32_t found = blocks[block];
  const size_t end = std::min(key_count, (block + 1) * kKeysOfBlock);
  const uint8_t* at = steps + starts[block];
  for (size_t index = block * kKeysOfBlock;; found += next_step(at)) {
    if (found == key) return text_at(index);
    if (found > key || ++index == end) return none;
  }
}

char32_t TextMap::key_at(size_t index) const {
  const size_t block = index / kKeysOfBlock;
  char32_t key = blocks[block];
  const uint8_t* at = steps + starts[block];
  for (size_t i = 0; i < index % kKeysOfBlock; ++i) key += next_step(at);
  return key;
}

namespace {

char32_t next_code_point(const uint16_t*& at) {
  const bool is_pair = *at >= kFirstSurrogate && *at <= kLastLeadingSurrogate;
  const char32_t c = *at++;
  return is_pair ? 0x10000 + ((c & 0x3FFu) << 10 | (*at++ & 0x3FFu)) : c;
}

}  // namespace

void append_code_points(std::u32string& out, TextMap::Text text) {
  for (const uint16_t* at = text.begin(); at != text.end();) out += next_code_point(at);
}

bool composes_with_previous(char32_t c) {
  return c >= kComposedSeconds[0] &&
         std::binary_search(std::begin(kComposedSeconds), std::end(kComposedSeconds), c);
}

char32_t composition(char32_t first, char32_t second) {
  using Pair = std::pair<char32_t, char32_t>;
  if (!composes_with_previous(second)) return 0;
  const auto pair_of = [](uint16_t index) {
    const TextMap::Text text = kCanonical.text_at(index);
    const uint16_t* at = text.begin();
    const char32_t own_first = next_code_point(at);
    return Pair{own_first, next_code_point(at)};
  };
  const Pair wanted = {first, second};
  const uint16_t* const found =
      std::lower_bound(std::begin(kCompositions), std::end(kCompositions), wanted,
                       [&](uint16_t index, const Pair& pair) { return pair_of(index) < pair; });
  if (found == std::end(kCompositions) || pair_of(*found) != wanted) return 0;
  return kCanonical.key_at(*found);
}

// ---- Characters

CharacterClass class_of(char32_t c) {
  const size_t number = unicode::tables::look_up(kClassRoots, kClassBranches, kClassLeaves, c);
  const uint8_t* const row = kClasses + 3 * number;
  return {static_cast<BidiClass>(row[0] & 0xF),
          static_cast<JoiningType>(row[0] >> 4),
          row[1],
          static_cast<Decomposition>(row[2] & 0xF),
          (row[2] & 0x10) != 0,
          (row[2] & 0x20) != 0,
          (row[2] & 0x40) != 0,
          (row[2] & 0x80) != 0};
}

Direction direction(char32_t c) {
  switch (class_of(c).bidi) {
    case BidiClass::l:
      return Direction::left_to_right;
    case BidiClass::r:
    case BidiClass::al:
      return Direction::right_to_left;
    case BidiClass::nsm:
      return Direction::mark;
    default:
      return Direction::neither;
  }
}

Decomposition decomposition(char32_t c) { return class_of(c).decomposition; }
uint8_t combining_class(char32_t c) { return class_of(c).combining; }
bool is_enclosing_mark(char32_t c) { return class_of(c).is_enclosing; }
bool is_pictographic(char32_t c) { return class_of(c).is_pictographic; }
bool is_small(char32_t c) { return class_of(c).is_small; }
bool is_capital(char32_t c) { return class_of(c).is_capital; }

char32_t capital(char32_t c) {
  const char32_t* const after =
      std::upper_bound(std::begin(kCapitalFirst), std::end(kCapitalFirst), c);
  if (after == std::begin(kCapitalFirst)) return c;
  const auto run = static_cast<size_t>(after - std::begin(kCapitalFirst)) - 1;
  const char32_t offset = c - kCapitalFirst[run];
  if (offset > kCapitalLength[run] || offset % kCapitalStep[run] != 0) return c;
  return static_cast<char32_t>(static_cast<int32_t>(c) + kCapitalDistance[run]);
}

std::string character_name(char32_t c) {
  if (c >= kFirstSelector && c <= kLastSelector)
    return "VARIATION SELECTOR-" + std::to_string(c - kFirstSelector + kFirstSelectorNumber);
  const char32_t* const found = std::lower_bound(std::begin(kNamed), std::end(kNamed), c);
  if (found == std::end(kNamed) || *found != c) return "";
  std::string_view names(kNames, sizeof kNames - 1);
  for (const char32_t* each = std::begin(kNamed); each != found; ++each)
    names.remove_prefix(names.find('\n') + 1);
  return std::string(names.substr(0, names.find('\n')));
}

// ---- Scripts

Usage usage(Script script) {
  return static_cast<Usage>(kScriptFacts[static_cast<size_t>(script)] & 3);
}

bool is_right_to_left(Script script) {
  return (kScriptFacts[static_cast<size_t>(script)] & 4) != 0;
}

std::optional<std::vector<Script>> scripts_of_code(std::string_view code) {
  for (size_t i = 0; i < std::size(kLongNames); ++i) {
    if (is_same_name(code, code_at(kScriptCodes, i)) || is_same_name(code, kLongNames[i]))
      return std::vector{script_at(i)};
  }
  for (const Composite& composite : kComposites) {
    if (is_same_name(code, composite.code))
      return std::vector(composite.parts.begin(), composite.parts.end());
  }
  for (size_t i = 0; i < sizeof kOtherCodes / kCodeLength; ++i) {
    if (is_same_name(code, code_at(kOtherCodes, i))) return std::vector<Script>();
  }
  return std::nullopt;
}

bool is_used_in(char32_t c, Script script) {
  const TextMap::Text extensions = kScriptExtensions.find(c);
  if (extensions.empty()) return unicode::script(c) == script;
  return std::find(extensions.begin(), extensions.end(), static_cast<uint16_t>(script)) !=
         extensions.end();
}

// ---- UTS #39, CLDR, charsets

bool is_recommended(char32_t c) {
  return std::binary_search(std::begin(kRecommended), std::end(kRecommended), c);
}

void add_country(std::string_view country, Languages& languages) {
  const auto key = static_cast<char32_t>(static_cast<uint8_t>(country[0]) << 8 |
                                         static_cast<uint8_t>(country[1]));
  for (const uint16_t script : kCountryScripts.find(key)) {
    if (std::find(languages.scripts.begin(), languages.scripts.end(), script_at(script)) ==
        languages.scripts.end())
      languages.scripts.push_back(script_at(script));
  }
  std::u32string own;
  append_code_points(own, kCountryLetters.find(key));
  for (const char32_t letter : own) {
    std::u32string& letters = languages.letters;
    const auto place = std::lower_bound(letters.begin(), letters.end(), letter);
    if (place == letters.end() || *place != letter) letters.insert(place, letter);
  }
  const TextMap::Text sequences = kCountrySequences.find(key);
  for (const uint16_t* at = sequences.begin(); at != sequences.end(); at += 2)
    languages.sequences.push_back({at[0], at[1]});
}

std::optional<std::u32string> decoded(std::string_view bytes, std::string_view charset) {
  const auto* const name = std::find(std::begin(kCharsetNames), std::end(kCharsetNames), charset);
  if (name == std::end(kCharsetNames)) return decoded_east_asian(bytes, charset);
  const uint16_t* const upper = kCharsetLetters + 128 * (name - std::begin(kCharsetNames));
  std::u32string text;
  for (const char c : bytes) {
    const auto byte = static_cast<uint8_t>(c);
    const char32_t letter = byte < 0x80 ? byte : upper[byte - 0x80];
    if (letter == 0 && byte != 0) return std::nullopt;
    text += letter;
  }
  return text;
}

}  // namespace linkspan::iri::tables
