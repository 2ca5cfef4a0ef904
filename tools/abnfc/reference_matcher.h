// SPDX-License-Identifier: Apache-2.0
// Matches a text against a rule directly from the grammar, slowly. Tests compare the automata with
// it, and `abnfc --match` uses it to find where labelled rules begin and end.
//
// ends(node, begin) is the set of all positions where a match of the node that begins at `begin`
// can end. It is computed from the sets of the children and memoized. It uses neither UTF-8 byte
// ranges nor states, so it shares only the grammar with the compiler. If a text is ambiguous, the
// first alternative and the longest match of an element are chosen: "first-match-wins" and "greedy"
// (RFC 3986, section 4.1 and appendix B). The time is about the number of nodes in the grammar
// times the cube of the length of the text. Guarded by tests/grammars/abnfc_test.cc (Matcher) and
// used in tests/fuzz/abnfc_fuzz.cc.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "abnfc/grammar.h"
#include "abnfc/nfa.h"

namespace linkspan::abnfc {

// A match of a labelled rule, in bytes of the text.
struct LabelSpan {
  uint32_t label = 0;
  uint32_t begin = 0;
  uint32_t end = 0;
  bool operator==(const LabelSpan&) const = default;
};

class ReferenceMatcher {
 public:
  // Keeps a reference to the grammar. REQUIRES: the grammar was checked and has no errors.
  ReferenceMatcher(const Grammar& grammar, std::string_view text);

  // Whether the whole text matches. Ill-formed UTF-8 never does.
  bool matches(RuleId rule);

  // The matches of the rules in Request::labels, in the order of the text, outer ones before inner
  // ones; nullopt if the text does not match.
  std::optional<std::vector<LabelSpan>> labels(RuleId rule, const Request& request);

 private:
  using Ends = std::vector<uint32_t>;  // sorted
  struct Repeat {
    NodeId child;
    uint32_t min, max;
  };

  const Ends& ends(NodeId node, uint32_t begin);
  Ends find_ends(const Node& node, uint32_t begin);
  Ends ends_of_list(const std::vector<NodeId>& nodes, size_t first, uint32_t begin);
  const Ends& ends_of_repeat(const Repeat& repeat, uint32_t begin);
  bool can_end(const Ends& ends, uint32_t end) const;

  void walk(NodeId node, uint32_t begin, uint32_t end);
  void walk_list(const std::vector<NodeId>& nodes, uint32_t begin, uint32_t end);
  void walk_repeat(Repeat repeat, uint32_t begin, uint32_t end);
  void walk_rule(RuleId rule, uint32_t begin, uint32_t end);

  const Grammar& grammar_;
  std::optional<std::vector<uint32_t>> code_points_;
  std::vector<uint32_t> offsets_;  // the byte offset of each code point, and of the end
  std::map<std::pair<NodeId, uint32_t>, Ends> known_;
  std::map<std::tuple<NodeId, uint32_t, uint32_t, uint32_t>, Ends> known_repeats_;
  const Request* request_ = nullptr;  // while labels() runs
  std::vector<LabelSpan> spans_;
};

}  // namespace linkspan::abnfc
