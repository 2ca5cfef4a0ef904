// SPDX-License-Identifier: Apache-2.0
// SourceMap: maps the UTF-8 of a Decoder to its bytes.
//
// The text is stored in blocks. A block of unchanged text is two numbers; any other has its bytes
// and a copy of the converter before them. A character belongs to the block with its last byte. To
// find it, the converter decodes the block again, into a Trace: once for each block that is used,
// and only as far as bytes have arrived.
//
//   bytes    "caf"        "\xE9 \xE9"        in windows-1252
//   blocks   unchanged 3  3 bytes kept
//   UTF-8    0 … 3        3 … 8              source_range({6, 8}) → {5, 6}
//
// Guarded by tests/charset/charset_test.cc.
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

  // The maximum number of bytes for `add`, until the next block begins.
  size_t room() const;

  // Adds bytes that are unchanged text.
  void add_unchanged(std::string_view bytes);

  // Adds bytes that `before` is about to convert. REQUIRES: bytes.size() <= room().
  void add(std::string_view bytes, const Converter& before);

  // Sets the length of the UTF-8 of all added bytes.
  void set_utf8_end(uint64_t utf8_end) { utf8_end_ = utf8_end; }
  uint64_t utf8_end() const { return utf8_end_; }

  // Ends the text: `last` is about to write its held bytes.
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
    std::string bytes;                        // empty: the text is unchanged
    std::unique_ptr<const Converter> before;  // null likewise
    bool is_unchanged() const { return before == nullptr; }
  };

  // A block that is decoded again.
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
