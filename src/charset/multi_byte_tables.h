// SPDX-License-Identifier: Apache-2.0
// Makes the tables of multi-byte charsets (multi_byte.h), once per process, from ICU's result for
// each sequence (probe.h). Takes 0.5 to 3 ms.
//
// They are corrected where ICU differs from practice:
//
// - a single byte from 80 on that ICU reads as a C1 control or as private use is ill-formed, as the
//   WHATWG Encoding Standard has it, but for 80 in Shift_JIS (U+0080) and in GBK (the Euro sign);
// - control characters are ASCII (see single_byte.h);
// - what is private use or nothing in ICU's cp950 is read as Big5-HKSCS, and Big5-HKSCS as of 2008;
// - Johab is not in ICU at all: Hangul is computed, the rest are the rows of KS X 1001.
//
// Guarded by tests/charset/charset_test.cc, tests/charset/charset_tables_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "charset/multi_byte.h"
#include "charset/probe.h"

namespace linkspan::charset {

// Each is null if ICU lacks a converter.
SharedMultiByteTable table_of_icu(std::string_view icu_name);  // unchanged except for controls
SharedMultiByteTable shift_jis_table();                        // windows-31j
SharedMultiByteTable big5_table();                             // cp950
SharedMultiByteTable big5_hkscs_table();
SharedMultiByteTable euc_tw_table();   // plane 1 of CNS 11643 in four bytes, too
SharedMultiByteTable gb18030_table();  // GBK and GB 2312 too
SharedMultiByteTable johab_table();    // KS X 1001, annex 3

// Makes a table: the trie, then corrections.
class MultiByteBuilder {
 public:
  MultiByteBuilder() {
    table_.nodes_.emplace_back();
    table_.nodes_[0].fill(MultiByteTable::kIllFormed);
    for (uint32_t c = 0; c < 0x80; ++c) table_.nodes_[0][c] = c;
  }

  // All sequences of ICU from byte 80 on, of at most four bytes.
  void add_all(Probe& probe) { add_below(0, "", probe); }

  void add(std::string_view bytes, char32_t c) { place_of(bytes) = c; }

  void add_pair(std::string_view bytes, char32_t first, char32_t second) {
    place_of(bytes) = MultiByteTable::kPair | static_cast<uint32_t>(table_.pairs_.size());
    table_.pairs_.emplace_back(first, second);
  }

  // Two-byte sequences that are private use here and another character there are read as there.
  void fill_private_use(const MultiByteTable& other);

  // Every 30–39 after a lead byte begins four bytes.
  void add_four_bytes(Probe& probe);

  void set_marks(MultiByteTable::Marks marks) { table_.marks_ = marks; }

  SharedMultiByteTable take() { return std::make_shared<MultiByteTable>(std::move(table_)); }

 private:
  static constexpr size_t kLongest = 4;

  void add_below(size_t node, const std::string& prefix, Probe& probe);
  MultiByteTable::Entry& place_of(std::string_view bytes);

  MultiByteTable table_;
};

}  // namespace linkspan::charset
