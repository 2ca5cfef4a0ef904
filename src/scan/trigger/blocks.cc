// SPDX-License-Identifier: Apache-2.0
#include "scan/trigger/blocks.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/byte_block.h"
#include "base/cpu_versions.h"
#include "scan/syntax/schemes.h"
#include "scan/text/escapes.h"

namespace linkspan::scan {
namespace {

// Classes of bytes, as bits.
constexpr uint8_t kScheme = 1;  // a scheme may end with it
constexpr uint8_t kLabel = 2;   // a label may begin with it
constexpr uint8_t kName = 4;    // a letter or digit

constexpr auto kClasses = [] {
  std::array<uint8_t, 256> classes{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    const bool is_name = base::is_ascii_alphanumeric(byte);
    if (is_name) classes[byte] |= kName;
    if (kInScheme.contains(static_cast<uint8_t>(byte))) classes[byte] |= kScheme;
    if (is_name || byte == '-' || byte == '_' || byte >= 0x80) classes[byte] |= kLabel;
  }
  return classes;
}();

constexpr bool is_scheme(uint8_t byte) { return (kClasses[byte] & kScheme) != 0; }
constexpr bool may_begin_label(uint8_t byte) { return (kClasses[byte] & kLabel) != 0; }
constexpr bool is_name(uint8_t byte) { return (kClasses[byte] & kName) != 0; }

// For a byte that is not known.
constexpr uint8_t kAllowsAll = 'a';

// May an escape begin with this byte, between these? Of a run of backslashes, with the first.
inline bool escape_may_begin(uint8_t before, uint8_t byte, uint8_t after) {
  switch (byte) {
    case '\\':
      return before != '\\';
    case '&':
      return is_name(after) || after == '#';
    case 0xC2:
      return (after >= 0x90 && after <= 0x9F) || after == kAllowsAll;
    default:
      return true;
  }
}

namespace portable {
using base::portable::ByteBlock;
#include "scan/trigger/trigger_block.inc"  // NOLINT

constexpr Kernels kKernels{
    find_triggers,        read_plain_link_bytewise,   read_plain_domain_bytewise,
    read_before_bytewise, read_label_before_bytewise, find_escape};
}  // namespace portable

#ifdef LINKSPAN_X86_64
LINKSPAN_BEGIN_AVX2
namespace avx2 {
using base::avx2::ByteBlock;
#include "scan/trigger/trigger_block.inc"  // NOLINT
// Uses the functions of the other.
#include "scan/trigger/plain_block.inc"  // NOLINT

constexpr Kernels kKernels{find_triggers, read_plain_link,   read_plain_domain,
                           read_before,   read_label_before, find_escape};
}  // namespace avx2
LINKSPAN_END_CPU

LINKSPAN_BEGIN_AVX512
namespace avx512 {
using base::avx512::ByteBlock;
#include "scan/trigger/trigger_block.inc"  // NOLINT
// Uses the functions of the other.
#include "scan/trigger/plain_block.inc"  // NOLINT

constexpr Kernels kKernels{find_triggers, read_plain_link,   read_plain_domain,
                           read_before,   read_label_before, find_escape};
}  // namespace avx512
LINKSPAN_END_CPU
#endif

#ifdef LINKSPAN_NEON
namespace neon {
using base::neon::ByteBlock;
#include "scan/trigger/trigger_block.inc"  // NOLINT
// Uses the functions of the other.
#include "scan/trigger/plain_block.inc"  // NOLINT

constexpr Kernels kKernels{find_triggers, read_plain_link,   read_plain_domain,
                           read_before,   read_label_before, find_escape};
}  // namespace neon
#endif

#ifdef LINKSPAN_SIMD128
namespace simd128 {
using base::simd128::ByteBlock;
#include "scan/trigger/trigger_block.inc"  // NOLINT
// Uses the functions of the other.
#include "scan/trigger/plain_block.inc"  // NOLINT

constexpr Kernels kKernels{find_triggers, read_plain_link,   read_plain_domain,
                           read_before,   read_label_before, find_escape};
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

bool may_be_trigger(uint8_t byte) {
  const bool may_begin_wide_dot = byte == 0xE3 || byte == 0xEF;
  return byte == ':' || byte == '@' || byte == '.' || may_begin_wide_dot;
}

}  // namespace

void every_trigger(const uint8_t* at, const uint8_t* end, uint8_t /*before*/,
                   const TriggerRules& rules, TriggerBlock& found) {
  for (;;) {
    const uint64_t size = std::min<uint64_t>(static_cast<uint64_t>(end - at), 64);
    uint64_t mask = 0;
    for (uint64_t i = 0; i < size; ++i) {
      const bool is_escape = rules.has_escapes && may_begin_escape(at[i]);
      mask |= static_cast<uint64_t>(is_escape || may_be_trigger(at[i])) << i;
    }
    found = {at, at + size, mask};
    if (mask != 0 || size < 64) return;
    at += size;
  }
}

const uint8_t* find_escape_bytewise(const uint8_t* at, const uint8_t* end, uint8_t /*before*/) {
  return std::find_if(at, end, may_begin_escape);
}

const Kernels* kernels_for(Cpu cpu) { return base::version_for(cpu, kVersions); }

}  // namespace linkspan::scan
