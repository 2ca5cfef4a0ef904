// Trigger: proposes the places that are worth looking at.
//
// A link shows itself by a colon (`https:`), an `@`, or the dot between two labels in one of its
// four forms (U+002E, U+3002, U+FF0E, U+FF61). Most colons and dots of a text are none of these:
// a sentence ends, a list begins. So a place counts only if its neighbours allow a link:
//
//   `:`   behind a scheme character, and not before white space or a control     https:/  key:v
//   `@`   before what may begin a host                                           a@b
//   `.`   before what may begin a label                                          example.org  3.14
//   the wide dots, always
//
//   "He left. Then: nothing"      no place at all
//   "see example.org: it works"   one, the dot
//
// CONTRACT: too many places may be reported; none may be left out that a link depends on, nor one
// whose looking at moves where the scanner goes on to. So a dot counts whatever stands before it: a
// run such as `.example.org` is given up as a whole at its first dot.
//
// 64 bytes are looked at together, as a mask with a bit for each; there is one algorithm
// (trigger_block.inc) over a thin layer for each kind of CPU, and a portable version with eight
// bytes in a word. Which one runs is chosen when the first Engine is made, or by LINKSPAN_CPU in
// the environment, or by Options::cpu. Guarded by tests/trigger_test.cc: all versions, at every
// alignment and length, and all corpora with the trigger stage switched off.
#pragma once

#include <cstdint>
#include <span>

#include "linkspan/linkspan.h"

namespace linkspan::scan {

// Some bytes and the places among them.
struct TriggerBlock {
  const uint8_t* begin;
  const uint8_t* end;  // at most 64 bytes behind begin
  uint64_t mask;       // bit i: at begin[i]
};

// Which triggers are asked for, besides colons.
struct TriggerKinds {
  uint64_t at_signs = ~uint64_t{0};  // all bits or none
  uint64_t dots = ~uint64_t{0};
};

// The first block in [at, end) that has a place; or one without, which ends at `end`. `before` is
// the byte before `at`; any letter where it is not known. What may come behind `end` is not known.
using FindTriggers = TriggerBlock (*)(const uint8_t* at, const uint8_t* end, uint8_t before,
                                      TriggerKinds kinds);

// Reports every byte that may be a trigger, whatever its neighbours: for explaining, and for tests.
TriggerBlock every_trigger(const uint8_t* at, const uint8_t* end, uint8_t before,
                           TriggerKinds kinds);

// A version for this kind of CPU; nullptr if it was not compiled in or this CPU is not one.
// Cpu::best is always there.
FindTriggers find_triggers_for(Cpu cpu);

}  // namespace linkspan::scan
