// SPDX-License-Identifier: Apache-2.0
#include "abnfc/pack.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace linkspan::abnfc {
namespace {

using base::PackedDfa;

// A row of the automaton, split in two. SAFETY: a choice fits into a byte: there are fewer than 256
// classes, as several bytes never occur in UTF-8 and share one.
struct SplitRow {
  std::vector<uint16_t> choices;                       // byte class → index into targets
  std::vector<uint16_t> targets = {base::Dfa::kDead};  // the dead state is always the first
};

SplitRow split_row(const Automaton& automaton, size_t state) {
  SplitRow row;
  for (size_t c = 0; c < automaton.class_count; ++c) {
    const uint16_t target = automaton.next[state * automaton.class_count + c];
    const auto known = std::find(row.targets.begin(), row.targets.end(), target);
    row.choices.push_back(static_cast<uint16_t>(known - row.targets.begin()));
    if (known == row.targets.end()) row.targets.push_back(target);
  }
  return row;
}

// Concatenated vectors, without duplicates.
class Pool {
 public:
  // The offset of the vector, which is added if it is new.
  size_t place(const std::vector<uint16_t>& vector) {
    const auto [known, added] = place_of_.try_emplace(vector, all_.size());
    if (added) all_.insert(all_.end(), vector.begin(), vector.end());
    return known->second;
  }
  const std::vector<uint16_t>& all() const { return all_; }

 private:
  std::vector<uint16_t> all_;
  std::map<std::vector<uint16_t>, size_t> place_of_;
};

// The states, the dead one first, then depth first from the start.
std::vector<uint16_t> depth_first(const Automaton& automaton) {
  std::vector<uint16_t> order = {base::Dfa::kDead};
  std::vector<bool> is_known(automaton.state_count);
  std::vector<uint16_t> open = {base::Dfa::kStart};
  is_known[base::Dfa::kDead] = true;
  while (!open.empty()) {
    const uint16_t state = open.back();
    open.pop_back();
    if (is_known[state]) continue;
    is_known[state] = true;
    order.push_back(state);
    const SplitRow row = split_row(automaton, state);
    open.insert(open.end(), row.targets.begin(), row.targets.end());
  }
  return order;
}

constexpr size_t kMostRows = 256;
constexpr size_t kMostTargets = size_t{1} << PackedDfa::kListBits;
constexpr size_t kMostChoices = size_t{1} << (32 - PackedDfa::kListBits);

}  // namespace

std::optional<PackedAutomaton> pack(const Automaton& automaton, Diagnostics& diagnostics) {
  PackedAutomaton packed;
  packed.byte_class = automaton.byte_class;
  packed.class_count = automaton.class_count;
  packed.states.resize(automaton.state_count);
  Pool lists;
  for (const uint16_t state : depth_first(automaton))
    lists.place(split_row(automaton, state).targets);
  // Accepting states come last, so that comparing a state with first_accepting identifies them.
  for (const bool accepts : {false, true}) {
    Pool rows;
    const size_t first_row = packed.choices.size();
    packed.first_accepting = static_cast<PackedDfa::State>(first_row << PackedDfa::kListBits);
    for (size_t state = 0; state < automaton.state_count; ++state) {
      if ((automaton.accepts[state] != 0) != accepts) continue;
      const SplitRow row = split_row(automaton, state);
      const size_t choices = first_row + rows.place(row.choices);
      packed.states[state] =
          static_cast<PackedDfa::State>(choices << PackedDfa::kListBits | lists.place(row.targets));
    }
    for (const uint16_t choice : rows.all()) packed.choices.push_back(static_cast<uint8_t>(choice));
  }
  if (packed.choices.size() > kMostRows * automaton.class_count) {
    diagnostics.error(fmt::format("the automaton has {} rows of choices; at most {} can be packed",
                                  packed.choices.size() / automaton.class_count, kMostRows));
    return std::nullopt;
  }
  if (packed.choices.size() >= kMostChoices || lists.all().size() > kMostTargets) {
    diagnostics.error(fmt::format(
        "the automaton has {} choices and {} targets; less than {} and at most {} can be packed",
        packed.choices.size(), lists.all().size(), kMostChoices, kMostTargets));
    return std::nullopt;
  }
  for (const uint16_t target : lists.all()) packed.targets.push_back(packed.states[target]);
  return packed;
}

}  // namespace linkspan::abnfc
