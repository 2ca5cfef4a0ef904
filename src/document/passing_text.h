// SPDX-License-Identifier: Apache-2.0
// PassingText: a text in chunks, each of which is read without a copy.
//
//   pass("see http://exa")  …  let_go_before(4)    "http://exa" is kept, and the chunk may go
//   pass("mple.org/ and")   …  between(4, 23)      put together, as it is in two places
//   let_go_before(27)                              the kept text goes, too
//
// Most links lie in one chunk, and little of a chunk is needed after it: so text is hardly ever
// copied. PERF: of 1 GB, `linkspan scan` copies 17 MB.
//
// Memory: twice the kept text, and the longest joined text. INVARIANT: keeping text costs no more
// than the size of the chunk and of the released text, so a byte at a time is linear, too. Guarded
// by tests/document/document_test.cc, which cuts every text everywhere.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/retained_text.h"

namespace linkspan::document {

class PassingText {
 public:
  // Continues the text with `chunk`, which must live until let_go_before(). REQUIRES: there is no
  // other chunk.
  void pass(std::string_view chunk) {
    assert(chunk_.empty());
    chunk_ = chunk;
  }

  // The text from one offset to another. Lives until the next call, and no longer than the chunk.
  // REQUIRES, here and below: it has arrived, and was not released.
  std::string_view between(uint64_t begin, uint64_t end) {
    const std::string_view first = first_part(begin, end);
    if (first.size() == end - begin) return first;
    joined_.assign(first);
    joined_ += chunk_.substr(0, static_cast<size_t>(end - chunk_begin_));
    return joined_;
  }

  // Its longest contiguous start.
  std::string_view first_part(uint64_t begin, uint64_t end) const {
    assert(kept_origin_ <= begin && begin <= end && end <= end_offset());
    if (begin >= chunk_begin_) {
      return chunk_.substr(static_cast<size_t>(begin - chunk_begin_),
                           static_cast<size_t>(end - begin));
    }
    return kept_.between(begin - kept_origin_, std::min(end, chunk_begin_) - kept_origin_);
  }

  // Releases the chunk, and the text before `offset`.
  void let_go_before(uint64_t offset) {
    if (offset >= chunk_begin_) {
      kept_.clear();
      kept_origin_ = offset;
      chunk_.remove_prefix(static_cast<size_t>(offset - chunk_begin_));
      chunk_begin_ = offset;
    } else {
      kept_.release_before(offset - kept_origin_);
    }
    std::copy(chunk_.begin(), chunk_.end(), kept_.room(chunk_.size()));
    kept_.taken(chunk_.size());
    chunk_begin_ += chunk_.size();
    chunk_ = {};
  }

  uint64_t begin_offset() const { return kept_origin_; }
  uint64_t end_offset() const { return chunk_begin_ + chunk_.size(); }

  // Begins a new text at offset 0.
  void clear() {
    kept_.clear();
    kept_origin_ = chunk_begin_ = 0;
    chunk_ = {};
  }

 private:
  base::RetainedText kept_;   // ends at the start of the chunk
  uint64_t kept_origin_ = 0;  // the offset in the whole text of offset 0 of kept_
  std::string_view chunk_;
  uint64_t chunk_begin_ = 0;
  std::string joined_;
};

}  // namespace linkspan::document
