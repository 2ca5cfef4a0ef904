// SPDX-License-Identifier: Apache-2.0
// CpuVersions: the versions of one table of functions, each compiled for another kind of CPU.
// version_for() chooses one of them.
//
//   constexpr CpuVersions<Kernels> kVersions{&portable::kKernels};      for any CPU
//   version_for(Cpu::best, kVersions)                                   &portable::kKernels
//   version_for(Cpu::avx2, kVersions)                                   nullptr: not compiled in
//
// Guarded by tests/scan/trigger_test.cc, tests/scan/counting_test.cc and
// tests/iri/iri_fast_match_test.cc.
#pragma once

#include <initializer_list>

#include "base/byte_block.h"
#include "base/cpu.h"

namespace linkspan::base {

// nullptr: not compiled in.
template <class Version>
struct CpuVersions {
  const Version* portable;
  const Version* avx2 = nullptr;
  const Version* avx512 = nullptr;
  const Version* neon = nullptr;
  const Version* simd128 = nullptr;
};

// nullptr if the version was not compiled in, or this CPU cannot run it. Cpu::best always exists.
// LINKSPAN_ONE_CPU: the best is the only one, and the compiler leaves out the others.
template <class Version>
const Version* version_for([[maybe_unused]] Cpu cpu, const CpuVersions<Version>& versions) {
#ifdef LINKSPAN_ONE_CPU
  return versions.simd128 != nullptr ? versions.simd128 : versions.portable;
#else
  switch (cpu) {
    case Cpu::best:
      for (const Cpu better : {Cpu::avx512, Cpu::avx2, Cpu::neon, Cpu::simd128}) {
        if (const Version* const found = version_for(better, versions)) return found;
      }
      return versions.portable;
    case Cpu::portable:
      return versions.portable;
    case Cpu::avx2:
      return has_avx2() ? versions.avx2 : nullptr;
    case Cpu::avx512:
      return has_avx512() ? versions.avx512 : nullptr;
    case Cpu::neon:
      return versions.neon;
    case Cpu::simd128:
      return versions.simd128;
  }
  return nullptr;
#endif
}

}  // namespace linkspan::base
