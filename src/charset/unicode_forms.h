// SPDX-License-Identifier: Apache-2.0
// The encoding forms of Unicode: UTF-8, which is passed through, UTF-16 and UTF-32.
//
//   D8 3D DE 00   in UTF-16BE → U+1F600           D8 3D 00 41 → U+FFFD and `A`: a surrogate alone
//   00 00 D8 00   in UTF-32BE → one U+FFFD, as for every four bytes that are not a code point
//
// `by_mark`: the byte order mark decides (RFC 2781, section 4.3). Without a mark, the first code
// unit does if it is below 0100 in one order only, as text mostly begins with ASCII; else the text
// is big-endian, as that section says. Guarded by tests/charset/charset_test.cc.
#pragma once

#include <cstdint>
#include <memory>

#include "charset/converter.h"

namespace linkspan::charset {

enum class ByteOrder : uint8_t { by_mark, little, big };

std::unique_ptr<const Converter> utf8();
std::unique_ptr<const Converter> utf16(ByteOrder order);
std::unique_ptr<const Converter> utf32(ByteOrder order);

}  // namespace linkspan::charset
