// SPDX-License-Identifier: Apache-2.0
// Text in the charsets of East Asia, without their tables of 100 KB: which script a character is of
// follows from its place in the charset, and nothing else is asked (legacy_charsets.cc).
//
//   Shift_JIS  82 A0        → あ, for any Hiragana
//   EUC-KR     B0 A1        → 가, for any Hangul
//   EUC-KR     CA A1        → 一: Hanja
//   GB18030    81 39 EE 39  → 一, as U+3400 is an ideograph
//
// Guarded by tests/iri/iri_tables_test.cc, which decodes each pair of bytes with ICU.
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
    case 24:  // 仝
    case 25:  // 々
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

// JIS X 0212, after 8F: ideographs are up to row 77, cell 67.
char32_t of_jis_supplement(Pair pair) {
  if (!is_euc(pair)) return kNone;
  const Cell at = euc_cell(pair);
  const bool is_punctuation = at.row == 2 && (at.cell == 16 || at.cell == 34 || at.cell == 36);
  if (is_punctuation) return kPunctuation;  // ˇ ¡ ¿
  const bool is_han = at.row >= kFirstOfHan && (at.row < 77 || (at.row == 77 && at.cell <= 67));
  return is_han ? kHan : kSymbol;
}

// ---- China, Taiwan, Korea

char32_t of_gb18030(Pair pair) {
  if (!is_in(pair.lead, 0x81, 0xFE) || !is_in(pair.trail, 0x40, 0xFE) || pair.trail == 0x7F)
    return kNone;
  const bool has_no_character = pair.lead == 0xD7 && pair.trail >= 0xFA;
  const bool is_repetition_mark = pair.lead == 0xA1 && pair.trail == 0xA9;
  if (has_no_character) return kSymbol;
  if (is_repetition_mark || (is_in(pair.lead, 0xB0, 0xF7) && pair.trail >= 0xA1)) return kHan;
  if (is_in(pair.lead, 0x81, 0xA0) || (pair.lead >= 0xAA && pair.trail <= 0xA0)) return kHan;
  return kSymbol;
}

// Four bytes are a number, in the order of code points: U+3400 to U+4DBF, U+9FA6 to U+9FFF, U+F900
// to U+FAFF, and from 189,000 on, all after U+FFFF.
char32_t of_four_bytes(Pair first, Pair second) {
  const bool is_number = is_in(first.lead, 0x81, 0xFE) && is_in(first.trail, '0', '9') &&
                         is_in(second.lead, 0x81, 0xFE) && is_in(second.trail, '0', '9');
  if (!is_number) return kNone;
  const int number = ((first.lead - 0x81) * 10 + first.trail - '0') * 1260 +
                     (second.lead - 0x81) * 10 + second.trail - '0';
  constexpr int kSupplementary = 189000;
  if (number >= kSupplementary) {
    const auto c = static_cast<char32_t>(0x10000 + number - kSupplementary);
    return c <= unicode::kMaxCodePoint ? c : kNone;
  }
  const bool is_han = (number >= 12439 && number <= 18978) ||
                      (number >= 19043 && number <= 19132) || (number >= 37801 && number <= 38291);
  return is_han ? kHan : kSymbol;
}

char32_t of_big5(Pair pair) {
  if (!is_in(pair.lead, 0x81, 0xFE)) return kNone;
  if (!is_in(pair.trail, 0x40, 0x7E) && !is_in(pair.trail, 0xA1, 0xFE)) return kNone;
  const int code = pair.lead << 8 | pair.trail;
  const bool is_unit = (code >= 0xA259 && code <= 0xA261) || (code >= 0xA2CC && code <= 0xA2CE);
  const bool is_han =
      is_unit || (code >= 0xA440 && code <= 0xC67E) || (code >= 0xC940 && code <= 0xF9DC);
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

struct Found {
  char32_t letter;  // kNone: ill-formed
  size_t size;
};

// REQUIRES: there are bytes.
Found next_of(size_t charset, std::string_view bytes) {
  const auto at = [bytes](size_t i) {
    return i < bytes.size() ? static_cast<uint8_t>(bytes[i]) : uint8_t{0};
  };
  const EastAsian& own = kEastAsian[charset];
  const Pair pair = {at(0), at(1)};
  if (pair.lead < 0x80) return {pair.lead == 0 ? kSymbol : pair.lead, 1};
  if (is_single(own.name, pair.lead)) return {of_half_width(pair.lead), 1};
  if (own.name == "EUC-JP" && pair.lead == 0x8F) return {of_jis_supplement({at(1), at(2)}), 3};
  if (own.name == "GB18030" && is_in(pair.trail, '0', '9'))
    return {of_four_bytes(pair, {at(2), at(3)}), 4};
  return {is_neutral(charset, pair) ? kPunctuation : own.letter(pair), 2};
}

}  // namespace

std::optional<std::u32string> decoded_east_asian(std::string_view bytes, std::string_view charset) {
  const auto* const found =
      std::find_if(std::begin(kEastAsian), std::end(kEastAsian),
                   [&](const EastAsian& each) { return each.name == charset; });
  if (found == std::end(kEastAsian)) return std::nullopt;
  const auto number = static_cast<size_t>(found - std::begin(kEastAsian));
  std::u32string text;
  while (!bytes.empty()) {
    const Found next = next_of(number, bytes);
    if (next.letter == kNone) return std::nullopt;
    text += next.letter;
    bytes.remove_prefix(next.size);
  }
  return text;
}

}  // namespace linkspan::iri::tables
