// SPDX-License-Identifier: Apache-2.0
#include "iri/hosts/lookalikes.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "iri/hosts/labels.h"
#include "iri/hosts/spoofing.h"
#include "linkspan/iri.h"
#include "unicode/properties.h"

namespace linkspan::iri {
namespace {

using unicode::Script;

struct Lookalike {
  char32_t value;
  char delimiter;
};

// By code point. From confusables.txt of UTS #39 (as ICU 72 has it): every character whose skeleton
// holds one of the delimiters; and, from the decompositions of Unicode (NFKC), the wide and small
// forms. Not here are U+3002, U+FF0E and U+FF61, which are dots in a host (UTS #46), and letters of
// scripts in which nothing else of a host could be written (U+0660, U+0903): mixed scripts.
constexpr Lookalike kLookalikes[] = {
    {0x0241, '?'},   // LATIN CAPITAL LETTER GLOTTAL STOP
    {0x0294, '?'},   // LATIN LETTER GLOTTAL STOP
    {0x02D0, ':'},   // MODIFIER LETTER TRIANGULAR COLON
    {0x02F8, ':'},   // MODIFIER LETTER RAISED COLON
    {0x0338, '/'},   // COMBINING LONG SOLIDUS OVERLAY
    {0x037E, '?'},   // GREEK QUESTION MARK
    {0x0589, ':'},   // ARMENIAN FULL STOP
    {0x05C3, ':'},   // HEBREW PUNCTUATION SOF PASUQ
    {0x061F, '?'},   // ARABIC QUESTION MARK
    {0x06D4, '.'},   // ARABIC FULL STOP
    {0x0701, '.'},   // SYRIAC SUPRALINEAR FULL STOP
    {0x0702, '.'},   // SYRIAC SUBLINEAR FULL STOP
    {0x0703, ':'},   // SYRIAC SUPRALINEAR COLON
    {0x0704, ':'},   // SYRIAC SUBLINEAR COLON
    {0x13AE, '?'},   // CHEROKEE LETTER HE
    {0x16EC, ':'},   // RUNIC MULTIPLE PUNCTUATION
    {0x1735, '/'},   // PHILIPPINE SINGLE PUNCTUATION
    {0x1803, ':'},   // MONGOLIAN FULL STOP
    {0x1809, ':'},   // MONGOLIAN MANCHU FULL STOP
    {0x2024, '.'},   // ONE DOT LEADER
    {0x2025, '.'},   // TWO DOT LEADER
    {0x2026, '.'},   // HORIZONTAL ELLIPSIS
    {0x2027, '.'},   // HYPHENATION POINT
    {0x2041, '/'},   // CARET INSERTION POINT
    {0x2044, '/'},   // FRACTION SLASH
    {0x2047, '?'},   // DOUBLE QUESTION MARK
    {0x2048, '?'},   // QUESTION EXCLAMATION MARK
    {0x2049, '?'},   // EXCLAMATION QUESTION MARK
    {0x205A, ':'},   // TWO DOT PUNCTUATION
    {0x2100, '/'},   // ACCOUNT OF
    {0x2101, '/'},   // ADDRESSED TO THE SUBJECT
    {0x2105, '/'},   // CARE OF
    {0x2106, '/'},   // CADA UNA
    {0x2215, '/'},   // DIVISION SLASH
    {0x2216, '\\'},  // SET MINUS
    {0x2219, '.'},   // BULLET OPERATOR
    {0x2236, ':'},   // RATIO
    {0x22C5, '.'},   // DOT OPERATOR
    {0x22D5, '#'},   // EQUAL AND PARALLEL TO
    {0x244A, '\\'},  // OCR DOUBLE BACKSLASH
    {0x2488, '.'},   // DIGIT ONE FULL STOP
    {0x2489, '.'},   {0x248A, '.'}, {0x248B, '.'}, {0x248C, '.'}, {0x248D, '.'},
    {0x248E, '.'},   {0x248F, '.'}, {0x2490, '.'}, {0x2491, '.'}, {0x2492, '.'},
    {0x2493, '.'},   {0x2494, '.'}, {0x2495, '.'}, {0x2496, '.'}, {0x2497, '.'},
    {0x2498, '.'},   {0x2499, '.'}, {0x249A, '.'}, {0x249B, '.'},  // NUMBER TWENTY FULL STOP
    {0x2571, '/'},    // BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT
    {0x266F, '#'},    // MUSIC SHARP SIGN
    {0x27C8, '\\'},   // REVERSE SOLIDUS PRECEDING SUBSET
    {0x27C9, '/'},    // SUPERSET PRECEDING SOLIDUS
    {0x27CB, '/'},    // MATHEMATICAL RISING DIAGONAL
    {0x27CD, '\\'},   // MATHEMATICAL FALLING DIAGONAL
    {0x29F4, ':'},    // RULE-DELAYED
    {0x29F5, '\\'},   // REVERSE SOLIDUS OPERATOR
    {0x29F6, '/'},    // SOLIDUS WITH OVERBAR
    {0x29F8, '/'},    // BIG SOLIDUS
    {0x29F9, '\\'},   // BIG REVERSE SOLIDUS
    {0x2A74, ':'},    // DOUBLE COLON EQUAL
    {0x2AFB, '/'},    // TRIPLE SOLIDUS BINARY RELATION
    {0x2AFD, '/'},    // DOUBLE SOLIDUS OPERATOR
    {0x2CC6, '/'},    // COPTIC CAPITAL LETTER OLD COPTIC ESH
    {0x2CF9, '\\'},   // COPTIC OLD NUBIAN FULL STOP
    {0x2F02, '\\'},   // KANGXI RADICAL DOT
    {0x2F03, '/'},    // KANGXI RADICAL SLASH
    {0x3033, '/'},    // VERTICAL KANA REPEAT MARK UPPER HALF
    {0x30CE, '/'},    // KATAKANA LETTER NO
    {0x31D3, '/'},    // CJK STROKE SP
    {0x31D4, '\\'},   // CJK STROKE D
    {0x4E36, '\\'},   // CJK UNIFIED IDEOGRAPH-4E36
    {0x4E3F, '/'},    // CJK UNIFIED IDEOGRAPH-4E3F
    {0xA4F8, '.'},    // LISU LETTER TONE MYA TI
    {0xA4FA, '.'},    // LISU LETTER TONE MYA CYA
    {0xA4FB, '.'},    // LISU LETTER TONE MYA BO
    {0xA4FD, ':'},    // LISU LETTER TONE MYA JEU
    {0xA4FE, '.'},    // LISU PUNCTUATION COMMA
    {0xA60E, '.'},    // VAI FULL STOP
    {0xA789, ':'},    // MODIFIER LETTER COLON
    {0xFE13, ':'},    // PRESENTATION FORM FOR VERTICAL COLON
    {0xFE16, '?'},    // PRESENTATION FORM FOR VERTICAL QUESTION MARK
    {0xFE19, '.'},    // PRESENTATION FORM FOR VERTICAL HORIZONTAL ELLIPSIS
    {0xFE30, ':'},    // PRESENTATION FORM FOR VERTICAL TWO DOT LEADER
    {0xFE52, '.'},    // SMALL FULL STOP
    {0xFE55, ':'},    // SMALL COLON
    {0xFE56, '?'},    // SMALL QUESTION MARK
    {0xFE5F, '#'},    // SMALL NUMBER SIGN
    {0xFE68, '\\'},   // SMALL REVERSE SOLIDUS
    {0xFE6B, '@'},    // SMALL COMMERCIAL AT
    {0xFF03, '#'},    // FULLWIDTH NUMBER SIGN
    {0xFF0F, '/'},    // FULLWIDTH SOLIDUS
    {0xFF1A, ':'},    // FULLWIDTH COLON
    {0xFF1F, '?'},    // FULLWIDTH QUESTION MARK
    {0xFF20, '@'},    // FULLWIDTH COMMERCIAL AT
    {0xFF3C, '\\'},   // FULLWIDTH REVERSE SOLIDUS
    {0x10A50, '.'},   // KHAROSHTHI PUNCTUATION DOT
    {0x1D16D, '.'},   // MUSICAL SYMBOL COMBINING AUGMENTATION DOT
    {0x1D20F, '\\'},  // GREEK VOCAL NOTATION SYMBOL-16
    {0x1D23A, '/'},   // GREEK INSTRUMENTAL NOTATION SYMBOL-47
    {0x1D23B, '\\'},  // GREEK INSTRUMENTAL NOTATION SYMBOL-48
    {0x1F100, '.'},   // DIGIT ZERO FULL STOP
};
constexpr bool kInOrder =
    std::is_sorted(std::begin(kLookalikes), std::end(kLookalikes),
                   [](Lookalike left, Lookalike right) { return left.value < right.value; });
static_assert(kInOrder);

// The scripts that are written with Han, Kana and Hangul, and all others.
bool is_east_asian(Script script) {
  constexpr std::array kScripts = {Script::han, Script::hiragana, Script::katakana,
                                   Script::bopomofo, Script::hangul};
  return std::find(kScripts.begin(), kScripts.end(), script) != kScripts.end();
}

// Is the letter at `index` among letters of its script, and so not a look-alike of a delimiter?
bool is_at_home(const std::vector<Character>& characters, size_t index) {
  const Script own = unicode::script(characters[index].value);
  const auto fits = [&](size_t neighbour) {
    const Script other = unicode::script(characters[neighbour].value);
    const bool letter = unicode::properties(characters[neighbour].value).is_letter();
    return letter && (other == own || (is_east_asian(own) && is_east_asian(other)));
  };
  // Look-alikes are used between Latin letters, so those are not evidence of an ordinary letter.
  if (own == Script::latin || !unicode::properties(characters[index].value).is_letter())
    return false;
  return (index > 0 && fits(index - 1)) || (index + 1 < characters.size() && fits(index + 1));
}

}  // namespace

char lookalike(const std::vector<Character>& characters, size_t index) {
  const char32_t c = characters[index].value;
  const auto* const found =
      std::lower_bound(std::begin(kLookalikes), std::end(kLookalikes), c,
                       [](Lookalike entry, char32_t value) { return entry.value < value; });
  if (found == std::end(kLookalikes) || found->value != c) return 0;
  return is_at_home(characters, index) ? '\0' : found->delimiter;
}

bool has_lookalike(std::string_view text) {
  if (base::is_all_ascii(text)) return false;
  const std::vector<Character> characters = characters_of(text, {0, text.size()});
  for (size_t i = 0; i < characters.size(); ++i) {
    if (lookalike(characters, i) != 0) return true;
  }
  return false;
}

// The skeleton of a host: that of each of its labels (UTS #39, section 4).
//
//   skeleton("www.раураl.com") == skeleton("www.paypal.com")
//
// Guarded by tests/iri/iri_spoofing_test.cc.

std::string skeleton(std::string_view host) {
  std::string all;
  for (const Label& label : labels_of(host, {0, host.size()})) {
    if (label.range.begin > 0) all += '.';
    all += Spoofing::instance().skeleton(label.unicode);
  }
  return all;
}

}  // namespace linkspan::iri
