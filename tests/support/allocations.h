// SPDX-License-Identifier: Apache-2.0
// Counts the allocations of a program: allocations.cc replaces `operator new` in every test program
// that it is linked with.
#pragma once

#include <cstddef>

namespace linkspan::test {

size_t allocations();

}  // namespace linkspan::test
