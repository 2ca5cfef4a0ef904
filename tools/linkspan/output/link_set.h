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
// Memory: 22 to 43 bytes for a link, and 64 while the table grows.
// Guarded by tests/command/output/link_set_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/keyed_hash.h"

namespace linkspan::command {

using base::Hash128;

class LinkSet {
 public:
  LinkSet();

  enum class Seen : uint8_t { first_time, before };
  Seen insert(std::string_view link);

  size_t size() const { return size_; }

 private:
  // The slot of the hash.
  static Hash128& place_of(std::vector<Hash128>& table, const Hash128& hash);
  void grow();

  Hash128 key_;
  std::vector<Hash128> table_;  // open addressing; {0, 0}: nothing
  size_t size_ = 0;
};

}  // namespace linkspan::command
