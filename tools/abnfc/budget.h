// SPDX-License-Identifier: Apache-2.0
// How much abnfc does before it gives up with an error, whatever the grammar.
//
// `99999*99999( … )` or a tower of rules that each double the one before it would fill any memory.
// The defaults bound abnfc to well under a gigabyte and to seconds, and leave RFC grammars a factor
// of a hundred; the fuzz target sets them lower.
#pragma once

#include <cstddef>
#include <cstdint>

namespace linkspan::abnfc {

struct Limits {
  size_t nfa_states = size_t{1} << 19;
  size_t build_steps = size_t{1} << 22;    // nodes visited while the NFA is built
  uint32_t build_depth = 1500;             // groups and rules inside one another
  size_t subset_states = size_t{1} << 18;  // of the DFA before it is minimised
  size_t subset_members = size_t{1} << 25;
  size_t subset_steps = size_t{1} << 31;
  size_t transitions = size_t{1} << 24;  // states times byte classes, before minimising
  size_t dfa_states = 65534;             // what base::Dfa::State can number, without the dead one
};

}  // namespace linkspan::abnfc
