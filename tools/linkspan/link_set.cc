// SPDX-License-Identifier: Apache-2.0
#include "link_set.h"

#include <sys/random.h>

#include <bit>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace linkspan::command {
namespace {

constexpr size_t kFirstSize = 1024;  // a power of two
constexpr Hash128 kNothing = {0, 0};

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

uint64_t little_endian(const char* bytes, size_t size) {
  uint64_t word = 0;
  for (size_t i = 0; i < size; ++i) {
    word |= uint64_t{static_cast<uint8_t>(bytes[i])} << (8 * i);
  }
  return word;
}

}  // namespace

Hash128 sip_hash(const Hash128& key, std::string_view bytes) {
  SipState state{0x736f6d6570736575u ^ key[0], 0x646f72616e646f6du ^ key[1] ^ 0xEEu,
                 0x6c7967656e657261u ^ key[0], 0x7465646279746573u ^ key[1]};
  const size_t whole = bytes.size() / 8 * 8;
  for (size_t at = 0; at < whole; at += 8) state.take(little_endian(bytes.data() + at, 8));
  state.take(little_endian(bytes.data() + whole, bytes.size() - whole) | bytes.size() << 56);
  state.v2 ^= 0xEEu;
  state.rounds(4);
  const uint64_t first = state.mixed();
  state.v1 ^= 0xDDu;
  state.rounds(4);
  return {first, state.mixed()};
}

LinkSet::LinkSet() : table_(kFirstSize, kNothing) {
  if (getrandom(key_.data(), sizeof(key_), 0) != static_cast<ssize_t>(sizeof(key_))) {
    throw std::system_error(errno, std::generic_category(), "no random numbers for --unique");
  }
}

Hash128& LinkSet::place_of(std::vector<Hash128>& table, const Hash128& hash) {
  const size_t mask = table.size() - 1;
  size_t at = hash[0] & mask;
  while (table[at] != kNothing && table[at] != hash) at = (at + 1) & mask;
  return table[at];
}

LinkSet::Seen LinkSet::insert(std::string_view link) {
  Hash128 hash = sip_hash(key_, link);
  if (hash == kNothing) hash[1] = 1;
  Hash128& place = place_of(table_, hash);
  if (place == hash) return Seen::before;
  place = hash;
  if (++size_ * 4 > table_.size() * 3) grow();
  return Seen::first_time;
}

void LinkSet::grow() {
  std::vector<Hash128> larger(table_.size() * 2, kNothing);
  for (const Hash128& hash : table_) {
    if (hash != kNothing) place_of(larger, hash) = hash;
  }
  table_ = std::move(larger);
}

}  // namespace linkspan::command
