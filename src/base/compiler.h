// SPDX-License-Identifier: Apache-2.0
// What each compiler has under a name of its own, and the order of bytes in a word.
//
// These are inlined everywhere, unlike the functions of <bit>: a function that is compiled for one
// kind of CPU must share no other with the rest (byte_block.h).
#pragma once

#include <bit>
#include <cstdint>

#if defined(__GNUC__) || defined(__clang__)
#define LINKSPAN_INLINE [[gnu::always_inline]] inline
#else
#define LINKSPAN_INLINE inline
#endif

// Of a thread_local variable: a shared library reads it without a call.
#if defined(__ELF__) && (defined(__GNUC__) || defined(__clang__))
#define LINKSPAN_INITIAL_EXEC [[gnu::tls_model("initial-exec")]]
#else
#define LINKSPAN_INITIAL_EXEC
#endif

namespace linkspan::base {

#if defined(__GNUC__) || defined(__clang__)
LINKSPAN_INLINE constexpr unsigned count_ones(uint64_t mask) {
  return static_cast<unsigned>(__builtin_popcountll(mask));
}
// The number of the lowest bit that is set. REQUIRES: mask != 0.
LINKSPAN_INLINE constexpr unsigned lowest_bit(uint64_t mask) {
  return static_cast<unsigned>(__builtin_ctzll(mask));
}
// The number of the highest bit that is set. REQUIRES: mask != 0.
LINKSPAN_INLINE constexpr unsigned highest_bit(uint64_t mask) {
  return 63 - static_cast<unsigned>(__builtin_clzll(mask));
}
// Into the first level of the cache, and into the second.
LINKSPAN_INLINE void prefetch_near(const uint8_t* at) { __builtin_prefetch(at); }
LINKSPAN_INLINE void prefetch_far(const uint8_t* at) { __builtin_prefetch(at, 0, 2); }
#else  // a compiler for which byte_block.h has only the portable version
constexpr unsigned count_ones(uint64_t mask) { return static_cast<unsigned>(std::popcount(mask)); }
constexpr unsigned lowest_bit(uint64_t mask) {
  return static_cast<unsigned>(std::countr_zero(mask));
}
constexpr unsigned highest_bit(uint64_t mask) {
  return 63 - static_cast<unsigned>(std::countl_zero(mask));
}
inline void prefetch_near(const uint8_t*) {}
inline void prefetch_far(const uint8_t*) {}
#endif

// Eight bytes of text as a number with the first byte lowest; `read` is what a CPU with this order
// of bytes reads. Every number that is made of text goes through this, as tables made at compile
// time have the first byte lowest, too; a second call undoes the first.
constexpr uint64_t first_byte_lowest(uint64_t read, std::endian order = std::endian::native) {
  if (order == std::endian::little) return read;
  uint64_t turned = 0;
  for (unsigned i = 0; i < 8; ++i) turned |= (read >> (56 - 8 * i) & 0xFF) << (8 * i);
  return turned;
}

// The first `size` of eight bytes that were read. REQUIRES: 1 <= size <= 8.
constexpr uint64_t first_bytes(uint64_t read, uint64_t size,
                               std::endian order = std::endian::native) {
  return first_byte_lowest(read, order) & ~uint64_t{0} >> (64 - 8 * size);
}

}  // namespace linkspan::base
