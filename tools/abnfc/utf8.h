// SPDX-License-Identifier: Apache-2.0
// Decodes UTF-8 for messages and for the reference matcher, and converts ranges of code points to
// sequences of byte ranges for the automaton.
//
// As in RE2 and in the Rust crate utf8-ranges, a range of code points is cut where the length of
// the encoding changes, and where a continuation byte would not take all values 80..BF. In each
// piece, the bytes are then independent of each other, so that a piece is a sequence of byte
// ranges:
//
//   U+00A0..U+FFEF  →  C2 A0-BF | C3-DF 80-BF | E0 A0-BF 80-BF | E1-EC 80-BF 80-BF | ED 80-9F 80-BF
//                      | EE 80-BF 80-BF | EF 80-BE 80-BF | EF BF 80-AF
//
// Surrogates have no encoding and are left out (Unicode 17.0, table 3-7: well-formed UTF-8 byte
// sequences). Guarded by tests/grammars/abnfc_test.cc (Utf8), for all code points.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace linkspan::abnfc {

inline constexpr uint32_t kMaxCodePoint = 0x10FFFF;
inline constexpr uint32_t kFirstSurrogate = 0xD800;
inline constexpr uint32_t kLastSurrogate = 0xDFFF;

struct Decoded {
  uint32_t code_point = 0;
  uint8_t size = 0;  // in bytes
};

// The first code point; nullopt if the text is empty or begins ill-formed.
std::optional<Decoded> decode_utf8(std::string_view bytes);

// The number of bytes of the first code point; 1 if it is ill-formed.
// REQUIRES: bytes is not empty.
size_t utf8_unit_size(std::string_view bytes);

// All code points of the text; nullopt if any of it is ill-formed.
std::optional<std::vector<uint32_t>> decode_all_utf8(std::string_view text);

struct ByteRange {
  uint8_t first = 0;
  uint8_t last = 0;
  bool operator==(const ByteRange&) const = default;
};

struct Utf8Sequence {
  std::array<ByteRange, 4> bytes;
  uint8_t size = 0;
};

// Appends the byte sequences of the code points first..last, in order and without overlap.
// REQUIRES: last <= kMaxCodePoint.
void append_utf8_sequences(uint32_t first, uint32_t last, std::vector<Utf8Sequence>& out);

}  // namespace linkspan::abnfc
