// SPDX-License-Identifier: Apache-2.0
// See iso2022.h.
#include "charset/iso2022.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "charset/multi_byte_tables.h"
#include "charset/sequences.h"

namespace linkspan::charset {
namespace {

enum class Set : uint8_t {
  none,
  ascii,
  jis_roman,   // JIS X 0201, left half
  katakana,    // JIS X 0201, right half
  latin1,      // ISO 8859-1, right half: a set of 96
  greek,       // ISO 8859-7, right half: a set of 96
  jis_x_0208,  // from here on, 94 rows of 94
  jis_x_0212,
  ks_x_1001,
  gb_2312,
  iso_ir_165,
  cns_1,
  cns_2,
  cns_3,
  cns_4,
  cns_5,
  cns_6,
  cns_7,
  count,
};

constexpr Set kFirstOfRows = Set::jis_x_0208;
constexpr size_t kRowSets = static_cast<size_t>(Set::count) - static_cast<size_t>(kFirstOfRows);
constexpr size_t index_of(Set set) {
  return static_cast<size_t>(set) - static_cast<size_t>(kFirstOfRows);
}

constexpr int kCells = 94;
using Rows = std::array<char32_t, size_t{kCells} * kCells>;  // 0: no character

struct Sets {
  std::array<std::unique_ptr<const Rows>, kRowSets> rows;  // null: not of this family
  std::array<char16_t, 96> greek{};

  bool has(Set set) const { return set < kFirstOfRows || rows[index_of(set)] != nullptr; }
};

enum class LineEnd : uint8_t { keeps, to_ascii, forgets };

// The registered final bytes: the International Register of Coded Character Sets (ISO-IR).
struct Escape {
  std::string_view sequence;  // after ESC
  uint8_t slot;               // G0 to G3
  Set set;
};
constexpr std::array kEscapes = {
    Escape{"(B", 0, Set::ascii},       Escape{"(J", 0, Set::jis_roman},
    Escape{"(H", 0, Set::jis_roman},  // not registered, but written by old programs
    Escape{"(I", 0, Set::katakana},    Escape{"$@", 0, Set::jis_x_0208},
    Escape{"$B", 0, Set::jis_x_0208},  Escape{"$(@", 0, Set::jis_x_0208},
    Escape{"$(B", 0, Set::jis_x_0208}, Escape{"$(D", 0, Set::jis_x_0212},
    Escape{"$A", 0, Set::gb_2312},     Escape{"$(A", 0, Set::gb_2312},
    Escape{"$(C", 0, Set::ks_x_1001},  Escape{"$)C", 1, Set::ks_x_1001},
    Escape{"$)A", 1, Set::gb_2312},    Escape{"$)E", 1, Set::iso_ir_165},
    Escape{"$)G", 1, Set::cns_1},      Escape{"$*H", 2, Set::cns_2},
    Escape{"$+I", 3, Set::cns_3},      Escape{"$+J", 3, Set::cns_4},
    Escape{"$+K", 3, Set::cns_5},      Escape{"$+L", 3, Set::cns_6},
    Escape{"$+M", 3, Set::cns_7},      Escape{".A", 2, Set::latin1},
    Escape{".F", 2, Set::greek},
};
constexpr std::string_view kJis1990 =
    "&@";  // before ESC $ B: the edition of 1990; no set of its own

constexpr uint8_t kEscape = 0x1B;
constexpr uint8_t kShiftOut = 0x0E;
constexpr uint8_t kShiftIn = 0x0F;
constexpr bool is_cell(uint8_t byte) { return byte >= 0x21 && byte <= 0x7E; }

class Iso2022 {
 public:
  struct Family {
    Sets sets;
    LineEnd line_end;
    Set g1;  // the set of SO before a designation
  };

  explicit Iso2022(std::shared_ptr<const Family> family)
      : family_(std::move(family)), designated_(initial()) {}

  static bool takes_mark() { return false; }

  bool unchanged(std::string_view bytes) const {
    const bool is_in_ascii = !shifted_out_ && designated_[0] == Set::ascii;
    return is_in_ascii &&
           plain_length(bytes_of(bytes), bytes_of(bytes) + bytes.size()) == bytes.size();
  }

  Match match(const uint8_t* at, size_t size) {
    const uint8_t byte = at[0];
    if (byte >= 0x80) return ill_formed(1);
    if (byte == kEscape) return match_escape(at, size);
    if (byte == kShiftOut || byte == kShiftIn) {
      shifted_out_ = byte == kShiftOut;
      return shift(1);
    }
    if (byte == '\n') end_line();
    if (!is_cell(byte)) return character(byte, 1);  // controls, space and DEL are in every set
    return match_in(designated_[shifted_out_ ? 1 : 0], at, size, 0);
  }

  // One U+FFFD for an incomplete character; of an incomplete escape sequence, only for its ESC.
  static size_t cut_length(const uint8_t* at, size_t size) { return *at == kEscape ? 1 : size; }

  template <class To>
  const uint8_t* run(const uint8_t* at, const uint8_t* end, To& to) const {
    const Set set = designated_[shifted_out_ ? 1 : 0];
    if (set == Set::ascii) {
      const size_t length = plain_length(at, end);
      to.ascii(at, length);
      return at + length;
    }
    if (set >= kFirstOfRows) return run_rows(rows(set), at, end, to);
    return at;
  }

 private:
  using Designated = std::array<Set, 4>;

  Designated initial() const { return {Set::ascii, family_->g1, Set::none, Set::none}; }
  const Rows& rows(Set set) const { return *family_->sets.rows[index_of(set)]; }

  // The number of bytes from `at` on that are ASCII and do not change the state.
  size_t plain_length(const uint8_t* at, const uint8_t* end) const {
    const bool line_ends_matter =
        shifted_out_ || (family_->line_end == LineEnd::forgets && designated_ != initial());
    const uint8_t* const begin = at;
    while (at != end && *at < 0x80 && *at != kEscape && *at != kShiftOut && *at != kShiftIn &&
           !(*at == '\n' && line_ends_matter)) {
      ++at;
    }
    return static_cast<size_t>(at - begin);
  }

  template <class To>
  static const uint8_t* run_rows(const Rows& rows, const uint8_t* at, const uint8_t* end, To& to) {
    for (; end - at >= 2 && is_cell(at[0]) && is_cell(at[1]); at += 2) {
      const char32_t c = rows[size_t{at[0] - 0x21u} * kCells + (at[1] - 0x21u)];
      if (c == 0) return at;
      to.character(c, 2);
    }
    return at;
  }

  void end_line() {
    if (family_->line_end == LineEnd::keeps) return;
    shifted_out_ = false;
    if (family_->line_end == LineEnd::forgets) designated_ = initial();
    if (designated_[0] != Set::jis_roman) designated_[0] = Set::ascii;
  }

  Match match_escape(const uint8_t* at, size_t size);
  Match match_in(Set set, const uint8_t* at, size_t size, size_t shift_length) const;

  std::shared_ptr<const Family> family_;
  Designated designated_;
  bool shifted_out_ = false;
};

Match Iso2022::match_escape(const uint8_t* at, size_t size) {
  const std::string_view after(reinterpret_cast<const char*>(at) + 1, size - 1);
  bool could_be_one = after.empty();
  const auto is_next = [&](std::string_view sequence) {
    could_be_one |= sequence.starts_with(after);
    return after.starts_with(sequence);
  };
  for (const Escape& escape : kEscapes) {
    if (!family_->sets.has(escape.set) || !is_next(escape.sequence)) continue;
    designated_[escape.slot] = escape.set;
    return shift(1 + escape.sequence.size());
  }
  if (is_next(kJis1990)) return shift(1 + kJis1990.size());
  if (is_next("N")) return match_in(designated_[2], at, size, 2);  // SS2
  if (is_next("O")) return match_in(designated_[3], at, size, 2);  // SS3
  return could_be_one ? kCut : ill_formed(1);
}

// The character at `at` in this set, after `shift_length` bytes of a single shift.
Match Iso2022::match_in(Set set, const uint8_t* at, size_t size, size_t shift_length) const {
  if (set == Set::none) return ill_formed(shift_length == 0 ? 1 : shift_length);
  if (size == shift_length) return kCut;
  const uint8_t byte = at[shift_length];
  const size_t one = shift_length + 1;
  const bool is_96 = set == Set::latin1 || set == Set::greek;
  if (!is_cell(byte) && !(is_96 && (byte == 0x20 || byte == 0x7F))) {
    return ill_formed(std::max<size_t>(1, shift_length));
  }
  switch (set) {
    case Set::ascii:
      return character(byte, one);
    case Set::jis_roman:
      return character(byte == '\\' ? U'\u00A5' : byte == '~' ? U'\u203E' : byte, one);
    case Set::katakana:
      return byte < 0x60 ? character(0xFF61 + byte - 0x21u, one) : ill_formed(one);
    case Set::latin1:
      return character(byte + 0x80u, one);
    case Set::greek: {
      const char16_t c = family_->sets.greek[byte - 0x20u];
      return c == 0 ? ill_formed(one) : character(c, one);
    }
    default:
      break;
  }
  if (size == one) return kCut;
  const uint8_t cell = at[one];
  if (!is_cell(cell)) return ill_formed(one);
  const char32_t c = rows(set)[size_t{byte - 0x21u} * kCells + (cell - 0x21u)];
  return c == 0 ? ill_formed(one + 1) : character(c, one + 1);
}

// HZ (RFC 1843): `~{` and `~}` shift, `~~` is a tilde, `~` before a line end is nothing.
class Hz {
 public:
  explicit Hz(std::shared_ptr<const Rows> rows) : rows_(std::move(rows)) {}

  static bool takes_mark() { return false; }
  bool unchanged(std::string_view bytes) const {
    return !in_rows_ && is_ascii(bytes) && bytes.find('~') == std::string_view::npos;
  }

  Match match(const uint8_t* at, size_t size) {
    const uint8_t byte = at[0];
    if (byte >= 0x80) return ill_formed(1);
    if (byte == '\n') in_rows_ = false;
    if (byte == '~') return size < 2 ? kCut : match_tilde(at[1]);
    if (!in_rows_ || !is_cell(byte)) return character(byte, 1);
    if (size < 2) return kCut;
    if (!is_cell(at[1])) return ill_formed(1);
    const char32_t c = (*rows_)[size_t{byte - 0x21u} * kCells + (at[1] - 0x21u)];
    return c == 0 ? ill_formed(2) : character(c, 2);
  }

  static size_t cut_length(const uint8_t*, size_t size) { return size; }

  template <class To>
  const uint8_t* run(const uint8_t* at, const uint8_t*, To&) const {
    return at;
  }

 private:
  Match match_tilde(uint8_t second) {
    if (second == '{' || second == '}') {
      in_rows_ = second == '{';
      return shift(2);
    }
    if (in_rows_) return ill_formed(1);
    if (second == '~') return character('~', 2);
    return second == '\n' ? shift(2) : ill_formed(1);
  }

  std::shared_ptr<const Rows> rows_;
  bool in_rows_ = false;
};

// The rows of a set in ICU's table of an EUC charset after `prefix`, or, if `first` is 21, of a
// charset with only this set.
std::unique_ptr<const Rows> rows_of(std::string_view icu_name, std::string_view prefix,
                                    int first = 0xA1) {
  std::optional<Probe> probe = Probe::open(icu_name);
  if (!probe) return nullptr;
  auto rows = std::make_unique<Rows>();
  std::string bytes(prefix);
  bytes.resize(prefix.size() + 2);
  for (int row = 0; row < kCells; ++row) {
    bytes[prefix.size()] = static_cast<char>(first + row);
    for (int cell = 0; cell < kCells; ++cell) {
      bytes[prefix.size() + 1] = static_cast<char>(first + cell);
      (*rows)[row * kCells + cell] = probe->one(bytes).value_or(0);
    }
  }
  return rows;
}

// The same from the table of Shift_JIS, which has two rows of JIS X 0208 for a lead byte.
std::unique_ptr<const Rows> rows_of_shift_jis() {
  const SharedMultiByteTable table = shift_jis_table();
  if (table == nullptr) return nullptr;
  auto rows = std::make_unique<Rows>();
  for (int row = 0; row < kCells; ++row) {
    for (int cell = 0; cell < kCells; ++cell) {
      const int lead = row / 2 + (row < 62 ? 0x81 : 0xC1);
      const int folded = row % 2 * kCells + cell;
      const int trail = folded + (folded < 63 ? 0x40 : 0x41);
      const char bytes[] = {static_cast<char>(lead), static_cast<char>(trail)};
      (*rows)[row * kCells + cell] = table->one({bytes, 2});
    }
  }
  return rows;
}

using FamilyPointer = std::shared_ptr<Iso2022::Family>;

std::unique_ptr<const Converter> converter_of(FamilyPointer family,
                                              std::initializer_list<Set> needed) {
  for (const Set set : needed) {
    if (!family->sets.has(set)) return nullptr;
  }
  return std::make_unique<Sequences<Iso2022>>(Iso2022(std::move(family)));
}

void put(Sets& sets, Set set, std::unique_ptr<const Rows> rows) {
  sets.rows[index_of(set)] = std::move(rows);
}

}  // namespace

std::unique_ptr<const Converter> iso_2022_jp() {
  auto family = std::make_shared<Iso2022::Family>();
  family->line_end = LineEnd::to_ascii;
  family->g1 = Set::katakana;  // as in JIS7
  put(family->sets, Set::jis_x_0208, rows_of_shift_jis());
  put(family->sets, Set::jis_x_0212, rows_of("euc-jp-2007", "\x8F"));
  put(family->sets, Set::ks_x_1001, rows_of("windows-949-2000", ""));
  put(family->sets, Set::gb_2312, rows_of("windows-936-2000", ""));
  std::optional<Probe> greek = Probe::open("iso-8859-7");
  if (!greek) return nullptr;
  for (size_t i = 0; i < family->sets.greek.size(); ++i) {
    const char byte = static_cast<char>(0xA0 + i);
    family->sets.greek[i] = static_cast<char16_t>(greek->one({&byte, 1}).value_or(0));
  }
  return converter_of(std::move(family),
                      {Set::jis_x_0208, Set::jis_x_0212, Set::ks_x_1001, Set::gb_2312});
}

std::unique_ptr<const Converter> iso_2022_kr() {
  auto family = std::make_shared<Iso2022::Family>();
  family->line_end = LineEnd::keeps;
  family->g1 = Set::ks_x_1001;  // also if the header that designates it is missing
  put(family->sets, Set::ks_x_1001, rows_of("windows-949-2000", ""));
  return converter_of(std::move(family), {Set::ks_x_1001});
}

std::unique_ptr<const Converter> iso_2022_cn() {
  auto family = std::make_shared<Iso2022::Family>();
  family->line_end = LineEnd::forgets;
  family->g1 = Set::none;
  put(family->sets, Set::gb_2312, rows_of("windows-936-2000", ""));
  put(family->sets, Set::iso_ir_165, rows_of("iso-ir-165", "", 0x21));
  constexpr std::string_view kEucTw = "euc-tw-2014";
  put(family->sets, Set::cns_1, rows_of(kEucTw, ""));
  for (int plane = 2; plane <= 7; ++plane) {
    const char prefix[] = {'\x8E', static_cast<char>(0xA0 + plane)};
    put(family->sets, static_cast<Set>(static_cast<int>(Set::cns_1) + plane - 1),
        rows_of(kEucTw, {prefix, 2}));
  }
  return converter_of(std::move(family), {Set::gb_2312, Set::iso_ir_165, Set::cns_1});
}

std::unique_ptr<const Converter> hz() {
  std::shared_ptr<const Rows> rows = rows_of("windows-936-2000", "");
  if (rows == nullptr) return nullptr;
  return std::make_unique<Sequences<Hz>>(Hz(std::move(rows)));
}

}  // namespace linkspan::charset
