// SPDX-License-Identifier: Apache-2.0
// The text between two lines: the break, and the prefix of the next line.
//
//   "\r\n> > text"   break of 2 bytes, prefix of 4, two quote marks
//   "\n  text"       flowed: break of 1 byte, prefix of 1 (a space was stuffed in)
//   "\n > text"      flowed: the same, as the `>` after a stuffed space was written
//   "\nJD> text"     break of 1 byte, prefix of 4, one quote mark
//
// A prefix longer than kLongestPrefix is cut there, and the rest of it is text. Guarded by
// tests/document/lines_test.cc.
#pragma once

#include <cstddef>
#include <string_view>

#include "linkspan/layout.h"

namespace linkspan::lines {

inline constexpr size_t kLongestPrefix = 128;  // bytes

// The line before a signature (RFC 3676, section 4.3).
inline constexpr std::string_view kSignatureSeparator = "-- ";

struct LineStart {
  size_t break_size = 0;   // 0 before the first line
  size_t prefix_size = 0;  // in bytes, after the break
  unsigned depth = 0;      // quote marks
  size_t size() const { return break_size + prefix_size; }
};

// Whether more text may follow.
enum class Rest : uint8_t { unknown, none };

// Which names before `>` are marks.
struct Names {
  bool any = true;
  std::string_view prefix = {};  // else those in this prefix, at the same place
};

// Reads the break (none before the first line) and the prefix at the start of `text`. Returns
// nothing if more text is needed first; kLongestPrefix + 16 bytes are always enough.
struct MaybeLineStart {
  bool known = false;
  LineStart line_start;
};
MaybeLineStart read_line_start(std::string_view text, const Layout& layout, Rest rest,
                               const Names& names = {});

}  // namespace linkspan::lines
