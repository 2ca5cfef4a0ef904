// SPDX-License-Identifier: Apache-2.0
// Code points of 1, 2 or 4 bytes each, as CPython keeps them, to UTF-8 (RFC 3629, section 3).
//
//   E9 20 → C3 A9 20        D83D 20 → FF 20: a surrogate that stands alone becomes the byte FF
//
// The plain way takes one code point after the other. Where the CPU has SSSE3, eight at a time are
// taken in registers: each is written in as many bytes as the longest needs, and a table says which
// bytes to drop. Surrogates and what is not in the BMP go the plain way. LINKSPAN_CPU=portable in
// the environment leaves only that.
//
// PERF: see encode.cc.
//
// Guarded by tests/python/test_texts.py, which compares both with Python's own encoder.
#pragma once

#include <cstddef>
#include <cstdint>

namespace linkspan_python {

// So many bytes more than the text takes may be written to.
inline constexpr size_t kEncodePadding = 16;

// Writes the UTF-8 of the code points, and returns its end. It takes at most 2, 3 and 4 bytes a
// code point.
char* encode(const uint8_t* from, size_t length, char* to);
char* encode(const uint16_t* from, size_t length, char* to);
char* encode(const uint32_t* from, size_t length, char* to);

}  // namespace linkspan_python
