// SPDX-License-Identifier: Apache-2.0
// RetainedText: the end of a streamed text, kept as far back as it may still be needed.
//
//   read 256 KiB into room(), taken(n)  →  the n new bytes
//   release_before(offset)              →  the text before it is freed
//   between(offset, offset)             →  the text of a link that began some blocks before
//
// Memory: at most about twice the retained text, and one block. INVARIANT: moving the text costs no
// more than what was released since the last move, so reading a byte at a time is linear, too.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace linkspan::base {

class RetainedText {
 public:
  // Space for `size` bytes after the text. It is the caller's until taken() is called. Invalidates
  // all views.
  char* room(size_t size) {
    if (bytes_.size() - end_ < size) make_room(size);
    return bytes_.data() + end_;
  }

  // The first `size` bytes of room() are text now.
  std::string_view taken(size_t size) {
    end_ += size;
    return {bytes_.data() + end_ - size, size};
  }

  // REQUIRES: offsets of the whole text, not before one that was released, nor after the end.
  std::string_view between(uint64_t begin, uint64_t end) const {
    assert(begin_offset_ <= begin && begin <= end && end <= end_offset());
    return {bytes_.data() + begin_ + (begin - begin_offset_), static_cast<size_t>(end - begin)};
  }

  void release_before(uint64_t offset) {
    assert(begin_offset_ <= offset && offset <= end_offset());
    begin_ += static_cast<size_t>(offset - begin_offset_);
    begin_offset_ = offset;
  }

  uint64_t end_offset() const { return begin_offset_ + (end_ - begin_); }

  // Begins a new text at offset 0.
  void clear() {
    begin_ = end_ = 0;
    begin_offset_ = 0;
  }

 private:
  void make_room(size_t size) {
    const size_t kept = end_ - begin_;
    if (kept > begin_ || bytes_.size() - kept < size) {
      std::vector<char> larger(2 * (kept + size));
      std::copy_n(bytes_.begin() + static_cast<ptrdiff_t>(begin_), kept, larger.begin());
      bytes_.swap(larger);
    } else {
      std::copy_n(bytes_.begin() + static_cast<ptrdiff_t>(begin_), kept, bytes_.begin());
    }
    begin_ = 0;
    end_ = kept;
  }

  std::vector<char> bytes_;
  size_t begin_ = 0;  // where the retained text lies in bytes_
  size_t end_ = 0;
  uint64_t begin_offset_ = 0;  // the offset of bytes_[begin_] in the whole text
};

}  // namespace linkspan::base
