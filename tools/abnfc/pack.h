// SPDX-License-Identifier: Apache-2.0
// Packs a large automaton into a small table, base::PackedDfa.
//
// In a grammar with counted repetition (`1*63sip-char`), many states distinguish the same classes
// of bytes and differ only in the few states that these lead to. A row is therefore split in two:
// the choices (byte class → index) and the targets (index → state). States share equal choices and
// equal targets.
//
//   IRI            262 states   24 098 bytes become  6 616
//   opaque-link   5796 states  910 228 bytes become 63 120
//
// Lists of targets follow each other as their states do (depth first), so that in `1*63sip-char`
// each differs from the one before by the same numbers: base::make_targets() makes them of these.
//
// A step needs two dependent look-ups instead of one, which pays if the unpacked table does not fit
// into the caches.
//
// Guarded by tests/grammars/abnfc_test.cc (Packed), which compares the steps with those of the
// original.
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
  std::vector<State> states;  // state number in the original automaton → packed state
  State first_accepting = 0;
  uint32_t class_count = 0;  // the size of a row

  // Borrows the tables: valid until this object is changed or destroyed.
  base::PackedDfa view() const {
    return {byte_class.data(), choices.data(), targets.data(), states[base::Dfa::kStart],
            first_accepting};
  }
  size_t table_bytes() const {
    return byte_class.size() + choices.size() + sizeof(State) * targets.size();
  }
};

// Reports an error and returns nullopt if an offset into the tables does not fit into a State.
// REQUIRES: one root and no label.
std::optional<PackedAutomaton> pack(const Automaton& automaton, Diagnostics& diagnostics);

}  // namespace linkspan::abnfc
