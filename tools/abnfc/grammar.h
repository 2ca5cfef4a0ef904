// SPDX-License-Identifier: Apache-2.0
// The grammar as a tree: the rules of all files together, and what is checked about them.
//
// Nodes live in one array and refer to each other by index; a node is one of the five things that
// ABNF is made of once groups, options and the ways to write characters are resolved:
//
//   [ %s"ab" / c ]  →  repetition 0..1 ( alternation ( concatenation ( {a} {b} ), reference c ) )
//
// check() finds what reading rule by rule cannot: references to rules that are not there, and
// rules that contain themselves. The latter describe languages that no finite automaton knows
// (`nested = "(" [ nested ] ")"`); the few that are harmless (`list = item [ list ]`) can be
// written as repetition, so all of them are refused, with the way round: `a -> b -> a`.
// RFC 5234, sections 2 and 3. Guarded by tests/abnfc_test.cc (Grammar, Errors).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "abnfc/charset.h"
#include "abnfc/source.h"

namespace linkspan::abnfc {

using NodeId = uint32_t;
using RuleId = uint32_t;

struct Node {
  enum class Kind : uint8_t {
    alternation,    // one of the children; there is at least one
    concatenation,  // all children, one after the other; none: the empty text
    repetition,     // the only child, min to max times
    chars,          // one code point of `chars`, which is not empty
    reference,      // the rule of this name
  };
  static constexpr uint32_t kNoLimit = UINT32_MAX;
  static constexpr RuleId kUnresolved = UINT32_MAX;

  Kind kind = Kind::concatenation;
  Position position;
  std::vector<NodeId> children;
  uint32_t min = 1;  // of a repetition
  uint32_t max = 1;
  CharSet chars;
  std::string name;           // of a reference, as written there
  RuleId rule = kUnresolved;  // of a reference, once check() has found it
};

struct Rule {
  std::string name;  // as written where it is defined
  Position position;
  NodeId body = 0;
};

class Grammar {
 public:
  NodeId add(Node node);
  const Node& node(NodeId id) const { return nodes_[id]; }
  size_t node_count() const { return nodes_.size(); }

  // `name = …`; reports a second definition.
  void define(Rule rule, Diagnostics& diagnostics);
  // `name =/ …`; reports when there is nothing to add to.
  void extend(const Rule& rule, Diagnostics& diagnostics);

  const std::vector<Rule>& rules() const { return rules_; }
  // Upper and lower case are the same (RFC 5234, section 2.1).
  std::optional<RuleId> find(std::string_view name) const;

  // Resolves references; reports undefined rules and recursion. Call it once, when all is read.
  void check(Diagnostics& diagnostics);

  // The rules that the rule refers to, in order, each where it is first referred to.
  std::vector<NodeId> references_of(RuleId rule) const;

 private:
  class RecursionFinder;
  void collect_references(NodeId id, std::vector<NodeId>& out) const;

  std::vector<Node> nodes_;
  std::vector<Rule> rules_;
  std::unordered_map<std::string, RuleId> by_name_;  // in lower case
};

}  // namespace linkspan::abnfc
