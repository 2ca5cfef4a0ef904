// ShortWords: the words of a list that have at most eight bytes, each found with one look.
//
// A word is packed into eight bytes; the list is a table without collisions, made at compile time
// from a WordDfa. So no byte of a word is stepped, and no branch depends on what it is:
//
//   constexpr ShortWords kList = short_words<automata::kTlds>();
//   kList.find(PackedWord(at, 3, end))       "com", "Com" → 1; "cob" → 0
//
// The table is filled by hash and displacement: words fall into buckets by their hash, and each
// bucket, the largest first, is given the first step at which all its words fall into empty slots.
// (Belazzougui, Botelho, Dietzfelbinger: Hash, displace, and compress, 2009.)
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "base/dfa.h"

namespace linkspan::base {

inline constexpr uint64_t kLongestShortWord = 8;

// A word of 1 to 8 bytes, the first of them lowest.
struct PackedWord {
  uint64_t bytes = 0;
  uint64_t lower = 0;  // with the letters of ASCII in lower case; what is no letter may be changed

  // REQUIRES: at + size <= end, 1 <= size <= 8.
  PackedWord(const uint8_t* at, uint64_t size, const uint8_t* end) {
    if (end - at >= 8) {
      std::memcpy(&bytes, at, 8);
    } else {
      std::memcpy(&bytes, at, size);
    }
    if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap64(bytes);
    const uint64_t mask = ~uint64_t{0} >> (64 - 8 * size);
    bytes &= mask;
    lower = bytes | (0x2020202020202020 & mask);
  }

  bool is_ascii() const { return (bytes & 0x8080808080808080) == 0; }
  // False: there are no letters of ASCII in upper case.
  bool may_have_capitals() const { return bytes != lower; }
};

struct ShortWord {
  uint64_t packed = 0;
  uint8_t value = 0;
};

template <size_t kSlots, size_t kBuckets>
class ShortWords {
 public:
  // REQUIRES: no word twice. It is an error of the compiler if there is no room.
  template <size_t kWords>
  constexpr explicit ShortWords(std::array<ShortWord, kWords> words) {
    std::array<uint8_t, kBuckets> sizes{};
    for (const ShortWord& word : words) ++sizes[bucket_of(word)];
    const auto comes_before = [&sizes](const ShortWord& a, const ShortWord& b) {
      const size_t of_a = bucket_of(a);
      const size_t of_b = bucket_of(b);
      return sizes[of_a] != sizes[of_b] ? sizes[of_a] > sizes[of_b] : of_a < of_b;
    };
    std::sort(words.begin(), words.end(), comes_before);
    for (size_t first = 0; first < kWords;) {
      const size_t bucket = bucket_of(words[first]);
      const size_t end = first + sizes[bucket];
      while (!put(words.data() + first, words.data() + end, steps_[bucket])) {
        if (++steps_[bucket] == 0) std::abort();  // there is no room
      }
      first = end;
    }
  }

  // The value of the word in any case, 0 if it is not in the list.
  uint8_t find(const PackedWord& word) const {
    const uint64_t hash = hash_of(word.lower);
    const size_t slot = slot_of(hash, steps_[bucket_of(hash)]);
    return words_[slot] == word.lower ? values_[slot] : uint8_t{0};
  }

 private:
  static_assert(std::has_single_bit(kSlots) && std::has_single_bit(kBuckets));

  static constexpr uint64_t hash_of(uint64_t packed) { return packed * 0x9E3779B97F4A7C15; }
  static constexpr size_t bucket_of(uint64_t hash) {
    return static_cast<size_t>(hash >> (64 - std::countr_zero(kBuckets)));
  }
  static constexpr size_t bucket_of(const ShortWord& word) {
    return bucket_of(hash_of(word.packed));
  }
  static constexpr size_t slot_of(uint64_t hash, uint64_t step) {
    return static_cast<size_t>(((hash >> 24) + step * (hash >> 40 | 1)) & (kSlots - 1));
  }

  // Puts the words into their slots; false, and no change, if one of these is taken.
  constexpr bool put(const ShortWord* begin, const ShortWord* end, uint8_t step) {
    for (const ShortWord* word = begin; word != end; ++word) {
      const size_t slot = slot_of(hash_of(word->packed), step);
      if (values_[slot] != 0) {
        while (word != begin) values_[slot_of(hash_of((--word)->packed), step)] = 0;
        return false;
      }
      words_[slot] = word->packed;
      values_[slot] = word->value;
    }
    return true;
  }

  std::array<uint64_t, kSlots> words_{};
  std::array<uint8_t, kSlots> values_{};  // 0: the slot is empty
  std::array<uint8_t, kBuckets> steps_{};
};

// Calls visit(packed, value) for each word of ASCII that has at most eight bytes.
template <class Visit>
constexpr void for_each_short_word(const WordDfa& words, const Visit& visit, int state = 0,
                                   uint64_t packed = 0, unsigned size = 0) {
  if (words.value[state] != 0) visit(packed, words.value[state]);
  if (size == kLongestShortWord) return;
  for (uint16_t edge = words.first_edge[state]; edge < words.first_edge[state + 1]; ++edge) {
    const uint8_t byte = words.edge_byte[edge];
    if (byte >= 0x80) continue;
    for_each_short_word(words, visit, words.edge_target[edge],
                        packed | uint64_t{byte} << (8 * size), size + 1);
  }
}

// The short words of a list. REQUIRES: no capital letters in it.
template <const WordDfa& kWords>
constexpr auto short_words() {
  constexpr size_t kCount = [] {
    size_t count = 0;
    for_each_short_word(kWords, [&count](uint64_t, uint8_t) { ++count; });
    return count;
  }();
  std::array<ShortWord, kCount> words{};
  size_t at = 0;
  for_each_short_word(kWords, [&](uint64_t packed, uint8_t value) {
    words[at++] = {packed, value};
  });
  return ShortWords<std::bit_ceil(kCount + kCount / 2), std::bit_ceil(kCount / 4 + 1)>(words);
}

}  // namespace linkspan::base
