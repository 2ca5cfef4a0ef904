// SPDX-License-Identifier: Apache-2.0
// Text in the charsets of East Asia, without their tables of 100 KB: which script a character is of
// follows from its place in the charset, and nothing else is asked (legacy_charsets.cc).
//
//   Shift_JIS  82 A0        → あ, for any Hiragana
//   EUC-KR     B0 A1        → 가, for any Hangul
//   EUC-KR     CA A1        → 一: Hanja
//
// Guarded by tests/iri_back_ends_test.cc, which decodes each pair of bytes with ICU.
#include <algorithm>
#include <array>

#include "iri/tables/tables.h"

namespace linkspan::iri::tables {
namespace {

constexpr char32_t kHan = U'一';
constexpr char32_t kHiragana = U'あ';
constexpr char32_t kKatakana = U'ア';
constexpr char32_t kHangul = U'가';
constexpr char32_t kPunctuation = U'、';
constexpr char32_t kSymbol = U'→';  // and letters of other scripts
constexpr char32_t kNone = 0;

struct Pair {
  uint8_t lead;
  uint8_t trail;
};

bool is_in(uint8_t byte, uint8_t first, uint8_t last) { return byte >= first && byte <= last; }

// A row of the standards of Japan, China and Korea has 94 cells, both from 1.
struct Cell {
  int row;
  int cell;
};

Cell euc_cell(Pair pair) { return {pair.lead - 0xA0, pair.trail - 0xA0}; }
bool is_euc(Pair pair) { return is_in(pair.lead, 0xA1, 0xFE) && is_in(pair.trail, 0xA1, 0xFE); }

// ---- JIS X 0208

// Punctuation (P*) of row 1, and the length and repetition marks of Kana.
bool is_neutral_of_jis(int cell) {
  constexpr std::array kCells = {2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 19, 20, 21, 22, 25, 28, 29, 30};
  return std::find(kCells.begin(), kCells.end(), cell) != kCells.end();
}

char32_t of_jis(Cell at) {
  if (at.row == 1) return is_neutral_of_jis(at.cell) ? kPunctuation : kSymbol;
  if (at.row == 4) return at.cell <= 83 ? kHiragana : kNone;
  if (at.row == 5) return at.cell <= 86 ? kKatakana : kNone;
  if (at.row < 16) return kSymbol;
  return kHan;
}

char32_t of_shift_jis(Pair pair) {
  const bool is_pair = (is_in(pair.lead, 0x81, 0x9F) || is_in(pair.lead, 0xE0, 0xFC)) &&
                       is_in(pair.trail, 0x40, 0xFC) && pair.trail != 0x7F;
  if (!is_pair) return kNone;
  const int lead = pair.lead - (pair.lead < 0xA0 ? 0x81 : 0xC1);
  const int trail = pair.trail - (pair.trail < 0x7F ? 0x40 : 0x41);
  return of_jis({2 * lead + trail / 94 + 1, trail % 94 + 1});
}

char32_t of_euc_jp(Pair pair) {
  constexpr uint8_t kHalfWidth = 0x8E;
  if (pair.lead == kHalfWidth && is_in(pair.trail, 0xA1, 0xDF)) return kKatakana;
  return is_euc(pair) ? of_jis(euc_cell(pair)) : kNone;
}

// ---- China, Taiwan, Korea

char32_t of_gb18030(Pair pair) {
  if (!is_in(pair.lead, 0x81, 0xFE) || !is_in(pair.trail, 0x40, 0xFE) || pair.trail == 0x7F)
    return kNone;
  if (is_in(pair.lead, 0xB0, 0xF7) && pair.trail >= 0xA1) return kHan;
  if (is_in(pair.lead, 0x81, 0xA0) || (pair.lead >= 0xAA && pair.trail <= 0xA0)) return kHan;
  return kSymbol;
}

char32_t of_big5(Pair pair) {
  if (!is_in(pair.lead, 0x81, 0xFE)) return kNone;
  if (!is_in(pair.trail, 0x40, 0x7E) && !is_in(pair.trail, 0xA1, 0xFE)) return kNone;
  return is_in(pair.lead, 0xA4, 0xF9) ? kHan : kSymbol;
}

char32_t of_euc_kr(Pair pair) {
  const bool is_trail = is_in(pair.trail, 0x41, 0x5A) || is_in(pair.trail, 0x61, 0x7A) ||
                        is_in(pair.trail, 0x81, 0xFE);
  if (!is_in(pair.lead, 0x81, 0xFE) || !is_trail) return kNone;
  if (is_euc(pair) && pair.lead > 0xC8) return kHan;
  if (is_euc(pair) && pair.lead < 0xB0) return kSymbol;
  return is_in(pair.lead, 0x81, 0xC8) ? kHangul : kNone;
}

struct EastAsian {
  std::string_view name;
  char32_t (*letter)(Pair);
};
constexpr EastAsian kEastAsian[] = {{"Shift_JIS", of_shift_jis},
                                    {"EUC-JP", of_euc_jp},
                                    {"GB18030", of_gb18030},
                                    {"Big5", of_big5},
                                    {"EUC-KR", of_euc_kr}};

// Half-width Katakana, the only upper bytes that stand alone.
bool is_single(std::string_view charset, uint8_t byte) {
  return charset == "Shift_JIS" && is_in(byte, 0xA1, 0xDF);
}

}  // namespace

std::optional<std::u32string> decoded_east_asian(std::string_view bytes, std::string_view charset) {
  const auto* const found =
      std::find_if(std::begin(kEastAsian), std::end(kEastAsian),
                   [&](const EastAsian& each) { return each.name == charset; });
  if (found == std::end(kEastAsian)) return std::nullopt;
  std::u32string text;
  for (size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<uint8_t>(bytes[i]);
    if (byte < 0x80) {
      text += byte;
    } else if (is_single(charset, byte)) {
      text += kKatakana;
    } else {
      if (i + 1 == bytes.size()) return std::nullopt;
      const char32_t letter = found->letter({byte, static_cast<uint8_t>(bytes[++i])});
      if (letter == kNone) return std::nullopt;
      text += letter;
    }
  }
  return text;
}

}  // namespace linkspan::iri::tables
