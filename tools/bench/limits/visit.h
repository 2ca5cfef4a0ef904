// SPDX-License-Identifier: Apache-2.0
// Limits: loops that do less than any search for links must do, to hold the scanner against.
//
// marks     visits every `:` `@` and `.` of a text, found 64 bytes at a time as a mask with a bit
//           for each byte, and adds up where they are
// filtered  the same, but visits only those whose neighbours allow a link; the neighbours are
//           looked at as masks, too:
//             `.`  between two bytes of a host             example.org   not: "the end. Then"
//             `:`  after one, and before one or `/`       https://      not: "Then: nothing"
//             `@`  between two                             a@b           not: "a @ b"
//
// A byte of a host is an ASCII letter or digit, `-`, `_`, or any byte beyond ASCII. The wide dots
// (U+3002 and its like), which a scanner has to look at as well, are left out of both. A scanner
// that is as fast as `filtered` would decide about each place for nothing. `filtered` is faster
// than `marks` where it has far fewer places to visit, as each visit is a branch that is hard to
// foresee.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace linkspan::bench {

struct Visits {
  uint64_t places = 0;
  uint64_t sum = 0;  // of their offsets: what the compiler cannot leave out
};

using Visit = Visits (*)(std::string_view text);

struct Limits {
  const char* cpu;  // what they were compiled for
  Visit visit_marks;
  Visit visit_filtered;
};

// Those that run here, the fastest last; for a CPU without AVX2, one that is no limit (`plain`).
std::vector<Limits> limits_of_this_cpu();

namespace plain {
extern const Limits kLimits;
}
namespace avx2 {
extern const Limits kLimits;
}
namespace avx512 {
extern const Limits kLimits;
}

}  // namespace linkspan::bench
