// SPDX-License-Identifier: Apache-2.0
#include "abnfc/utf8.h"

#include <algorithm>

namespace linkspan::abnfc {
namespace {

// The last code point that is encoded in 1, 2, 3 and 4 bytes.
constexpr std::array<uint32_t, 4> kLastOfSize = {0x7F, 0x7FF, 0xFFFF, kMaxCodePoint};
// The bits of the lead byte that encode the length, for 1 to 4 bytes.
constexpr std::array<uint8_t, 4> kLead = {0x00, 0xC0, 0xE0, 0xF0};

uint8_t size_of(uint32_t code_point) {
  uint8_t size = 1;
  while (code_point > kLastOfSize[size - 1]) ++size;
  return size;
}

std::array<uint8_t, 4> encode(uint32_t code_point, uint8_t size) {
  std::array<uint8_t, 4> bytes = {};
  for (int i = size - 1; i > 0; --i) {
    bytes[i] = static_cast<uint8_t>(0x80 | (code_point & 0x3F));
    code_point >>= 6;
  }
  bytes[0] = static_cast<uint8_t>(kLead[size - 1] | code_point);
  return bytes;
}

// The last code point of a first piece of first..last whose bytes may be independent; `last` if no
// cut is needed. REQUIRES: both are encoded in `size` bytes.
uint32_t cut(uint32_t first, uint32_t last, uint8_t size) {
  for (unsigned i = 1; i < size; ++i) {
    const uint32_t low = (uint32_t{1} << (6 * i)) - 1;  // the bits of the last i bytes
    if ((first & ~low) == (last & ~low)) continue;
    if ((first & low) != 0) return first | low;
    if ((last & low) != low) return (last & ~low) - 1;
  }
  return last;
}

void append_of_one_size(uint32_t first, uint32_t last, uint8_t size,
                        std::vector<Utf8Sequence>& out) {
  while (true) {
    uint32_t end = last;
    while (cut(first, end, size) != end) end = cut(first, end, size);
    const auto low = encode(first, size);
    const auto high = encode(end, size);
    Utf8Sequence sequence;
    sequence.size = size;
    for (unsigned i = 0; i < size; ++i) sequence.bytes[i] = {low[i], high[i]};
    out.push_back(sequence);
    if (end == last) return;
    first = end + 1;
  }
}

}  // namespace

std::optional<Decoded> decode_utf8(std::string_view bytes) {
  if (bytes.empty()) return std::nullopt;
  const auto lead = static_cast<uint8_t>(bytes[0]);
  if (lead < 0x80) return Decoded{lead, 1};
  if (lead < 0xC2 || lead > 0xF4) return std::nullopt;
  const uint8_t size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (bytes.size() < size) return std::nullopt;
  uint32_t code_point = lead & (0x7Fu >> size);
  for (unsigned i = 1; i < size; ++i) {
    const auto byte = static_cast<uint8_t>(bytes[i]);
    if ((byte & 0xC0) != 0x80) return std::nullopt;
    code_point = code_point << 6 | (byte & 0x3F);
  }
  const bool surrogate = code_point >= kFirstSurrogate && code_point <= kLastSurrogate;
  if (surrogate || code_point > kMaxCodePoint || size_of(code_point) != size) return std::nullopt;
  return Decoded{code_point, size};
}

size_t utf8_unit_size(std::string_view bytes) {
  const auto decoded = decode_utf8(bytes);
  return decoded ? decoded->size : 1;
}

std::optional<std::vector<uint32_t>> decode_all_utf8(std::string_view text) {
  std::vector<uint32_t> code_points;
  while (!text.empty()) {
    const auto decoded = decode_utf8(text);
    if (!decoded) return std::nullopt;
    code_points.push_back(decoded->code_point);
    text.remove_prefix(decoded->size);
  }
  return code_points;
}

void append_utf8_sequences(uint32_t first, uint32_t last, std::vector<Utf8Sequence>& out) {
  while (first <= last) {
    if (first >= kFirstSurrogate && first <= kLastSurrogate) {
      first = kLastSurrogate + 1;
      continue;
    }
    const uint8_t size = size_of(first);
    uint32_t end = std::min(last, kLastOfSize[size - 1]);
    if (first < kFirstSurrogate) end = std::min(end, kFirstSurrogate - 1);
    append_of_one_size(first, end, size, out);
    first = end + 1;
  }
}

}  // namespace linkspan::abnfc
