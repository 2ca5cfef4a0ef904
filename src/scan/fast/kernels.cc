// SPDX-License-Identifier: Apache-2.0
#include "scan/fast/kernels.h"

#include "base/byte_block.h"
#include "base/cpu_versions.h"
#include "scan/prose/tail_punctuation.h"
#include "scan/text/escapes.h"
#include "scan/trigger/byte_classes.h"

namespace linkspan::scan {
namespace {

namespace portable {
using base::portable::ByteBlock;
#include "scan/trigger/trigger_block.inc"  // NOLINT

constexpr Kernels kKernels{
    find_triggers,        read_plain_link_bytewise,   read_plain_domain_bytewise,
    read_before_bytewise, read_label_before_bytewise, find_escape,
    has_escape_before};
}  // namespace portable

#ifdef LINKSPAN_X86_64
LINKSPAN_BEGIN_AVX2
namespace avx2 {
using base::avx2::ByteBlock;
#include "scan/trigger/trigger_block.inc"  // NOLINT
// Uses the functions of the other.
#include "scan/fast/plain_block.inc"  // NOLINT

constexpr Kernels kKernels{find_triggers,     read_plain_link, read_plain_domain, read_before,
                           read_label_before, find_escape,     has_escape_before};
}  // namespace avx2
LINKSPAN_END_CPU

LINKSPAN_BEGIN_AVX512
namespace avx512 {
using base::avx512::ByteBlock;
#include "scan/trigger/trigger_block.inc"  // NOLINT
// Uses the functions of the other.
#include "scan/fast/plain_block.inc"  // NOLINT

constexpr Kernels kKernels{find_triggers,     read_plain_link, read_plain_domain, read_before,
                           read_label_before, find_escape,     has_escape_before};
}  // namespace avx512
LINKSPAN_END_CPU
#endif

#ifdef LINKSPAN_NEON
namespace neon {
using base::neon::ByteBlock;
#include "scan/trigger/trigger_block.inc"  // NOLINT
// Uses the functions of the other.
#include "scan/fast/plain_block.inc"  // NOLINT

constexpr Kernels kKernels{find_triggers,     read_plain_link, read_plain_domain, read_before,
                           read_label_before, find_escape,     has_escape_before};
}  // namespace neon
#endif

#ifdef LINKSPAN_SIMD128
namespace simd128 {
using base::simd128::ByteBlock;
#include "scan/trigger/trigger_block.inc"  // NOLINT
// Uses the functions of the other.
#include "scan/fast/plain_block.inc"  // NOLINT

constexpr Kernels kKernels{find_triggers,     read_plain_link, read_plain_domain, read_before,
                           read_label_before, find_escape,     has_escape_before};
}  // namespace simd128
#endif

constexpr base::CpuVersions<Kernels> kVersions{
    .portable = &portable::kKernels,
#ifdef LINKSPAN_X86_64
    .avx2 = &avx2::kKernels,
    .avx512 = &avx512::kKernels,
#endif
#ifdef LINKSPAN_NEON
    .neon = &neon::kKernels,
#endif
#ifdef LINKSPAN_SIMD128
    .simd128 = &simd128::kKernels,
#endif
};

}  // namespace

const Kernels* kernels_for(Cpu cpu) { return base::version_for(cpu, kVersions); }

}  // namespace linkspan::scan
