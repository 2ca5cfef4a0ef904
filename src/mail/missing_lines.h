// SPDX-License-Identifier: Apache-2.0
// Headers without the empty line that should end them (RFC 5322, section 2.1).
//
//   Subject: x⏎                       Subject: x⏎                       Subject: x⏎
//   Hello,⏎        ← body begins      ·⏎  (a blank)                     garbage⏎
//   how are you?⏎                     Note: this is the body⏎           From: a@b⏎
//                                     Hello        ← body begins        ⏎
//
// In all of them GMime drops the lines that are not fields, and text would be lost. If a run of
// such lines reaches the next empty line, or follows a line of blanks, it is text, and an empty
// line is inserted before it. If fields follow (the last one), it is garbage in the header. A line
// `https://example.org/` is not a field, though it has a colon (field.h).
//
// Guarded by tests/mail/mail_message_test.cc.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "mail/line_ends.h"

namespace linkspan::mail {

// `not_fields` are the starts of lines in headers that are not fields, in order. Returns those
// before which an empty line is missing.
std::vector<uint64_t> missing_lines(std::string_view message, LineEnds ends,
                                    const std::vector<uint64_t>& not_fields);

}  // namespace linkspan::mail
