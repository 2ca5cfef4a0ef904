// SPDX-License-Identifier: Apache-2.0
// The rules of profiles prose and code by their names, from grammars/prose_rules.txt.
//
// A rule outside of that table checks is_on() first: `if (!is_on(ProseRule::elision)) …`. All are
// on, except in the library for tools/bench/accuracy --ablate: it can turn off a rule at a time, to
// count the cases that it decides.
//
// Guarded by tests/prose_rules_test.cc.
#pragma once

#include <cstdint>

#include "base/decision.h"

// Their names are in automata/prose_rules.h, which the build generates.
namespace linkspan::automata::prose_rules {
enum class Id : uint8_t;
enum class Feature : uint8_t;
}  // namespace linkspan::automata::prose_rules

namespace linkspan::scan {

using ProseRule = automata::prose_rules::Id;
using ProseFeature = automata::prose_rules::Feature;

const base::Decision& decision_of(ProseRule rule);

#ifdef LINKSPAN_ABLATION
// The rule that is off; -1: none. Set by one thread, before it scans.
extern int rule_left_out;
inline bool is_on(ProseRule rule) { return static_cast<int>(rule) != rule_left_out; }
#else
constexpr bool is_on(ProseRule /*rule*/) { return true; }
#endif

}  // namespace linkspan::scan
