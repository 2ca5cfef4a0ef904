// SPDX-License-Identifier: Apache-2.0
#include "visit.h"

namespace linkspan::bench {

std::vector<Limits> limits_of_this_cpu() {
  std::vector<Limits> found;
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") != 0) found.push_back(avx2::kLimits);
  if (__builtin_cpu_supports("avx512bw") != 0) found.push_back(avx512::kLimits);
#endif
  if (found.empty()) found.push_back(plain::kLimits);
  return found;
}

}  // namespace linkspan::bench
