// SPDX-License-Identifier: Apache-2.0
#include "tests/support/allocations.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<size_t> count = 0;
std::atomic<size_t> bytes = 0;
std::atomic<size_t> most_bytes = 0;
}  // namespace

namespace linkspan::test {
size_t allocations() { return count; }
size_t take_most_bytes() {
  const size_t most = most_bytes;
  most_bytes = bytes.load();
  return most;
}
}  // namespace linkspan::test

#ifndef LINKSPAN_COUNTS_NO_ALLOCATIONS
namespace {
void* counted(void* memory) {
  ++count;
  const size_t now = bytes += malloc_usable_size(memory);
  size_t most = most_bytes;
  while (now > most && !most_bytes.compare_exchange_weak(most, now)) continue;
  return memory;
}

void release(void* memory) {
  bytes -= malloc_usable_size(memory);
  std::free(memory);
}
}  // namespace

// Every other form of `new` calls this one, except the forms for over-aligned memory and, with
// AddressSanitizer, the form that returns null.
void* operator new(size_t size) {
  if (void* const memory = counted(std::malloc(size > 0 ? size : 1)); memory != nullptr) {
    return memory;
  }
  throw std::bad_alloc();
}
void* operator new(size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return counted(std::malloc(size > 0 ? size : 1));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, size_t /*size*/) noexcept { release(memory); }
#endif
