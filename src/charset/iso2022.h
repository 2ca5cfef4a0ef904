// SPDX-License-Identifier: Apache-2.0
// Charsets that switch between sets by escape sequences and shifts, all in 7 bits: ISO-2022-JP and
// its extensions, ISO-2022-KR, ISO-2022-CN(-EXT), and HZ.
//
//   ESC $ B 25 22 ESC ( B      ア: JIS X 0208 into G0, one character of it, ASCII into G0
//   ESC N 61                   a character of G2, for this one time
//   ESC $ X                    no escape sequence: U+FFFD for ESC, and then `$X`
//   ESC $ B 25 LF              U+FFFD for the 25, as a control character is in every set
//
// ISO/IEC 2022 (ECMA-35) as far as mail uses it: RFC 1468, RFC 1554 and RFC 2237 (JP), RFC 1557
// (KR), RFC 1922 (CN), RFC 1843 (HZ). All use one table of escape sequences; a label is read as the
// largest member of its family. JIS X 0208 has the extensions of NEC and IBM, as in Shift_JIS,
// which are frequent in mail.
//
// At the end of a line, JP returns to ASCII (JIS-Roman may stay) and CN loses its designations, as
// the RFCs require of every writer; so a lost escape sequence damages one line. HZ returns to
// ASCII, too. A byte above 7F is ill-formed.
//
// Guarded by tests/charset/charset_stateful_test.cc.
#pragma once

#include <memory>

#include "charset/converter.h"

namespace linkspan::charset {

// Null if ICU lacks a converter for one of the sets.
std::unique_ptr<const Converter> iso_2022_jp();
std::unique_ptr<const Converter> iso_2022_kr();
std::unique_ptr<const Converter> iso_2022_cn();
std::unique_ptr<const Converter> hz();

}  // namespace linkspan::charset
