// SPDX-License-Identifier: Apache-2.0
// From the grammar to a nondeterministic automaton over bytes (Thompson 1968).
//
// A node is built in front of what follows it: build(node, next) makes the states that read `node`
// and then go on at `next`, and returns where to begin. So nothing is patched afterwards, and a
// rule that is needed twice in front of the same state is built once; the many alternatives of
// IPv6address that end in ls32 share it.
//
//   "a" / *"b"  in front of S:   split ─▶ byte a ─▶ S
//                                  └────▶ split ─▶ byte b ─┐
//                                           ▲└──▶ S        │
//                                           └──────────────┘
//
// Where a rule begins that is asked for as a label, there is a mark on the way into it.
// Alternatives of single code points are first united (`ALPHA / DIGIT / "-"`), and a set of code
// points becomes byte sequences that share their tails (utf8.h).
// Guarded by tests/abnfc_test.cc (Automata, Limits).
#pragma once

#include <cstdint>
#include <vector>

#include "abnfc/budget.h"
#include "abnfc/grammar.h"

namespace linkspan::abnfc {

struct Nfa {
  using State = uint32_t;
  struct Node {
    enum class Kind : uint8_t {
      byte,    // reads a byte first..last, goes to next
      split,   // goes to next or other
      mark,    // label `index` begins; goes to next
      accept,  // the text so far is a match of root `index`
    };
    Kind kind = Kind::accept;
    uint8_t index = 0;
    uint8_t first = 0;
    uint8_t last = 0;
    State next = 0;
    State other = 0;
  };
  std::vector<Node> states;
  State start = 0;
};

// What one automaton is to know.
struct Request {
  std::vector<RuleId> roots;
  // Each label is one rule or several, which then count as the same thing.
  std::vector<std::vector<RuleId>> labels;
};

inline constexpr size_t kMaxRoots = 8;    // the bits of base::Dfa::accepts
inline constexpr size_t kMaxLabels = 16;  // the bits of base::Dfa::begins

// REQUIRES: the grammar was checked and has no errors; at most kMaxRoots and kMaxLabels.
// Reports when a limit is passed; then the result is incomplete.
Nfa build_nfa(const Grammar& grammar, const Request& request, const Limits& limits,
              Diagnostics& diagnostics);

}  // namespace linkspan::abnfc
