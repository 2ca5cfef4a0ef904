// SPDX-License-Identifier: Apache-2.0
// LinkIndex: edits, and lookups of links. include/linkspan/index.h describes it; positions are in
// text_places.cc.

#include <algorithm>
#include <string>
#include <utility>

#include "index/rescan.h"
#include "index/segment_tree.h"
#include "index/text_places.h"
#include "linkspan/index.h"
#include "scan/state/config.h"
#include "scan/text/reach.h"

namespace linkspan {
namespace index {

class State {
 public:
  explicit State(std::shared_ptr<const scan::Config> config) : config_(std::move(config)) {}

  Result<LinkChange> replace(Range range, uint64_t new_size, TextReader read);
  std::vector<Span> links_in(Range range) const;
  void clear() { segments_ = SegmentTree(); }

  const SegmentTree& segments() const { return segments_; }
  uint64_t bytes_scanned() const { return bytes_scanned_; }

 private:
  SegmentTree cut_out(Range range, Edit& edit, scan::Checkpoint& checkpoint, SegmentTree& tail);

  std::shared_ptr<const scan::Config> config_;
  SegmentTree segments_;
  uint64_t bytes_scanned_ = 0;
};

namespace {

Span moved(Span span, uint64_t by) {
  span.range.begin += by;
  span.range.end += by;
  return span;
}

// Appends the links of a segment that begins at `start`.
void append_links(const Segment& segment, uint64_t start, std::vector<Span>& links) {
  for (const Span& link : segment.links) links.push_back(moved(link, start));
}

// Removes from both lists the links before and after the edit that are the same in both.
void drop_unchanged(LinkChange& change, uint64_t edit_start) {
  std::vector<Span>& old = change.removed;
  std::vector<Span>& now = change.added;
  const auto by = static_cast<uint64_t>(change.moved_by);
  size_t last = 0;  // how many at the end are the same
  while (last < std::min(old.size(), now.size())) {
    const Span& link = old[old.size() - 1 - last];
    if (link.range.begin < change.moved_from) break;
    if (moved(link, by) != now[now.size() - 1 - last]) break;
    ++last;
  }
  old.resize(old.size() - last);
  now.resize(now.size() - last);
  size_t first = 0;
  while (first < std::min(old.size(), now.size()) && old[first].range.end <= edit_start &&
         old[first] == now[first]) {
    ++first;
  }
  old.erase(old.begin(), old.begin() + static_cast<std::ptrdiff_t>(first));
  now.erase(now.begin(), now.begin() + static_cast<std::ptrdiff_t>(first));
}

}  // namespace

// Removes the segments that the edit touches from the tree and returns them; `tail` gets those
// after them. A segment is also touched if the edit begins at its start, as the scan begins before
// the edit, or if it ends less than a code point after the edit.
SegmentTree State::cut_out(Range range, Edit& edit, scan::Checkpoint& checkpoint,
                           SegmentTree& tail) {
  constexpr uint64_t kLongestCodePoint = 4;
  if (segments_.empty()) return {};
  const PlacedSegment first = segments_.find(range.begin == 0 ? 0 : range.begin - 1);
  const PlacedSegment last = segments_.find(range.end + kLongestCodePoint - 1);
  edit.start = first.before.bytes;
  checkpoint = first.segment->checkpoint;
  const uint64_t old_tail_start = last.before.bytes + last.segment->extent.bytes;
  edit.tail_start = old_tail_start + static_cast<uint64_t>(edit.moved_by);
  tail = segments_.cut_off(old_tail_start);
  return segments_.cut_off(edit.start);
}

Result<LinkChange> State::replace(Range range, uint64_t new_size, TextReader read) {
  const uint64_t old_size = segments_.extent().bytes;
  if (range.begin > range.end || range.end > old_size) {
    return Error{ErrorCode::invalid_argument, 0,
                 "the range from " + std::to_string(range.begin) + " to " +
                     std::to_string(range.end) + " is not in a text of " +
                     std::to_string(old_size) + " bytes"};
  }
  LinkChange change;
  change.moved_from = range.end;
  change.moved_by = static_cast<int64_t>(new_size - range.size());
  Edit edit{.end = range.begin + new_size,
            .text_size = old_size - range.size() + new_size,
            .moved_by = change.moved_by};
  scan::Checkpoint checkpoint;
  SegmentTree tail;
  SegmentTree touched = cut_out(range, edit, checkpoint, tail);
  for (uint64_t start = edit.start; !touched.empty();) {
    const Segment segment = touched.take_first();
    append_links(segment, start, change.removed);
    start += segment.extent.bytes;
  }
  std::optional<Rescanned> scanned = rescan(*config_, checkpoint, edit, tail, read);
  if (!scanned) {
    clear();
    return Error{ErrorCode::io, 0, "the reader returned no text where there should be some"};
  }
  bytes_scanned_ += scanned->bytes_scanned;
  change.removed.insert(change.removed.end(), scanned->replaced.begin(), scanned->replaced.end());
  uint64_t start = edit.start;
  for (const Segment& segment : scanned->segments) {
    append_links(segment, start, change.added);
    start += segment.extent.bytes;
  }
  segments_.append(SegmentTree(std::move(scanned->segments)));
  segments_.append(std::move(tail));
  drop_unchanged(change, range.begin);
  return change;
}

std::vector<Span> State::links_in(Range range) const {
  std::vector<Span> links;
  const uint64_t size = segments_.extent().bytes;
  range.end = std::min(range.end, size + 1);
  if (range.begin > range.end) return links;
  // INVARIANT: no link of a segment ends after the segment, or begins before the context of its
  // start.
  for (uint64_t offset = range.begin == 0 ? 0 : range.begin - 1; offset < size;) {
    const PlacedSegment found = segments_.find(offset);
    const uint64_t start = found.before.bytes;
    if (start > range.end + found.segment->checkpoint.at + scan::kContext) break;
    for (const Span& link : found.segment->links) {
      const Span placed = moved(link, start);
      const bool is_inside =
          range.size() == 0 ? placed.range.begin <= range.begin && placed.range.end >= range.begin
                            : placed.range.begin < range.end && placed.range.end > range.begin;
      if (is_inside) links.push_back(placed);
    }
    offset = start + found.segment->extent.bytes;
  }
  return links;
}

}  // namespace index

LinkIndex::LinkIndex(const Engine& engine)
    : state_(std::make_unique<index::State>(engine.config_)) {}
LinkIndex::LinkIndex(LinkIndex&&) noexcept = default;
LinkIndex& LinkIndex::operator=(LinkIndex&&) noexcept = default;
LinkIndex::~LinkIndex() = default;

Result<LinkChange> LinkIndex::assign(uint64_t size, TextReader read) {
  Result<LinkChange> change = state_->replace({0, this->size()}, size, read);
  return change;
}

Result<LinkChange> LinkIndex::replace(Range range, uint64_t new_size, TextReader read) {
  return state_->replace(range, new_size, read);
}

std::vector<Span> LinkIndex::links_in(Range range) const { return state_->links_in(range); }

std::optional<Span> LinkIndex::at(uint64_t offset) const {
  const std::vector<Span> links = links_in({offset, offset});
  if (links.empty()) return std::nullopt;
  return links.back();  // of two, the first ends where the second begins
}

uint64_t LinkIndex::size() const { return state_->segments().extent().bytes; }
uint64_t LinkIndex::link_count() const { return state_->segments().link_count(); }
uint64_t LinkIndex::line_count() const { return state_->segments().extent().line_breaks + 1; }
uint64_t LinkIndex::bytes_scanned() const { return state_->bytes_scanned(); }

TextPosition LinkIndex::position_of(uint64_t offset, TextUnit unit, TextReader read) const {
  return index::position_of(state_->segments(), offset, unit, read);
}

uint64_t LinkIndex::offset_of(TextPosition position, TextUnit unit, TextReader read) const {
  return index::offset_of(state_->segments(), position, unit, read);
}

}  // namespace linkspan
