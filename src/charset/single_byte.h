// SPDX-License-Identifier: Apache-2.0
// Charsets of one byte a character: a table of 256 characters, each as UTF-8 ready to be copied.
//
// The table is ICU's, or one of our own (single_byte_tables.inc) where ICU 72 has none: ARMSCII-8,
// Georgian, KOI8-T, PTCP154, VISCII, TCVN, ISO-8859-16, Macintosh. A byte that stands for no
// character becomes U+FFFD.
//
// ICU's tables of IBM code pages turn the control characters 1A, 1C and 7F around, after DOS; where
// the printable half is ASCII, they are read as ASCII here, as everyone else does.
//
// Guarded by tests/charset/charset_test.cc.
#pragma once

#include <memory>
#include <string_view>

#include "charset/converter.h"

namespace linkspan::charset {

// Null when ICU has no converter of this name.
std::unique_ptr<const Converter> single_byte_of_icu(std::string_view icu_name);

// Null when single_byte_tables.inc has no table of this name.
std::unique_ptr<const Converter> single_byte_of_ours(std::string_view name);

// x-user-defined of the WHATWG Encoding Standard: 80 to FF are U+F780 to U+F7FF.
std::unique_ptr<const Converter> user_defined();

}  // namespace linkspan::charset
