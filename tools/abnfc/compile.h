// SPDX-License-Identifier: Apache-2.0
// From the nondeterministic automaton to the tables of base::Dfa.
//
// Three steps. Subset construction (Rabin and Scott 1959): a state of the DFA is a set of states of
// the NFA, of which only those that read a byte are kept, together with which roots accept and
// which labels begin here. Minimising (Hopcroft 1971): states that no continuation tells apart
// become one; those with different accept or begin bits are told apart from the outset, so a label
// costs states where it begins. Last, bytes that no state tells apart become one class, which makes
// a row of the table as wide as the grammar is fine: IRI-reference needs some 50 classes, not 256.
//
// States are numbered in breadth-first order from the start, so equal grammars give equal tables.
// Guarded by tests/abnfc_test.cc (Automata: minimal by Myhill-Nerode on small grammars; Limits).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "abnfc/budget.h"
#include "abnfc/nfa.h"
#include "base/dfa.h"

namespace linkspan::abnfc {

// The tables of a base::Dfa and how they came about.
struct Automaton {
  std::vector<uint8_t> byte_class;
  std::vector<uint16_t> next;
  std::vector<uint8_t> accepts;
  std::vector<uint16_t> begins;
  uint16_t state_count = 0;
  uint16_t class_count = 0;

  size_t nfa_states = 0;
  size_t subset_states = 0;  // before minimising

  // Borrows the tables: valid while this object lives and is not changed.
  base::Dfa view() const {
    return {byte_class.data(), next.data(), accepts.data(),
            begins.data(),     state_count, class_count};
  }
  size_t table_bytes() const {
    return byte_class.size() + 2 * next.size() + accepts.size() + 2 * begins.size();
  }
};

// REQUIRES: the grammar was checked and has no errors; request within kMaxRoots and kMaxLabels,
// with at least one root. Nothing when a limit is passed, which is then reported.
std::optional<Automaton> compile(const Grammar& grammar, const Request& request,
                                 Diagnostics& diagnostics, const Limits& limits = {});

}  // namespace linkspan::abnfc
