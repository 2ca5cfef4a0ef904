// SPDX-License-Identifier: Apache-2.0
// SourceMap: where in the bytes the UTF-8 that a Decoder gave out came from.
//
// The text is remembered in blocks. A block whose text is the bytes themselves is two numbers; any
// other keeps its bytes and the converter as it was before them. A character belongs to the block
// with its last byte. To find it, the converter is run over the block again, into a Trace: once for
// each block that is asked for, and only as far as bytes have come.
//
//   bytes    "caf"        "\xE9 \xE9"        in windows-1252
//   blocks   unchanged 3  3 bytes kept
//   UTF-8    0 … 3        3 … 8              source_range({6, 8}) → {5, 6}
//
// Guarded by tests/charset_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "charset/converter.h"
#include "charset/text.h"
#include "linkspan/linkspan.h"

namespace linkspan::charset {

class SourceMap {
 public:
  // PERF: Japanese in ISO-2022-JP with a source_range every 4096 bytes of text: 198 MB/s with
  // blocks of 4 KiB, 131 with 16, 142 with 64; without any, 371, 376, 218. KOI8-R: 769, 591, 422;
  // 2700 each.
  static constexpr size_t kBlockBytes = 4 * 1024;

  // How many bytes may come before the next block begins; the most that `add` takes at once.
  size_t room() const;

  // Notes bytes that are the text as they are.
  void add_unchanged(std::string_view bytes);

  // Notes bytes that `before` is about to convert. REQUIRES: bytes.size() <= room().
  void add(std::string_view bytes, const Converter& before);

  // Says how long the UTF-8 is that was given out for all that was added.
  void set_utf8_end(uint64_t utf8_end) { utf8_end_ = utf8_end; }
  uint64_t utf8_end() const { return utf8_end_; }

  // The text is at its end: `last` is about to give what it holds.
  void finish(const Converter& last);

  void clear();

  Range source_range(Range utf8);
  void release_before(uint64_t utf8_offset);

 private:
  struct Block {
    uint64_t id;
    uint64_t bytes_begin;
    uint64_t utf8_begin;
    uint64_t size;                            // in bytes
    std::string bytes;                        // empty: the text is the bytes as they are
    std::unique_ptr<const Converter> before;  // null likewise
    bool is_unchanged() const { return before == nullptr; }
  };

  // A block that is being gone through again.
  struct Traced {
    uint64_t id = kNoBlock;
    size_t bytes = 0;  // how many of its bytes
    bool to_end = false;
    std::unique_ptr<Converter> converter;
    Trace trace;
  };
  static constexpr uint64_t kNoBlock = UINT64_MAX;

  Block& open_block(const Converter* before);
  bool last_takes(size_t bytes) const;
  Range character_at(uint64_t utf8_offset);
  const Trace& trace_of(const Block& block);

  std::deque<Block> blocks_;
  uint64_t next_id_ = 0;
  uint64_t bytes_end_ = 0;
  uint64_t utf8_end_ = 0;
  bool is_finished_ = false;
  Traced traced_;
};

}  // namespace linkspan::charset
