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
#include <map>
#include <new>
#include <queue>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "base/compiler.h"
#include "common/encoding.h"

namespace linkspan::command {
namespace {

constexpr size_t kReadAtOnce = 256 << 10;

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

// A record in a block: its size, then its bytes.
using Size = uint64_t;

void put_record(std::string& block, std::string_view record) {
  const Size size = record.size();
  block.append(reinterpret_cast<const char*>(&size), sizeof(size));
  block += record;
}

// A text with its number and hash, as a record.
struct CountHead {
  uint64_t count;
  uint32_t hash;
};
constexpr size_t kCountHead = sizeof(uint64_t) + sizeof(uint32_t);

// PERF: into a string that is used again.
std::string_view make_record(std::string& record, std::string_view text, const CountHead& head) {
  record.assign(reinterpret_cast<const char*>(&head), kCountHead);
  return record.append(text);
}

CountHead head_of(std::string_view record) {
  CountHead head{};
  std::memcpy(&head, record.data(), kCountHead);
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

std::string SpillFile::read(uint64_t at, size_t size) const {
  std::string bytes(size, '\0');
  for (size_t got = 0; got < size;) {
    const ssize_t more = pread(file_, bytes.data() + got, size - got, static_cast<off_t>(at + got));
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) fail("a temporary file in TMPDIR");
    got += static_cast<size_t>(more);
  }
  return bytes;
}

// --- Partitions

void Partitions::add(size_t partition, std::string_view record) {
  is_empty_ = false;
  std::string& block = blocks_[partition];
  if (block.capacity() == 0) block.reserve(kBlockOfPartition);
  put_record(block, record);
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

void Partitions::read(size_t partition, const std::function<void(std::string_view)>& take) {
  flush(partition);
  for (const Place& place : places_[partition]) {
    const std::string block = file_.read(place.at, place.size);
    for (std::string_view rest = block; !rest.empty();) {
      Size size = 0;
      std::memcpy(&size, rest.data(), sizeof(size));
      take(rest.substr(sizeof(size), size));
      rest.remove_prefix(sizeof(size) + size);
    }
  }
}

// --- TextCounts

namespace {

constexpr size_t kFirstOfTable = 1024;
constexpr size_t kTextBlock = 256 << 10;
constexpr uint64_t kLeastMemory = 1 << 20;

// The order of texts with one number, by eight bytes at a time. PERF: of 780,000 URIs, most of
// which begin with the same 20 bytes, a quarter of the time of std::sort with operator<.
struct Keyed {
  uint64_t next_bytes = 0;
  std::string_view text;
  uint32_t hash = 0;
};

uint64_t bytes_at(std::string_view text, size_t depth) {
  uint64_t bytes = 0;
  if (depth >= text.size()) return 0;
  std::memcpy(&bytes, text.data() + depth, std::min(sizeof(bytes), text.size() - depth));
  return __builtin_bswap64(base::first_byte_lowest(bytes));
}

void sort_texts(Keyed* begin, Keyed* end, size_t depth) {  // NOLINT(misc-no-recursion)
  constexpr std::ptrdiff_t kFew = 24;
  constexpr size_t kDeepest = 4096;  // bounds the recursion
  if (end - begin <= kFew || depth > kDeepest) {
    std::sort(begin, end, [](const Keyed& a, const Keyed& b) { return a.text < b.text; });
    return;
  }
  for (Keyed* one = begin; one != end; ++one) one->next_bytes = bytes_at(one->text, depth);
  const auto is_before = [](const Keyed& a, const Keyed& b) { return a.next_bytes < b.next_bytes; };
  const bool are_same = std::all_of(
      begin, end, [&](const Keyed& one) { return one.next_bytes == begin->next_bytes; });
  if (!are_same) std::sort(begin, end, is_before);
  for (Keyed* from = begin; from != end;) {
    Keyed* const to = std::upper_bound(from, end, *from, is_before);
    if (to - from > 1) sort_texts(from, to, depth + sizeof(uint64_t));
    from = to;
  }
}

}  // namespace

TextCounts::TextCounts(SpillFile& file, uint64_t memory)
    : file_(file), memory_(std::max(memory, kLeastMemory)), spilled_(file) {}

// The last bits of the hash are the place. PERF: it is computed once for each text that is counted,
// and is in the records of the file.
TextCounts::Slot& TextCounts::slot_of(std::string_view text, uint32_t hash) {
  const size_t mask = slots_.size() - 1;
  size_t at = hash & mask;
  while (slots_[at].text != nullptr && (slots_[at].hash != hash || slots_[at].view() != text)) {
    at = (at + 1) & mask;
  }
  return slots_[at];
}

void TextCounts::add(std::string_view text, uint64_t count) { add(text, hash_of(text), count); }

void TextCounts::add(std::string_view text, uint32_t hash, uint64_t count) {
  if (!slots_.empty()) {
    Slot& known = slot_of(text, hash);
    if (known.text != nullptr) {
      known.count += count;
      return;
    }
  }
  make_room(text);
  slot_of(text, hash) = {keep(text), static_cast<uint32_t>(text.size()), hash, count};
  ++used_;
}

// Doubles the table when it is three quarters full; if that would be too much, spills.
void TextCounts::make_room(std::string_view text) {
  const auto is_full = [this] { return (used_ + 1) * 4 > slots_.size() * 3; };
  const uint64_t texts = text_bytes_ + text.size() + kTextBlock;
  const uint64_t grown = slots_.size() * sizeof(Slot) * (is_full() ? 3 : 1);
  if (used_ > 0 && texts + grown > memory_) spill();
  if (!is_full()) return;
  std::vector<Slot> before = std::exchange(slots_, {});
  slots_.resize(std::max(kFirstOfTable, before.size() * 2));
  for (const Slot& slot : before) {
    if (slot.text != nullptr) slot_of(slot.view(), slot.hash) = slot;
  }
}

const char* TextCounts::keep(std::string_view text) {
  if (text.size() > block_left_ || blocks_.empty()) {
    const size_t size = std::max(kTextBlock, text.size());
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(size));
    block_end_ = blocks_.back().get();
    block_left_ = size;
    text_bytes_ += size;
  }
  char* const at = block_end_;
  if (!text.empty()) std::memcpy(at, text.data(), text.size());
  block_end_ += text.size();
  block_left_ -= text.size();
  return at;
}

void TextCounts::spill() {
  std::string record;
  for (const Slot& slot : slots_) {
    if (slot.text == nullptr) continue;
    spilled_.add(Partitions::partition_of(slot.hash),
                 make_record(record, slot.view(), {slot.count, slot.hash}));
  }
  clear();
}

void TextCounts::clear() {
  std::fill(slots_.begin(), slots_.end(), Slot{});
  used_ = 0;
  blocks_.clear();
  block_left_ = 0;
  text_bytes_ = 0;
}

std::string TextCounts::take_encoded() {
  // What is much does not go through a pipe.
  if (!spilled_.is_empty() || text_bytes_ > memory_ / 8) spill();
  Encoder encoder;
  encoder.put(spilled_.take_places());
  for (const Slot& slot : slots_) {
    if (slot.text == nullptr) continue;
    encoder.put(slot.view());
    encoder.put(slot.count);
  }
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
  std::vector<Slot>().swap(slots_);
  size_ = 0;
  for (size_t partition = 0; partition < Partitions::kCount; ++partition) {
    // The keys of a partition stay in memory, whatever their number: spilling again would not end.
    TextCounts one(file_, UINT64_MAX / 2);
    spilled_.read(partition, [&one](std::string_view record) {
      const CountHead head = head_of(record);
      one.add(record.substr(kCountHead), head.hash, head.count);
    });
    size_ += one.used_;
    one.write_run();
    runs_.insert(runs_.end(), one.runs_.begin(), one.runs_.end());
  }
}

// Calls take(text, count, hash) for each text, in the order of visit(), until it returns false.
template <class TakeText>
void TextCounts::visit_sorted(const TakeText& take) const {
  constexpr size_t kAhead = 16;  // PERF: a text is a cache miss, in the order of the texts
  std::map<uint64_t, std::vector<Keyed>, std::greater<>> of_count;
  for (const Slot& slot : slots_) {
    if (slot.text != nullptr) of_count[slot.count].push_back({0, slot.view(), slot.hash});
  }
  for (auto& [count, texts] : of_count) {
    sort_texts(texts.data(), texts.data() + texts.size(), 0);
    for (size_t i = 0; i < texts.size(); ++i) {
      if (i + kAhead < texts.size()) __builtin_prefetch(texts[i + kAhead].text.data());
      if (!take(texts[i].text, count, texts[i].hash)) return;
    }
    std::vector<Keyed>().swap(texts);
  }
}

void TextCounts::write_run() {
  if (used_ == 0) return;
  std::string bytes, record;
  visit_sorted([&](std::string_view text, uint64_t count, uint32_t hash) {
    put_record(bytes, make_record(record, text, {count, hash}));
    return true;
  });
  runs_.push_back({file_.append(bytes), bytes.size()});
}

// Reads a sorted run, block by block.
class TextCounts::RunReader {
 public:
  RunReader(const SpillFile& file, SortedRun run) : file_(&file), left_(run) {}

  // False at the end.
  bool next() {
    if (rest().size() < sizeof(Size)) read_more(sizeof(Size));
    if (rest().empty()) return false;
    Size size = 0;
    std::memcpy(&size, rest().data(), sizeof(size));
    if (rest().size() < sizeof(size) + size) read_more(sizeof(size) + size);
    record_at_ = at_ + sizeof(size);
    record_size_ = size;
    at_ += sizeof(size) + size;
    count_ = head_of(std::string_view(held_).substr(record_at_, record_size_)).count;
    return true;
  }
  uint64_t count() const { return count_; }
  std::string_view text() const {
    return std::string_view(held_).substr(record_at_ + kCountHead, record_size_ - kCountHead);
  }

 private:
  std::string_view rest() const { return std::string_view(held_).substr(at_); }
  void read_more(size_t wanted) {
    const size_t size = std::min<uint64_t>(std::max(wanted, kReadAtOnce), left_.size);
    held_ = std::string(rest()) + file_->read(left_.at, size);
    at_ = 0;
    left_.at += size;
    left_.size -= size;
  }

  const SpillFile* file_;
  SortedRun left_;
  std::string held_;
  size_t at_ = 0, record_at_ = 0, record_size_ = 0;
  uint64_t count_ = 0;
};

void TextCounts::visit(uint64_t most, const Take& take) const {
  if (runs_.empty()) {
    uint64_t left = most;
    return visit_sorted([&](std::string_view text, uint64_t count, uint32_t) {
      return left-- > 0 && take(text, count);
    });
  }
  std::vector<RunReader> readers;
  for (const SortedRun& run : runs_) readers.emplace_back(file_, run);
  const auto is_later = [](const RunReader* a, const RunReader* b) {
    return a->count() != b->count() ? a->count() < b->count() : a->text() > b->text();
  };
  std::priority_queue<RunReader*, std::vector<RunReader*>, decltype(is_later)> next(is_later);
  for (RunReader& reader : readers) {
    if (reader.next()) next.push(&reader);
  }
  for (uint64_t taken = 0; !next.empty() && taken < most; ++taken) {
    RunReader* const first = next.top();
    next.pop();
    if (!take(first->text(), first->count())) return;
    if (first->next()) next.push(first);
  }
}

// --- SpilledRecords

namespace {

// Before the bytes of a record.
struct RecordHead {
  uint64_t number = 0;
  Hash128 hash{};
};

}  // namespace

void SpilledRecords::add(const Hash128& hash, std::string_view record) {
  const RecordHead head{file_.next_number(), hash};
  std::string bytes(reinterpret_cast<const char*>(&head), sizeof(head));
  records_.add(hash[1] % Partitions::kCount, bytes.append(record));
}

// First the smallest number of each hash, then the records that have it.
void SpilledRecords::visit(const std::function<bool(std::string_view)>& take) {
  const auto hash_first = [](const Hash128& hash) { return static_cast<size_t>(hash[0]); };
  bool is_wanted = true;
  for (size_t partition = 0; is_wanted && partition < Partitions::kCount; ++partition) {
    std::unordered_map<Hash128, uint64_t, decltype(hash_first)> first(0, hash_first);
    const auto each = [&](const auto& use) {
      records_.read(partition, [&](std::string_view record) {
        RecordHead head;
        std::memcpy(&head, record.data(), sizeof(head));
        use(head, record.substr(sizeof(head)));
      });
    };
    each([&](const RecordHead& head, std::string_view) {
      const auto [at, is_new] = first.try_emplace(head.hash, head.number);
      if (!is_new) at->second = std::min(at->second, head.number);
    });
    each([&](const RecordHead& head, std::string_view record) {
      if (is_wanted && first.at(head.hash) == head.number) is_wanted = take(record);
    });
  }
}

}  // namespace linkspan::command
