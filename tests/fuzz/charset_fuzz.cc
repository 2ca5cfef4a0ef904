// SPDX-License-Identifier: Apache-2.0
// Fuzzes the decoder: any bytes in any charset must give the same text and the same places, whole
// and in chunks, and the places must be in order and inside the bytes.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "charset/decoder.h"
#include "charset/labels.h"
#include "linkspan/charset.h"
#include "tests/support/decoding.h"

namespace {

using linkspan::Range;
using linkspan::test::Chunking;
using linkspan::test::Decoded;

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

// The first byte selects the charset: one of the table, or one that only ICU has.
std::string_view choose_charset(uint8_t choice) {
  static constexpr std::string_view kOfIcu[] = {"ibm-37",   "ibm-930", "ibm-964",
                                                "ibm-5471", "LMBCS-1", "ISCII,version=0"};
  const auto known = linkspan::charset::known_charsets();
  const size_t index = choice % (known.size() + std::size(kOfIcu));
  return index < known.size() ? known[index].name : kOfIcu[index - known.size()];
}

Chunking chunks_of(size_t size, size_t chunk) {
  Chunking chunking;
  for (; size > chunk; size -= chunk) chunking.push_back(chunk);
  chunking.push_back(size);
  return chunking;
}

void check_places(const std::vector<Range>& places, uint64_t size) {
  Range last;
  for (const Range& place : places) {
    require(place.begin <= place.end && place.end <= size, "places lie in the bytes");
    require(place.begin >= last.begin && place.end >= last.end, "places are in order");
    last = place;
  }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it so
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2 || size > 4096) return 0;
  const std::string_view charset = choose_charset(data[0]);
  const size_t chunk = 1 + data[1] % 67;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);

  const Decoded whole = linkspan::test::decode(charset, bytes);
  const Decoded cut = linkspan::test::decode(charset, bytes, chunks_of(bytes.size(), chunk));
  require(cut.text == whole.text, "chunks give the text of the whole");
  require(cut.places == whole.places, "chunks give the places of the whole");
  require(cut.ill_formed == whole.ill_formed, "chunks have the ill-formed bytes of the whole");
  check_places(whole.places, bytes.size());
  linkspan::charset::detect(bytes);
  return 0;
}
