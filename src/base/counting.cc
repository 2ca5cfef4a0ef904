// SPDX-License-Identifier: Apache-2.0
#include "base/counting.h"

#include "base/byte_block.h"
#include "base/cpu_versions.h"
#include "base/utf8.h"

namespace linkspan::base {
namespace {

namespace portable {
using base::portable::ByteBlock;
#include "base/counting_block.inc"  // NOLINT
}  // namespace portable

#ifdef LINKSPAN_X86_64
LINKSPAN_BEGIN_AVX2
namespace avx2 {
using base::avx2::ByteBlock;
#include "base/counting_block.inc"  // NOLINT
}  // namespace avx2
LINKSPAN_END_CPU

LINKSPAN_BEGIN_AVX512
namespace avx512 {
using base::avx512::ByteBlock;
#include "base/counting_block.inc"  // NOLINT
}  // namespace avx512
LINKSPAN_END_CPU
#endif

#ifdef LINKSPAN_NEON
namespace neon {
using base::neon::ByteBlock;
#include "base/counting_block.inc"  // NOLINT
}  // namespace neon
#endif

#ifdef LINKSPAN_SIMD128
namespace simd128 {
using base::simd128::ByteBlock;
#include "base/counting_block.inc"  // NOLINT
}  // namespace simd128
#endif

constexpr CpuVersions<Counting> kVersions{
    .portable = &portable::kCounting,
#ifdef LINKSPAN_X86_64
    .avx2 = &avx2::kCounting,
    .avx512 = &avx512::kCounting,
#endif
#ifdef LINKSPAN_NEON
    .neon = &neon::kCounting,
#endif
#ifdef LINKSPAN_SIMD128
    .simd128 = &simd128::kCounting,
#endif
};

}  // namespace

const Counting* counting_for(Cpu cpu) { return version_for(cpu, kVersions); }

}  // namespace linkspan::base
