// SPDX-License-Identifier: Apache-2.0
// A message in memory as a stream for GMime: only the current block is copied, the message may have
// any size, and four things are changed for the parser. Line ends are LF (line_ends.h). Fields that
// it does not need are hidden from it (guard.h). Zero bytes, at which a C string ends, are other
// control characters. And an empty line is put in where a header ends without one
// (missing_lines.h).
//
//   message      A: b⏎text⏎          offsets 0 to 10
//   stream       A: b⏎⏎text⏎         0 to 11, with one line end put in at 5
//
// Only the structure is read through it; the bytes of a part are read from the message. The number
// of inserted line ends before each offset gives the place of a part.
//
// Of GMime's own streams, the one over memory has a 32-bit size and a copy of the message, and the
// one over a mapped file needs a file.
//
// Internal to the stage: this header uses GMime's types. Guarded by
// tests/mail/mail_message_test.cc.
#pragma once

#include <gmime/gmime.h>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "mail/guard.h"
#include "mail/line_ends.h"

namespace linkspan::mail {

struct Unref {
  void operator()(void* object) const { g_object_unref(object); }
};
// The replacement of a zero byte.
inline constexpr char kHiddenZero = '\x01';

// Owns one reference to an object of GMime.
template <class T>
using Ref = std::unique_ptr<T, Unref>;

struct ParserView {
  std::string_view message;
  LineEnds ends = LineEnds::lf;
  Guard guard = {};
  std::vector<uint64_t> line_ends =
      {};  // the offsets in the message at which line ends are inserted, in order

  uint64_t stream_size() const { return message.size() + line_ends.size(); }
  // The number of line ends inserted before this offset in the stream.
  uint64_t put_in_before(uint64_t stream_offset) const;
  uint64_t message_offset(uint64_t stream_offset) const {
    return stream_offset - put_in_before(stream_offset);
  }
  // The start in the message of the body whose header has a line at this offset of the message.
  uint64_t body_after(uint64_t line_in_header) const;
  // Copies [begin, end) of the stream. REQUIRES: begin <= end <= stream_size().
  void copy(uint64_t begin, uint64_t end, char* to) const;
};

// Registers the type of the stream. REQUIRES: called once, before open_stream, by one thread.
void register_stream_type();

// REQUIRES: the view and its message outlive the stream and everything that was parsed from it.
Ref<GMimeStream> open_stream(const ParserView& view);

}  // namespace linkspan::mail
