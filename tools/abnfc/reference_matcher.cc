// SPDX-License-Identifier: Apache-2.0
#include "abnfc/reference_matcher.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "abnfc/utf8.h"

namespace linkspan::abnfc {

ReferenceMatcher::ReferenceMatcher(const Grammar& grammar, std::string_view text)
    : grammar_(grammar), code_points_(decode_all_utf8(text)) {
  if (!code_points_) return;
  for (size_t at = 0; at < text.size(); at += utf8_unit_size(text.substr(at))) {
    offsets_.push_back(static_cast<uint32_t>(at));
  }
  offsets_.push_back(static_cast<uint32_t>(text.size()));
}

bool ReferenceMatcher::matches(RuleId rule) {
  if (!code_points_) return false;
  const auto length = static_cast<uint32_t>(code_points_->size());
  return can_end(ends(grammar_.rules()[rule].body, 0), length);
}

std::optional<std::vector<LabelSpan>> ReferenceMatcher::labels(RuleId rule,
                                                               const Request& request) {
  if (!matches(rule)) return std::nullopt;
  request_ = &request;
  walk_rule(rule, 0, static_cast<uint32_t>(code_points_->size()));
  request_ = nullptr;
  return std::exchange(spans_, {});
}

bool ReferenceMatcher::can_end(const Ends& ends, uint32_t end) const {
  return std::binary_search(ends.begin(), ends.end(), end);
}

const ReferenceMatcher::Ends& ReferenceMatcher::ends(NodeId node, uint32_t begin) {
  const auto known = known_.find({node, begin});
  if (known != known_.end()) return known->second;
  Ends found = find_ends(grammar_.node(node), begin);
  return known_.emplace(std::pair(node, begin), std::move(found)).first->second;
}

ReferenceMatcher::Ends ReferenceMatcher::find_ends(const Node& node, uint32_t begin) {
  switch (node.kind) {
    case Node::Kind::chars:
      if (begin == code_points_->size() || !node.chars.contains((*code_points_)[begin])) return {};
      return {begin + 1};
    case Node::Kind::reference:
      return ends(grammar_.rules()[node.rule].body, begin);
    case Node::Kind::concatenation:
      return ends_of_list(node.children, 0, begin);
    case Node::Kind::repetition:
      return ends_of_repeat({node.children[0], node.min, node.max}, begin);
    case Node::Kind::alternation:
      break;
  }
  std::set<uint32_t> all;
  for (NodeId child : node.children) {
    const Ends& some = ends(child, begin);
    all.insert(some.begin(), some.end());
  }
  return {all.begin(), all.end()};
}

// The ends of the concatenation of nodes[first], nodes[first + 1], ….
ReferenceMatcher::Ends ReferenceMatcher::ends_of_list(const std::vector<NodeId>& nodes,
                                                      size_t first, uint32_t begin) {
  std::set<uint32_t> reached = {begin};
  for (size_t i = first; i < nodes.size(); ++i) {
    std::set<uint32_t> further;
    for (uint32_t from : reached) {
      const Ends& some = ends(nodes[i], from);
      further.insert(some.begin(), some.end());
    }
    reached = std::move(further);
  }
  return {reached.begin(), reached.end()};
}

// The loop ends early however large min and max are: if the child never matches the empty text,
// `reached` becomes empty; if it can, `reached` stops growing.
const ReferenceMatcher::Ends& ReferenceMatcher::ends_of_repeat(const Repeat& repeat,
                                                               uint32_t begin) {
  const std::tuple key(repeat.child, repeat.min, repeat.max, begin);
  const auto known = known_repeats_.find(key);
  if (known != known_repeats_.end()) return known->second;
  std::set<uint32_t> all;
  std::set<uint32_t> reached = {begin};
  for (uint32_t times = 0; !reached.empty(); ++times) {
    if (times >= repeat.min) all.insert(reached.begin(), reached.end());
    if (times == repeat.max) break;
    std::set<uint32_t> further;
    for (uint32_t from : reached) {
      const Ends& some = ends(repeat.child, from);
      further.insert(some.begin(), some.end());
    }
    if (further == reached) {
      all.insert(reached.begin(), reached.end());
      break;
    }
    reached = std::move(further);
  }
  return known_repeats_.emplace(key, Ends(all.begin(), all.end())).first->second;
}

// The walk functions follow one match from `begin` to `end` and collect labels. REQUIRES: there is
// such a match.
void ReferenceMatcher::walk(NodeId id, uint32_t begin, uint32_t end) {
  const Node& node = grammar_.node(id);
  switch (node.kind) {
    case Node::Kind::chars:
      return;
    case Node::Kind::reference:
      return walk_rule(node.rule, begin, end);
    case Node::Kind::concatenation:
      return walk_list(node.children, begin, end);
    case Node::Kind::repetition:
      return walk_repeat({node.children[0], node.min, node.max}, begin, end);
    case Node::Kind::alternation:
      break;
  }
  for (NodeId child : node.children) {
    if (can_end(ends(child, begin), end)) return walk(child, begin, end);
  }
}

void ReferenceMatcher::walk_rule(RuleId rule, uint32_t begin, uint32_t end) {
  for (size_t label = 0; label < request_->labels.size(); ++label) {
    const auto& rules = request_->labels[label];
    if (std::find(rules.begin(), rules.end(), rule) == rules.end()) continue;
    spans_.push_back({static_cast<uint32_t>(label), offsets_[begin], offsets_[end]});
  }
  walk(grammar_.rules()[rule].body, begin, end);
}

void ReferenceMatcher::walk_list(const std::vector<NodeId>& nodes, uint32_t begin, uint32_t end) {
  for (size_t i = 0; i < nodes.size(); ++i) {
    const Ends& here = ends(nodes[i], begin);
    const auto furthest = std::find_if(here.rbegin(), here.rend(), [&](uint32_t middle) {
      return can_end(ends_of_list(nodes, i + 1, middle), end);
    });
    walk(nodes[i], begin, *furthest);
    begin = *furthest;
  }
}

void ReferenceMatcher::walk_repeat(Repeat repeat, uint32_t begin, uint32_t end) {
  while (begin != end) {
    if (repeat.min > 0) --repeat.min;
    if (repeat.max != Node::kNoLimit) --repeat.max;
    const Ends& here = ends(repeat.child, begin);
    const auto furthest = std::find_if(here.rbegin(), here.rend(), [&](uint32_t middle) {
      return middle != begin && can_end(ends_of_repeat(repeat, middle), end);
    });
    // Only empty matches are left, which `min` requires; they read nothing.
    if (furthest == here.rend()) return;
    walk(repeat.child, begin, *furthest);
    begin = *furthest;
  }
  if (repeat.min > 0) walk(repeat.child, begin, end);
}

}  // namespace linkspan::abnfc
