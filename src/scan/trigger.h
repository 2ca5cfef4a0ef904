// Trigger: proposes the places that are worth looking at.
//
// A link shows itself by a colon (`https:`), an `@`, or the dot between two labels in one of its
// four forms (U+002E, U+3002, U+FF0E, U+FF61). find_trigger gives the next byte that may begin one
// of these. CONTRACT: it may report places where there is none of them; it must never pass over
// one. The scanner looks at what is really there, so that a trigger that reports every byte finds
// the same links (tests/trigger_test.cc).
#pragma once

#include <cstdint>

namespace linkspan::scan {

// The first trigger in [at, end), or end.
using FindTrigger = const uint8_t* (*)(const uint8_t* at, const uint8_t* end);

// By a table, byte for byte.
const uint8_t* find_trigger(const uint8_t* at, const uint8_t* end);

// Reports every byte: the way to switch the trigger stage off.
const uint8_t* every_byte(const uint8_t* at, const uint8_t* end);

}  // namespace linkspan::scan
