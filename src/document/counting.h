// SPDX-License-Identifier: Apache-2.0
// Counting: line feeds and code points of UTF-8, 64 bytes at a time, for each kind of CPU.
//
//   "é\nab"    one line feed, 2 code points after it; 4 code points
//   "a\x80"    a byte of ill-formed UTF-8 is one code point, of one UTF-16 unit, as in the scanner
//
// A block whose bytes are well-formed is counted in masks (Unicode 17, section 3.9, table 3-7: each
// lead byte wants continuation bytes after it, four of them only some); any other, one code point
// after the other. One algorithm (counting_block.inc) over blocks in registers
// (base/byte_block.h). All give the same answers (tests/positions_test.cc).
#pragma once

#include <cstdint>

#include "base/cpu.h"
#include "linkspan/linkspan.h"

namespace linkspan::document {

struct Lines {
  uint64_t line_feeds;
  uint64_t code_points;  // after the last line feed; all, if there is none
};

struct Counting {
  Lines (*count_lines)(const uint8_t* begin, const uint8_t* end);
  uint64_t (*count_code_points)(const uint8_t* begin, const uint8_t* end);
  uint64_t (*count_utf16)(const uint8_t* begin, const uint8_t* end);
};

// nullptr if the version was not compiled in or this CPU is not one. Cpu::best is always there.
const Counting* counting_for(Cpu cpu);

}  // namespace linkspan::document
