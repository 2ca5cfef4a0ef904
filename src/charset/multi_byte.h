// SPDX-License-Identifier: Apache-2.0
// Charsets of one to four bytes a character and no state: Shift_JIS, EUC-*, Big5, GBK, GB 18030,
// Johab. A trie over bytes; multi_byte_tables.h makes it.
//
//   of Shift_JIS:
//   t.match("\x93\xFA")   → U+65E5, 2 bytes
//   t.match("\x93")       → cut: another byte has to follow
//   t.match("\x81\"")     → ill-formed, 1 byte; `"` is read for itself
//   t.match("\x81\xFF")   → ill-formed, 2 bytes
//
// Ill-formed sequences follow the rule of the WHATWG Encoding Standard for each of these charsets.
// An ASCII byte is never part of one, and in a malformed four-byte sequence of GB 18030, only the
// first byte is ill-formed.
//
// Guarded by tests/charset/charset_test.cc, tests/charset/charset_ill_formed_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "charset/converter.h"
#include "charset/sequences.h"

namespace linkspan::charset {

// GB 18030: four bytes are 81–FE 30–39 81–FE 30–39, counted through from 81 30 81 30 on. Those up
// to 84 31 A4 39 are of the basic plane.
inline constexpr size_t kBasicPlaneSequences = 39420;
// The supplementary planes, in order: from 90 30 81 30 on.
inline constexpr size_t kSupplementarySequences = 189000;

// The four bytes with a number, as a number.
constexpr uint32_t four_bytes_at(size_t number) {
  return static_cast<uint32_t>((0x81 + number / 12600) << 24 | (0x30 + number / 1260 % 10) << 16 |
                               (0x81 + number / 10 % 126) << 8 | (0x30 + number % 10));
}

class MultiByteTable {
 public:
  enum class Marks : uint8_t { none, byte_order };  // is U+FEFF at the start a byte order mark?

  bool takes_mark() const { return marks_ == Marks::byte_order; }

  // REQUIRES: size > 0.
  Match match(const uint8_t* at, size_t size) const {
    Entry entry = nodes_[0][at[0]];
    size_t length = 1;
    while (is_node(entry)) {
      if (length == size) return kCut;
      entry = nodes_[entry & kIndex][at[length++]];
    }
    if (entry <= kLastCodePoint) return character(entry, length);
    return match_rare(entry, at, size, length);
  }

  // The characters of `bytes` if they are exactly one sequence of one character, else 0.
  char32_t one(std::string_view bytes) const;

  // Up to a sequence that is not one or two bytes for one character.
  template <class To>
  const uint8_t* run(const uint8_t* at, const uint8_t* end, To& to) const {
    const auto& first = nodes_[0];
    while (at != end) {
      if (*at < 0x80) {
        const size_t length = ascii_length(at, end);
        to.ascii(at, length);
        at += length;
        continue;
      }
      const Entry entry = first[*at];
      if (is_node(entry)) {
        if (end - at < 2) return at;
        const Entry second = nodes_[entry & kIndex][at[1]];
        if (second > kLastCodePoint) return at;
        to.character(second, 2);
        at += 2;
      } else if (entry <= kLastCodePoint) {
        to.character(entry, 1);
        ++at;
      } else {
        return at;
      }
    }
    return at;
  }

 private:
  friend class MultiByteBuilder;

  // An entry of the trie.
  using Entry = uint32_t;
  static constexpr Entry kLastCodePoint = 0x10FFFF;  // up to here: the character
  static constexpr Entry kIllFormed = 0x110000;
  static constexpr Entry kFourBytes = 0x110001;  // the start of four bytes, GB 18030
  static constexpr Entry kPair = 0x40000000;     // | index into pairs_
  static constexpr Entry kNode = 0x80000000;     // | index into nodes_
  static constexpr Entry kIndex = 0x0FFFFFFF;
  static bool is_node(Entry entry) { return (entry & kNode) != 0; }

  using Node = std::array<Entry, 256>;

  Match match_rare(Entry entry, const uint8_t* at, size_t size, size_t length) const;
  Match match_four_bytes(const uint8_t* at, size_t size) const;

  std::vector<Node> nodes_;  // the first is for first bytes
  std::vector<std::pair<char32_t, char32_t>> pairs_;
  std::vector<char16_t> four_bytes_;
  Marks marks_ = Marks::none;
};

using SharedMultiByteTable = std::shared_ptr<const MultiByteTable>;

// Null if the table is.
std::unique_ptr<const Converter> multi_byte(SharedMultiByteTable table);

}  // namespace linkspan::charset
