// SPDX-License-Identifier: Apache-2.0
// Counting: line ends, code points and UTF-16 units of UTF-8, 64 bytes at a time, for each kind of
// CPU.
//
//   "é\nab"    one line feed, 2 code points after it; 4 code points
//   "a\r\nb\r" two line breaks, of three bytes
//   "a\x80"    a byte of ill-formed UTF-8 is one code point, of one UTF-16 unit, as in the scanner
//
// A block whose bytes are well-formed is counted in masks (Unicode 17, section 3.9, table 3-7: each
// lead byte requires continuation bytes after it, four lead bytes only some of them); any other
// block, one code point after the other. One algorithm (counting_block.inc) over blocks in
// registers (base/byte_block.h) for all CPUs, which return the same (tests/scan/counting_test.cc).
#pragma once

#include <cstdint>

#include "base/cpu.h"
#include "linkspan/linkspan.h"

namespace linkspan::base {

struct Lines {
  uint64_t line_feeds;
  uint64_t code_points;  // after the last line feed, if there is one
};

struct TextCount {
  uint64_t code_points = 0;
  uint64_t code_points_of_four_bytes = 0;  // two UTF-16 units each
  uint64_t line_breaks = 0;                // LF, CR LF or CR

  uint64_t utf16_units() const { return code_points + code_points_of_four_bytes; }
};

struct Counting {
  Lines (*count_lines)(const uint8_t* begin, const uint8_t* end);
  uint64_t (*count_code_points)(const uint8_t* begin, const uint8_t* end);
  uint64_t (*count_utf16)(const uint8_t* begin, const uint8_t* end);
  TextCount (*count_text)(const uint8_t* begin, const uint8_t* end);
};

// nullptr if the version was not compiled in, or this CPU cannot run it. Cpu::best always exists.
const Counting* counting_for(Cpu cpu);

}  // namespace linkspan::base
