// SPDX-License-Identifier: Apache-2.0
// Hides from the mail parser the fields that it does not need, and the excess of the others.
//
// GMime parses all fields, some of them in more than linear time (GMime 3.2.13). An address list of
// 256 KB of `',` takes a minute; each nested group (`To: a:a:a:…`, which RFC 5322, section 3.4,
// does not allow) takes a level of the stack; the parameters of Content-Type are compared with each
// other. The structure of a message follows from three fields alone: Content-Type,
// Content-Transfer-Encoding and Content-Disposition; the base of relative links from two more:
// Content-Location and Content-Base. So
//
// 1. every other field gets an unknown name and a value of blanks;
// 2. a field after such a field becomes a line of it, since each field costs memory;
// 3. the five fields are cut after 128 semicolons or 4 KiB. A legitimate one seldom has 500 bytes;
//    a file name of 255 characters in UTF-8 has 2.5 KB (RFC 2231, section 3);
// 4. `name://…` has no colon, since it is a URL (field.h);
// 5. of the lines that begin with `--`, those that exceed one for each 32 bytes are not boundaries.
//    Each is compared with the boundaries of all multiparts around it, which may be 1024: 1 MB of
//    `--` took 3 s. Each part takes 1.4 KB of memory: 1 MB of them took 300 MB;
// 6. attached messages that exceed one for each 512 bytes are text, as each takes 5.5 KB: their
//    Content-Type is blank, or that of the digest around them is unknown (multipart/xxxxxx). The
//    digests of mailing lists have 1 KB or more for a message, and a few hundred are free.
//
//   message               for the parser
//   To: a@b               ~o:
//    (folded)
//   Subject: x                                a line of the field before it
//   Content-Type: a/b     Content-Type: a/b
//
// Each byte is replaced by another, and line ends stay, so offsets do not change. Values of fields
// and the text of parts are read from the message itself: lines of a body that only look like
// fields are not lost. Lines that begin with `--` may be boundaries, and only rule 5 changes them.
//
// Guarded by tests/mail/mail_guard_test.cc, tests/mail/mail_guard_patterns_test.cc, which counts,
// and tests/command/input/mail_hostile_test.cc, which measures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "linkspan/linkspan.h"
#include "mail/line_ends.h"

namespace linkspan::mail {

// The first byte of an unknown name.
inline constexpr char kHiddenName = '~';
// The replacement of a colon that must not end a name: a control character, which is in no field
// name.
inline constexpr char kHiddenColon = '\x02';
// The same for the first `-` of a line that must not be a boundary.
inline constexpr char kHiddenDash = '\x03';

// Bytes that the parser sees as `with`, each of them but CR and LF.
struct Overwrite {
  Range range;
  char with;
};

// Whether the parser sees a field as a separate one.
enum class SeenAs : uint8_t { field, line_of_field_before };

// A field that the parser does not read.
struct UnreadField {
  uint64_t begin;
  SeenAs seen_as;
};

struct Guard {
  std::vector<Overwrite> overwrites;  // in order and apart
  std::vector<Range> cuts;            // those of rule 3, in order and apart
  std::vector<UnreadField> unread;    // in order
  // The first field that rule 6 changes.
  std::optional<uint64_t> messages_are_text_from = {};
};

// Checks each line that has the form of a field, in headers and in bodies.
Guard guard(std::string_view message, LineEnds ends);

// The end of the field whose first line is at `begin`, with its continuation lines (RFC 5322,
// section 2.2.3).
size_t end_of_field(std::string_view message, size_t begin, LineEnds ends);

}  // namespace linkspan::mail
