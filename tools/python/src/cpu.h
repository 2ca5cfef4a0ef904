// SPDX-License-Identifier: Apache-2.0
// LINKSPAN_CPU=portable in the environment turns off code for special CPU features.
#pragma once

#include <cstdlib>
#include <string_view>

namespace linkspan_python {

inline bool may_use_cpu_features() {
  const char* const asked =
      std::getenv("LINKSPAN_CPU");  // NOLINT(concurrency-mt-unsafe): only read
  return asked == nullptr || std::string_view(asked) != "portable";
}

}  // namespace linkspan_python
