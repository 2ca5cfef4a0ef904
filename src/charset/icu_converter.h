// SPDX-License-Identifier: Apache-2.0
// All other charsets of ICU: UTF-7, SCSU, BOCU-1, CESU-8, EBCDIC with shifts, ISCII, LMBCS, and
// rare multi-byte ones.
//
//   UTF-7:  +MEIwRA-   → あい; ICU's offsets would be −1 where a chunk cuts the base64
//
// ICU is always fed one byte at a time. So the text cannot depend on how the bytes are cut, and
// places need no offsets from ICU: a character ends with the byte that completed it, and begins as
// many bytes before as ICU held (ucnv_toUCountPending). A character of UTF-7 whose bits share a
// byte with its neighbour has that byte, too.
//
// PERF: UTF-7 at 30 to 44 MB/s, and 300 to 520 in one call. The usual charsets of mail have their
// own converters; of those here only UTF-7 occurs, and rarely.
//
// ICU decides what is ill-formed. In ISCII, ICU returns a character only with the next one: its
// place is that of the next one.
//
// Guarded by tests/charset/charset_test.cc.
#pragma once

#include <memory>
#include <string_view>

#include "charset/converter.h"

namespace linkspan::charset {

enum class Mark : uint8_t { none, byte_order };  // is U+FEFF at the start a byte order mark?

// Null if ICU has no converter with this name.
std::unique_ptr<const Converter> icu_converter(std::string_view icu_name, Mark mark);

}  // namespace linkspan::charset
