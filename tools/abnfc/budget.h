// SPDX-License-Identifier: Apache-2.0
// Limits on the work of abnfc. A grammar that exceeds one is an error.
//
// `99999*99999( … )`, or a chain of rules each of which doubles the previous one, would exhaust
// memory. With the defaults abnfc needs seconds and well under a gigabyte. RFC grammars use about a
// hundredth of them. The fuzz target sets them lower.
#pragma once

#include <cstddef>
#include <cstdint>

namespace linkspan::abnfc {

struct Limits {
  size_t nfa_states = size_t{1} << 19;
  size_t build_steps = size_t{1} << 22;    // nodes visited while the NFA is built
  uint32_t build_depth = 1500;             // nested groups and rules
  size_t subset_states = size_t{1} << 18;  // of the DFA before minimization
  size_t subset_members = size_t{1} << 25;
  size_t subset_steps = size_t{1} << 31;
  size_t transitions = size_t{1} << 24;  // states times byte classes, before minimization
  size_t dfa_states = 65534;             // fits into base::Dfa::State
};

}  // namespace linkspan::abnfc
