// SPDX-License-Identifier: Apache-2.0
// What src/iri needs of a library for Unicode besides src/unicode. There are two back ends:
//
//   src/iri/icu/      ICU and utf8proc: the default; names and charsets are complete
//   src/iri/tables/   generated tables of 100 KB and no library: -DLINKSPAN_ICU=OFF
//
// src/iri/CMakeLists.txt selects one. nfc.h belongs to the back end, too.
// docs/iris.md says in which results they differ. Guarded by tests/iri/iri_back_ends_test.cc, which
// compares them for every code point.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "unicode/properties.h"

namespace linkspan::iri::back_end {

// ---- Characters. REQUIRES: c <= unicode::kMaxCodePoint.

// Bidi_Class: L; R and AL; NSM; all others.
enum class Direction : uint8_t { left_to_right, right_to_left, neither, mark };
Direction direction(char32_t c);

// Decomposition_Type. `wide` is narrow as well; `other` is any other compatibility decomposition.
enum class Decomposition : uint8_t { none, canonical, wide, square, compat, other };
Decomposition decomposition(char32_t c);

uint8_t combining_class(char32_t c);
bool is_enclosing_mark(char32_t c);  // General_Category=Me
bool is_pictographic(char32_t c);    // Extended_Pictographic
bool is_small(char32_t c);           // General_Category=Ll
bool is_capital(char32_t c);         // General_Category=Lu
char32_t capital(char32_t c);        // Simple_Uppercase_Mapping

// The name in the Unicode Standard; empty if there is none or it is not known.
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

// ---- Domain names (UTS #46): nontransitional, with CheckBidi and CheckJoiners.

// Why no domain name can be mapped; nothing if they can.
std::optional<std::string> idna_fault();

// Nothing if a check fails. CheckHyphens, VerifyDnsLength and UseSTD3ASCIIRules are off.
std::optional<std::string> to_ascii(std::string_view name);
std::optional<std::string> to_unicode(std::string_view name);

// ---- Look-alikes (UTS #39). REQUIRES: the label is at most kLongestLabel bytes (spoofing.h).

std::string skeleton(std::string_view label);

// Is the label at most Highly Restrictive (section 5.2)? Characters that are not assigned, or newer
// than ICU and of no script, are not counted.
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
// The tables give one ideograph or letter of Hangul or Kana for all of its block of the charset.
std::optional<std::u32string> decoded(std::string_view bytes, std::string_view charset);

}  // namespace linkspan::iri::back_end
