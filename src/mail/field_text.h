// SPDX-License-Identifier: Apache-2.0
// The value of a field as text.
//
//   " =?utf-8?Q?a=C3=A9?=\r\n =?utf-8?Q?b?=\r\n"   →  "aéb"
//
// GMime decodes the words, but gets only one run of them at a time: it searches all text after each
// `=?utf-8?Q?` for its end, so that 64 KB of unterminated ones take seconds (GMime 3.2.13).
//
// Internal to the stage: this header uses GMime's types. Guarded by
// tests/mail/mail_message_test.cc.
#pragma once

#include <gmime/gmime.h>

#include <string>
#include <string_view>

namespace linkspan::mail {

// Unfolded, decoded (RFC 2047), well-formed UTF-8, without blanks around it. `value` is the text
// after the colon, without zero bytes.
std::string field_text(std::string_view value, GMimeParserOptions* options);

}  // namespace linkspan::mail
