// SPDX-License-Identifier: Apache-2.0
// Checks whether a text may have a link, before it is encoded and scanned. Most texts have none.
// The text is an array of code points, as CPython stores it.
//
//   "Мир. Труд: май"      no: a space follows the dot and the colon
//   "см. пример.рф"       yes: a letter follows a dot
//   "11:30"               yes, although it is not a link: only pairs of characters are checked
//
// The characters are those of linkspan/link_characters.h. A false positive costs time; a false
// negative would lose a link.
//
// The same code with vectors of 32 bytes is compiled for the baseline CPU and for AVX2.
// LINKSPAN_CPU=portable in the environment selects the baseline.
//
// Guarded by tests/python/test_prefilter.py, which compares it with `find`, which does not use this
// check.
#pragma once

#include <cstdint>

#include "texts.h"

namespace linkspan_python {

// True for Storage::utf8.
bool may_have_link(TextRef text);

// The same for one text after another, but only while it pays: after 16 positives without a
// negative, only one text in 16 is checked. PERF: if nearly every text has a link, find_columns
// takes 3 % more time with a check of every text (tools/bench/python dense). Only one thread may
// use it.
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
