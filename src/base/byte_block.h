// SPDX-License-Identifier: Apache-2.0
// ByteBlock: 64 bytes in registers, with operations on all of them at once, for each kind of CPU.
//
// A mask has bit i for byte i. Code that uses blocks is written once and compiled for each kind of
// CPU, in a namespace of its name (scan/fast/kernels.cc, base/counting.cc):
//
//   LINKSPAN_BEGIN_AVX2                    // this function may use what such a CPU has
//   namespace avx2 {
//   using base::avx2::ByteBlock;
//   #include "…_block.inc"
//   }
//   LINKSPAN_END_CPU
//
//   struct ByteBlock {
//     static ByteBlock load(const uint8_t* at);
//     static ByteBlock load(const uint8_t* at, unsigned size);  // at most 64, then zeros
//     uint64_t equal(uint8_t byte) const;          // bytes that are this one
//     uint64_t above(uint8_t limit) const;         // bytes that are greater, unsigned
//     uint64_t letters() const;                    // of ASCII
//     uint64_t digits() const;                     // of ASCII
//     uint64_t in(const AsciiSet& set) const;      // bytes of the set
//     uint64_t marks(const Marks& marks) const;    // bytes that are one of these
//     // marks(marks) & next.above(limit)
//     uint64_t marks_and_above(const Marks& marks, const ByteBlock& next, uint8_t limit) const;
//     // Of AVX2 only: is there any such byte among 128? The second reads 129.
//     static bool any_marks(const Marks& marks, const uint8_t* at);
//     static bool any_marks_and_above(const Marks& marks, const uint8_t* at, uint8_t limit);
//   };
//
// Include no header of the standard library between BEGIN and END: code for all CPUs would then
// share its inline functions.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "base/byte_sets.h"
#include "base/compiler.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define LINKSPAN_X86_64 1
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define LINKSPAN_NEON 1
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#define LINKSPAN_SIMD128 1
#include <wasm_simd128.h>
#endif

#ifdef LINKSPAN_X86_64
#define LINKSPAN_PRAGMA(...) _Pragma(#__VA_ARGS__)
#ifdef __clang__
#define LINKSPAN_BEGIN_CPU(features) \
  LINKSPAN_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define LINKSPAN_END_CPU LINKSPAN_PRAGMA(clang attribute pop)
#else
#define LINKSPAN_BEGIN_CPU(features) \
  LINKSPAN_PRAGMA(GCC push_options)  \
  LINKSPAN_PRAGMA(GCC target(features))
#define LINKSPAN_END_CPU LINKSPAN_PRAGMA(GCC pop_options)
#endif
#define LINKSPAN_BEGIN_AVX2 LINKSPAN_BEGIN_CPU("avx2,bmi,popcnt")
#define LINKSPAN_BEGIN_AVX512 LINKSPAN_BEGIN_CPU("avx512bw,bmi,popcnt")
#endif

namespace linkspan::base {

// The bytes of a text, then zeros.
struct PaddedBytes {
  uint8_t bytes[64] = {};

  // PERF: two copies of a fixed size that overlap, instead of one byte after the other: 5 % of
  // `iri_benchmark --benchmark_filter=fast/avx2/ascii`, where some texts are shorter than a block.
  PaddedBytes(const uint8_t* at, unsigned size) {
    if (size >= 32) {
      copy_ends<32>(at, size);
    } else if (size >= 16) {
      copy_ends<16>(at, size);
    } else if (size >= 8) {
      copy_ends<8>(at, size);
    } else {
      for (unsigned i = 0; i < size; ++i) bytes[i] = at[i];
    }
  }

 private:
  // REQUIRES: kEach <= size <= 2 * kEach
  template <unsigned kEach>
  void copy_ends(const uint8_t* at, unsigned size) {
    std::memcpy(bytes, at, kEach);
    std::memcpy(bytes + size - kEach, at + size - kEach, kEach);
  }
};

// --- eight bytes in a word

namespace portable {

constexpr uint64_t kOnes = 0x0101010101010101;
constexpr uint64_t kHighs = 0x8080808080808080;

// The high bit of each byte that is zero, and of no other.
constexpr uint64_t zero_bytes(uint64_t word) {
  return ~(((word & ~kHighs) + ~kHighs) | word | ~kHighs);
}

// One bit for each byte, from the high bits of eight: the bytes meet in the highest of a product.
constexpr uint64_t gather(uint64_t highs) { return (highs >> 7) * 0x0102040810204080 >> 56; }

struct ByteBlock {
  uint64_t words[8];  // the first byte lowest

  static ByteBlock load(const uint8_t* at) {
    ByteBlock block;  // NOLINT: filled below
    std::memcpy(block.words, at, 64);
    return block.swapped();
  }
  // Converts between the byte order of the text and that of the words.
  ByteBlock swapped() const {
    ByteBlock block = *this;
    for (uint64_t& word : block.words) word = first_byte_lowest(word);
    return block;
  }
  static ByteBlock load(const uint8_t* at, unsigned size) {
    return load(PaddedBytes(at, size).bytes);
  }
  // `test` returns the high bits of eight bytes.
  template <class Test>
  uint64_t gather_all(Test test) const {
    uint64_t mask = 0;
    for (unsigned i = 0; i < 8; ++i) mask |= gather(test(words[i])) << (8 * i);
    return mask;
  }
  uint64_t equal(uint8_t byte) const {
    return gather_all([byte](uint64_t word) { return zero_bytes(word ^ kOnes * byte); });
  }
  // A greater byte carries into the high bit.
  uint64_t above(uint8_t limit) const {
    const uint8_t to_high = 0x7F - (limit & 0x7F);
    return gather_all([limit, to_high](uint64_t word) {
      const uint64_t carried = (word & ~kHighs) + kOnes * to_high;
      return (limit < 0x80 ? carried | word : carried & word) & kHighs;
    });
  }
  // Of ASCII bytes, those in [low, high]: adding carries into the high bit of each by itself.
  static uint64_t in_range(uint64_t word, uint8_t low, uint8_t high) {
    const uint64_t ascii = word & ~kHighs;
    const uint64_t at_least = ascii + kOnes * static_cast<uint8_t>(0x80 - low);
    const uint64_t greater = ascii + kOnes * static_cast<uint8_t>(0x7F - high);
    return at_least & ~greater & ~word & kHighs;
  }
  uint64_t letters() const {
    return gather_all([](uint64_t word) { return in_range(word | kOnes * 0x20, 'a', 'z'); });
  }
  uint64_t digits() const {
    return gather_all([](uint64_t word) { return in_range(word, '0', '9'); });
  }
  uint64_t in(const AsciiSet& set) const {
    uint8_t bytes[64];  // NOLINT: filled below
    std::memcpy(bytes, swapped().words, 64);
    uint64_t mask = 0;
    for (unsigned i = 0; i < 64; ++i) mask |= static_cast<uint64_t>(set.contains(bytes[i])) << i;
    return mask;
  }
  uint64_t marks(const Marks& marks) const {
    return gather_all([&marks](uint64_t word) {
      uint64_t found = 0;
      for (const uint8_t mark : marks.bytes) found |= zero_bytes(word ^ kOnes * mark);
      return found;
    });
  }
  uint64_t marks_and_above(const Marks& marks, const ByteBlock& next, uint8_t limit) const {
    return this->marks(marks) & next.above(limit);
  }
};

}  // namespace portable

#ifdef LINKSPAN_X86_64

// --- AVX2: two registers of 32 bytes

LINKSPAN_BEGIN_AVX2
namespace avx2 {

struct ByteBlock {
  __m256i low, high;

  static ByteBlock load(const uint8_t* at) {
    return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(at)),
            _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at + 32))};
  }
  static ByteBlock load(const uint8_t* at, unsigned size) {
    return load(PaddedBytes(at, size).bytes);
  }
  static uint64_t gather(__m256i first, __m256i second) {
    return static_cast<uint32_t>(_mm256_movemask_epi8(first)) |
           static_cast<uint64_t>(static_cast<uint32_t>(_mm256_movemask_epi8(second))) << 32;
  }
  static __m256i all(uint8_t byte) { return _mm256_set1_epi8(static_cast<char>(byte)); }
  // Unsigned.
  static __m256i at_most(__m256i bytes, uint8_t limit) {
    return _mm256_cmpeq_epi8(_mm256_min_epu8(bytes, all(limit)), bytes);
  }
  uint64_t equal(uint8_t byte) const {
    return gather(_mm256_cmpeq_epi8(low, all(byte)), _mm256_cmpeq_epi8(high, all(byte)));
  }
  uint64_t above(uint8_t limit) const {
    return limit == 0x7F ? gather(low, high) : ~gather(at_most(low, limit), at_most(high, limit));
  }
  static __m256i letters_of(__m256i bytes) {
    return at_most(_mm256_sub_epi8(_mm256_or_si256(bytes, all(0x20)), all('a')), 25);
  }
  uint64_t letters() const { return gather(letters_of(low), letters_of(high)); }
  static __m256i digits_of(__m256i bytes) { return at_most(_mm256_sub_epi8(bytes, all('0')), 9); }
  uint64_t digits() const { return gather(digits_of(low), digits_of(high)); }
  static __m256i rows_of(const std::array<uint8_t, 16>& rows) {
    return _mm256_broadcastsi128_si256(
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(rows.data())));
  }
  // A set has a row for each low half of a byte, with a bit for each high half. A non-ASCII byte
  // selects no row.
  static __m256i outside_of(__m256i bytes, __m256i rows) {
    const __m256i bits = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0));
    const __m256i high = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), all(0x0F));
    const __m256i found =
        _mm256_and_si256(_mm256_shuffle_epi8(rows, bytes), _mm256_shuffle_epi8(bits, high));
    return _mm256_cmpeq_epi8(found, _mm256_setzero_si256());
  }
  // PERF: g++ 12 does not inline it into the loop over the tail of a link.
  [[gnu::always_inline]] uint64_t in(const AsciiSet& set) const {
    const __m256i rows = rows_of(set.rows);
    return ~gather(outside_of(low, rows), outside_of(high, rows));
  }
  static __m256i marks_of(__m256i bytes, __m256i rows) {
    const __m256i low_halves = _mm256_and_si256(bytes, all(0x0F));
    return _mm256_cmpeq_epi8(bytes, _mm256_shuffle_epi8(rows, low_halves));
  }
  uint64_t marks(const Marks& marks) const {
    const __m256i rows = rows_of(marks.by_low_half);
    return gather(marks_of(low, rows), marks_of(high, rows));
  }
  // PERF: joined before the masks are gathered.
  uint64_t marks_and_above(const Marks& marks, const ByteBlock& next, uint8_t limit) const {
    const __m256i rows = rows_of(marks.by_low_half);
    return gather(_mm256_andnot_si256(at_most(next.low, limit), marks_of(low, rows)),
                  _mm256_andnot_si256(at_most(next.high, limit), marks_of(high, rows)));
  }
  // PERF: joined before anything is tested.
  static bool any_marks(const Marks& marks, const uint8_t* at) {
    const __m256i rows = rows_of(marks.by_low_half);
    const ByteBlock one = load(at);
    const ByteBlock two = load(at + 64);
    const __m256i first = _mm256_or_si256(marks_of(one.low, rows), marks_of(one.high, rows));
    const __m256i second = _mm256_or_si256(marks_of(two.low, rows), marks_of(two.high, rows));
    const __m256i any = _mm256_or_si256(first, second);
    return _mm256_testz_si256(any, any) == 0;
  }
  // A mark is FF, and a byte above the limit does not become 0.
  static __m256i marks_before(const uint8_t* at, __m256i rows, __m256i limit) {
    const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
    const __m256i next = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at + 1));
    return _mm256_and_si256(marks_of(bytes, rows), _mm256_subs_epu8(next, limit));
  }
  static bool any_marks_and_above(const Marks& marks, const uint8_t* at, uint8_t limit) {
    const __m256i rows = rows_of(marks.by_low_half);
    const __m256i limits = all(limit);
    const __m256i first =
        _mm256_or_si256(marks_before(at, rows, limits), marks_before(at + 32, rows, limits));
    const __m256i second =
        _mm256_or_si256(marks_before(at + 64, rows, limits), marks_before(at + 96, rows, limits));
    const __m256i any = _mm256_or_si256(first, second);
    return _mm256_testz_si256(any, any) == 0;
  }
};

}  // namespace avx2
LINKSPAN_END_CPU

inline bool has_avx2() {
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0;
}

// --- AVX-512: one register of 64 bytes

LINKSPAN_BEGIN_AVX512
namespace avx512 {

// PERF: the mask in a general register. The compiler would keep it in a mask register, where
// joining or shifting takes three or four cycles; 1 to 2 % on all texts.
inline uint64_t general(__mmask64 mask) {
  uint64_t bits = mask;
  asm("" : "+r"(bits));
  return bits;
}

struct ByteBlock {
  __m512i bytes;

  static ByteBlock load(const uint8_t* at) { return {_mm512_loadu_si512(at)}; }
  // Masked bytes are not read.
  static ByteBlock load(const uint8_t* at, unsigned size) {
    const uint64_t all_bits = ~uint64_t{0};
    return {_mm512_maskz_loadu_epi8(size < 64 ? ~(all_bits << size) : all_bits, at)};
  }
  static __m512i all(uint8_t byte) { return _mm512_set1_epi8(static_cast<char>(byte)); }
  uint64_t equal(uint8_t byte) const { return general(_mm512_cmpeq_epi8_mask(bytes, all(byte))); }
  uint64_t above(uint8_t limit) const { return general(_mm512_cmpgt_epu8_mask(bytes, all(limit))); }
  uint64_t letters() const {
    const __m512i lower = _mm512_or_si512(bytes, all(0x20));
    return general(_mm512_cmple_epu8_mask(_mm512_sub_epi8(lower, all('a')), all(25)));
  }
  uint64_t digits() const {
    return general(_mm512_cmple_epu8_mask(_mm512_sub_epi8(bytes, all('0')), all(9)));
  }
  static __m512i rows_of(const std::array<uint8_t, 16>& rows) {
    return _mm512_maskz_broadcast_i32x4(
        0xFFFF, _mm_loadu_si128(reinterpret_cast<const __m128i*>(rows.data())));
  }
  // A set has a row for each low half of a byte, with a bit for each high half. A non-ASCII byte
  // selects no row.
  uint64_t in(const AsciiSet& set) const {
    const __m512i rows = rows_of(set.rows);
    const __m512i bits = _mm512_maskz_broadcast_i32x4(
        0xFFFF, _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0));
    const __m512i high = _mm512_and_si512(_mm512_srli_epi16(bytes, 4), all(0x0F));
    const __m512i high_bits = _mm512_shuffle_epi8(bits, high);
    return general(_mm512_test_epi8_mask(_mm512_shuffle_epi8(rows, bytes), high_bits));
  }
  uint64_t marks(const Marks& marks) const {
    const __m512i low_halves = _mm512_and_si512(bytes, all(0x0F));
    const __m512i found = _mm512_shuffle_epi8(rows_of(marks.by_low_half), low_halves);
    return general(_mm512_cmpeq_epi8_mask(bytes, found));
  }
  uint64_t marks_and_above(const Marks& marks, const ByteBlock& next, uint8_t limit) const {
    return this->marks(marks) & next.above(limit);
  }
};

}  // namespace avx512
LINKSPAN_END_CPU

inline bool has_avx512() {
  return __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("bmi") != 0;
}

#else
constexpr bool has_avx2() { return false; }
constexpr bool has_avx512() { return false; }
#endif  // LINKSPAN_X86_64

// --- NEON: four registers of 16 bytes

#ifdef LINKSPAN_NEON
namespace neon {

struct ByteBlock {
  uint8x16_t parts[4];

  static ByteBlock load(const uint8_t* at) {
    return {{vld1q_u8(at), vld1q_u8(at + 16), vld1q_u8(at + 32), vld1q_u8(at + 48)}};
  }
  static ByteBlock load(const uint8_t* at, unsigned size) {
    return load(PaddedBytes(at, size).bytes);
  }
  // A bit for each byte: each byte gets the weight of its place in eight, and three pairwise
  // additions reduce the 64 bytes to eight.
  template <class Test>
  uint64_t gather(Test test) const {
    constexpr uint8_t kWeights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t weights = vld1q_u8(kWeights);
    const auto weighed = [&](int i) { return vandq_u8(test(parts[i]), weights); };
    const uint8x16_t first = vpaddq_u8(weighed(0), weighed(1));
    const uint8x16_t second = vpaddq_u8(weighed(2), weighed(3));
    const uint8x16_t both = vpaddq_u8(first, second);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(both, both)), 0);
  }
  uint64_t equal(uint8_t byte) const {
    return gather([byte](uint8x16_t part) { return vceqq_u8(part, vdupq_n_u8(byte)); });
  }
  uint64_t above(uint8_t limit) const {
    return gather([limit](uint8x16_t part) { return vcgtq_u8(part, vdupq_n_u8(limit)); });
  }
  uint64_t letters() const {
    return gather([](uint8x16_t part) {
      const uint8x16_t lower = vorrq_u8(part, vdupq_n_u8(0x20));
      return vcleq_u8(vsubq_u8(lower, vdupq_n_u8('a')), vdupq_n_u8(25));
    });
  }
  uint64_t digits() const {
    return gather(
        [](uint8x16_t part) { return vcleq_u8(vsubq_u8(part, vdupq_n_u8('0')), vdupq_n_u8(9)); });
  }
  // A set has a row for each low half of a byte, with a bit for each high half. A non-ASCII byte
  // selects no row.
  uint64_t in(const AsciiSet& set) const {
    constexpr uint8_t kBits[16] = {1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t bits = vld1q_u8(kBits);
    const uint8x16_t rows = vld1q_u8(set.rows.data());
    return gather([bits, rows](uint8x16_t part) {
      const uint8x16_t row = vqtbl1q_u8(rows, vandq_u8(part, vdupq_n_u8(0x8F)));
      return vtstq_u8(row, vqtbl1q_u8(bits, vshrq_n_u8(part, 4)));
    });
  }
  uint64_t marks(const Marks& marks) const {
    const uint8x16_t rows = vld1q_u8(marks.by_low_half.data());
    return gather([rows](uint8x16_t part) {
      return vceqq_u8(part, vqtbl1q_u8(rows, vandq_u8(part, vdupq_n_u8(0x0F))));
    });
  }
  uint64_t marks_and_above(const Marks& marks, const ByteBlock& next, uint8_t limit) const {
    return this->marks(marks) & next.above(limit);
  }
};

}  // namespace neon
#endif

// --- WebAssembly: four registers of 16 bytes

#ifdef LINKSPAN_SIMD128
namespace simd128 {

struct ByteBlock {
  v128_t parts[4];

  static ByteBlock load(const uint8_t* at) {
    return {{wasm_v128_load(at), wasm_v128_load(at + 16), wasm_v128_load(at + 32),
             wasm_v128_load(at + 48)}};
  }
  static ByteBlock load(const uint8_t* at, unsigned size) {
    return load(PaddedBytes(at, size).bytes);
  }
  template <class Test>
  uint64_t gather(Test test) const {
    uint64_t mask = 0;
    for (int i = 0; i < 4; ++i) {
      mask |= static_cast<uint64_t>(wasm_i8x16_bitmask(test(parts[i]))) << (16 * i);
    }
    return mask;
  }
  uint64_t equal(uint8_t byte) const {
    return gather([byte](v128_t part) { return wasm_i8x16_eq(part, wasm_u8x16_splat(byte)); });
  }
  uint64_t above(uint8_t limit) const {
    return gather([limit](v128_t part) { return wasm_u8x16_gt(part, wasm_u8x16_splat(limit)); });
  }
  uint64_t letters() const {
    return gather([](v128_t part) {
      const v128_t lower = wasm_v128_or(part, wasm_u8x16_splat(0x20));
      return wasm_u8x16_le(wasm_i8x16_sub(lower, wasm_u8x16_splat('a')), wasm_u8x16_splat(25));
    });
  }
  uint64_t digits() const {
    return gather([](v128_t part) {
      return wasm_u8x16_le(wasm_i8x16_sub(part, wasm_u8x16_splat('0')), wasm_u8x16_splat(9));
    });
  }
  // A set has a row for each low half of a byte, with a bit for each high half. A non-ASCII byte
  // selects no row.
  uint64_t in(const AsciiSet& set) const {
    const v128_t bits = wasm_u8x16_make(1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0);
    const v128_t rows = wasm_v128_load(set.rows.data());
    return ~gather([bits, rows](v128_t part) {
      const v128_t row = wasm_i8x16_swizzle(rows, wasm_v128_and(part, wasm_u8x16_splat(0x8F)));
      const v128_t bit = wasm_i8x16_swizzle(bits, wasm_u8x16_shr(part, 4));
      return wasm_i8x16_eq(wasm_v128_and(row, bit), wasm_u8x16_splat(0));
    });
  }
  uint64_t marks(const Marks& marks) const {
    const v128_t rows = wasm_v128_load(marks.by_low_half.data());
    return gather([rows](v128_t part) {
      const v128_t low_halves = wasm_v128_and(part, wasm_u8x16_splat(0x0F));
      return wasm_i8x16_eq(part, wasm_i8x16_swizzle(rows, low_halves));
    });
  }
  uint64_t marks_and_above(const Marks& marks, const ByteBlock& next, uint8_t limit) const {
    return this->marks(marks) & next.above(limit);
  }
};

}  // namespace simd128
#endif

}  // namespace linkspan::base
