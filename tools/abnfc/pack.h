// SPDX-License-Identifier: Apache-2.0
// A large automaton in a small table, base::PackedDfa.
//
// Most states of a grammar that counts (`1*63sip-char`) read the same bytes as many others, and
// lead to a few states of their own. So what is the same for many, which byte means which of the
// few, is kept once, and a state has but the short list of where it leads. Equal lists are kept
// once, too.
//
//   IRI            262 states   24 098 bytes become  6 616
//   opaque-link   5796 states  910 228 bytes become 63 120
//
// A step is two look-ups, one after the other, not one: worth it where the caches would not hold
// the table.
//
// Guarded by tests/abnfc_test.cc (Packed): the same steps as before, in all rules.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "abnfc/compile.h"
#include "abnfc/source.h"
#include "base/dfa.h"

namespace linkspan::abnfc {

struct PackedAutomaton {
  using State = base::PackedDfa::State;
  std::vector<uint8_t> byte_class;
  std::vector<uint8_t> choices;
  std::vector<State> targets;
  std::vector<State> states;  // of the automaton that was packed, by their number there
  State first_accepting = 0;

  // Borrows the tables: valid while this object lives and is not changed.
  base::PackedDfa view() const {
    return {byte_class.data(), choices.data(), targets.data(), states[base::Dfa::kStart],
            first_accepting};
  }
  size_t table_bytes() const {
    return byte_class.size() + choices.size() + sizeof(State) * targets.size();
  }
};

// REQUIRES: one root and no label. Nothing when the tables are too large for a state to say where
// its parts begin, which is then reported.
std::optional<PackedAutomaton> pack(const Automaton& automaton, Diagnostics& diagnostics);

}  // namespace linkspan::abnfc
