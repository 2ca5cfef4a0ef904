// SPDX-License-Identifier: Apache-2.0
#include "output/link_set.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>
#include <vector>

namespace linkspan::command {
namespace {

constexpr size_t kFirstSlots = 1024;  // a power of two
constexpr size_t kHeadBytes = 64;
constexpr Hash128 kNoLink = {0, 0};

size_t bytes_of(size_t slots) { return kHeadBytes + slots * sizeof(Hash128); }

[[noreturn]] void fail() { throw std::system_error(errno, std::generic_category(), "--unique"); }

int file_in_memory() {
#ifdef __linux__
  const int file = memfd_create("linkspan", MFD_CLOEXEC);
#else
  std::FILE* const temporary = std::tmpfile();
  const int file = temporary == nullptr ? -1 : dup(fileno(temporary));
#endif
  if (file < 0) fail();
  return file;
}

}  // namespace

LinkSet::LinkSet(uint64_t memory)
    : key_(base::random_key()), memory_(memory), file_(file_in_memory()) {
  map(kFirstSlots);
  head_->slots = kFirstSlots;
}

LinkSet::~LinkSet() {
  munmap(head_, bytes_of(mapped_slots_));
  close(file_);
}

// The file becomes that long, if it is shorter.
void LinkSet::map(size_t slots) {
  if (head_ != nullptr) munmap(head_, bytes_of(mapped_slots_));
  const size_t bytes = bytes_of(slots);
  if (ftruncate(file_, static_cast<off_t>(bytes)) != 0) fail();
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
  if (memory == MAP_FAILED) fail();
  head_ = static_cast<Head*>(memory);
  mapped_slots_ = slots;
}

Hash128* LinkSet::table() const {
  return reinterpret_cast<Hash128*>(reinterpret_cast<char*>(head_) + kHeadBytes);
}

Hash128& LinkSet::place_of(const Hash128& hash) const {
  const size_t mask = mapped_slots_ - 1;
  size_t at = hash[0] & mask;
  while (table()[at] != kNoLink && table()[at] != hash) at = (at + 1) & mask;
  return table()[at];
}

Hash128 LinkSet::hash(std::string_view link) const {
  Hash128 hash = base::sip_hash(key_, link);
  if (hash == kNoLink) hash[1] = 1;
  return hash;
}

LinkSet::Seen LinkSet::insert(const Hash128& hash) {
  if (head_->slots != mapped_slots_) map(head_->slots);
  Hash128& place = place_of(hash);
  if (place == hash) return Seen::before;
  const bool is_full = (head_->size + 1) * 4 > mapped_slots_ * 3;
  // The next table has twice as many slots, and the links of this one are copied in between.
  if (is_full && bytes_of(mapped_slots_) > memory_ / 3) return Seen::no_room;
  place = hash;
  ++head_->size;
  if (is_full) grow();
  return Seen::first_time;
}

void LinkSet::grow() {
  std::vector<Hash128> links;
  links.reserve(head_->size);
  for (size_t i = 0; i < mapped_slots_; ++i) {
    if (table()[i] != kNoLink) links.push_back(std::exchange(table()[i], kNoLink));
  }
  map(mapped_slots_ * 2);
  head_->slots = mapped_slots_;
  for (const Hash128& hash : links) place_of(hash) = hash;
}

}  // namespace linkspan::command
