// SPDX-License-Identifier: Apache-2.0
// Converts code points of 1, 2 or 4 bytes each, as CPython stores them, to UTF-8 (RFC 3629, section
// 3).
//
//   E9 20 → C3 A9 20        D83D 20 → FF 20: a lone surrogate becomes the byte FF
//
// The portable version converts one code point at a time. With SSSE3, eight are converted at a
// time: each is expanded to as many bytes as the longest needs, and a table selects the bytes to
// keep. Surrogates and code points outside the BMP use the portable version. LINKSPAN_CPU=portable
// in the environment selects the portable version only.
//
// PERF: see encode.cc.
//
// Guarded by tests/python/test_texts.py, which compares both with Python's own encoder.
#pragma once

#include <cstddef>
#include <cstdint>

namespace linkspan_python {

// encode() may write up to this many bytes after the end of the text.
inline constexpr size_t kEncodePadding = 16;

// Writes the UTF-8 of the code points, and returns its end. The three versions write at most 2, 3
// and 4 bytes for each code point.
char* encode(const uint8_t* from, size_t length, char* to);
char* encode(const uint16_t* from, size_t length, char* to);
char* encode(const uint32_t* from, size_t length, char* to);

}  // namespace linkspan_python
