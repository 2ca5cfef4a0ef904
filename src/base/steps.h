// SPDX-License-Identifier: Apache-2.0
// Counts the steps of the scanner, for the test that the work is linear in the text.
//
// Every loop over text calls count_step() or count_steps(). It is nothing unless the library is
// compiled with LINKSPAN_COUNT_STEPS, as tests/scan/linear_test.cc does.
#pragma once

#include <cstdint>

namespace linkspan::base {

#ifdef LINKSPAN_COUNT_STEPS
inline thread_local uint64_t steps_counted = 0;
inline void count_steps(uint64_t steps) { steps_counted += steps; }
#else
inline void count_steps(uint64_t) {}
#endif
inline void count_step() { count_steps(1); }

}  // namespace linkspan::base
