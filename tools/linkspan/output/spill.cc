// SPDX-License-Identifier: Apache-2.0
#include "output/spill.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>
#include <system_error>
#include <type_traits>
#include <utility>

#include "base/compiler.h"
#include "common/encoding.h"

namespace linkspan::command {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

int file_without_name() {
  const char* const named = std::getenv("TMPDIR");
  const std::string folder = named != nullptr && *named != '\0' ? named : "/tmp";
#ifdef O_TMPFILE
  const int file = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0) return file;
#endif
  std::string name = folder + "/linkspan-XXXXXX";
  const int named_file = mkstemp(name.data());
  if (named_file >= 0) {
    unlink(name.c_str());
    fcntl(named_file, F_SETFD, FD_CLOEXEC);
  }
  return named_file;
}

// The size of a record, before its bytes.
using Size = uint64_t;

void append_size(std::string& block, Size number) {
  block.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

// The bytes of a T without padding, before a text.
template <class T>
std::string_view as_bytes(const T& head) {
  static_assert(std::has_unique_object_representations_v<T>);
  return {reinterpret_cast<const char*>(&head), sizeof(head)};
}

template <class T>
T head_of(std::string_view record) {
  T head{};
  std::memcpy(&head, record.data(), sizeof(head));
  return head;
}

}  // namespace

// --- SpillFile

SpillFile::SpillFile() : key_(base::random_key()), file_(file_without_name()) {
  void* const memory =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) fail("a temporary file");
  shared_ = new (memory) Shared;
}

SpillFile::~SpillFile() {
  munmap(shared_, sizeof(Shared));
  if (file_ >= 0) close(file_);
}

uint64_t SpillFile::append(std::string_view bytes) {
  if (file_ < 0)
    fail("more is to be remembered than --memory allows, and there is no room in TMPDIR");
  const uint64_t begin = shared_->end.fetch_add(bytes.size());
  for (uint64_t at = begin; !bytes.empty();) {
    const ssize_t written = pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail("a temporary file in TMPDIR");
    bytes.remove_prefix(static_cast<size_t>(written));
    at += static_cast<uint64_t>(written);
  }
  return begin;
}

void SpillFile::read(uint64_t at, size_t size, std::string& bytes) const {
  bytes.resize(size);
  for (size_t got = 0; got < size;) {
    const ssize_t more = pread(file_, bytes.data() + got, size - got, static_cast<off_t>(at + got));
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) fail("a temporary file in TMPDIR");
    got += static_cast<size_t>(more);
  }
}

// --- Partitions

void Partitions::add(size_t partition, std::string_view head, std::string_view body) {
  is_empty_ = false;
  std::string& block = blocks_[partition];
  if (block.capacity() == 0) block.reserve(kBlockOfPartition);
  append_size(block, head.size() + body.size());
  block += head;
  block += body;
  if (block.size() >= kBlockOfPartition) flush(partition);
}

void Partitions::flush(size_t partition) {
  std::string& block = blocks_[partition];
  if (block.empty()) return;
  places_[partition].push_back({file_.append(block), block.size()});
  block.clear();
}

std::string Partitions::take_places() {
  Encoder encoder;
  for (size_t i = 0; i < kCount; ++i) {
    flush(i);
    encoder.put(places_[i].size());
    for (const Place& place : std::exchange(places_[i], {})) {
      encoder.put(place.at);
      encoder.put(place.size);
    }
  }
  is_empty_ = true;
  return encoder.take();
}

void Partitions::add_places(std::string_view taken) {
  EncodedReader reader(taken);
  for (std::vector<Place>& places : places_) {
    for (uint64_t left = reader.number(); left > 0; --left) {
      const uint64_t at = reader.number();
      places.push_back({at, reader.number()});
      is_empty_ = false;
    }
  }
}

void Partitions::flush() {
  for (size_t i = 0; i < kCount; ++i) flush(i);
  blocks_ = {};
}

bool Partitions::Reader::next(std::string_view& record) {
  if (at_ == block_.size()) {
    const std::vector<Place>& places = from_->places_[partition_];
    if (next_place_ == places.size()) return false;
    const Place& place = places[next_place_++];
    from_->file_.read(place.at, place.size, block_);
    at_ = 0;
  }
  const Size size = head_of<Size>(std::string_view(block_).substr(at_));
  record = std::string_view(block_).substr(at_ + sizeof(size), size);
  at_ += sizeof(size) + size;
  return true;
}

// --- TextCounts

namespace {

constexpr size_t kFirstOfTable = 1024;
constexpr size_t kFirstOfEntries = 256 << 10;
constexpr uint64_t kLeastMemory = 1 << 20;
// What a Slot can say the place of: the room for entries doubles up to this.
constexpr uint64_t kMostMemory = uint64_t{16} << 30;

// Of a text with its number, in the file.
struct CountHead {
  uint64_t count, hash;
};

uint64_t bytes_at(std::string_view text, size_t depth) {
  uint64_t bytes = 0;
  if (depth >= text.size()) return 0;
  std::memcpy(&bytes, text.data() + depth, std::min(sizeof(bytes), text.size() - depth));
  return __builtin_bswap64(base::first_byte_lowest(bytes));
}

}  // namespace

// The order of entries, by eight bytes at a time: first those of the number, then of the text.
// PERF: of 780,000 URIs, most of which begin with the same 20 bytes, a quarter of the time of
// std::sort with operator<.
struct TextCounts::Keyed {
  uint64_t next_bytes = 0;
  const Entry* entry = nullptr;
};

TextCounts::TextCounts(SpillFile& file, uint64_t memory)
    : file_(file),
      memory_(std::clamp(memory, kLeastMemory, kMostMemory)),
      spilled_(file),
      sorted_(file) {}

// PERF: the hash is computed once for each text that is counted, and is in the records of the file.
TextCounts::Slot& TextCounts::slot_of(std::string_view text, uint32_t hash) {
  const size_t mask = slots_.size() - 1;
  size_t at = hash >> shift_;
  for (;; at = (at + 1) & mask) {
    Slot& slot = slots_[at];
    if (slot.entry == 0) return slot;
    if (slot.hash == hash && entry_at((slot.entry - 1) * kUnit).text() == text) return slot;
  }
}

void TextCounts::add(std::string_view text, uint64_t count) { add(text, hash_of(text), count); }

void TextCounts::add(std::string_view text, uint32_t hash, uint64_t count) {
  if (!slots_.empty()) {
    const Slot& known = slot_of(text, hash);
    if (known.entry != 0) {
      entry_at((known.entry - 1) * kUnit).count += count;
      return;
    }
  }
  const size_t size = (sizeof(Entry) + text.size() + kUnit - 1) / kUnit * kUnit;
  make_room(size);
  slot_of(text, hash) = {hash, static_cast<uint32_t>(entries_end_ / kUnit + 1)};
  Entry* const entry = new (&entry_at(entries_end_)) Entry{count, uint32_t(text.size()), hash};
  if (!text.empty()) std::memcpy(static_cast<void*>(entry + 1), text.data(), text.size());
  entries_end_ += size;
  ++used_;
}

// Doubles the table when it is three quarters full; if that would be too much, spills.
void TextCounts::make_room(size_t size) {
  const auto is_full = [this] { return (used_ + 1) * 4 > slots_.size() * 3; };
  const uint64_t table = slots_.size() * sizeof(Slot);
  const uint64_t later = std::max(is_full() ? 2 * table : 0, (used_ + 1) * sizeof(Keyed));
  if (used_ > 0 && entries_end_ + size + table + later > memory_) spill();
  if (is_full()) grow();
  if (entries_end_ + size <= entries_room_) return;
  // Pages that are not used take no memory, and the C library moves large blocks without a copy.
  const size_t room = std::max({kFirstOfEntries, entries_room_ * 2, size});
  char* const moved = static_cast<char*>(std::realloc(entries_.get(), room));
  if (moved == nullptr) throw std::bad_alloc();
  static_cast<void>(entries_.release());
  entries_.reset(moved);
  entries_room_ = room;
}

void TextCounts::grow() {
  std::vector<Slot> before = std::exchange(slots_, {});
  slots_.resize(std::max(kFirstOfTable, before.size() * 2));
  shift_ = 32 - std::countr_zero(slots_.size());
  const size_t mask = slots_.size() - 1;
  for (const Slot& slot : before) {
    if (slot.entry == 0) continue;
    size_t at = slot.hash >> shift_;
    while (slots_[at].entry != 0) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

template <class Use>
void TextCounts::for_each(const Use& use) const {
  for (size_t at = 0; at < entries_end_;) {
    const Entry& entry = entry_at(at);
    use(entry);
    at += (sizeof(Entry) + entry.size + kUnit - 1) / kUnit * kUnit;
  }
}

void TextCounts::spill() {
  for_each([this](const Entry& entry) {
    spilled_.add(Partitions::partition_of(entry.hash), as_bytes(CountHead{entry.count, entry.hash}),
                 entry.text());
  });
  clear();
}

void TextCounts::clear() {
  std::fill(slots_.begin(), slots_.end(), Slot{});
  used_ = 0;
  entries_end_ = 0;
}

std::string TextCounts::take_encoded() {
  // What is much does not go through a pipe.
  if (!spilled_.is_empty() || entries_end_ > memory_ / 8) spill();
  Encoder encoder;
  encoder.put(spilled_.take_places());
  for_each([&encoder](const Entry& entry) {
    encoder.put(entry.text());
    encoder.put(entry.count);
  });
  clear();
  return encoder.take();
}

void TextCounts::add_encoded(std::string_view encoded) {
  EncodedReader reader(encoded);
  spilled_.add_places(reader.text());
  while (!reader.is_at_end()) {
    const std::string_view text = reader.text();
    add(text, reader.number());
  }
}

void TextCounts::finish() {
  size_ = used_;
  if (spilled_.is_empty()) return;
  spill();
  spilled_.flush();
  size_ = 0;
  // The keys of a partition stay in memory, whatever their number: spilling again would not end.
  TextCounts one(file_, UINT64_MAX / 2);
  std::swap(one.slots_, slots_);
  std::swap(one.shift_, shift_);
  std::swap(one.entries_, entries_);
  std::swap(one.entries_room_, entries_room_);
  for (size_t partition = 0; partition < Partitions::kCount; ++partition) {
    Partitions::Reader reader(spilled_, partition);
    for (std::string_view record; reader.next(record);) {
      const CountHead head = head_of<CountHead>(record);
      one.add(record.substr(sizeof(head)), static_cast<uint32_t>(head.hash), head.count);
    }
    size_ += one.used_;
    one.visit_sorted([&](const Entry& entry) {
      sorted_.add(partition, as_bytes(CountHead{entry.count, entry.hash}), entry.text());
      return true;
    });
    one.clear();
  }
  sorted_.flush();
}

// REQUIRES: what is before next_bytes is equal; next_bytes end at `depth` in the text.
void TextCounts::sort(Keyed* begin, Keyed* end, size_t depth) {  // NOLINT(misc-no-recursion)
  const auto is_before = [](const Keyed& a, const Keyed& b) { return a.next_bytes < b.next_bytes; };
  const bool are_same = std::all_of(
      begin, end, [&](const Keyed& one) { return one.next_bytes == begin->next_bytes; });
  if (!are_same) std::sort(begin, end, is_before);
  for (Keyed* from = begin; from != end;) {
    Keyed* const to = std::upper_bound(from, end, *from, is_before);
    if (to - from > 1) sort_texts(from, to, depth);
    from = to;
  }
}

// REQUIRES: the numbers and the first `depth` bytes of the texts are equal.
void TextCounts::sort_texts(Keyed* begin, Keyed* end, size_t depth) {  // NOLINT(misc-no-recursion)
  constexpr std::ptrdiff_t kFew = 24;
  constexpr size_t kDeepest = 4096;  // bounds the recursion
  if (end - begin <= kFew || depth > kDeepest) {
    std::sort(begin, end,
              [](const Keyed& a, const Keyed& b) { return a.entry->text() < b.entry->text(); });
    return;
  }
  for (Keyed* one = begin; one != end; ++one) {
    one->next_bytes = bytes_at(one->entry->text(), depth);
  }
  sort(begin, end, depth + sizeof(uint64_t));
}

// Calls use(entry) for each entry, in the order of visit(), until it returns false.
template <class Use>
void TextCounts::visit_sorted(const Use& use) const {
  constexpr size_t kAhead = 16;  // PERF: an entry is a cache miss, in the order of the texts
  std::vector<Keyed> entries;
  entries.reserve(used_);
  for_each([&entries](const Entry& entry) { entries.push_back({~entry.count, &entry}); });
  sort(entries.data(), entries.data() + entries.size(), 0);
  for (size_t i = 0; i < entries.size(); ++i) {
    if (i + kAhead < entries.size()) __builtin_prefetch(entries[i + kAhead].entry);
    if (!use(*entries[i].entry)) return;
  }
}

// The sorted partitions as one: a tournament whose matches keep their losers (Knuth, "The Art of
// Computer Programming", volume 3, section 5.4.1).
class TextCounts::Merge {
 public:
  explicit Merge(const Partitions& sorted) {
    for (size_t i = 0; i < kRuns; ++i) runs_.push_back({{sorted, i}, 0, {}});
    for (Run& run : runs_) run.next();
    first_ = winner_of(1);
  }
  bool is_at_end() const { return runs_[first_].count == 0; }
  uint64_t count() const { return runs_[first_].count; }
  std::string_view text() const { return runs_[first_].text; }
  void next() {
    runs_[first_].next();
    for (size_t match = (kRuns + first_) / 2; match > 0; match /= 2) {
      if (runs_[losers_[match]].is_before(runs_[first_])) std::swap(losers_[match], first_);
    }
  }

 private:
  static constexpr size_t kRuns = Partitions::kCount;  // a power of two

  struct Run {
    Partitions::Reader reader;
    uint64_t count = 0;  // 0: at its end
    std::string_view text = {};

    void next() {
      std::string_view record;
      count = 0;
      if (!reader.next(record)) return;
      count = head_of<CountHead>(record).count;
      text = record.substr(sizeof(CountHead));
    }
    bool is_before(const Run& other) const {
      return count != other.count ? count > other.count : text < other.text;
    }
  };

  size_t winner_of(size_t match) {  // NOLINT(misc-no-recursion)
    if (match >= kRuns) return match - kRuns;
    const size_t one = winner_of(2 * match), other = winner_of(2 * match + 1);
    const bool is_one = runs_[one].is_before(runs_[other]);
    losers_[match] = is_one ? other : one;
    return is_one ? one : other;
  }

  std::vector<Run> runs_;
  std::array<size_t, kRuns> losers_{};
  size_t first_ = 0;
};

void TextCounts::visit(uint64_t most, const Take& take) const {
  uint64_t left = most;
  if (sorted_.is_empty()) {
    return visit_sorted(
        [&](const Entry& entry) { return left-- > 0 && take(entry.text(), entry.count); });
  }
  for (Merge merge(sorted_); !merge.is_at_end() && left > 0; merge.next(), --left) {
    if (!take(merge.text(), merge.count())) return;
  }
}

// --- SpilledRecords

namespace {

// Before the bytes of a record.
struct RecordHead {
  uint64_t number = 0;
  Hash128 hash{};
};

// The smallest number of each hash.
class FirstNumbers {
 public:
  void note(const RecordHead& head) {
    if ((used_ + 1) * 2 > slots_.size()) grow();
    RecordHead& slot = slot_of(head.hash);
    if (slot.number == kFree) ++used_;
    if (head.number < slot.number) slot = head;
  }
  bool is_first(const RecordHead& head) { return slot_of(head.hash).number == head.number; }
  void clear() {
    std::fill(slots_.begin(), slots_.end(), RecordHead{kFree});
    used_ = 0;
  }

 private:
  static constexpr uint64_t kFree = UINT64_MAX;

  RecordHead& slot_of(const Hash128& hash) {
    size_t at = hash[0] >> shift_;
    while (slots_[at].number != kFree &&
           (slots_[at].hash[0] != hash[0] || slots_[at].hash[1] != hash[1])) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return slots_[at];
  }
  void grow() {
    const size_t size = std::max(kFirstOfTable, slots_.size() * 2);
    const std::vector<RecordHead> before =
        std::exchange(slots_, std::vector(size, RecordHead{kFree}));
    shift_ = 64 - std::countr_zero(size);
    for (const RecordHead& head : before) {
      if (head.number != kFree) slot_of(head.hash) = head;
    }
  }

  std::vector<RecordHead> slots_;  // open addressing; their number is a power of two
  int shift_ = 0;                  // from a hash to its slot
  size_t used_ = 0;
};

}  // namespace

void SpilledRecords::add(const Hash128& hash, std::string_view record) {
  const RecordHead head{file_.next_number(), hash};
  records_.add(hash[1] % Partitions::kCount, as_bytes(head), record);
}

// First the smallest number of each hash, then the records that have it.
void SpilledRecords::visit(const std::function<bool(std::string_view record)>& take) {
  FirstNumbers first;
  records_.flush();
  for (size_t partition = 0; partition < Partitions::kCount; ++partition) {
    std::string_view record;
    first.clear();
    for (Partitions::Reader reader(records_, partition); reader.next(record);) {
      first.note(head_of<RecordHead>(record));
    }
    for (Partitions::Reader reader(records_, partition); reader.next(record);) {
      if (!first.is_first(head_of<RecordHead>(record))) continue;
      if (!take(record.substr(sizeof(RecordHead)))) return;
    }
  }
}

}  // namespace linkspan::command
