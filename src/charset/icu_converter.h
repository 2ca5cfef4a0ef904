// SPDX-License-Identifier: Apache-2.0
// Every other charset that ICU has a converter for: UTF-7, SCSU, BOCU-1, CESU-8, EBCDIC with
// shifts, ISCII, LMBCS, and the rare multi-byte ones.
//
//   UTF-7:  +MEIwRA-   → あい; ICU's offsets would be −1 where a chunk cuts the base64
//
// ICU is fed one byte at a time, always. So the text cannot depend on how the bytes are cut, and
// the place of a character needs no offsets from ICU: it ends with the byte that completed it, and
// it began as many bytes before as ICU held (ucnv_toUCountPending). A character of UTF-7 whose bits
// share a byte with its neighbour has that byte, too.
//
// PERF: UTF-7 at 30 to 44 MB/s, against 300 to 520 in one go. What mail is written in has its own
// converter; of the charsets that come here only UTF-7 is ever seen, and rarely.
//
// What is ill-formed is ICU's decision. Of ISCII, ICU gives out a character only when the next one
// is there: its place is then that of the next one.
//
// Guarded by tests/charset_test.cc.
#pragma once

#include <memory>
#include <string_view>

#include "charset/converter.h"

namespace linkspan::charset {

enum class Mark : uint8_t { none, byte_order };  // is U+FEFF at the begin a byte order mark?

// Null when ICU has no converter of this name.
std::unique_ptr<const Converter> icu_converter(std::string_view icu_name, Mark mark);

}  // namespace linkspan::charset
