// SPDX-License-Identifier: Apache-2.0
// Processes items in several threads, without the GIL.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace linkspan_python {

// Calls work(item) for each item from 0 to items - 1. The calling thread and others work, each with
// its own `work` from make_worker(). After all are done, rethrows the first exception. REQUIRES:
// the GIL is released.
template <class MakeWorker>
void work_in_threads(size_t threads, size_t items, MakeWorker make_worker) {
  std::atomic<size_t> next = 0;
  std::exception_ptr failure;
  std::mutex failing;
  const auto run = [&] {
    try {
      auto work = make_worker();
      for (size_t item = next++; item < items; item = next++) work(item);
    } catch (...) {
      const std::lock_guard lock(failing);
      if (!failure) failure = std::current_exception();
    }
  };
  std::vector<std::jthread> others;
  for (size_t i = 1; i < std::min(threads, items); ++i) others.emplace_back(run);
  run();
  others.clear();  // joins them
  if (failure) std::rethrow_exception(failure);
}

}  // namespace linkspan_python
