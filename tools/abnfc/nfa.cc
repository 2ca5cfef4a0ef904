// SPDX-License-Identifier: Apache-2.0
#include "abnfc/nfa.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "abnfc/utf8.h"

namespace linkspan::abnfc {
namespace {

class Builder {
 public:
  Builder(const Grammar& grammar, const Request& request, const Limits& limits,
          Diagnostics& diagnostics)
      : grammar_(grammar),
        limits_(limits),
        diagnostics_(diagnostics),
        labels_(grammar.rules().size()),
        chars_(grammar.node_count()) {
    for (size_t label = 0; label < request.labels.size(); ++label) {
      for (RuleId rule : request.labels[label])
        labels_[rule].push_back(static_cast<uint8_t>(label));
    }
  }

  Nfa run(const Request& request) {
    std::vector<Nfa::State> starts;
    for (size_t root = 0; root < request.roots.size() && !failed_; ++root) {
      place_ = grammar_.rules()[request.roots[root]].position;
      const Nfa::State accept = add({.kind = Nfa::Node::Kind::accept, .index = uint8_t(root)});
      starts.push_back(build_rule(request.roots[root], accept));
    }
    nfa_.start = unite(starts);
    return std::move(nfa_);
  }

 private:
  using State = Nfa::State;
  struct Chars {
    bool known = false;          // whether `set` was computed
    std::optional<CharSet> set;  // absent if the node can match anything else than one code point
  };

  State add(Nfa::Node node) {
    if (nfa_.states.size() >= limits_.nfa_states) {
      fail(
          fmt::format("the automaton needs more than {} states at this place; are there nested or "
                      "very large repetitions?",
                      limits_.nfa_states));
      return 0;
    }
    nfa_.states.push_back(node);
    return static_cast<State>(nfa_.states.size() - 1);
  }
  State add_split(State next, State other) {
    return add({.kind = Nfa::Node::Kind::split, .next = next, .other = other});
  }
  State unite(const std::vector<State>& starts) {
    State all = starts.empty() ? 0 : starts.back();
    for (size_t i = starts.size(); i-- > 1;) all = add_split(starts[i - 1], all);
    return all;
  }

  State build(NodeId id, State next);
  State build_node(NodeId id, State next);
  State build_alternation(const Node& node, State next);
  State build_repetition(const Node& node, State next);
  State build_rule(RuleId rule, State next);
  State build_chars(const CharSet& set, State next);
  const std::optional<CharSet>& chars_of(NodeId id);
  std::optional<CharSet> find_chars(const Node& node);
  bool enter();
  void fail(std::string message);

  const Grammar& grammar_;
  const Limits& limits_;
  Diagnostics& diagnostics_;
  std::vector<std::vector<uint8_t>> labels_;  // of each rule
  std::vector<Chars> chars_;                  // of each node
  std::map<std::pair<RuleId, State>, State> built_rules_;
  Nfa nfa_;
  Position place_;  // of what is being built, for errors
  size_t steps_ = 0;
  uint32_t depth_ = 0;
  bool failed_ = false;
};

void Builder::fail(std::string message) {
  if (!failed_) diagnostics_.error(place_, std::move(message));
  failed_ = true;
}

// Counts a step. Returns false, and reports an error, if a limit is exceeded.
bool Builder::enter() {
  if (failed_) return false;
  if (++steps_ > limits_.build_steps) {
    fail(
        fmt::format("the grammar needs more than {} steps to expand at this place; are there "
                    "nested or very large repetitions?",
                    limits_.build_steps));
  } else if (depth_ >= limits_.build_depth) {
    fail(fmt::format("rules and groups are nested deeper than {} at this place",
                     limits_.build_depth));
  }
  return !failed_;
}

Builder::State Builder::build(NodeId id, State next) {
  const Position outer = std::exchange(place_, grammar_.node(id).position);
  if (!enter()) return next;
  ++depth_;
  const State start = build_node(id, next);
  --depth_;
  place_ = outer;
  return start;
}

Builder::State Builder::build_node(NodeId id, State next) {
  if (const auto& set = chars_of(id)) return build_chars(*set, next);
  const Node& node = grammar_.node(id);
  switch (node.kind) {
    case Node::Kind::alternation:
      return build_alternation(node, next);
    case Node::Kind::concatenation:
      for (size_t i = node.children.size(); i-- > 0;) next = build(node.children[i], next);
      return next;
    case Node::Kind::repetition:
      return build_repetition(node, next);
    case Node::Kind::reference:
      return build_rule(node.rule, next);
    case Node::Kind::chars:
      break;
  }
  return next;
}

Builder::State Builder::build_alternation(const Node& node, State next) {
  std::vector<State> starts;
  std::vector<CodePointRange> united;
  steps_ += node.children.size();
  for (NodeId child : node.children) {
    if (const auto& set = chars_of(child)) {
      steps_ += set->ranges().size();
      united.insert(united.end(), set->ranges().begin(), set->ranges().end());
    } else {
      starts.push_back(build(child, next));
    }
  }
  if (!united.empty()) starts.push_back(build_chars(CharSet(std::move(united)), next));
  return unite(starts);
}

// `min` copies, then `[x [x [x]]]` up to `max`, or a loop if there is no maximum.
Builder::State Builder::build_repetition(const Node& node, State next) {
  const NodeId child = node.children[0];
  State start = next;
  if (node.max == Node::kNoLimit) {
    const State loop = add_split(next, next);
    const State body = build(child, loop);
    if (failed_) return next;
    nfa_.states[loop].other = body;
    start = loop;
  } else {
    for (uint32_t i = node.min; i < node.max && !failed_; ++i) {
      start = add_split(build(child, start), next);
    }
  }
  for (uint32_t i = 0; i < node.min && !failed_; ++i) start = build(child, start);
  return start;
}

Builder::State Builder::build_rule(RuleId rule, State next) {
  if (!enter()) return next;
  const auto known = built_rules_.find({rule, next});
  if (known != built_rules_.end()) return known->second;
  ++depth_;
  State start = build(grammar_.rules()[rule].body, next);
  --depth_;
  for (uint8_t label : labels_[rule]) {
    start = add({.kind = Nfa::Node::Kind::mark, .index = label, .next = start});
  }
  built_rules_.emplace(std::pair(rule, next), start);
  return start;
}

// The byte sequences of the set. Equal tails share states.
Builder::State Builder::build_chars(const CharSet& set, State next) {
  std::vector<Utf8Sequence> sequences;
  for (const CodePointRange& range : set.ranges()) {
    append_utf8_sequences(range.first, range.last, sequences);
  }
  std::map<std::pair<State, std::pair<uint8_t, uint8_t>>, State> tails;
  std::vector<State> starts;
  for (const Utf8Sequence& sequence : sequences) {
    State state = next;
    for (unsigned i = sequence.size; i-- > 0;) {
      const ByteRange bytes = sequence.bytes[i];
      const auto [known, added] = tails.try_emplace({state, {bytes.first, bytes.last}}, 0);
      if (added) {
        known->second = add({.kind = Nfa::Node::Kind::byte,
                             .first = bytes.first,
                             .last = bytes.last,
                             .next = state});
      }
      state = known->second;
    }
    starts.push_back(state);
  }
  return unite(starts);
}

const std::optional<CharSet>& Builder::chars_of(NodeId id) {
  if (!chars_[id].known) {
    // The node will be built child by child instead, and enter() reports the depth.
    if (depth_ >= limits_.build_depth) return chars_[id].set;
    ++depth_;
    auto set = find_chars(grammar_.node(id));
    --depth_;
    chars_[id] = {true, std::move(set)};
  }
  return chars_[id].set;
}

std::optional<CharSet> Builder::find_chars(const Node& node) {
  switch (node.kind) {
    case Node::Kind::chars:
      return node.chars;
    case Node::Kind::reference:
      // The mark of a labelled rule must stay.
      if (!labels_[node.rule].empty()) return std::nullopt;
      return chars_of(grammar_.rules()[node.rule].body);
    case Node::Kind::alternation: {
      std::vector<CodePointRange> ranges;
      for (NodeId child : node.children) {
        const auto& set = chars_of(child);
        if (!set) return std::nullopt;
        steps_ += set->ranges().size();
        if (steps_ > limits_.build_steps) return std::nullopt;  // enter() reports it
        ranges.insert(ranges.end(), set->ranges().begin(), set->ranges().end());
      }
      return CharSet(std::move(ranges));
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

Nfa build_nfa(const Grammar& grammar, const Request& request, const Limits& limits,
              Diagnostics& diagnostics) {
  return Builder(grammar, request, limits, diagnostics).run(request);
}

}  // namespace linkspan::abnfc
