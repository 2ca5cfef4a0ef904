// SPDX-License-Identifier: Apache-2.0
// From the grammar to a nondeterministic automaton over bytes (Thompson 1968).
//
// The automaton is built from back to front: build(node, next) makes the states that read `node`
// and then continue at `next`, and returns the first of them. So only loops need patching, and a
// rule that is used twice before the same state is built once. For example, the alternatives of
// IPv6address that end in ls32 share its states.
//
//   "a" / *"b"  before S:        split ─▶ byte a ─▶ S
//                                  └────▶ split ─▶ byte b ─┐
//                                           ▲└──▶ S        │
//                                           └──────────────┘
//
// A `mark` state precedes each rule that is a label.
// Alternatives that are single code points (`ALPHA / DIGIT / "-"`) are first merged into one set. A
// set becomes UTF-8 byte sequences (utf8.h), and sequences with equal tails share states.
// Guarded by tests/grammars/abnfc_test.cc (Automata, Limits).
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

// The rules that an automaton recognizes and reports.
struct Request {
  std::vector<RuleId> roots;
  // A label is one rule, or several that are reported alike.
  std::vector<std::vector<RuleId>> labels;
};

inline constexpr size_t kMaxRoots = 8;    // the bits of base::Dfa::accepts
inline constexpr size_t kMaxLabels = 16;  // the bits of base::Dfa::begins

// Reports an error if a limit is exceeded; the result is then incomplete.
// REQUIRES: the grammar was checked and has no errors; at most kMaxRoots and kMaxLabels.
Nfa build_nfa(const Grammar& grammar, const Request& request, const Limits& limits,
              Diagnostics& diagnostics);

}  // namespace linkspan::abnfc
