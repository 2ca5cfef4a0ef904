// SPDX-License-Identifier: Apache-2.0
// KeyedHash: the hash of containers whose keys are from the input.
//
//   std::unordered_map<std::string, size_t, KeyedHash> count_of_host;
//
// With std::hash, which has no key, anybody can write a document whose names all have one hash: a
// page of 1 MB with such tags took 23 s. This is SipHash-2-4 with a random key for each process
// (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012), so nobody can.
//
// Guarded by tests/command/output/link_set_test.cc.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string_view>

namespace linkspan::base {

using Hash128 = std::array<uint64_t, 2>;

// The rounds of SipHash, in the names of the paper.
struct SipState {
  uint64_t v0, v1, v2, v3;

  void rounds(int count) {
    for (int i = 0; i < count; ++i) {
      v0 += v1;
      v1 = std::rotl(v1, 13) ^ v0;
      v0 = std::rotl(v0, 32);
      v2 += v3;
      v3 = std::rotl(v3, 16) ^ v2;
      v0 += v3;
      v3 = std::rotl(v3, 21) ^ v0;
      v2 += v1;
      v1 = std::rotl(v1, 17) ^ v2;
      v2 = std::rotl(v2, 32);
    }
  }
  void take(uint64_t word) {
    v3 ^= word;
    rounds(2);
    v0 ^= word;
  }
  uint64_t mixed() const { return v0 ^ v1 ^ v2 ^ v3; }
};

inline uint64_t little_endian(const char* bytes, size_t size) {
  uint64_t word = 0;
  for (size_t i = 0; i < size; ++i) {
    word |= uint64_t{static_cast<uint8_t>(bytes[i])} << (8 * i);
  }
  return word;
}

// SipHash-2-4 with an output of 128 bits. `key`: as two little-endian numbers.
inline Hash128 sip_hash(const Hash128& key, std::string_view bytes) {
  SipState state{0x736f6d6570736575u ^ key[0], 0x646f72616e646f6du ^ key[1] ^ 0xEEu,
                 0x6c7967656e657261u ^ key[0], 0x7465646279746573u ^ key[1]};
  const size_t whole = bytes.size() / 8 * 8;
  for (size_t at = 0; at < whole; at += 8) state.take(little_endian(bytes.data() + at, 8));
  state.take(little_endian(bytes.data() + whole, bytes.size() - whole) | uint64_t{bytes.size()}
                                                                             << 56);
  state.v2 ^= 0xEEu;
  state.rounds(4);
  const uint64_t first = state.mixed();
  state.v1 ^= 0xDDu;
  state.rounds(4);
  return {first, state.mixed()};
}

// A random key. Throws what std::random_device throws if the system has no random numbers.
inline Hash128 random_key() {
  std::random_device random;
  const auto word = [&random] { return uint64_t{random()} << 32 | random(); };
  return {word(), word()};
}

// The key of this process.
inline const Hash128& process_key() {
  static const Hash128 key = random_key();
  return key;
}

struct KeyedHash {
  using is_transparent = void;  // a view finds a string
  size_t operator()(std::string_view text) const {
    return static_cast<size_t>(sip_hash(process_key(), text)[0]);
  }
};

}  // namespace linkspan::base
