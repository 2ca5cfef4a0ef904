// SPDX-License-Identifier: Apache-2.0
#include "index/rescan.h"

#include <algorithm>
#include <string>
#include <utility>

#include "scan/text_scanner.h"

namespace linkspan::index {
namespace {

// The usual size of a segment, in bytes. PERF: with smaller ones an edit costs less (it scans one
// segment before it, kContext, and one or two after it), but the first scan and the memory cost
// more.
constexpr uint64_t kSegmentBytes = 256;

constexpr uint64_t kLongestCodePoint = 4;

bool is_continuation(char byte) { return (static_cast<uint8_t>(byte) & 0xC0) == 0x80; }

// The text around the place that the scan has reached, read piece by piece.
class Buffer {
 public:
  Buffer(uint64_t start, uint64_t text_size, TextReader read)
      : start_(start), text_size_(text_size), read_(read) {}

  // Reads up to `offset`, or to the end of the text. False if there is nothing to read.
  bool fill(uint64_t offset) {
    offset = std::min(offset, text_size_);
    while (end() < offset) {
      const std::string_view piece = read_(end()).substr(0, static_cast<size_t>(offset - end()));
      if (piece.empty()) return false;
      text_ += piece;
    }
    return true;
  }
  // Releases the text before `offset`, if that is long enough.
  void drop_before(uint64_t offset) {
    constexpr uint64_t kKept = 64 * 1024;
    if (offset < start_ + kKept) return;  // it may be before what was read
    text_.erase(0, place_of(offset));
    start_ = offset;
  }

  uint64_t start() const { return start_; }
  uint64_t end() const { return start_ + text_.size(); }
  std::string_view slice(uint64_t from, uint64_t to) const {
    return Range{from - start_, to - start_}.text(text_);
  }

  // The first place at or after `offset` that is inside neither a code point nor a CR LF.
  // REQUIRES: four bytes more were read, or the whole text.
  uint64_t unit_start(uint64_t offset) const {
    const uint64_t most = std::min(offset + kLongestCodePoint - 1, end());
    while (offset < most && is_continuation(text_[place_of(offset)])) ++offset;
    const bool is_in_line_break = offset < end() && slice(offset - 1, offset + 1) == "\r\n";
    return is_in_line_break ? offset + 1 : offset;
  }

  scan::Window window(uint64_t to) const {
    return {reinterpret_cast<const uint8_t*>(text_.data()), start_, to,
            to == text_size_ ? base::Text::complete : base::Text::more_may_follow};
  }

 private:
  // In text_.
  size_t place_of(uint64_t offset) const { return static_cast<size_t>(offset - start_); }

  uint64_t start_;
  uint64_t text_size_;
  TextReader read_;
  std::string text_;
};

uint64_t context_start(const scan::Checkpoint& checkpoint, uint64_t place) {
  const uint64_t reach = uint64_t{checkpoint.at} + scan::kContext;
  return place > reach ? place - reach : 0;
}

// One scan. Its state is the place that it has reached, `at_`, and the unfinished segment, which
// begins at `segment_start_`.
class Rescan {
 public:
  Rescan(const scan::Config& config, const scan::Checkpoint& checkpoint, const Edit& edit,
         SegmentTree& tail, TextReader read)
      : edit_(edit),
        tail_(tail),
        tail_start_(edit.tail_start),
        buffer_(context_start(checkpoint, edit.start), edit.text_size, read),
        scanner_(config, checkpoint, edit.start),
        checkpoint_(checkpoint),
        at_(edit.start),
        segment_start_(edit.start) {}

  std::optional<Rescanned> run() {
    while (at_ < edit_.text_size) {
      const uint64_t next = next_stop();
      if (next == 0) return std::nullopt;
      scan_to(next);
      const std::optional<scan::Checkpoint> reached = scanner_.checkpoint(at_);
      const bool is_at_tail = !tail_.empty() && at_ == tail_start_;
      if (is_at_tail && reached && is_as_before(*reached)) break;
      if (is_at_tail) drop_first_of_tail();
      if (reached && at_ < edit_.text_size && at_ - segment_start_ >= kSegmentBytes) {
        end_segment();
        checkpoint_ = *reached;
      }
    }
    end_segment();
    done_.bytes_scanned = at_ - edit_.start;
    return std::move(done_);
  }

 private:
  // Where to stop next: where the old segments continue, or after kSegmentBytes. 0 if there is no
  // text to read. INVARIANT: the rest of the tail begins after at_.
  uint64_t next_stop() {
    const uint64_t usual = at_ + kSegmentBytes;
    if (!buffer_.fill(usual + kLongestCodePoint)) return 0;
    if (!tail_.empty() && tail_start_ <= usual + kLongestCodePoint) {
      return buffer_.fill(tail_start_) ? tail_start_ : 0;
    }
    return buffer_.unit_start(std::min(usual, edit_.text_size));
  }

  void scan_to(uint64_t next) {
    buffer_.drop_before(std::min({scanner_.needed_from(), scanner_.retain_from(), segment_start_}));
    scanner_.run(buffer_.window(next), [&](const Span& span) {
      links_.push_back(span);
      links_.back().range.begin -= segment_start_;
      links_.back().range.end -= segment_start_;
    });
    at_ = next;
  }

  bool is_as_before(const scan::Checkpoint& reached) const {
    return reached == tail_.find(0).segment->checkpoint &&
           at_ >= edit_.end + reached.at + scan::kContext;
  }

  void drop_first_of_tail() {
    const Segment first = tail_.take_first();
    for (Span span : first.links) {
      const uint64_t old_start = tail_start_ - static_cast<uint64_t>(edit_.moved_by);
      span.range.begin += old_start;
      span.range.end += old_start;
      done_.replaced.push_back(span);
    }
    tail_start_ += first.extent.bytes;
  }

  // A short segment is joined with the one before it, so that many edits do not leave many short
  // ones.
  void end_segment() {
    if (at_ == segment_start_) return;
    const TextExtent extent = extent_of(buffer_.slice(segment_start_, at_));
    if (extent.bytes < kSegmentBytes / 2 && !done_.segments.empty()) {
      Segment& last = done_.segments.back();
      for (Span& link : links_) {
        link.range.begin += last.extent.bytes;
        link.range.end += last.extent.bytes;
        last.links.push_back(link);
      }
      last.extent = last.extent + extent;
    } else {
      done_.segments.push_back({checkpoint_, extent, {links_.begin(), links_.end()}});
    }
    links_.clear();
    segment_start_ = at_;
  }

  const Edit& edit_;
  SegmentTree& tail_;
  uint64_t tail_start_;
  Buffer buffer_;
  scan::TextScanner scanner_;
  scan::Checkpoint checkpoint_;  // at segment_start_
  std::vector<Span> links_;
  uint64_t at_;
  uint64_t segment_start_;
  Rescanned done_;
};

}  // namespace

std::optional<Rescanned> rescan(const scan::Config& config, const scan::Checkpoint& checkpoint,
                                const Edit& edit, SegmentTree& tail, TextReader read) {
  return Rescan(config, checkpoint, edit, tail, read).run();
}

}  // namespace linkspan::index
