// SPDX-License-Identifier: Apache-2.0
// Subset construction: the deterministic automaton before minimization. See compile.h.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "abnfc/budget.h"
#include "abnfc/nfa.h"
#include "abnfc/source.h"

namespace linkspan::abnfc {

// A complete automaton: every state has a successor for every byte class. State 0 is dead.
struct WideDfa {
  static constexpr uint32_t kDead = 0;
  std::array<uint8_t, 256> byte_class = {};
  uint32_t class_count = 0;
  uint32_t start = 0;
  std::vector<uint32_t> next;  // state by state, class by class
  std::vector<uint8_t> accepts;
  std::vector<uint16_t> begins;
  uint32_t state_count() const { return static_cast<uint32_t>(accepts.size()); }
};

// Reports an error and returns nullopt if a limit is exceeded.
std::optional<WideDfa> determinize(const Nfa& nfa, const Limits& limits, Diagnostics& diagnostics);

}  // namespace linkspan::abnfc
