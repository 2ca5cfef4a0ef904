// SPDX-License-Identifier: Apache-2.0
// Blocks: the parts of reading HTML that look at 64 bytes at a time, for each kind of CPU.
//
//   marks_of("a &lt; b<br>")             → text: bits 2 and 8; names: 1, 4 …
//   words_of("one two\nthree  four")     → 13: up to white space that is collapsed
//
// Guarded by tests/html/html_blocks_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/cpu.h"

namespace linkspan::html {

// The bytes of a block that may end something; bit i for byte i.
struct BlockMarks {
  uint64_t text = 0;    // `<`, `&` and NUL
  uint64_t names = 0;   // of tags and attributes: white space, `/`, `>` and `=`
  uint64_t quotes = 0;  // `"`
};

struct Blocks {
  // At most 64 bytes.
  BlockMarks (*marks_of)(const uint8_t* at, size_t size);

  // The length of the words at the start of a text with one byte of white space between each two:
  // up to the first white space (tab, line feed, form feed, carriage return, space) that has
  // another one or the end after it.
  size_t (*words_of)(const uint8_t* begin, const uint8_t* end);
};

// Null if the version is not compiled in, or this CPU cannot run it. Cpu::best always exists.
const Blocks* blocks_for(Cpu cpu);

}  // namespace linkspan::html
