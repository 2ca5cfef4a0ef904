// SPDX-License-Identifier: Apache-2.0
// LinkSelection: which links of a run are written: those that match the filter, did not occur
// before (--unique), and are among the first of their input (-m).
//
// Links are counted in one process, where their order is known; with only a filter, takes() changes
// only a flag that all processes share, and any number of threads may call it. Guarded by
// tests/command/output/command_selection_test.cc and tests/command/work/jobs_test.cc.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/keyed_hash.h"
#include "common/link_filter.h"
#include "linkspan/document.h"
#include "output/scan_settings.h"

namespace linkspan::command {

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

class LinkSelection {
 public:
  explicit LinkSelection(const ScanSettings& settings);

  // Must one process read all inputs? What is counted depends then on the order of all links.
  static bool needs_order(const ScanSettings& settings);
  // Must one process read all of an input?
  static bool needs_whole_inputs(const ScanSettings& settings);

  // Begins an input.
  void begin(const std::string& source);

  // REQUIRES: with Repeated::leave_out, the link has the members that OutputForm::line() uses.
  // Order::later: in a worker, before its turn. Links that this process has not seen are taken,
  // and their hashes are kept; when it is their turn, is_new() decides.
  enum class Order : uint8_t { now, later };
  bool takes(const Link& link, Order order);
  std::vector<Hash128> take_hashes() { return std::exchange(hashes_, {}); }
  LinkSet::Seen see(const Hash128& hash) { return seen_->insert(hash); }
  // The hash of the link that was taken last, if it is not known whether it is new, as --memory is
  // used up.
  const std::optional<Hash128>& undecided() const { return undecided_; }

  // Is no further link of this input taken?
  bool has_enough_of(const std::string& source) const;

  // Was any link taken, by any process that was forked since this was made?
  bool has_found() const { return found_->load(std::memory_order_relaxed); }

 private:
  using Flag = std::atomic<bool>;
  static_assert(Flag::is_always_lock_free);
  struct Unmap {
    void operator()(Flag* flag) const;
  };
  static std::unique_ptr<Flag, Unmap> share_flag();
  void note_undecided(const Hash128& hash);

  std::optional<LinkFilter> filter_;
  const OutputForm* form_;
  std::optional<uint32_t> most_;
  std::optional<LinkSet> seen_;       // by all processes, in order
  std::optional<LinkSet> seen_here_;  // by this process
  std::vector<Hash128> hashes_;       // of links that were taken for later
  std::optional<Hash128> undecided_;
  uint64_t memory_;  // of a set
  enum class Undecided : uint8_t { are_kept, cannot_be } undecided_links_;
  std::string source_;
  uint32_t taken_ = 0;  // of this source
  std::unique_ptr<Flag, Unmap> found_;
};

}  // namespace linkspan::command
