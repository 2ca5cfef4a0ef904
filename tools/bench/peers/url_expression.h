// SPDX-License-Identifier: Apache-2.0
// The expression that the drivers of regular expression engines look for: what a program without a
// linkifier would use. It finds neither addresses nor bare domains and takes the full stop at the
// end of a sentence into the link; it is here for its speed. The driver of grep has the same one.
#pragma once

namespace linkspan::bench {

inline constexpr char kUrlExpression[] = "(https?|ftp)://[^[:space:]<>\"]+";

}  // namespace linkspan::bench
