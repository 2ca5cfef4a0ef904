#include "document/counting.h"

#include "base/byte_block.h"
#include "base/utf8.h"

namespace linkspan::document {
namespace {

namespace portable {
using base::portable::ByteBlock;
#include "document/counting_block.inc"  // NOLINT
}  // namespace portable

#ifdef LINKSPAN_X86_64
LINKSPAN_BEGIN_AVX2
namespace avx2 {
using base::avx2::ByteBlock;
#include "document/counting_block.inc"  // NOLINT
}  // namespace avx2
LINKSPAN_END_CPU

LINKSPAN_BEGIN_AVX512
namespace avx512 {
using base::avx512::ByteBlock;
#include "document/counting_block.inc"  // NOLINT
}  // namespace avx512
LINKSPAN_END_CPU
#endif

#ifdef LINKSPAN_NEON
namespace neon {
using base::neon::ByteBlock;
#include "document/counting_block.inc"  // NOLINT
}  // namespace neon
#endif

const Counting* best() {
  for (const Cpu cpu : {Cpu::avx512, Cpu::avx2, Cpu::neon}) {
    if (const Counting* const found = counting_for(cpu)) return found;
  }
  return &portable::kCounting;
}

}  // namespace

const Counting* counting_for(Cpu cpu) {
  switch (cpu) {
    case Cpu::best: {
      static const Counting* const kBest = best();
      return kBest;
    }
    case Cpu::portable:
      return &portable::kCounting;
#ifdef LINKSPAN_X86_64
    case Cpu::avx2:
      return base::has_avx2() ? &avx2::kCounting : nullptr;
    case Cpu::avx512:
      return base::has_avx512() ? &avx512::kCounting : nullptr;
#endif
#ifdef LINKSPAN_NEON
    case Cpu::neon:
      return &neon::kCounting;
#endif
    default:
      return nullptr;
  }
}

}  // namespace linkspan::document
