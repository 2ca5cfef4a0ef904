// SPDX-License-Identifier: Apache-2.0
// See source_map.h.
#include "charset/source_map.h"

#include <algorithm>
#include <cassert>

namespace linkspan::charset {
namespace {

// A block of kept bytes may contain short unchanged stretches, so that text that alternates, or
// arrives byte by byte, does not need a block for each.
constexpr size_t kWorthABlock = 256;

}  // namespace

size_t SourceMap::room() const {
  if (blocks_.empty() || blocks_.back().is_unchanged()) return kBlockBytes;
  const size_t used = blocks_.back().bytes.size();
  return used < kBlockBytes ? kBlockBytes - used : kBlockBytes;
}

bool SourceMap::last_takes(size_t bytes) const {
  return !blocks_.empty() && !blocks_.back().is_unchanged() &&
         blocks_.back().bytes.size() + bytes <= kBlockBytes;
}

SourceMap::Block& SourceMap::open_block(const Converter* before) {
  std::unique_ptr<const Converter> snapshot = before == nullptr ? nullptr : before->clone();
  blocks_.push_back({next_id_++, bytes_end_, utf8_end_, 0, {}, std::move(snapshot)});
  return blocks_.back();
}

void SourceMap::add_unchanged(std::string_view bytes) {
  if (bytes.empty()) return;
  if (bytes.size() < kWorthABlock && last_takes(bytes.size())) {
    blocks_.back().bytes += bytes;
  } else if (blocks_.empty() || !blocks_.back().is_unchanged()) {
    open_block(nullptr);
  }
  blocks_.back().size += bytes.size();
  bytes_end_ += bytes.size();
}

void SourceMap::add(std::string_view bytes, const Converter& before) {
  Block& block = last_takes(bytes.size()) ? blocks_.back() : open_block(&before);
  block.bytes += bytes;
  block.size += bytes.size();
  bytes_end_ += bytes.size();
}

void SourceMap::finish(const Converter& last) {
  if (blocks_.empty() || blocks_.back().is_unchanged()) open_block(&last);
  is_finished_ = true;
}

void SourceMap::clear() {
  blocks_.clear();
  bytes_end_ = 0;
  utf8_end_ = 0;
  is_finished_ = false;
  traced_.id = kNoBlock;
}

Range SourceMap::source_range(Range utf8) {
  assert(utf8.begin <= utf8.end && utf8.end <= utf8_end_);
  // PERF: UTF-8 and ASCII are one block.
  if (blocks_.size() == 1 && blocks_.front().is_unchanged()) {
    const Block& block = blocks_.front();
    return {block.bytes_begin + (utf8.begin - block.utf8_begin),
            block.bytes_begin + (utf8.end - block.utf8_begin)};
  }
  if (utf8.begin == utf8.end) {
    const uint64_t at = utf8.begin < utf8_end_ ? character_at(utf8.begin).begin : bytes_end_;
    return {at, at};
  }
  const Range first = character_at(utf8.begin);
  return {first.begin, character_at(utf8.end - 1).end};
}

void SourceMap::release_before(uint64_t utf8_offset) {
  while (blocks_.size() > 1 && blocks_[1].utf8_begin <= utf8_offset) blocks_.pop_front();
}

// The bytes of the character that has the byte of UTF-8 at `utf8_offset`.
Range SourceMap::character_at(uint64_t utf8_offset) {
  const auto after = std::upper_bound(
      blocks_.begin(), blocks_.end(), utf8_offset,
      [](uint64_t offset, const Block& block) { return offset < block.utf8_begin; });
  assert(after != blocks_.begin());
  const Block& block = *std::prev(after);
  const uint64_t offset = utf8_offset - block.utf8_begin;
  if (block.is_unchanged()) return {block.bytes_begin + offset, block.bytes_begin + offset + 1};
  const std::vector<Run>& runs = trace_of(block).runs();
  const auto run = std::upper_bound(runs.begin(), runs.end(), offset,
                                    [](uint64_t at, const Run& r) { return at < r.utf8_end; });
  assert(run != runs.end());
  const uint64_t run_begin = run == runs.begin() ? 0 : std::prev(run)->utf8_end;
  const auto number = static_cast<int64_t>((offset - run_begin) / run->utf8_each);
  const auto block_begin = static_cast<int64_t>(block.bytes_begin);
  const int64_t begin = block_begin + run->begin + number * run->bytes_each;
  return {static_cast<uint64_t>(begin), static_cast<uint64_t>(begin + run->bytes_each)};
}

const Trace& SourceMap::trace_of(const Block& block) {
  if (traced_.id != block.id) {
    traced_.id = block.id;
    traced_.bytes = 0;
    traced_.to_end = false;
    traced_.converter = block.before->clone();
    traced_.trace.begin(block.before->held());
  }
  const std::string_view more = std::string_view(block.bytes).substr(traced_.bytes);
  if (!more.empty()) traced_.converter->convert(more, traced_.trace);
  traced_.bytes = block.bytes.size();
  if (is_finished_ && &block == &blocks_.back() && !traced_.to_end) {
    traced_.converter->finish(traced_.trace);
    traced_.to_end = true;
  }
  return traced_.trace;
}

}  // namespace linkspan::charset
