// SPDX-License-Identifier: Apache-2.0
#include "abnfc/subset.h"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace linkspan::abnfc {
namespace {

// The NFA states that a DFA state represents.
struct Subset {
  std::vector<Nfa::State> members;  // those that read a byte, sorted
  uint8_t accepts = 0;
  uint16_t begins = 0;
};

// Bytes are in one class if every edge of the NFA treats them alike. Returns the number of classes.
uint32_t classify_bytes(const Nfa& nfa, std::array<uint8_t, 256>& byte_class) {
  std::bitset<257> begins_class;
  for (const Nfa::Node& node : nfa.states) {
    if (node.kind != Nfa::Node::Kind::byte) continue;
    begins_class.set(node.first);
    begins_class.set(node.last + 1u);
  }
  uint32_t current = 0;
  for (unsigned byte = 0; byte < 256; ++byte) {
    if (byte > 0 && begins_class[byte]) ++current;
    byte_class[byte] = static_cast<uint8_t>(current);
  }
  return current + 1;
}

class Determinizer {
 public:
  Determinizer(const Nfa& nfa, const Limits& limits) : nfa_(nfa), limits_(limits) {
    seen_.assign(nfa.states.size(), 0);
    dfa_.class_count = classify_bytes(nfa, dfa_.byte_class);
    targets_.resize(dfa_.class_count);
  }

  // Returns false if a limit was exceeded; limit() describes it.
  bool run() {
    state_of({});  // the dead state
    dfa_.start = state_of(close({nfa_.start}));
    for (uint32_t state = 0; state < dfa_.state_count() && limit_.empty(); ++state) expand(state);
    return limit_.empty();
  }
  const std::string& limit() const { return limit_; }
  WideDfa take() { return std::move(dfa_); }

 private:
  Subset close(std::vector<Nfa::State> from);
  void expand(uint32_t state);
  uint32_t state_of(const Subset& subset);
  uint32_t add(const Subset& subset);
  bool is(uint32_t state, const Subset& subset) const;
  void check_limits();

  const Nfa& nfa_;
  const Limits& limits_;
  WideDfa dfa_;
  std::string limit_;
  std::vector<uint32_t> seen_;  // NFA state → the round in which it was last reached
  uint32_t round_ = 0;
  std::vector<std::vector<Nfa::State>> targets_;  // by byte class
  // The members of all subsets, concatenated. Those of subset i are at first_member_[i] up to
  // first_member_[i + 1].
  std::vector<Nfa::State> members_;
  std::vector<size_t> first_member_ = {0};
  std::unordered_multimap<size_t, uint32_t> by_hash_;
  size_t steps_ = 0;
};

// All states that can be reached from `from` without reading a byte.
Subset Determinizer::close(std::vector<Nfa::State> from) {
  Subset subset;
  ++round_;
  while (!from.empty()) {
    const Nfa::State state = from.back();
    from.pop_back();
    if (std::exchange(seen_[state], round_) == round_) continue;
    ++steps_;
    const Nfa::Node& node = nfa_.states[state];
    switch (node.kind) {
      case Nfa::Node::Kind::byte:
        subset.members.push_back(state);
        break;
      case Nfa::Node::Kind::split:
        from.push_back(node.other);
        from.push_back(node.next);
        break;
      case Nfa::Node::Kind::mark:
        subset.begins = static_cast<uint16_t>(subset.begins | 1u << node.index);
        from.push_back(node.next);
        break;
      case Nfa::Node::Kind::accept:
        subset.accepts = static_cast<uint8_t>(subset.accepts | 1u << node.index);
        break;
    }
  }
  std::sort(subset.members.begin(), subset.members.end());
  return subset;
}

void Determinizer::expand(uint32_t state) {
  for (auto& target : targets_) target.clear();
  for (size_t i = first_member_[state]; i < first_member_[state + 1]; ++i) {
    const Nfa::Node& node = nfa_.states[members_[i]];
    const unsigned last = dfa_.byte_class[node.last];
    for (unsigned c = dfa_.byte_class[node.first]; c <= last; ++c) targets_[c].push_back(node.next);
    steps_ += last + 1 - dfa_.byte_class[node.first];
  }
  for (uint32_t c = 0; c < dfa_.class_count && limit_.empty(); ++c) {
    const uint32_t target =
        targets_[c].empty() ? WideDfa::kDead : state_of(close(std::move(targets_[c])));
    dfa_.next[size_t{state} * dfa_.class_count + c] = target;
    check_limits();
  }
}

uint32_t Determinizer::state_of(const Subset& subset) {
  size_t hash = subset.accepts * 65536u + subset.begins;
  for (Nfa::State member : subset.members) hash = (hash ^ member) * 0x9E3779B97F4A7C15u;
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto candidate = begin; candidate != end; ++candidate) {
    if (is(candidate->second, subset)) return candidate->second;
  }
  const uint32_t state = add(subset);
  by_hash_.emplace(hash, state);
  return state;
}

bool Determinizer::is(uint32_t state, const Subset& subset) const {
  return dfa_.accepts[state] == subset.accepts && dfa_.begins[state] == subset.begins &&
         std::equal(members_.begin() + static_cast<std::ptrdiff_t>(first_member_[state]),
                    members_.begin() + static_cast<std::ptrdiff_t>(first_member_[state + 1]),
                    subset.members.begin(), subset.members.end());
}

uint32_t Determinizer::add(const Subset& subset) {
  members_.insert(members_.end(), subset.members.begin(), subset.members.end());
  first_member_.push_back(members_.size());
  dfa_.accepts.push_back(subset.accepts);
  dfa_.begins.push_back(subset.begins);
  dfa_.next.resize(dfa_.next.size() + dfa_.class_count, WideDfa::kDead);
  return dfa_.state_count() - 1;
}

void Determinizer::check_limits() {
  if (dfa_.state_count() > limits_.subset_states) {
    limit_ = fmt::format("{} states", limits_.subset_states);
  } else if (dfa_.next.size() > limits_.transitions) {
    limit_ = fmt::format("{} transitions", limits_.transitions);
  } else if (members_.size() > limits_.subset_members || steps_ > limits_.subset_steps) {
    limit_ = fmt::format("{} steps", limits_.subset_steps);
  }
}

}  // namespace

std::optional<WideDfa> determinize(const Nfa& nfa, const Limits& limits, Diagnostics& diagnostics) {
  Determinizer determinizer(nfa, limits);
  if (determinizer.run()) return determinizer.take();
  diagnostics.error(fmt::format(
      "the deterministic automaton needs more than {}; a counted repetition after an ambiguity, as "
      "in `*x \"a\" 20x`, doubles it with each count",
      determinizer.limit()));
  return std::nullopt;
}

}  // namespace linkspan::abnfc
