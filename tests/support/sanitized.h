// SPDX-License-Identifier: Apache-2.0
// Whether the tests run under a sanitizer, which makes them about ten times slower: long tests do
// fewer repetitions then.

#pragma once

namespace linkspan::test {

#ifdef LINKSPAN_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace linkspan::test
