// SPDX-License-Identifier: Apache-2.0
// May a text of code points, as CPython keeps them, have a link? Checked before the text is encoded
// and scanned: most texts have none, and need neither.
//
//   "Мир. Труд: май"      no: the dot and the colon are before a space
//   "см. пример.рф"       yes: a dot is before a letter
//   "11:30"               yes, although the scanner finds no link: only characters count here
//
// The characters are those of linkspan/link_characters.h, which says what else is true of them. A
// wrong yes costs time; a wrong no would lose a link.
//
// The same code over vectors of 32 bytes is compiled for the CPU that is always there and for AVX2.
// LINKSPAN_CPU=portable in the environment leaves only the first.
//
// Guarded by tests/python/test_prefilter.py, which compares with what `find` finds, as that does
// not check first.
#pragma once

#include <cstdint>

#include "texts.h"

namespace linkspan_python {

// True for Storage::utf8.
bool may_have_link(TextRef text);

// The same for one text after another, as long as that pays. PERF: where nearly every text has a
// link, to check first takes find_columns 3 % more time; so after many a yes only one text in 16 is
// checked (tools/bench/python dense). Belongs to one thread.
class Prefilter {
 public:
  bool may_have_link(TextRef text) {
    if (worth_ == 0 && ++unchecked_ % kSample != 0) return true;
    const bool may = linkspan_python::may_have_link(text);
    if (!may) {
      worth_ = kMost;
    } else if (worth_ > 0) {
      --worth_;
    }
    return may;
  }

 private:
  static constexpr uint32_t kMost = 16;
  static constexpr uint32_t kSample = 16;
  uint32_t worth_ = kMost;
  uint32_t unchecked_ = 0;
};

}  // namespace linkspan_python
