// SPDX-License-Identifier: Apache-2.0
// LinkSet: the set of links that occurred before, in little memory.
//
//   insert("https://example.org/") → new       insert("https://example.org/") → known
//
// For each link 16 bytes are stored: its SipHash-2-4 of 128 bits with a random key for each run
// (base/keyed_hash.h). With n links, the probability
// that two of them collide is less than n * n / 2^129, which is 10^-21 for a thousand million, and
// nobody can construct collisions without the key.
//
// The processes that are forked after it was made share it: its table is in a file in memory, which
// each of them maps again when another one has made it larger. One process at a time may use it.
//
// Memory: 22 to 43 bytes for a link, and 64 while the table grows. A set that may not grow any more
// says that it has no room for a new link.
// Guarded by tests/command/output/link_set_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/keyed_hash.h"

namespace linkspan::command {

using base::Hash128;

class LinkSet {
 public:
  // `memory`: how many bytes it may take, also while it grows.
  explicit LinkSet(uint64_t memory = UINT64_MAX);
  ~LinkSet();
  LinkSet(const LinkSet&) = delete;
  LinkSet& operator=(const LinkSet&) = delete;

  enum class Seen : uint8_t { first_time, before, no_room };
  Seen insert(std::string_view link) { return insert(hash(link)); }

  // The same for what hash() has returned, in this or another set with the same key.
  Hash128 hash(std::string_view link) const;
  Seen insert(const Hash128& hash);

  size_t size() const { return head_->size; }

 private:
  struct Head {  // of the file
    size_t size;
    size_t slots;  // a power of two
  };

  Hash128* table() const;
  Hash128& place_of(const Hash128& hash) const;
  void map(size_t slots);
  void grow();

  Hash128 key_;
  uint64_t memory_;
  int file_;
  Head* head_ = nullptr;
  size_t mapped_slots_ = 0;  // open addressing; {0, 0}: nothing
};

}  // namespace linkspan::command
