// SPDX-License-Identifier: Apache-2.0
#include "abnfc/compile.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "abnfc/minimize.h"
#include "abnfc/subset.h"

namespace linkspan::abnfc {
namespace {

constexpr uint32_t kUnnumbered = UINT32_MAX;

// One state of the wide automaton for each block of equal states. The dead state comes first, then
// the others in breadth-first order from the start.
struct Representatives {
  std::vector<uint32_t> states;     // new number → a state of the wide automaton
  std::vector<uint32_t> number_of;  // block → new number
};

Representatives number_blocks(const WideDfa& dfa, const std::vector<uint32_t>& block_of) {
  Representatives result;
  result.number_of.assign(dfa.state_count(), kUnnumbered);
  const auto number = [&](uint32_t state) {
    uint32_t& assigned = result.number_of[block_of[state]];
    if (assigned != kUnnumbered) return;
    assigned = static_cast<uint32_t>(result.states.size());
    result.states.push_back(state);
  };
  number(WideDfa::kDead);
  number(dfa.start);
  for (size_t i = 1; i < result.states.size(); ++i) {
    for (uint32_t c = 0; c < dfa.class_count; ++c) {
      number(dfa.next[size_t{result.states[i]} * dfa.class_count + c]);
    }
  }
  return result;
}

// Merges the classes that lead to the same target in every state. The new classes are numbered in
// the order of their first bytes.
void merge_classes(Automaton& automaton, const std::vector<uint16_t>& rows, size_t width,
                   const std::array<uint8_t, 256>& wide_class) {
  std::map<std::vector<uint16_t>, uint8_t> number_of;
  std::vector<size_t> kept;  // new class → old class
  std::vector<uint8_t> merged(width);
  for (size_t c = 0; c < width; ++c) {
    std::vector<uint16_t> column;
    for (size_t at = c; at < rows.size(); at += width) column.push_back(rows[at]);
    const auto [entry, added] =
        number_of.try_emplace(std::move(column), static_cast<uint8_t>(kept.size()));
    if (added) kept.push_back(c);
    merged[c] = entry->second;
  }
  for (uint8_t old_class : wide_class) automaton.byte_class.push_back(merged[old_class]);
  automaton.class_count = static_cast<uint16_t>(kept.size());
  for (size_t row = 0; row < rows.size(); row += width) {
    for (size_t c : kept) automaton.next.push_back(rows[row + c]);
  }
}

std::optional<Automaton> minimal(const WideDfa& dfa, const Limits& limits,
                                 Diagnostics& diagnostics) {
  const std::vector<uint32_t> block_of = equal_states(dfa);
  const Representatives kept = number_blocks(dfa, block_of);
  if (kept.states.size() > limits.dfa_states) {
    diagnostics.error(fmt::format("the automaton has {} states; at most {} can be numbered",
                                  kept.states.size(), limits.dfa_states));
    return std::nullopt;
  }
  Automaton automaton;
  std::vector<uint16_t> rows;
  for (uint32_t state : kept.states) {
    automaton.accepts.push_back(dfa.accepts[state]);
    automaton.begins.push_back(dfa.begins[state]);
    for (uint32_t c = 0; c < dfa.class_count; ++c) {
      const uint32_t target = dfa.next[size_t{state} * dfa.class_count + c];
      rows.push_back(static_cast<uint16_t>(kept.number_of[block_of[target]]));
    }
  }
  automaton.state_count = static_cast<uint16_t>(kept.states.size());
  automaton.subset_states = dfa.state_count();
  merge_classes(automaton, rows, dfa.class_count, dfa.byte_class);
  return automaton;
}

}  // namespace

std::optional<Automaton> compile(const Grammar& grammar, const Request& request,
                                 Diagnostics& diagnostics, const Limits& limits) {
  const Nfa nfa = build_nfa(grammar, request, limits, diagnostics);
  if (!diagnostics.ok()) return std::nullopt;
  const auto wide = determinize(nfa, limits, diagnostics);
  if (!wide) return std::nullopt;
  auto automaton = minimal(*wide, limits, diagnostics);
  if (automaton) automaton->nfa_states = nfa.states.size();
  return automaton;
}

}  // namespace linkspan::abnfc
