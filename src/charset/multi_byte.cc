// SPDX-License-Identifier: Apache-2.0
// See multi_byte.h.
#include "charset/multi_byte.h"

namespace linkspan::charset {
namespace {

constexpr bool is_four_byte_digit(uint8_t byte) { return byte >= 0x30 && byte <= 0x39; }
constexpr bool is_four_byte_letter(uint8_t byte) { return byte >= 0x81 && byte <= 0xFE; }

constexpr size_t number_of(const uint8_t* at) {
  return ((size_t{at[0]} - 0x81) * 10 + (at[1] - 0x30)) * 1260 + (size_t{at[2]} - 0x81) * 10 +
         (at[3] - 0x30);
}

class MultiByte {
 public:
  explicit MultiByte(SharedMultiByteTable table) : table_(std::move(table)) {}
  bool takes_mark() const { return table_->takes_mark(); }
  static bool unchanged(std::string_view bytes) { return is_ascii(bytes); }
  Match match(const uint8_t* at, size_t size) const { return table_->match(at, size); }
  static size_t cut_length(const uint8_t*, size_t size) { return size; }
  template <class To>
  const uint8_t* run(const uint8_t* at, const uint8_t* end, To& to) const {
    return table_->run(at, end, to);
  }

 private:
  SharedMultiByteTable table_;
};

}  // namespace

char32_t MultiByteTable::one(std::string_view bytes) const {
  const Match found = match(bytes_of(bytes), bytes.size());
  const bool is_one = found.kind == Match::Kind::character && found.length == bytes.size();
  return is_one && found.second == 0 ? found.value : 0;
}

Match MultiByteTable::match_rare(Entry entry, const uint8_t* at, size_t size, size_t length) const {
  if (entry == kFourBytes) return match_four_bytes(at, size);
  if ((entry & kPair) != 0) {
    Match match = character(pairs_[entry & kIndex].first, length);
    match.second = pairs_[entry & kIndex].second;
    return match;
  }
  const bool ends_in_ascii = length > 1 && at[length - 1] < 0x80;
  return ill_formed(ends_in_ascii ? length - 1 : length);
}

Match MultiByteTable::match_four_bytes(const uint8_t* at, size_t size) const {
  if (size < 3) return kCut;
  if (!is_four_byte_letter(at[2])) return ill_formed(1);
  if (size < 4) return kCut;
  if (!is_four_byte_digit(at[3])) return ill_formed(1);
  const size_t number = number_of(at);
  if (number < kBasicPlaneSequences) {
    return four_bytes_[number] == 0 ? ill_formed(4) : character(four_bytes_[number], 4);
  }
  if (number < kSupplementarySequences || number >= kSupplementarySequences + 0x100000) {
    return ill_formed(4);
  }
  return character(static_cast<char32_t>(0x10000 + number - kSupplementarySequences), 4);
}

std::unique_ptr<const Converter> multi_byte(SharedMultiByteTable table) {
  if (table == nullptr) return nullptr;
  return std::make_unique<Sequences<MultiByte>>(MultiByte(std::move(table)));
}

}  // namespace linkspan::charset
