// SPDX-License-Identifier: Apache-2.0
// Text in the charsets of East Asia, without their tables of 100 KB: which script a character is of
// follows from its place in the charset, and nothing else is asked (legacy_charsets.cc).
//
//   Shift_JIS  82 A0        → あ, for any Hiragana
//   EUC-KR     B0 A1        → 가, for any Hangul
//   EUC-KR     CA A1        → 一: Hanja
//
// Guarded by tests/iri/iri_back_ends_test.cc, which decodes each pair of bytes with ICU.
#include <algorithm>
#include <iterator>

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

constexpr int kFirstOfHan = 16;  // row
constexpr int kLastOfHan = 84;

char32_t of_first_row(int cell) {
  switch (cell) {
    case 19:  // ヽ
    case 20:  // ヾ
      return kKatakana;
    case 21:  // ゝ
    case 22:  // ゞ
      return kHiragana;
    case 24:  // 々
    case 26:  // 〇
      return kHan;
    default:
      return kSymbol;
  }
}

char32_t of_jis(Cell at) {
  if (at.row == 1) return of_first_row(at.cell);
  if (at.row == 4) return at.cell <= 83 ? kHiragana : kNone;
  if (at.row == 5) return at.cell <= 86 ? kKatakana : kNone;
  if (at.row < kFirstOfHan) return kSymbol;
  const int last = at.row == 47 ? 51 : at.row == kLastOfHan ? 6 : 94;
  return at.row <= kLastOfHan && at.cell <= last ? kHan : kNone;
}

// Half-width Katakana: 。「」、・ and ー ゛ ゜ are of no script.
char32_t of_half_width(uint8_t byte) {
  const bool is_mark = byte <= 0xA5 || byte == 0xB0 || byte >= 0xDE;
  return is_mark ? kPunctuation : kKatakana;
}

char32_t of_shift_jis(Pair pair) {
  const bool is_pair = (is_in(pair.lead, 0x81, 0x9F) || is_in(pair.lead, 0xE0, 0xFC)) &&
                       is_in(pair.trail, 0x40, 0xFC) && pair.trail != 0x7F;
  if (!is_pair) return kNone;
  const bool is_of_ibm = is_in(pair.lead, 0xFA, 0xFB) || (pair.lead == 0xFC && pair.trail <= 0x4B);
  const bool is_of_nec = pair.lead == 0xED || (pair.lead == 0xEE && pair.trail <= 0xEC);
  if (is_of_nec || is_of_ibm) return pair.lead == 0xFA && pair.trail <= 0x5B ? kSymbol : kHan;
  const int lead = pair.lead - (pair.lead < 0xA0 ? 0x81 : 0xC1);
  const int trail = pair.trail - (pair.trail < 0x7F ? 0x40 : 0x41);
  return of_jis({2 * lead + trail / 94 + 1, trail % 94 + 1});
}

char32_t of_euc_jp(Pair pair) {
  constexpr uint8_t kHalfWidth = 0x8E;
  if (pair.lead == kHalfWidth && is_in(pair.trail, 0xA1, 0xDF)) return of_half_width(pair.trail);
  if (!is_euc(pair)) return kNone;
  const Cell at = euc_cell(pair);
  const bool is_of_nec = at.row >= 89 && at.row <= 92 && (at.row < 92 || at.cell <= 78);
  return is_of_nec ? kHan : of_jis(at);
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
  const int code = pair.lead << 8 | pair.trail;
  const bool is_han = (code >= 0xA440 && code <= 0xC67E) || (code >= 0xC940 && code <= 0xF9DC);
  return is_han ? kHan : kSymbol;
}

char32_t of_euc_kr(Pair pair) {
  const bool is_trail = is_in(pair.trail, 0x41, 0x5A) || is_in(pair.trail, 0x61, 0x7A) ||
                        is_in(pair.trail, 0x81, 0xFE);
  if (!is_in(pair.lead, 0x81, 0xFE) || !is_trail) return kNone;
  constexpr uint8_t kRowOfLetters = 0xA4;
  if (pair.trail < 0xA1 || pair.lead < 0xA1)  // of Microsoft
    return pair.lead < 0xC6 || (pair.lead == 0xC6 && pair.trail <= 0x52) ? kHangul : kNone;
  if (pair.lead == kRowOfLetters || is_in(pair.lead, 0xB0, 0xC8)) return kHangul;
  return pair.lead > 0xC8 ? kHan : kSymbol;
}

struct EastAsian {
  std::string_view name;
  char32_t (*letter)(Pair);
};
// In the order of kNeutralPairs.
constexpr EastAsian kEastAsian[] = {{"Shift_JIS", of_shift_jis},
                                    {"EUC-JP", of_euc_jp},
                                    {"GB18030", of_gb18030},
                                    {"Big5", of_big5},
                                    {"EUC-KR", of_euc_kr}};

// Half-width Katakana, the only upper bytes that stand alone.
bool is_single(std::string_view charset, uint8_t byte) {
  return charset == "Shift_JIS" && is_in(byte, 0xA1, 0xDF);
}

// Punctuation, or a letter of no script.
bool is_neutral(size_t charset, Pair pair) {
  const TextMap::Text pairs = kNeutralPairs.find(static_cast<char32_t>(charset));
  return std::binary_search(pairs.begin(), pairs.end(),
                            static_cast<uint16_t>(pair.lead << 8 | pair.trail));
}

}  // namespace

std::optional<std::u32string> decoded_east_asian(std::string_view bytes, std::string_view charset) {
  const auto* const found =
      std::find_if(std::begin(kEastAsian), std::end(kEastAsian),
                   [&](const EastAsian& each) { return each.name == charset; });
  if (found == std::end(kEastAsian)) return std::nullopt;
  const auto number = static_cast<size_t>(found - std::begin(kEastAsian));
  std::u32string text;
  for (size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<uint8_t>(bytes[i]);
    if (byte < 0x80) {
      text += byte;
    } else if (is_single(charset, byte)) {
      text += of_half_width(byte);
    } else {
      if (i + 1 == bytes.size()) return std::nullopt;
      const Pair pair = {byte, static_cast<uint8_t>(bytes[++i])};
      const char32_t letter = is_neutral(number, pair) ? kPunctuation : found->letter(pair);
      if (letter == kNone) return std::nullopt;
      text += letter;
    }
  }
  return text;
}

}  // namespace linkspan::iri::tables
