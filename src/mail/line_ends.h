// SPDX-License-Identifier: Apache-2.0
// The lines of a message, and how they end.
//
// RFC 5322 requires CRLF and files have LF; both are recognized by their LF. Old Macintosh mail has
// only CR, which no parser reads. There each CR without an LF after it is read as an LF, so offsets
// into the text are offsets into the message.
//
//   "A: b\rC: d\r\r"      cr         "A: b\rc\nC: d\n\n"   lf: a CR inside is only a character
//
// Guarded by tests/mail/mail_message_test.cc.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace linkspan::mail {

enum class LineEnds : uint8_t { lf, cr };

// Decided by the first line of the message. CR CR LF, which some gateways made of CRLF, is not
// `cr`.
inline LineEnds line_ends_of(std::string_view message) {
  const size_t first = message.find_first_of("\r\n");
  if (first == std::string_view::npos || message[first] == '\n') return LineEnds::lf;
  const std::string_view next = message.substr(first + 1, 2);
  return next.starts_with('\n') || next == "\r\n" ? LineEnds::lf : LineEnds::cr;
}

// Is the byte at `at` the end of a line?
inline bool ends_line(std::string_view message, size_t at, LineEnds ends) {
  if (message[at] == '\n') return true;
  return ends == LineEnds::cr && message[at] == '\r' &&
         (at + 1 == message.size() || message[at + 1] != '\n');
}

// The start of the line after the one at `at`.
inline size_t next_line(std::string_view message, size_t at, LineEnds ends) {
  if (ends == LineEnds::lf) {
    const size_t end = message.find('\n', at);
    return end == std::string_view::npos ? message.size() : end + 1;
  }
  while (at < message.size() && !ends_line(message, at, ends)) ++at;
  return std::min(at + 1, message.size());
}

// Copies bytes [begin, end) of the message as text whose lines end in LF.
inline void copy_text(std::string_view message, size_t begin, size_t end, LineEnds ends, char* to) {
  if (begin == end) return;
  std::memcpy(to, message.data() + begin, end - begin);
  if (ends == LineEnds::lf) return;
  for (size_t at = begin; at < end; ++at) {
    if (ends_line(message, at, ends)) to[at - begin] = '\n';
  }
}

}  // namespace linkspan::mail
