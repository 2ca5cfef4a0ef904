// SPDX-License-Identifier: Apache-2.0
// Loops that do less than any search for links must do. Their speed is an upper limit, with which
// the scanner is compared.
//
// marks     visits every `:`, `@` and `.` of a text and adds up their offsets. It finds them as
//           masks with a bit for each of 64 bytes
// filtered  the same, but visits only those whose neighbours allow a link. It checks the neighbours
//           with masks, too:
//             `.`  between two host bytes                       example.org  not: "end. Then"
//             `:`  after a host byte, before one or before `/`  https://     not: "Then: nothing"
//             `@`  between two host bytes                       a@b          not: "a @ b"
//
// A host byte is an ASCII letter or digit, `-`, `_`, or any non-ASCII byte. Both leave out the
// other dots that a scanner must find (U+3002, U+FF0E, U+FF61). A scanner as fast as `filtered`
// would need no time at all for its decisions. `filtered` is faster than `marks` if it visits far
// fewer places, as each visit is a branch that is hard to predict.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace linkspan::bench {

struct Visits {
  uint64_t places = 0;
  uint64_t sum = 0;  // of their offsets, so that the compiler cannot remove the loop
};

using Visit = Visits (*)(std::string_view text);

struct Limits {
  const char* cpu;  // the CPU that the loops were compiled for
  Visit visit_marks;
  Visit visit_filtered;
};

// The loops that run on this CPU, the fastest last. Without AVX2, only `plain`, which is too slow
// to be a limit.
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
