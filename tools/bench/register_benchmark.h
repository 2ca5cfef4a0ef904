// SPDX-License-Identifier: Apache-2.0
// Registers a benchmark with Google Benchmark, which keeps it until the program ends.
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <string>

namespace linkspan::bench {

using Measure = std::function<void(benchmark::State&)>;

#ifdef __clang_analyzer__  // it reports a leak of the benchmark
benchmark::internal::Benchmark* register_benchmark(const std::string& name, const Measure& measure);
#else
inline benchmark::internal::Benchmark* register_benchmark(const std::string& name,
                                                          const Measure& measure) {
  return benchmark::RegisterBenchmark(name.c_str(), measure);
}
#endif

}  // namespace linkspan::bench
