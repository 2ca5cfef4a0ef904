// SPDX-License-Identifier: Apache-2.0
// Where a header ends without the empty line that should end it (RFC 5322, section 2.1).
//
//   Subject: x⏎                       Subject: x⏎                       Subject: x⏎
//   Hello,⏎        ← body begins      ·⏎  (a blank)                     garbage⏎
//   how are you?⏎                     Note: this is the body⏎           From: a@b⏎
//                                     Hello        ← body begins        ⏎
//
// In all of them GMime leaves out the lines that are no fields, and text would be lost. Where a run
// of such lines goes on to the next empty line, or follows a line of blanks, it is text, and an
// empty line before it says so. Where fields follow (the last one), it was garbage in the header
// indeed. A line `https://example.org/` is no field, though it has a colon (field.h).
//
// Guarded by tests/mail_message_test.cc.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "mail/line_ends.h"

namespace linkspan::mail {

// `not_fields` are the begins of lines in headers that are no fields, in order. Gives those before
// which an empty line is missing.
std::vector<uint64_t> missing_lines(std::string_view message, LineEnds ends,
                                    const std::vector<uint64_t>& not_fields);

}  // namespace linkspan::mail
