// SPDX-License-Identifier: Apache-2.0
// The loops of visit.h, compiled once for each kind of CPU. CMakeLists.txt sets the flags, and
// LIMITS_CPU to the name. Only Block, which holds 64 bytes, depends on the CPU.

#include <cstring>

#include "visit.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace linkspan::bench::LIMITS_CPU {
namespace {

#if defined(__AVX512BW__)

struct Block {
  __m512i bytes;

  explicit Block(const char* at) : bytes(_mm512_loadu_si512(at)) {}
  uint64_t equal(char byte) const { return _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte)); }
  // The bytes b for which b | fold is one of the `count` values from `first`.
  uint64_t within(char fold, char first, char count) const {
    const __m512i folded = _mm512_or_si512(bytes, _mm512_set1_epi8(fold));
    return _mm512_cmplt_epu8_mask(_mm512_sub_epi8(folded, _mm512_set1_epi8(first)),
                                  _mm512_set1_epi8(count));
  }
  uint64_t beyond_ascii() const { return _mm512_movepi8_mask(bytes); }
};

#elif defined(__AVX2__)

struct Block {
  __m256i halves[2];

  explicit Block(const char* at)
      : halves{_mm256_loadu_si256(reinterpret_cast<const __m256i*>(at)),
               _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at + 32))} {}
  static uint64_t bits(__m256i bytes) { return static_cast<uint32_t>(_mm256_movemask_epi8(bytes)); }
  static uint64_t join(__m256i low, __m256i high) { return bits(low) | bits(high) << 32; }
  uint64_t equal(char byte) const {
    const __m256i wanted = _mm256_set1_epi8(byte);
    return join(_mm256_cmpeq_epi8(halves[0], wanted), _mm256_cmpeq_epi8(halves[1], wanted));
  }
  static __m256i within(__m256i bytes, char fold, char first, char count) {
    const __m256i folded = _mm256_or_si256(bytes, _mm256_set1_epi8(fold));
    const __m256i distance = _mm256_sub_epi8(folded, _mm256_set1_epi8(first));
    const __m256i last = _mm256_set1_epi8(static_cast<char>(count - 1));
    return _mm256_cmpeq_epi8(_mm256_min_epu8(distance, last), distance);
  }
  uint64_t within(char fold, char first, char count) const {
    return join(within(halves[0], fold, first, count), within(halves[1], fold, first, count));
  }
  uint64_t beyond_ascii() const { return join(halves[0], halves[1]); }
};

#else

// Any other CPU: one byte at a time, too slow to be a limit.
struct Block {
  const char* at;

  explicit Block(const char* begin) : at(begin) {}
  template <class Test>
  uint64_t bits(Test test) const {
    uint64_t mask = 0;
    for (unsigned i = 0; i < 64; ++i) mask |= static_cast<uint64_t>(test(at[i])) << i;
    return mask;
  }
  uint64_t equal(char byte) const {
    return bits([byte](char here) { return here == byte; });
  }
  uint64_t within(char fold, char first, char count) const {
    return bits([=](char here) {
      return static_cast<uint8_t>((here | fold) - first) < static_cast<uint8_t>(count);
    });
  }
  uint64_t beyond_ascii() const {
    return bits([](char here) { return static_cast<uint8_t>(here) >= 0x80; });
  }
};

#endif

// The bytes of a block that may belong to a link, as masks.
struct Marks {
  uint64_t colons, at_signs, dots;
  uint64_t any() const { return colons | at_signs | dots; }
};

Marks marks_of(const Block& block) {
  return {block.equal(':'), block.equal('@'), block.equal('.')};
}

uint64_t hosts_of(const Block& block) {
  return block.within(0x20, 'a', 26) | block.within(0, '0', 10) | block.equal('-') |
         block.equal('_') | block.beyond_ascii();
}

// A table, as branches would be hard to predict.
struct HostBytes {
  bool table[256] = {};

  constexpr HostBytes() {
    for (unsigned byte = 0; byte < 256; ++byte) {
      const unsigned lower = byte | 0x20;
      table[byte] = (lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9') || byte == '-' ||
                    byte == '_' || byte >= 0x80;
    }
  }
};
constexpr HostBytes kHostBytes;

uint64_t is_host(char byte) { return kHostBytes.table[static_cast<uint8_t>(byte)]; }

// REQUIRES: at[-1] and at[64] can be read.
uint64_t places_in(const char* at) {
  const Block block(at);
  const Marks marks = marks_of(block);
  const uint64_t hosts = hosts_of(block);
  const uint64_t before = hosts << 1 | is_host(at[-1]);
  const uint64_t after = hosts >> 1 | is_host(at[64]) << 63;
  const uint64_t slash = block.equal('/') >> 1 | static_cast<uint64_t>(at[64] == '/') << 63;
  return ((marks.dots | marks.at_signs) & before & after) |
         (marks.colons & before & (after | slash));
}

void visit(uint64_t mask, uint64_t offset, Visits& visits) {
  for (; mask != 0; mask &= mask - 1) {
    visits.sum += offset + static_cast<unsigned>(__builtin_ctzll(mask));
    ++visits.places;
  }
}

// Calls `places` for each block of 64 bytes. The first and the last blocks are copied, so that a
// byte before and a byte after each block can be read.
template <class Places>
Visits visit_all(std::string_view text, Places places) {
  Visits visits;
  uint64_t at = 0;
  for (; at < text.size(); at += 64) {
    if (at > 0 && at + 64 < text.size()) {
      visit(places(text.data() + at), at, visits);
      continue;
    }
    char copy[66] = {};
    const uint64_t from = at == 0 ? 0 : at - 1;
    const uint64_t size = text.size() - from < 65 ? text.size() - from : 65;
    std::memcpy(copy + (at == 0 ? 1 : 0), text.data() + from, size);
    visit(places(copy + 1), at, visits);
  }
  return visits;
}

Visits visit_marks(std::string_view text) {
  return visit_all(text, [](const char* at) { return marks_of(Block(at)).any(); });
}

Visits visit_filtered(std::string_view text) { return visit_all(text, places_in); }

#define LIMITS_TEXT_OF(name) #name
#define LIMITS_TEXT(name) LIMITS_TEXT_OF(name)

}  // namespace

const Limits kLimits = {LIMITS_TEXT(LIMITS_CPU), visit_marks, visit_filtered};

}  // namespace linkspan::bench::LIMITS_CPU
