// SPDX-License-Identifier: Apache-2.0
// What src/iri needs of Unicode and CLDR besides src/unicode: generated tables
// (`tools/unigen/unigen hosts`), which are the same in every edition of the library.
//
//   to_ascii("bücher.example")   xn--bcher-kva.example      skeleton("раураl")   paypal
//
// Rejected: ICU where it is installed, and tables elsewhere. The same link then had another URI or
// other warnings in the command than in a browser, as ICU 72 knows Unicode 15.0.
//
// Properties that src/unicode has (letters, marks, scripts, mappings of UTS #46 to one character)
// are not here again. Guarded by tests/iri/iri_tables_test.cc, which compares them with ICU for
// each code point.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "unicode/properties.h"

namespace linkspan::iri::tables {

// ---- Data (data.cc)

// The classes that a domain name may contain (RFC 5893, section 2); `other` is any other one.
enum class BidiClass : uint8_t { l, r, al, an, en, es, cs, et, on, bn, nsm, other };

enum class JoiningType : uint8_t { other, dual, left, right, transparent };

// Decomposition_Type. `wide` is narrow as well; `other` is any other compatibility decomposition.
enum class Decomposition : uint8_t { none, canonical, wide, square, compat, other };

// Properties of one character.
struct CharacterClass {
  BidiClass bidi;
  JoiningType joining;
  uint8_t combining;
  Decomposition decomposition;
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

extern const TextMap kCanonical;    // Decomposition_Mapping, if canonical; without Hangul
extern const TextMap kLongMapping;  // UTS #46, to several characters; they have a decomposition
extern const TextMap kConfusable;   // UTS #39; texts are in NFD
extern const TextMap kScriptExtensions;  // numbers of scripts, if not the character's script alone
extern const TextMap kCountryScripts;    // by 'A' << 8 | 'D'
extern const TextMap kCountryLetters;
extern const TextMap kCountrySequences;  // each two units
extern const TextMap kNeutralPairs;      // of bytes, by the number of the charset (legacy_text.cc)

// A text of UTF-16 as code points.
void append_code_points(std::u32string& out, TextMap::Text text);

// Is the character the second one of two that compose? Not for Hangul.
bool composes_with_previous(char32_t c);

// The character that two compose to; 0 if they do not. Not for Hangul.
char32_t composition(char32_t first, char32_t second);

// ---- Text

// Nothing if the text is not UTF-8.
std::optional<std::u32string> code_points_of(std::string_view utf8);
std::string utf8_of(std::u32string_view text);
void append_utf8(std::string& out, std::u32string_view text);

// Normalization forms (Unicode 17, section 3.11).
std::u32string nfd(std::u32string_view text);
std::u32string nfc(std::u32string_view text);

// Is the text in NFC if each of its characters alone is? False if that depends on their order.
bool is_nfc_if_each_is(std::u32string_view text);

// RFC 3492. Nothing if the text is not Punycode, or a number is too large.
std::optional<std::u32string> from_punycode(std::u32string_view ascii);
void append_punycode(std::string& out, std::u32string_view text);

// ---- Characters. REQUIRES: c <= unicode::kMaxCodePoint.

// Bidi_Class: L; R and AL; NSM; all others.
enum class Direction : uint8_t { left_to_right, right_to_left, neither, mark };
Direction direction(char32_t c);

Decomposition decomposition(char32_t c);
uint8_t combining_class(char32_t c);
bool is_enclosing_mark(char32_t c);  // General_Category=Me
bool is_pictographic(char32_t c);    // Extended_Pictographic
bool is_small(char32_t c);           // General_Category=Ll
bool is_capital(char32_t c);         // General_Category=Lu
char32_t capital(char32_t c);        // Simple_Uppercase_Mapping

// The name in the Unicode Standard of a character that is not seen or looks like a delimiter, and
// of the deviation characters of UTS #46; empty for all others.
std::string character_name(char32_t c);

// ---- Scripts

// UAX #31, tables 4, 5 and 7.
enum class Usage : uint8_t { none, excluded, limited, recommended };
Usage usage(unicode::Script script);
bool is_right_to_left(unicode::Script script);

// The scripts of a code of ISO 15924 ("Latn") or of a script's long name, in any case; several for
// "Jpan", none for a script without characters. Nothing if the code is not known.
std::optional<std::vector<unicode::Script>> scripts_of_code(std::string_view code);

// Script_Extensions.
bool is_used_in(char32_t c, unicode::Script script);

// ---- Domain names (UTS #46): nontransitional, with CheckBidi and CheckJoiners. CheckHyphens,
// VerifyDnsLength and UseSTD3ASCIIRules are off. Nothing if a check fails.

std::optional<std::string> to_ascii(std::string_view name);
std::optional<std::string> to_unicode(std::string_view name);

// ---- Look-alikes (UTS #39). REQUIRES: the label is at most kLongestLabel bytes (spoofing.h).

std::string skeleton(std::string_view label);

// Is the label at most Highly Restrictive (section 5.2)? Characters that are not assigned are not
// counted.
bool is_highly_restrictive(std::string_view label);

// Identifier_Status=Allowed. REQUIRES: c < 0x180, the letters of Europe.
bool is_recommended(char32_t c);

// ---- Countries (CLDR)

// What is read in a country: the scripts of its languages, and of the main exemplar characters
// the letters of Latin, in order, and sequences of a letter and its mark.
struct Languages {
  std::vector<unicode::Script> scripts;
  std::u32string letters;
  std::vector<std::u32string> sequences;
};

// Adds those of a country, two capital letters of ISO 3166-1.
void add_country(std::string_view country, Languages& languages);

// ---- Legacy charsets

// The text of bytes in one of the charsets of legacy_charsets.cc; nothing if they are ill-formed.
// Of East Asia, one ideograph or letter of Hangul or Kana for all of its block of the charset.
std::optional<std::u32string> decoded(std::string_view bytes, std::string_view charset);
std::optional<std::u32string> decoded_east_asian(std::string_view bytes, std::string_view charset);

}  // namespace linkspan::iri::tables
