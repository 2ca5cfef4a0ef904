// SPDX-License-Identifier: Apache-2.0
// Window: the part of the text that is in memory, addressed by offsets into the whole text.
//
// The scanner does not know how the text was cut. Checks of a Window return yes, no, or unknown:
// the window ends too early. Then the scanner returns and is called again with more text. That is
// why spans do not depend on the chunks (tests/scan/stream_test.cc).
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <string_view>

#include "base/utf8.h"
#include "scan/text/reach.h"

namespace linkspan::scan {

enum class Answer : uint8_t { no, yes, unknown };

constexpr Answer opposite(Answer answer) {
  if (answer == Answer::unknown) return answer;
  return answer == Answer::yes ? Answer::no : Answer::yes;
}

enum class Progress : uint8_t { done, need_more };

// No offset. PERF: a std::optional that a function returns is written to memory in parts and read
// as a whole, which stalls.
inline constexpr uint64_t kNowhere = UINT64_MAX;

// At a place there is a code point, or the end of the text, or the window ends there. PERF: two
// words of 8 and 4 bytes, each stored and read as a whole.
struct Peek {
  enum class State : uint32_t { code_point, end_of_text, unknown };
  base::CodePoint code_point;
  State state;

  bool unknown() const { return state == State::unknown; }
  bool is(char32_t value) const { return state == State::code_point && code_point.value == value; }
};

struct Window {
  uint64_t begin = 0;
  uint64_t end = 0;
  base::Text text = base::Text::complete;  // the whole text ends at `end`
  // The first place that anybody who looked back has read, as far as reads_from() was told: an
  // escape may be there.
  mutable uint64_t read_from = kNowhere;

  Window() = default;
  // `bytes` are those of [begin, end).
  Window(const uint8_t* bytes, uint64_t the_begin, uint64_t the_end, base::Text the_text)
      : begin(the_begin),
        end(the_end),
        text(the_text),
        origin_(reinterpret_cast<uintptr_t>(bytes) - static_cast<uintptr_t>(the_begin)) {}

  // REQUIRES for all: begin <= offset; for byte(): offset < end.
  const uint8_t* at(uint64_t offset) const {
    assert(begin <= offset && offset <= end);
    const uintptr_t place = origin_ + static_cast<uintptr_t>(offset);
    return reinterpret_cast<const uint8_t*>(place);  // NOLINT(performance-no-int-to-ptr)
  }
  uint8_t byte(uint64_t offset) const { return *at(offset); }
  const uint8_t* first_byte() const { return at(begin); }
  const uint8_t* end_of_bytes() const { return at(end); }
  // Where a byte of the window is in the text.
  uint64_t offset_of(const uint8_t* byte) const {
    return begin + static_cast<uint64_t>(byte - first_byte());
  }
  bool complete() const { return text == base::Text::complete; }

  std::string_view slice(uint64_t from, uint64_t to) const {
    return {reinterpret_cast<const char*>(at(from)), static_cast<size_t>(to - from)};
  }

  // REQUIRES: offset < end.
  base::CodePoint code_point(uint64_t offset) const {
    return base::decode(at(offset), end_of_bytes(), text);
  }

  // The code point that ends at `offset`; it begins at or after `floor`.
  // REQUIRES: begin <= floor < offset <= end.
  base::CodePoint code_point_before(uint64_t offset, uint64_t floor) const {
    return base::decode_before(at(floor), at(offset));
  }

  Peek peek(uint64_t offset) const {
    if (offset >= end) {
      return {{}, complete() ? Peek::State::end_of_text : Peek::State::unknown};
    }
    const base::CodePoint found = code_point(offset);
    return {found, found.length == 0 ? Peek::State::unknown : Peek::State::code_point};
  }

  // Is this ASCII character at `offset`? False if the window ends before.
  bool has(uint64_t offset, char ascii) const {
    return offset < end && byte(offset) == static_cast<uint8_t>(ascii);
  }

  // Is `ascii` at `offset`, ignoring case? REQUIRES: lower case.
  Answer holds(uint64_t offset, std::string_view ascii) const {
    for (const char expected : ascii) {
      if (offset >= end) return complete() ? Answer::no : Answer::unknown;
      uint8_t byte_here = byte(offset++);
      if (byte_here >= 'A' && byte_here <= 'Z') byte_here += 'a' - 'A';
      if (byte_here != static_cast<uint8_t>(expected)) return Answer::no;
    }
    return Answer::yes;
  }

  // The first offset to read when going back from `from` by kReach bytes at most, not before
  // `floor`. Everything that looks back from a candidate by more than kNear bytes uses one of these
  // functions, so the text that a Stream keeps is enough.
  template <uint64_t kReach>
  uint64_t back_to(uint64_t from, uint64_t floor) const {
    const uint64_t first = furthest<kReach>(from, floor);
    reads_from(first);
    return first;
  }
  // The same for those who mostly read less: they call reads_from() for what they have read.
  // PERF: an escape in text that a rule could read costs a microsecond.
  template <uint64_t kReach>
  uint64_t furthest(uint64_t from, uint64_t floor) const {
    static_assert(kReach <= kContext);
    return std::max({from > kReach ? from - kReach : 0, floor, begin});
  }
  void reads_from(uint64_t first) const { read_from = std::min(read_from, first); }

 private:
  // Of the byte at offset 0, were it there. PERF: so that a byte is one load away.
  uintptr_t origin_ = 0;
};

}  // namespace linkspan::scan
