// SPDX-License-Identifier: Apache-2.0
// Finds equivalent states of an automaton by Hopcroft's algorithm, in O(n log n). See compile.h.
#pragma once

#include <cstdint>
#include <vector>

#include "abnfc/subset.h"

namespace linkspan::abnfc {

// Returns for each state the number of its block of equal states. Two states are equal if their
// accepts and begins are equal and every byte class leads both to equal states.
std::vector<uint32_t> equal_states(const WideDfa& dfa);

}  // namespace linkspan::abnfc
