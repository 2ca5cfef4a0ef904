// SPDX-License-Identifier: Apache-2.0
// From the nondeterministic automaton to the tables of base::Dfa.
//
// 1. Subset construction (Rabin and Scott 1959). A DFA state is a set of NFA states. It keeps the
//    NFA states that read a byte, the roots that accept here and the labels that begin here.
// 2. Minimization (Hopcroft 1971). Two states become one if every continuation leads both to the
//    same result. States with different accept or begin bits stay separate, so a label adds states
//    where it begins.
// 3. Byte classes. Two bytes are in one class if every state treats them alike. A table row has one
//    entry per class: about 50 for IRI-reference instead of 256.
//
// States are numbered breadth-first from the start, so equal grammars produce equal tables.
// Guarded by tests/grammars/abnfc_test.cc (Automata: minimal by Myhill-Nerode on small grammars;
// Limits).
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

// The tables of a base::Dfa, and the sizes of the automata before it.
struct Automaton {
  std::vector<uint8_t> byte_class;
  std::vector<uint16_t> next;
  std::vector<uint8_t> accepts;
  std::vector<uint16_t> begins;
  uint16_t state_count = 0;
  uint16_t class_count = 0;

  size_t nfa_states = 0;
  size_t subset_states = 0;  // before minimization

  // Borrows the tables: valid until this object is changed or destroyed.
  base::Dfa view() const {
    return {byte_class.data(), next.data(), accepts.data(),
            begins.data(),     state_count, class_count};
  }
  size_t table_bytes() const {
    return byte_class.size() + 2 * next.size() + accepts.size() + 2 * begins.size();
  }
};

// Reports an error and returns nullopt if a limit is exceeded.
// REQUIRES: the grammar was checked and has no errors; the request has at least one root and
// respects kMaxRoots and kMaxLabels.
std::optional<Automaton> compile(const Grammar& grammar, const Request& request,
                                 Diagnostics& diagnostics, const Limits& limits = {});

}  // namespace linkspan::abnfc
