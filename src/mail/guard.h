// What a parser of mail must not see: fields that were made to bring it down.
//
// GMime reads some fields as soon as it meets them. A group inside a group inside a group (`To:
// a:a:a:…`, which RFC 5322, section 3.4, does not allow) costs it a level of the stack each, and
// parameters of Content-Type are compared with each other: 100,000 colons end the process, and
// 100,000 parameters, which is 1 MB, take a minute (GMime 3.2.13). So a field is cut, for the
// parser alone, where it has more colons or semicolons than any honest one.
//
//   To: friends: a@b, c@d;                                 nothing is cut
//   To: a:a:a:… (a hundred times)                          from the 65th colon on
//
// What is cut is overwritten with blanks, so that nothing moves. The text of parts is taken from
// the message itself, so lines of a body that only look like such a field lose nothing.
//
// Guarded by tests/mail_guard_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "linkspan/linkspan.h"
#include "mail/line_ends.h"

namespace linkspan::mail {

// The ranges to overwrite, in order and apart. Hardly ever any.
std::vector<Range> harmful_ranges(std::string_view message, LineEnds ends);

}  // namespace linkspan::mail
