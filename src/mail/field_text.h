// SPDX-License-Identifier: Apache-2.0
// The value of a field as text.
//
//   " =?utf-8?Q?a=C3=A9?=\r\n =?utf-8?Q?b?=\r\n"   →  "aéb"
//
// GMime decodes the words, but is not given more than one run of them at a time: it looks for the
// end of each `=?utf-8?Q?` in all that follows it, so that 64 KB of them without an end take
// seconds (GMime 3.2.13).
//
// This header is inside of the stage: it has GMime's types in it.
// Guarded by tests/mail_message_test.cc.
#pragma once

#include <gmime/gmime.h>

#include <string>
#include <string_view>

namespace linkspan::mail {

// Unfolded, decoded (RFC 2047), well-formed UTF-8, without blanks around it. `value` is what
// follows the colon, and has no zero bytes.
std::string field_text(std::string_view value, GMimeParserOptions* options);

}  // namespace linkspan::mail
