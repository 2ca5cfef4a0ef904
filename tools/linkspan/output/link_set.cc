// SPDX-License-Identifier: Apache-2.0
#include "output/link_set.h"

#include <utility>

namespace linkspan::command {
namespace {

constexpr size_t kFirstSize = 1024;  // a power of two
constexpr Hash128 kNothing = {0, 0};

}  // namespace

LinkSet::LinkSet() : key_(base::random_key()), table_(kFirstSize, kNothing) {}

Hash128& LinkSet::place_of(std::vector<Hash128>& table, const Hash128& hash) {
  const size_t mask = table.size() - 1;
  size_t at = hash[0] & mask;
  while (table[at] != kNothing && table[at] != hash) at = (at + 1) & mask;
  return table[at];
}

LinkSet::Seen LinkSet::insert(std::string_view link) {
  Hash128 hash = base::sip_hash(key_, link);
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
