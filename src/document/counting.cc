#include "document/counting.h"

#include <bit>
#include <cstring>

#include "base/utf8.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define LINKSPAN_X86_64 1
#include <immintrin.h>
#endif

namespace linkspan::document {
namespace {

// 64 bytes of which the first are those of a text, and the others zeros.
struct Padded {
  uint8_t bytes[64] = {};

  Padded(const uint8_t* at, unsigned size) { std::memcpy(bytes, at, size); }
};

// --- eight bytes in a word

namespace portable {

constexpr uint64_t kOnes = 0x0101010101010101;
constexpr uint64_t kHighs = 0x8080808080808080;

struct Block {
  uint64_t words[8];  // the first byte lowest

  static Block load(const uint8_t* at) {
    Block block;  // NOLINT: filled below
    std::memcpy(block.words, at, 64);
    if (std::endian::native == std::endian::big) {
      for (uint64_t& word : block.words) word = __builtin_bswap64(word);
    }
    return block;
  }
  static Block load(const uint8_t* at, unsigned size) { return load(Padded(at, size).bytes); }

  // `test` gives the high bit of each of eight bytes, which meet in the highest byte of a product.
  template <class Test>
  uint64_t gather(Test test) const {
    uint64_t mask = 0;
    for (unsigned i = 0; i < 8; ++i) {
      mask |= ((test(words[i]) & kHighs) >> 7) * 0x0102040810204080 >> 56 << (8 * i);
    }
    return mask;
  }
  uint64_t equal(uint8_t byte) const {
    return gather([byte](uint64_t word) {
      const uint64_t others = word ^ kOnes * byte;
      return ~(((others & ~kHighs) + ~kHighs) | others);
    });
  }
  uint64_t above(uint8_t limit) const {
    const uint8_t to_high = 0x7F - (limit & 0x7F);  // what is greater carries into the high bit
    return gather([limit, to_high](uint64_t word) {
      const uint64_t carried = (word & ~kHighs) + kOnes * to_high;
      return limit < 0x80 ? carried | word : carried & word;
    });
  }
};

#include "document/counting_block.inc"  // NOLINT

}  // namespace portable

#ifdef LINKSPAN_X86_64

// --- AVX2: two registers of 32 bytes

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,popcnt")
#endif
namespace avx2 {

struct Block {
  __m256i low, high;

  static Block load(const uint8_t* at) {
    return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(at)),
            _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at + 32))};
  }
  static Block load(const uint8_t* at, unsigned size) { return load(Padded(at, size).bytes); }
  static uint64_t gather(__m256i first, __m256i second) {
    return static_cast<uint32_t>(_mm256_movemask_epi8(first)) |
           static_cast<uint64_t>(static_cast<uint32_t>(_mm256_movemask_epi8(second))) << 32;
  }
  static __m256i all(uint8_t byte) { return _mm256_set1_epi8(static_cast<char>(byte)); }
  static __m256i at_most(__m256i bytes, uint8_t limit) {
    return _mm256_cmpeq_epi8(_mm256_min_epu8(bytes, all(limit)), bytes);
  }
  uint64_t equal(uint8_t byte) const {
    return gather(_mm256_cmpeq_epi8(low, all(byte)), _mm256_cmpeq_epi8(high, all(byte)));
  }
  uint64_t above(uint8_t limit) const {
    return limit == 0x7F ? gather(low, high) : ~gather(at_most(low, limit), at_most(high, limit));
  }
};

#include "document/counting_block.inc"  // NOLINT

}  // namespace avx2
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

// --- AVX-512: one register of 64 bytes

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512bw,bmi,bmi2,popcnt"))), \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512bw,bmi,bmi2,popcnt")
#endif
namespace avx512 {

struct Block {
  __m512i bytes;

  static Block load(const uint8_t* at) { return {_mm512_loadu_si512(at)}; }
  // Bytes that are masked out are not read.
  static Block load(const uint8_t* at, unsigned size) {
    return {_mm512_maskz_loadu_epi8(~(~uint64_t{0} << size), at)};
  }
  static __m512i all(uint8_t byte) { return _mm512_set1_epi8(static_cast<char>(byte)); }
  uint64_t equal(uint8_t byte) const { return _mm512_cmpeq_epi8_mask(bytes, all(byte)); }
  uint64_t above(uint8_t limit) const { return _mm512_cmpgt_epu8_mask(bytes, all(limit)); }
};

#include "document/counting_block.inc"  // NOLINT

}  // namespace avx512
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif  // LINKSPAN_X86_64

const Counting* best() {
  for (const Cpu cpu : {Cpu::avx512, Cpu::avx2}) {
    if (const Counting* const found = counting_for(cpu)) return found;
  }
  return &portable::kCounting;
}

}  // namespace

const Counting* counting_for(Cpu cpu) {
  switch (cpu) {
    case Cpu::best: {
      static const Counting* const kBest = best();
      return kBest;
    }
    case Cpu::portable:
      return &portable::kCounting;
#ifdef LINKSPAN_X86_64
    case Cpu::avx2:
      return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0
                 ? &avx2::kCounting
                 : nullptr;
    case Cpu::avx512:
      return __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("bmi2") != 0
                 ? &avx512::kCounting
                 : nullptr;
#endif
    default:
      return nullptr;
  }
}

}  // namespace linkspan::document
