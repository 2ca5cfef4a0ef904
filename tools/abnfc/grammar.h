// SPDX-License-Identifier: Apache-2.0
// The rules of all files as syntax trees, and the checks on them.
//
// Nodes are kept in one array and refer to each other by index. There are five kinds of node;
// groups, options, strings and numbers are expressed by them:
//
//   [ %s"ab" / c ]  →  repetition 0..1 ( alternation ( concatenation ( {a} {b} ), reference c ) )
//
// check() reports references to undefined rules, and recursive rules. A recursive rule may describe
// a language that no finite automaton can recognize (`nested = "(" [ nested ] ")"`). A harmless one
// (`list = item [ list ]`) can be written as a repetition. So all recursion is an error; the
// message shows the cycle, `a -> b -> a`.
//
// RFC 5234, sections 2 and 3. Guarded by tests/grammars/abnfc_test.cc (Grammar, Errors).
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
    alternation,    // one of the children, of which there is at least one
    concatenation,  // all children in order; without children, the empty text
    repetition,     // the only child, min to max times
    chars,          // one code point of `chars`, which is not empty
    reference,      // the rule called `name`
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
  RuleId rule = kUnresolved;  // of a reference, set by check()
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

  // `name = …`. Reports an error if the rule is already defined.
  void define(Rule rule, Diagnostics& diagnostics);
  // `name =/ …`. Reports an error if the rule is not defined.
  void extend(const Rule& rule, Diagnostics& diagnostics);

  const std::vector<Rule>& rules() const { return rules_; }
  // Ignores case (RFC 5234, section 2.1).
  std::optional<RuleId> find(std::string_view name) const;

  // Resolves references. Reports undefined and recursive rules. Call it once, after reading all
  // files.
  void check(Diagnostics& diagnostics);

  // The references in a rule, in order; only the first one to each rule.
  std::vector<NodeId> references_of(RuleId rule) const;

 private:
  class RecursionFinder;
  void collect_references(NodeId id, std::vector<NodeId>& out) const;

  std::vector<Node> nodes_;
  std::vector<Rule> rules_;
  std::unordered_map<std::string, RuleId> by_name_;  // in lower case
};

}  // namespace linkspan::abnfc
