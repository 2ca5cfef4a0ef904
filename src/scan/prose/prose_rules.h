// SPDX-License-Identifier: Apache-2.0
// The rules of profiles prose and code by their names, from grammars/prose_rules.txt.
//
// A rule outside of that table checks is_on() first: `if (!is_on(ProseRule::key)) …`. All are
// on, except while a WithoutRule lives: explain() shows the link that there would be without a
// rule, and tools/bench/accuracy --ablate counts the cases that a rule decides.
//
// Guarded by tests/scan/prose_rules_test.cc.
#pragma once

#include <cstdint>

#include "base/compiler.h"
#include "base/decision.h"

// Their names are in automata/prose_rules.h, which the build generates.
namespace linkspan::automata::prose_rules {
enum class Id : uint8_t;
enum class Feature : uint8_t;
}  // namespace linkspan::automata::prose_rules

namespace linkspan::scan {

using ProseRule = automata::prose_rules::Id;
using ProseFeature = automata::prose_rules::Feature;

// LINKSPAN_WITHOUT_EXPLAIN: a library without explain(), in which no rule is ever off and no
// rejection is reported.
#ifdef LINKSPAN_WITHOUT_EXPLAIN
inline constexpr bool kExplains = false;
#else
inline constexpr bool kExplains = true;
#endif

const base::Decision& decision_of(ProseRule rule);

// The rule that is off in this thread; -1: none.
// PERF: initial-exec.
LINKSPAN_INITIAL_EXEC extern constinit thread_local int rule_left_out;

inline bool is_on(ProseRule rule) { return !kExplains || static_cast<int>(rule) != rule_left_out; }

// Turns a rule off in this thread for as long as it lives. Only one may live at a time.
class WithoutRule {
 public:
  explicit WithoutRule(ProseRule rule) { rule_left_out = static_cast<int>(rule); }
  ~WithoutRule() { rule_left_out = -1; }
  WithoutRule(const WithoutRule&) = delete;
  WithoutRule& operator=(const WithoutRule&) = delete;
};

}  // namespace linkspan::scan
