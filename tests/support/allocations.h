// SPDX-License-Identifier: Apache-2.0
// Counts the allocations of a program and their bytes: allocations.cc replaces `operator new` in
// every test program that it is linked with.
#pragma once

#include <cstddef>

// ThreadSanitizer's `operator new` cannot be replaced, so nothing is counted with it.
#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#define LINKSPAN_COUNTS_NO_ALLOCATIONS
#endif
#endif

namespace linkspan::test {

size_t allocations();

// For a test that the allocations are counted.
#ifdef LINKSPAN_COUNTS_NO_ALLOCATIONS
#define LINKSPAN_SKIP_WITHOUT_ALLOCATIONS() GTEST_SKIP() << "ThreadSanitizer counts no allocations"
#else
#define LINKSPAN_SKIP_WITHOUT_ALLOCATIONS() static_cast<void>(0)
#endif

// The most bytes that were allocated at once since the last call.
size_t take_most_bytes();

}  // namespace linkspan::test
