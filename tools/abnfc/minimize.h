// SPDX-License-Identifier: Apache-2.0
// Which states of an automaton are the same? Hopcroft's algorithm, in time n log n. See compile.h.
#pragma once

#include <cstdint>
#include <vector>

#include "abnfc/subset.h"

namespace linkspan::abnfc {

// For each state the number of its class of equal states. Two states are equal when they agree on
// accepts and begins and every byte class leads them to equal states.
std::vector<uint32_t> equal_states(const WideDfa& dfa);

}  // namespace linkspan::abnfc
