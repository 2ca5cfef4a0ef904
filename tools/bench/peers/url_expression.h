// SPDX-License-Identifier: Apache-2.0
// The expression for the drivers of regular expression engines, as a program without a linkifier
// would use it. It finds neither addresses nor bare domains, and includes the full stop at the end
// of a sentence in the link; only its speed matters here. The driver of grep has a copy.
#pragma once

namespace linkspan::bench {

inline constexpr char kUrlExpression[] = "(https?|ftp)://[^[:space:]<>\"]+";

}  // namespace linkspan::bench
