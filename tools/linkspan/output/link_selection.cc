// SPDX-License-Identifier: Apache-2.0
#include "output/link_selection.h"

#include <sys/mman.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstdio>
#include <new>
#include <stdexcept>
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

// The place is the first bits of the hash, so that a table is copied into one of twice its size in
// order. PERF: the search begins with a line of the cache; in the middle of one, and with == of
// std::array, which calls memcmp(), 10 M links took 5.0 s, and not 4.2 s.
Hash128& LinkSet::place_of(const Hash128& hash) const {
  constexpr size_t kOfLine = 64 / sizeof(Hash128);
  Hash128* const places = table();
  const size_t mask = mapped_slots_ - 1;
  const auto is_in = [](const Hash128& place, const Hash128& wanted) {
    return place[0] == wanted[0] && place[1] == wanted[1];
  };
  size_t at = hash[0] >> (64 - std::countr_zero(mapped_slots_)) & ~(kOfLine - 1);
  while (!is_in(places[at], kNoLink) && !is_in(places[at], hash)) at = (at + 1) & mask;
  return places[at];
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

LinkSelection::LinkSelection(const ScanSettings& settings)
    : form_(settings.to),
      most_(settings.most_links),
      memory_(settings.memory / (settings.read.jobs > 1 ? settings.read.jobs + 1 : 1)),
      undecided_links_(settings.answer == Answer::links && !settings.most_links
                           ? Undecided::are_kept
                           : Undecided::cannot_be),
      found_(share_flag()) {
  if (!settings.keep.all()) filter_.emplace(settings.keep);
  if (settings.answer == Answer::names_of_files) most_ = 1;
  if (settings.repeated == Repeated::leave_out) seen_.emplace(memory_);
}

bool LinkSelection::needs_order(const ScanSettings& settings) {
  return settings.repeated == Repeated::leave_out &&
         (settings.answer != Answer::links || settings.most_links.has_value());
}

bool LinkSelection::needs_whole_inputs(const ScanSettings& settings) {
  return settings.answer == Answer::names_of_files || settings.most_links.has_value();
}

// Memory that a forked process shares with this one.
std::unique_ptr<LinkSelection::Flag, LinkSelection::Unmap> LinkSelection::share_flag() {
  void* const memory =
      mmap(nullptr, sizeof(Flag), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category());
  return std::unique_ptr<Flag, Unmap>(new (memory) Flag(false));
}

void LinkSelection::Unmap::operator()(Flag* flag) const { munmap(flag, sizeof(Flag)); }

void LinkSelection::begin(const std::string& source) {
  if (!most_ || source == source_) return;
  source_ = source;
  taken_ = 0;
}

bool LinkSelection::takes(const Link& link, Order order) {
  if (filter_ && !filter_->keeps(link)) return false;
  if (most_ && taken_ >= *most_) return false;
  if (seen_) {
    std::string changed;
    const Hash128 hash = seen_->hash(form_->line(link, changed));
    if (order == Order::later && !seen_here_) seen_here_.emplace(memory_);
    LinkSet& seen = order == Order::later ? *seen_here_ : *seen_;
    const LinkSet::Seen when = seen.insert(hash);
    if (when == LinkSet::Seen::before) return false;
    undecided_.reset();
    if (order == Order::later) {
      hashes_.push_back(hash);
    } else if (when == LinkSet::Seen::no_room) {
      note_undecided(hash);
    }
  }
  if (most_) ++taken_;
  if (!has_found()) found_->store(true, std::memory_order_relaxed);
  return true;
}

void LinkSelection::note_undecided(const Hash128& hash) {
  if (undecided_links_ == Undecided::cannot_be) {
    throw std::runtime_error(
        "more different links than --memory holds, which --unique with -m, -c, -l or --count "
        "needs; "
        "give it more");
  }
  undecided_ = hash;
}

bool LinkSelection::has_enough_of(const std::string& source) const {
  return most_ && taken_ >= *most_ && source == source_;
}

}  // namespace linkspan::command
