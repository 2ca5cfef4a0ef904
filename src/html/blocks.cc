// SPDX-License-Identifier: Apache-2.0
#include "html/blocks.h"

#include "base/byte_block.h"
#include "base/byte_sets.h"
#include "base/cpu_versions.h"

namespace linkspan::html {
namespace {

constexpr base::Marks kTextMarks = {'<', '&', '\0'};
constexpr base::AsciiSet kNameEnds("\t\n\f\r />=");
constexpr base::AsciiSet kWhiteSpace("\t\n\f\r ");

namespace portable {
using base::portable::ByteBlock;
#include "html/blocks_block.inc"  // NOLINT
}  // namespace portable

#ifdef LINKSPAN_X86_64
LINKSPAN_BEGIN_AVX2
namespace avx2 {
using base::avx2::ByteBlock;
#include "html/blocks_block.inc"  // NOLINT
}  // namespace avx2
LINKSPAN_END_CPU

LINKSPAN_BEGIN_AVX512
namespace avx512 {
using base::avx512::ByteBlock;
#include "html/blocks_block.inc"  // NOLINT
}  // namespace avx512
LINKSPAN_END_CPU
#endif

#ifdef LINKSPAN_NEON
namespace neon {
using base::neon::ByteBlock;
#include "html/blocks_block.inc"  // NOLINT
}  // namespace neon
#endif

#ifdef LINKSPAN_SIMD128
namespace simd128 {
using base::simd128::ByteBlock;
#include "html/blocks_block.inc"  // NOLINT
}  // namespace simd128
#endif

constexpr base::CpuVersions<Blocks> kVersions{
    .portable = &portable::kBlocks,
#ifdef LINKSPAN_X86_64
    .avx2 = &avx2::kBlocks,
    .avx512 = &avx512::kBlocks,
#endif
#ifdef LINKSPAN_NEON
    .neon = &neon::kBlocks,
#endif
#ifdef LINKSPAN_SIMD128
    .simd128 = &simd128::kBlocks,
#endif
};

}  // namespace

const Blocks* blocks_for(Cpu cpu) { return base::version_for(cpu, kVersions); }

}  // namespace linkspan::html
