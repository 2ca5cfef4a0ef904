// SPDX-License-Identifier: Apache-2.0
// Counts the allocations of a program and their bytes: allocations.cc replaces `operator new` in
// every test program that it is linked with.
#pragma once

#include <cstddef>

namespace linkspan::test {

size_t allocations();

// The most bytes that were allocated at once since the last call.
size_t take_most_bytes();

}  // namespace linkspan::test
