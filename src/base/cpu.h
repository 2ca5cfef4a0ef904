// SPDX-License-Identifier: Apache-2.0
// Cpu: the kinds of CPU that the fast paths are compiled for. The results are the same for all of
// them.
//
// The version is chosen when an Engine is made: the best that this CPU can run, or for tests the
// one that the environment variable LINKSPAN_CPU names.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace linkspan {

enum class Cpu : uint8_t {
  best,      // the best that this CPU can run
  portable,  // any CPU
  avx2,
  avx512,
  neon,
  simd128,  // of WebAssembly
};

inline constexpr std::array kAllCpus = {Cpu::best,   Cpu::portable, Cpu::avx2,
                                        Cpu::avx512, Cpu::neon,     Cpu::simd128};

// "best", "portable", "avx2", …
std::string_view to_string(Cpu cpu);

}  // namespace linkspan
