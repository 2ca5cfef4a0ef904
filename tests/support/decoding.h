// SPDX-License-Identifier: Apache-2.0
// Decodes bytes in chunks of any size, with the place of each character.
//
//   const Decoded whole = decode("shift_jis", bytes, whole(bytes.size()));
//   whole.text                 the UTF-8
//   whole.places[i]            the source bytes of the character that has byte i of the UTF-8
//
// Each chunk is a copy of its exact size that is freed before the next is made (see chunks.h), so
// that sanitizers report an overrun and a view that was kept.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "charset/decoder.h"
#include "linkspan/charset.h"
#include "tests/support/chunks.h"

namespace linkspan::test {

struct Decoded {
  std::string text;
  std::vector<Range> places;
  uint64_t ill_formed = 0;
  bool operator==(const Decoded&) const = default;
};

// Throws std::invalid_argument when there is no such charset.
inline charset::Charset charset_named(std::string_view label) {
  Result<charset::Charset> found = charset::find(label);
  if (!found) throw std::invalid_argument(found.error().message);
  return std::move(found).value();
}

inline Decoded decode(charset::Decoder& decoder, std::string_view bytes, const Chunking& chunking) {
  Decoded decoded;
  for (const size_t size : chunking) {
    const ExactCopy chunk(bytes.substr(0, size));
    decoded.text += decoder.decode(chunk.view());
    bytes.remove_prefix(size);
  }
  decoded.text += decoder.finish();
  decoded.ill_formed = decoder.ill_formed();
  for (uint64_t i = 0; i < decoded.text.size(); ++i) {
    decoded.places.push_back(decoder.source_range({i, i + 1}));
  }
  return decoded;
}

inline Decoded decode(std::string_view label, std::string_view bytes, const Chunking& chunking) {
  charset::Decoder decoder(charset_named(label));
  return decode(decoder, bytes, chunking);
}

inline Decoded decode(std::string_view label, std::string_view bytes) {
  return decode(label, bytes, whole(bytes.size()));
}

}  // namespace linkspan::test
