// SPDX-License-Identifier: Apache-2.0
// The back end without a library: back_end.h from generated tables (`tools/unigen/unigen hosts`).
//
// The functions have the names of back_end.h, which back_end.cc defines with them, so that a test
// can link both back ends and compare them. Properties that src/unicode has (letters, marks,
// scripts, mappings of UTS #46 to one character) are not here again. Guarded by
// tests/iri/iri_back_ends_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "iri/back_end.h"
#include "unicode/properties.h"

namespace linkspan::iri::tables {

// ---- Data (data.cc)

// The classes that a domain name may contain (RFC 5893, section 2); `other` is any other one.
enum class BidiClass : uint8_t { l, r, al, an, en, es, cs, et, on, bn, nsm, other };

enum class JoiningType : uint8_t { other, dual, left, right, transparent };

// Properties of one character.
struct CharacterClass {
  BidiClass bidi;
  JoiningType joining;
  uint8_t combining;
  back_end::Decomposition decomposition;
  bool is_enclosing, is_pictographic, is_small, is_capital;
};
CharacterClass class_of(char32_t c);  // REQUIRES: c <= unicode::kMaxCodePoint

// Some keys (code points, or countries) and for each a text of 16-bit units, which live for ever.
struct TextMap {
  struct Text {
    const uint16_t* begin_;
    const uint16_t* end_;
    const uint16_t* begin() const { return begin_; }
    const uint16_t* end() const { return end_; }
    bool empty() const { return begin_ == end_; }
  };
  const char32_t* blocks;  // every 64th key
  size_t block_count;
  const uint16_t* starts;  // of the steps of each block
  const uint8_t* steps;    // between its keys, 7 bits a byte
  const uint16_t* places;  // of the text of each key
  size_t key_count;
  const uint16_t* texts;  // the length of a text, and its units

  Text find(char32_t key) const;  // empty if the key is not in the map
  Text text_at(size_t index) const { return text_in(places[index]); }
  char32_t key_at(size_t index) const;

 private:
  Text text_in(size_t place) const { return {texts + place + 1, texts + place + 1 + texts[place]}; }
};

extern const TextMap kCanonical;         // Decomposition_Mapping, if canonical; without Hangul
extern const TextMap kLongMapping;       // UTS #46, to several characters
extern const TextMap kConfusable;        // UTS #39; texts are in NFD
extern const TextMap kScriptExtensions;  // numbers of scripts, if not the character's script alone
extern const TextMap kCountryScripts;    // by 'A' << 8 | 'D'
extern const TextMap kCountryLetters;
extern const TextMap kCountrySequences;  // each two units
extern const TextMap kNeutralPairs;      // of bytes, by the number of the charset (legacy_text.cc)

// A text of UTF-16 as code points.
void append_code_points(std::u32string& out, TextMap::Text text);

// The character that two compose to; 0 if they do not. Not for Hangul.
char32_t composition(char32_t first, char32_t second);

// ---- Text

// Nothing if the text is not UTF-8.
std::optional<std::u32string> code_points_of(std::string_view utf8);
std::string utf8_of(std::u32string_view text);

// Normalization forms (Unicode 17, section 3.11).
std::u32string nfd(std::u32string_view text);
std::u32string nfc(std::u32string_view text);

// RFC 3492. Nothing if the text is not Punycode, or a number is too large.
std::optional<std::u32string> from_punycode(std::u32string_view ascii);
std::u32string to_punycode(std::u32string_view text);

// ---- As back_end.h, nfc.h

back_end::Direction direction(char32_t c);
back_end::Decomposition decomposition(char32_t c);
uint8_t combining_class(char32_t c);
bool is_enclosing_mark(char32_t c);
bool is_pictographic(char32_t c);
bool is_small(char32_t c);
bool is_capital(char32_t c);
char32_t capital(char32_t c);
// Only of characters that are not seen or look like a delimiter, and of the deviation characters of
// UTS #46.
std::string character_name(char32_t c);

back_end::Usage usage(unicode::Script script);
bool is_right_to_left(unicode::Script script);
std::optional<std::vector<unicode::Script>> scripts_of_code(std::string_view code);
bool is_used_in(char32_t c, unicode::Script script);

std::optional<std::string> to_ascii(std::string_view name);
std::optional<std::string> to_unicode(std::string_view name);

std::string skeleton(std::string_view label);
bool is_highly_restrictive(std::string_view label);
bool is_recommended(char32_t c);

void add_country(std::string_view country, back_end::Languages& languages);

std::optional<std::u32string> decoded(std::string_view bytes, std::string_view charset);
// Of Shift_JIS, EUC-JP, GB18030, Big5 and EUC-KR.
std::optional<std::u32string> decoded_east_asian(std::string_view bytes, std::string_view charset);

std::string nfc_of(std::string_view utf8);

}  // namespace linkspan::iri::tables
