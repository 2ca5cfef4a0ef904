// SPDX-License-Identifier: Apache-2.0
// The table of Johab, the second encoding of KS X 1001 (its annex 3): two bytes, either the letters
// of a Hangul syllable, or a character of the rows that EUC-KR also has.
//
//   88 61 → 가 (ㄱ ㅏ)      D9 31 → U+3000, row 1, cell 1      88 7F → nothing
//
// The bytes below 80 are ASCII, also 5C, which is the Won sign only in fonts.
// Guarded by tests/charset/charset_tables_test.cc.
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "charset/multi_byte_tables.h"

namespace linkspan::charset {
namespace {

// Johab encodes a Hangul syllable in 16 bits: 1, then five bits each for the initial, the medial
// and the final letter. These are the letters for each value, counted as in Unicode (section 3.12
// of the Unicode Standard), kFill for the value that says "none", kUnused for values not in use.
constexpr int kUnused = -1;
constexpr int kFill = -2;
using Letters = std::array<int, 32>;
constexpr Letters kInitial = {kUnused, kFill,   0,       1,       2,       3,       4,
                              5,       6,       7,       8,       9,       10,      11,
                              12,      13,      14,      15,      16,      17,      18,
                              kUnused, kUnused, kUnused, kUnused, kUnused, kUnused, kUnused,
                              kUnused, kUnused, kUnused, kUnused};
constexpr Letters kMedial = {kUnused, kUnused, kFill, 0,  1,  2,  3,       4,
                             kUnused, kUnused, 5,     6,  7,  8,  9,       10,
                             kUnused, kUnused, 11,    12, 13, 14, 15,      16,
                             kUnused, kUnused, 17,    18, 19, 20, kUnused, kUnused};
constexpr Letters kFinal = {kUnused, kFill, 1,  2,  3,  4,  5,  6,       7,       8,      9,
                            10,      11,    12, 13, 14, 15, 16, kUnused, 17,      18,     19,
                            20,      21,    22, 23, 24, 25, 26, 27,      kUnused, kUnused};

// Letters on their own are those of KS X 1001, row 4, which Unicode has from U+3131 on.
constexpr std::u16string_view kLoneInitials = u"ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
constexpr std::u16string_view kLoneFinals =
    u"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ";
constexpr char32_t kFirstLoneMedial = 0x314F;
constexpr char32_t kFirstSyllable = 0xAC00;

// 0 if the bits have no character.
char32_t johab_hangul(unsigned bits) {
  const int initial = kInitial[bits >> 10 & 31];
  const int medial = kMedial[bits >> 5 & 31];
  const int final = kFinal[bits & 31];
  if (initial == kUnused || medial == kUnused || final == kUnused) return 0;
  if (initial >= 0 && medial >= 0) {
    return static_cast<char32_t>(kFirstSyllable + (initial * 21 + medial) * 28 +
                                 std::max(final, 0));
  }
  if (initial >= 0) return final == kFill ? kLoneInitials[initial] : 0;
  if (medial >= 0) return final == kFill ? kFirstLoneMedial + static_cast<char32_t>(medial) : 0;
  return final >= 1 ? kLoneFinals[final - 1] : 0;
}

// The symbols and Hanja of KS X 1001, two rows to a lead byte: D9–DE are rows 1 to 12, E0–F9 rows
// 42 to 93. The letters of row 4 have a place as Hangul, too; both are read.
char32_t johab_from_rows(int lead, int trail, const MultiByteTable& wansung) {
  const int cell = trail - (trail < 0x80 ? 0x31 : 0x91 - 78);
  const int row = (lead < 0xE0 ? (lead - 0xD9) * 2 : 41 + (lead - 0xE0) * 2) + cell / 94;
  const char bytes[] = {static_cast<char>(0xA1 + row), static_cast<char>(0xA1 + cell % 94)};
  return wansung.one({bytes, 2});
}

// 0 if the two bytes have no character.
char32_t johab(int lead, int trail, const MultiByteTable& wansung) {
  if (trail == 0x7F || trail == 0x80) return 0;
  if (lead <= 0xD3) return johab_hangul(static_cast<unsigned>(lead << 8 | trail));
  const bool is_row_trail = trail <= 0x7E || trail >= 0x91;
  const bool is_row_lead = (lead >= 0xD9 && lead <= 0xDE) || lead >= 0xE0;
  return is_row_lead && is_row_trail ? johab_from_rows(lead, trail, wansung) : 0;
}

}  // namespace

SharedMultiByteTable johab_table() {
  const SharedMultiByteTable wansung = table_of_icu("windows-949-2000");
  if (wansung == nullptr) return nullptr;
  MultiByteBuilder builder;
  for (int lead = 0x84; lead <= 0xF9; ++lead) {
    for (int trail = 0x31; trail <= 0xFE; ++trail) {
      const char32_t c = johab(lead, trail, *wansung);
      const char bytes[] = {static_cast<char>(lead), static_cast<char>(trail)};
      if (c != 0) builder.add({bytes, 2}, c);
    }
  }
  return builder.take();
}

}  // namespace linkspan::charset
