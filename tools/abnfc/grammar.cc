// SPDX-License-Identifier: Apache-2.0
#include "abnfc/grammar.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace linkspan::abnfc {
namespace {

std::string lower_case(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

}  // namespace

NodeId Grammar::add(Node node) {
  nodes_.push_back(std::move(node));
  return static_cast<NodeId>(nodes_.size() - 1);
}

std::optional<RuleId> Grammar::find(std::string_view name) const {
  const auto found = by_name_.find(lower_case(name));
  if (found == by_name_.end()) return std::nullopt;
  return found->second;
}

void Grammar::define(Rule rule, Diagnostics& diagnostics) {
  if (const auto first = find(rule.name)) {
    diagnostics.error(
        rule.position,
        fmt::format("rule `{}` is defined twice (`=/` adds alternatives to a rule)", rule.name));
    diagnostics.note(rules_[*first].position, "the first definition is here");
    return;
  }
  by_name_.emplace(lower_case(rule.name), static_cast<RuleId>(rules_.size()));
  rules_.push_back(std::move(rule));
}

void Grammar::extend(const Rule& rule, Diagnostics& diagnostics) {
  const auto found = find(rule.name);
  if (!found) {
    diagnostics.error(rule.position,
                      fmt::format("`=/` adds to rule `{}`, which has no `=` before it", rule.name));
    return;
  }
  // Add to one flat list: nested pairs would be as deep as the rule has lines.
  Rule& extended = rules_[*found];
  if (node(extended.body).kind != Node::Kind::alternation) {
    Node list;
    list.kind = Node::Kind::alternation;
    list.position = rule.position;
    list.children = {extended.body};
    extended.body = add(std::move(list));
  }
  nodes_[extended.body].children.push_back(rule.body);
}

void Grammar::collect_references(NodeId id, std::vector<NodeId>& out) const {
  const Node& here = node(id);
  if (here.kind == Node::Kind::reference) out.push_back(id);
  for (NodeId child : here.children) collect_references(child, out);
}

std::vector<NodeId> Grammar::references_of(RuleId rule) const {
  std::vector<NodeId> all;
  collect_references(rules_[rule].body, all);
  std::vector<NodeId> first_ones;
  std::set<std::string> seen;
  for (NodeId id : all) {
    if (seen.insert(lower_case(node(id).name)).second) first_ones.push_back(id);
  }
  return first_ones;
}

// Searches depth-first with an explicit stack: the chain of rules may be long.
class Grammar::RecursionFinder {
 public:
  RecursionFinder(const Grammar& grammar, Diagnostics& diagnostics)
      : grammar_(grammar), diagnostics_(diagnostics), state_(grammar.rules().size()) {}

  void run() {
    for (RuleId rule = 0; rule < state_.size(); ++rule) {
      if (state_[rule] == State::unseen) walk_from(rule);
    }
  }

 private:
  enum class State : uint8_t { unseen, on_path, done };
  struct Step {
    RuleId rule;
    std::vector<NodeId> references;
    size_t next = 0;
  };

  void enter(RuleId rule) {
    state_[rule] = State::on_path;
    path_.push_back({rule, grammar_.references_of(rule)});
  }

  void walk_from(RuleId start) {
    enter(start);
    while (!path_.empty()) {
      Step& step = path_.back();
      if (step.next == step.references.size()) {
        state_[step.rule] = State::done;
        path_.pop_back();
        continue;
      }
      follow(step.references[step.next++]);
    }
  }

  void follow(NodeId reference) {
    const RuleId target = grammar_.node(reference).rule;
    if (target == Node::kUnresolved || state_[target] == State::done) return;
    if (state_[target] == State::unseen) {
      enter(target);
    } else {
      report(reference, target);
    }
  }

  void report(NodeId reference, RuleId target) {
    const auto begin = std::find_if(path_.begin(), path_.end(),
                                    [target](const Step& step) { return step.rule == target; });
    std::string way;
    for (auto step = begin; step != path_.end(); ++step) {
      // Of a long cycle, show the start and the end only.
      const auto index = step - begin;
      if (index >= kShownSteps && path_.end() - step > 1) {
        if (index == kShownSteps) way += "… -> ";
        continue;
      }
      way += grammar_.rules()[step->rule].name + " -> ";
    }
    way += grammar_.rules()[target].name;
    diagnostics_.error(grammar_.node(reference).position,
                       fmt::format("rule `{}` is recursive, which abnfc does not support: {}",
                                   grammar_.rules()[target].name, way));
  }

  static constexpr std::ptrdiff_t kShownSteps = 10;
  const Grammar& grammar_;
  Diagnostics& diagnostics_;
  std::vector<State> state_;
  std::vector<Step> path_;
};

void Grammar::check(Diagnostics& diagnostics) {
  for (Node& reference : nodes_) {
    if (reference.kind != Node::Kind::reference) continue;
    if (const auto rule = find(reference.name)) {
      reference.rule = *rule;
    } else {
      diagnostics.error(reference.position,
                        fmt::format("rule `{}` is not defined", reference.name));
    }
  }
  RecursionFinder(*this, diagnostics).run();
}

}  // namespace linkspan::abnfc
