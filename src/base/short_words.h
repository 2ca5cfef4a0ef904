// SPDX-License-Identifier: Apache-2.0
// ShortWords: the words of a list that have at most eight bytes, each found with one lookup.
//
// A word is packed into eight bytes; the list is a table without collisions, which tools/abnfc
// makes. So no byte of a word is a step of its own, and no branch depends on the word:
//
//   automata::kTldsShort.find(PackedWord(at, 3, end))       "com", "Com" → 1; "cob" → 0
//
// Guarded by tests/scan/short_words_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <string_view>

#include "base/compiler.h"
#include "base/dfa.h"

namespace linkspan::base {

inline constexpr uint64_t kLongestShortWord = 8;

// A word of 1 to 8 bytes, the first of them lowest.
struct PackedWord {
  uint64_t bytes = 0;
  uint64_t lower = 0;  // with ASCII letters in lower case; other bytes may be changed

  PackedWord() = default;  // no word

  // REQUIRES: at + size <= end, 1 <= size <= 8.
  PackedWord(const uint8_t* at, uint64_t size, const uint8_t* end) {
    // PERF: read into a variable, as a member with its address taken would stay in memory.
    uint64_t read = 0;
    if (end - at >= 8) {
      std::memcpy(&read, at, 8);
    } else {
      std::memcpy(&read, at, static_cast<size_t>(size));
    }
    bytes = first_bytes(read, size);
    lower = bytes | (0x2020202020202020 & ~uint64_t{0} >> (64 - 8 * size));
  }

  bool is_ascii() const { return (bytes & 0x8080808080808080) == 0; }
  // How many letters are in upper case. REQUIRES: is_ascii().
  unsigned capitals() const {
    return static_cast<unsigned>((places_of_capitals() >> 7) * kOnes >> 56);
  }
  // The high bit of each byte that is a letter in upper case. REQUIRES: is_ascii().
  uint64_t places_of_capitals() const {
    const uint64_t from_a = bytes + kOnes * (0x80 - 'A');  // carries into the high bit of each
    const uint64_t above_z = bytes + kOnes * (0x7F - 'Z');
    return from_a & ~above_z & kOnes * 0x80;
  }

 private:
  static constexpr uint64_t kOnes = 0x0101010101010101;
};

// A word known at compile time. REQUIRES: letters in lower case, 1 to 8.
struct KnownWord {
  uint64_t lower = 0;

  template <size_t kSize>
  consteval KnownWord(const char (&word)[kSize])  // NOLINT: implicit, for lists of them
      : lower(pack({word, kSize - 1})) {
    static_assert(kSize > 1 && kSize <= kLongestShortWord + 1);
  }
  // The last eight bytes of the text.
  static constexpr uint64_t pack(std::string_view text) {
    uint64_t packed = 0;
    for (const char c : text) packed = packed >> 8 | uint64_t{static_cast<uint8_t>(c)} << 56;
    return packed >> 8 * (8 - std::min<size_t>(text.size(), 8));
  }
};

// In any case.
inline bool is_one_of(const PackedWord& word, std::initializer_list<KnownWord> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](KnownWord known) { return known.lower == word.lower; });
}

// The same for an array of texts, of which the last eight bytes count.
template <const auto& kTexts>
inline constexpr auto kPacked = [] {
  std::array<uint64_t, std::size(kTexts)> packed{};
  for (size_t i = 0; i < packed.size(); ++i) {
    packed[i] = KnownWord::pack(kTexts[i]);
  }
  return packed;
}();
template <const auto& kTexts>
bool is_one_of(const PackedWord& word) {
  return std::find(kPacked<kTexts>.begin(), kPacked<kTexts>.end(), word.lower) !=
         kPacked<kTexts>.end();
}

enum class Values : uint8_t { all_are_1, differ };

// Where the words of a list are, in tools/abnfc as here. REQUIRES: buckets and slots are powers of
// two, 2 or more.
constexpr uint64_t short_word_hash(uint64_t packed) { return packed * 0x9E3779B97F4A7C15; }
constexpr size_t short_word_bucket(uint64_t hash, size_t buckets) {
  return static_cast<size_t>(hash >> (64 - std::countr_zero(buckets)));
}
constexpr size_t short_word_slot(uint64_t hash, uint64_t step, size_t slots) {
  return static_cast<size_t>(((hash >> 24) + step * (hash >> 40 | 1)) & (slots - 1));
}

// The short words of a list: automata::kTldsShort, made by tools/abnfc (short_words.h there says
// how).
template <size_t kSlots, size_t kBuckets, Values kValues>
struct ShortWords {
  static_assert(std::has_single_bit(kSlots) && std::has_single_bit(kBuckets));

  std::array<uint64_t, kSlots> words;  // 0: the slot is empty
  // One unused value, as an array of size zero is not allowed.
  std::array<uint8_t, kValues == Values::differ ? kSlots : 1> values;
  std::array<uint8_t, kBuckets> steps;

  // The value of the word, case-insensitive; 0 if it is not in the list.
  uint8_t find(const PackedWord& word) const {
    const uint64_t hash = short_word_hash(word.lower);
    const size_t slot = short_word_slot(hash, steps[short_word_bucket(hash, kBuckets)], kSlots);
    if (words[slot] != word.lower || word.lower == 0) return 0;
    if constexpr (kValues == Values::differ) return values[slot];
    return 1;
  }
};

// Calls visit(packed) for the first eight bytes, if they are of ASCII, of each longer word.
template <class Visit>
constexpr void for_each_long_word(const WordDfa& words, const Visit& visit, int state = 0,
                                  uint64_t packed = 0, unsigned size = 0) {
  const uint16_t end = words.first_edge[state + 1];
  if (size == kLongestShortWord) {
    if (words.first_edge[state] < end) visit(packed);
    return;
  }
  for (uint16_t edge = words.first_edge[state]; edge < end; ++edge) {
    const uint8_t byte = words.edge_byte[edge];
    if (byte >= 0x80) continue;
    for_each_long_word(words, visit, words.edge_target[edge], packed | uint64_t{byte} << (8 * size),
                       size + 1);
  }
}

// A filter for words longer than eight bytes: by the first eight, it finds most that are not in a
// list. (Bloom: Space/time trade-offs in hash coding with allowable errors, 1970; with one hash.)
template <const WordDfa& kWords, size_t kBits>
class LongWords {
 public:
  constexpr LongWords() {
    for_each_long_word(kWords, [this](uint64_t packed) {
      bits_[place_of(packed) / 64] |= uint64_t{1} << place_of(packed) % 64;
    });
  }

  // REQUIRES: `begins` is the first eight bytes, of ASCII.
  bool may_contain(const PackedWord& begins) const {
    const size_t place = place_of(begins.lower);
    return (bits_[place / 64] >> place % 64 & 1) != 0;
  }

 private:
  static_assert(std::has_single_bit(kBits) && kBits >= 64);
  static constexpr size_t place_of(uint64_t packed) {
    return static_cast<size_t>(packed * 0x9E3779B97F4A7C15 >> (64 - std::countr_zero(kBits)));
  }

  std::array<uint64_t, kBits / 64> bits_{};
};

}  // namespace linkspan::base
