// SPDX-License-Identifier: Apache-2.0
// What --count, --stats and --unique remember of a run, within --memory: what does not fit is
// written to a file without a name, and read again at the end.
//
//   TextCounts     "a" twice, "b" once  →  b 1 and a 2, the most frequent first
//   SpilledRecords records by a hash    →  those of each hash once, the one that was added first
//
// The idea is that of the hash join of databases (Kitsuregawa, Tanaka and Moto-oka, "Application of
// hash to data base machine and its architecture", 1983): records are written into 64 partitions by
// a hash of their key, so that all with one key are in one partition; then each partition is read
// for itself, and its keys fit into memory. Only --count has to sort: each partition in memory,
// then 64 sorted runs are merged.
//
// The processes that are forked after a SpillFile was made share it: each appends blocks of its
// own, and tells the others where they are (encoded()). Memory can be exceeded if one of 64
// partitions has more keys than fit.
//
// Rejected: sorted runs in place of partitions took 1.4 times as long, as every key was compared
// some 20 times, where a hash is looked up once.
//
// Guarded by tests/command/output/spill_test.cc.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/keyed_hash.h"

namespace linkspan::command {

using base::Hash128;

// A temporary file that processes share. Throws std::system_error if it cannot be written.
class SpillFile {
 public:
  SpillFile();
  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  // Returns where the bytes are. For any process, at any time.
  uint64_t append(std::string_view bytes);
  // `bytes` becomes what is there.
  void read(uint64_t at, size_t size, std::string& bytes) const;
  // 0, 1, 2 … among all processes.
  uint64_t next_number() { return shared_->number.fetch_add(1); }
  // The same in all processes.
  Hash128 hash(std::string_view text) const { return base::sip_hash(key_, text); }

 private:
  struct Shared {
    std::atomic<uint64_t> end{0}, number{0};
  };
  static_assert(std::atomic<uint64_t>::is_always_lock_free);

  Hash128 key_;
  int file_ = -1;
  Shared* shared_ = nullptr;  // in memory that processes share
};

// Records in partitions of a SpillFile, which outlives this.
class Partitions {
 public:
  static constexpr size_t kCount = 64;

  explicit Partitions(SpillFile& file) : file_(file) {}

  // Of a hash of 32 bits: its last six, as tables use the first ones.
  static size_t partition_of(uint32_t hash) { return hash % kCount; }
  // The record is `head` and then `body`.
  void add(size_t partition, std::string_view head, std::string_view body);
  bool is_empty() const { return is_empty_; }
  // Where all records are; they are left to the process that adds this to its own.
  std::string take_places();
  void add_places(std::string_view taken);
  // REQUIRED before a Reader: nothing is added after it.
  void flush();

  // The records of one partition, as they were added.
  class Reader {
   public:
    Reader(const Partitions& partitions, size_t partition)
        : from_(&partitions), partition_(partition) {}
    // The next one, which is valid until the next call; false at the end.
    bool next(std::string_view& record);

   private:
    const Partitions* from_;
    size_t partition_, next_place_ = 0;
    std::string block_;
    size_t at_ = 0;
  };

 private:
  struct Place {
    uint64_t at, size;
  };
  static constexpr size_t kBlockOfPartition = 64 << 10;
  void flush(size_t partition);

  SpillFile& file_;
  bool is_empty_ = true;
  std::array<std::string, kCount> blocks_;  // not written yet
  std::array<std::vector<Place>, kCount> places_;
};

// A number for each of many texts.
//
// The texts follow each other in one piece of memory, each after its number and its hash; the table
// only says where.
//
// PERF: texts are read in the order of the memory where they are spilled and grouped, and the table
// where it grows, as its places are the first bits of the hashes. `--count --memory 200M` of 10 M
// URIs took 18.3 s of processor time; with a table that holds the numbers, 23.6 s; sort -u, 27.7 s.
// 50 M with 900M: --count 118 s and 823 MB, --unique 81 s and 730 MB.
class TextCounts {
 public:
  // `memory`: about how many bytes this may take; of more than 16 GiB, so many. The file outlives
  // this.
  TextCounts(SpillFile& file, uint64_t memory);

  void add(std::string_view text, uint64_t count = 1);

  // All of it for another process, and nothing is left here.
  std::string take_encoded();
  void add_encoded(std::string_view encoded);

  // After this, nothing is added.
  void finish();
  // How many different texts there are. REQUIRES: finish() was called.
  uint64_t size() const { return size_; }
  // The most frequent first, equally frequent ones in the order of their bytes; at most `most`, and
  // until `take` returns false. REQUIRES: finish() was called.
  using Take = std::function<bool(std::string_view text, uint64_t count)>;
  void visit(uint64_t most, const Take& take) const;

 private:
  struct Entry {  // its text follows
    uint64_t count = 0;
    uint32_t size = 0;
    uint32_t hash = 0;
    std::string_view text() const { return {reinterpret_cast<const char*>(this + 1), size}; }
  };
  struct Slot {
    uint32_t hash = 0;
    uint32_t entry = 0;  // its place in units of kUnit, plus 1; 0: free
  };
  struct Keyed;
  class Merge;
  struct Free {
    void operator()(char* memory) const { std::free(memory); }
  };
  static constexpr size_t kUnit = alignof(Entry);

  void add(std::string_view text, uint32_t hash, uint64_t count);
  uint32_t hash_of(std::string_view text) const {
    return static_cast<uint32_t>(file_.hash(text)[0] >> 32);
  }
  Entry& entry_at(size_t at) const { return *reinterpret_cast<Entry*>(entries_.get() + at); }
  Slot& slot_of(std::string_view text, uint32_t hash);
  void make_room(size_t size);
  void grow();
  template <class Use>
  void for_each(const Use& use) const;
  void spill();
  void clear();
  static void sort(Keyed* begin, Keyed* end, size_t depth);
  static void sort_texts(Keyed* begin, Keyed* end, size_t depth);
  template <class Use>
  void visit_sorted(const Use& use) const;

  SpillFile& file_;
  const uint64_t memory_;
  std::vector<Slot> slots_;  // open addressing; their number is a power of two
  int shift_ = 0;            // from a hash to its slot
  uint64_t used_ = 0;        // of the slots
  std::unique_ptr<char[], Free> entries_;
  size_t entries_end_ = 0, entries_room_ = 0;
  Partitions spilled_;
  Partitions sorted_;  // each partition in the order of visit()
  uint64_t size_ = 0;
};

// Records, of which only the first of each hash is wanted.
class SpilledRecords {
 public:
  explicit SpilledRecords(SpillFile& file) : file_(file), records_(file) {}

  void add(const Hash128& hash, std::string_view record);
  std::string take_encoded() { return records_.take_places(); }
  void add_encoded(std::string_view encoded) { records_.add_places(encoded); }
  // In any order.
  void visit(const std::function<bool(std::string_view record)>& take);

 private:
  SpillFile& file_;
  Partitions records_;
};

}  // namespace linkspan::command
