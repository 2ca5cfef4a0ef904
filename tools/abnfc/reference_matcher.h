// SPDX-License-Identifier: Apache-2.0
// Matches a text against a rule straight from the grammar, slowly: the second opinion on the
// automata, and the way `abnfc --match` says where labelled rules begin and end.
//
// The idea: ends(node, position) is the set of all places where a match of the node that begins
// there can end. It follows from the sets of the children, is kept once it is known, and needs
// neither UTF-8 byte ranges nor states, so it shares nothing with the compiler but the grammar.
// Where a text can be read in several ways, the first alternative counts, and of the ends of an
// element the furthest: "first-match-wins" and "greedy" (RFC 3986, section 4.1 and appendix B).
// The time is polynomial: about the nodes of the grammar times the cube of the length.
// Guarded by tests/abnfc_test.cc (Matcher) and used in tests/fuzz/abnfc_fuzz.cc.
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

// One place where a labelled rule matched, in bytes of the text.
struct LabelSpan {
  uint32_t label = 0;
  uint32_t begin = 0;
  uint32_t end = 0;
  bool operator==(const LabelSpan&) const = default;
};

class ReferenceMatcher {
 public:
  // Keeps a reference to the grammar. REQUIRES: it was checked and has no errors.
  ReferenceMatcher(const Grammar& grammar, std::string_view text);

  // Is the whole text a match? Ill-formed UTF-8 never is.
  bool matches(RuleId rule);

  // Where the rules of Request::labels begin and end, outer ones first, in the order of the text;
  // nothing when the text does not match.
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
  std::vector<uint32_t> offsets_;  // in bytes, of each code point and of the end
  std::map<std::pair<NodeId, uint32_t>, Ends> known_;
  std::map<std::tuple<NodeId, uint32_t, uint32_t, uint32_t>, Ends> known_repeats_;
  const Request* request_ = nullptr;  // while labels() runs
  std::vector<LabelSpan> spans_;
};

}  // namespace linkspan::abnfc
