// SPDX-License-Identifier: Apache-2.0
// A message in memory as a stream that GMime can parse: nothing is copied but the block at hand,
// any size will do, and what the parser sees is changed in four ways. Line ends are LF
// (line_ends.h). Fields that it does not need are hidden from it (guard.h). Zero bytes, at which a
// C string ends, are other control characters. And an empty line is put in where a header ends
// without one (missing_lines.h).
//
//   message      A: b⏎text⏎          offsets 0 to 10
//   stream       A: b⏎⏎text⏎         0 to 11, with one line end put in at 5
//
// Only the structure is read through it; the bytes of a part are taken from the message. How far
// the two have drifted apart is known, which is how the place of a part is.
//
// Of GMime's own streams, the one over memory counts in 32 bits and keeps a copy, and the one over
// a mapped file wants a file.
//
// This header is inside of the stage: it has GMime's types in it.
// Guarded by tests/mail_message_test.cc.
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
// What the parser sees for a zero byte.
inline constexpr char kHiddenZero = '\x01';

// Owns one reference to an object of GMime.
template <class T>
using Ref = std::unique_ptr<T, Unref>;

struct ParserView {
  std::string_view message;
  LineEnds ends = LineEnds::lf;
  Guard guard = {};
  std::vector<uint64_t> line_ends = {};  // where in the message line ends are put in, in order

  uint64_t stream_size() const { return message.size() + line_ends.size(); }
  // How many line ends were put in before this offset into the stream.
  uint64_t put_in_before(uint64_t stream_offset) const;
  uint64_t message_offset(uint64_t stream_offset) const {
    return stream_offset - put_in_before(stream_offset);
  }
  // Where in the message the body begins whose header has a line at this offset into the message.
  uint64_t body_after(uint64_t line_in_header) const;
  // Copies [begin, end) of the stream. REQUIRES: begin <= end <= stream_size().
  void copy(uint64_t begin, uint64_t end, char* to) const;
};

// Makes the type of the stream known. REQUIRES: called once, before open_stream, by one thread.
void register_stream_type();

// REQUIRES: the view and its message outlive the stream and everything that was parsed from it.
Ref<GMimeStream> open_stream(const ParserView& view);

}  // namespace linkspan::mail
