// SPDX-License-Identifier: Apache-2.0
// The idea is in single_byte.h.
#include "charset/single_byte.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "charset/probe.h"
#include "charset/sequences.h"

namespace linkspan::charset {
namespace {

struct LowerByte {
  uint8_t byte;
  char16_t code_point;
};

struct OwnTable {
  std::string_view name;
  std::array<char16_t, 128> upper;
  std::array<LowerByte, 12> lower;  // filled up with byte 0, which is U+0000
};

#include "charset/single_byte_tables.inc"

constexpr char16_t kUnmapped = 0xFFFF;

using CodePoints = std::array<char16_t, 256>;

struct Table {
  CodePoints code_points;
  std::array<PackedCharacter, 256> packed;
  bool is_ascii_superset;
};

class SingleByte {
 public:
  explicit SingleByte(std::shared_ptr<const Table> table) : table_(std::move(table)) {}

  static bool takes_mark() { return false; }
  bool unchanged(std::string_view bytes) const {
    return table_->is_ascii_superset && is_ascii(bytes);
  }
  Match match(const uint8_t* at, size_t) const {
    const char16_t c = table_->code_points[*at];
    return c == kUnmapped ? ill_formed(1) : character(c, 1);
  }
  static size_t cut_length(const uint8_t*, size_t size) { return size; }

  // Eight bytes a turn: either all are ASCII, or each is looked up, which costs no branch at all.
  template <class To>
  const uint8_t* run(const uint8_t* at, const uint8_t* end, To& to) const {
    const auto& packed = table_->packed;
    const uint64_t not_ascii = table_->is_ascii_superset ? kHighBits : ~uint64_t{0};
    for (; end - at >= 8; at += 8) {
      if ((load_eight(at) & not_ascii) == 0) {
        to.ascii(at, 8);
      } else {
        for (int i = 0; i < 8; ++i) to.packed(packed[at[i]]);
      }
    }
    for (; at != end; ++at) to.packed(packed[*at]);
    return at;
  }

 private:
  std::shared_ptr<const Table> table_;
};

PackedCharacter pack(char16_t c) {
  std::array<char, 4> utf8{};
  const bool is_mapped = c != kUnmapped;
  const auto length = base::write_utf8(is_mapped ? c : kReplacement, utf8.data()) - utf8.data();
  PackedCharacter result{};
  std::copy_n(utf8.data(), length, result.utf8);
  result.length_and_mark =
      static_cast<uint8_t>(length | (is_mapped ? 0 : PackedCharacter::kIllFormed));
  return result;
}

std::unique_ptr<const Converter> converter_of(const CodePoints& code_points) {
  auto table = std::make_shared<Table>();
  table->code_points = code_points;
  std::transform(code_points.begin(), code_points.end(), table->packed.begin(), pack);
  table->is_ascii_superset = true;
  for (char16_t c = 0; c < 0x80; ++c) table->is_ascii_superset &= code_points[c] == c;
  return std::make_unique<Sequences<SingleByte>>(SingleByte(std::move(table)));
}

bool has_ascii_graphics(const CodePoints& code_points) {
  for (char16_t c = 0x20; c < 0x7F; ++c) {
    if (code_points[c] != c) return false;
  }
  return true;
}

}  // namespace

std::unique_ptr<const Converter> single_byte_of_icu(std::string_view icu_name) {
  std::optional<Probe> probe = Probe::open(icu_name);
  if (!probe) return nullptr;
  CodePoints code_points;
  for (size_t byte = 0; byte < 256; ++byte) {
    const char bytes[] = {static_cast<char>(byte)};
    const char32_t c = probe->one({bytes, 1}).value_or(kUnmapped);
    code_points[byte] = c < kUnmapped ? static_cast<char16_t>(c) : kUnmapped;
  }
  if (has_ascii_graphics(code_points)) {
    for (char16_t c = 0; c < 0x80; ++c) code_points[c] = c;
  }
  return converter_of(code_points);
}

std::unique_ptr<const Converter> single_byte_of_ours(std::string_view name) {
  const auto own = std::find_if(kOwnTables.begin(), kOwnTables.end(),
                                [&](const OwnTable& table) { return table.name == name; });
  if (own == kOwnTables.end()) return nullptr;
  CodePoints code_points;
  for (char16_t c = 0; c < 0x80; ++c) code_points[c] = c;
  std::copy(own->upper.begin(), own->upper.end(), code_points.begin() + 0x80);
  for (const LowerByte& lower : own->lower) code_points[lower.byte] = lower.code_point;
  return converter_of(code_points);
}

std::unique_ptr<const Converter> user_defined() {
  CodePoints code_points;
  for (char16_t c = 0; c < 0x80; ++c) code_points[c] = c;
  for (char16_t c = 0x80; c < 0x100; ++c) code_points[c] = static_cast<char16_t>(0xF700 + c);
  return converter_of(code_points);
}

}  // namespace linkspan::charset
