// SPDX-License-Identifier: Apache-2.0
// A text that comes in chunks. The bytes that later links may be in are kept here, to count their
// UTF-16 units; JavaScript keeps the same part as a string.
#include <algorithm>
#include <string>
#include <string_view>

#include "module.h"

namespace linkspan::module {
namespace {

class TextStream {
 public:
  TextStream(const Engine& engine, Controls controls) : stream_(engine.open()) {
    stream_.read_controls(controls);
  }

  // `units`: of the chunk, in UTF-16.
  void feed(std::string_view chunk, uint32_t units) {
    is_ascii_ = is_ascii_ && chunk.size() == units;
    held_ += chunk;
    stream_.feed(chunk, [this](const Span& span) { add(span); });
    drop();
  }

  void finish() {
    stream_.finish([this](const Span& span) { add(span); });
    held_.clear();
    dropped_ = 0;
    held_from_ = 0;
    held_units_ = 0;
    is_ascii_ = true;
  }

  // Later links begin at or after this UTF-16 unit.
  double held_units() const { return static_cast<double>(held_units_); }

 private:
  void add(const Span& span) {
    move_to(span.range.begin);
    const auto size = static_cast<size_t>(span.range.size());
    records().push_back(
        record_of(span, std::string_view(held_).substr(dropped_, size), held_units_));
  }

  void move_to(uint64_t offset) {
    const auto size = static_cast<size_t>(offset - held_from_);
    // PERF: no text of ASCII alone has to be read again.
    held_units_ += is_ascii_ ? size : count_units(std::string_view(held_).substr(dropped_, size));
    held_from_ = offset;
    dropped_ += size;
  }

  // A finished link is not needed any more, but may be after retain_from(), which may be within a
  // character.
  void drop() {
    uint64_t from = std::max(stream_.retain_from(), held_from_);
    while (is_continuation(held_[dropped_ + static_cast<size_t>(from - held_from_)])) --from;
    move_to(from);
    held_.erase(0, dropped_);
    dropped_ = 0;
  }

  Stream stream_;
  std::string held_;  // of which the first `dropped_` bytes are not needed
  size_t dropped_ = 0;
  uint64_t held_from_ = 0;   // the offset of the rest, in bytes
  uint64_t held_units_ = 0;  // and in UTF-16 units
  bool is_ascii_ = true;     // all that was fed
};

}  // namespace

// `controls`: a number of Controls (linkspan.h).
LINKSPAN_EXPORT(stream_open) TextStream* stream_open(const Finder* finder, uint32_t controls) {
  return new TextStream(finder->engine, static_cast<Controls>(controls));
}

LINKSPAN_EXPORT(stream_free) void stream_free(TextStream* stream) { delete stream; }

// Returns the number of links that were found. The input is the next chunk, of so many `units` in
// UTF-16; it ends the text if `is_last`.
LINKSPAN_EXPORT(stream_feed)
uint32_t stream_feed(TextStream* stream, uint32_t size, uint32_t units, uint32_t is_last) {
  records().clear();
  stream->feed(input(size), units);
  if (is_last != 0) stream->finish();
  return static_cast<uint32_t>(records().size());
}

LINKSPAN_EXPORT(stream_held_units) double stream_held_units(const TextStream* stream) {
  return stream->held_units();
}

}  // namespace linkspan::module
