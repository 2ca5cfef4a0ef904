// SPDX-License-Identifier: Apache-2.0
#include "tests/support/allocations.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<size_t> count = 0;
}  // namespace

namespace linkspan::test {
size_t allocations() { return count; }
}  // namespace linkspan::test

// Every other form of `new` calls this one, except the forms for over-aligned memory and, with
// AddressSanitizer, the form that returns null.
void* operator new(size_t size) {
  ++count;
  if (void* const memory = std::malloc(size > 0 ? size : 1); memory != nullptr) return memory;
  throw std::bad_alloc();
}
void* operator new(size_t size, const std::nothrow_t& /*tag*/) noexcept {
  ++count;
  return std::malloc(size > 0 ? size : 1);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t /*size*/) noexcept { std::free(memory); }
