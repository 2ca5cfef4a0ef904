// SPDX-License-Identifier: Apache-2.0
// Long texts made of short ones.
#pragma once

#include <string>
#include <string_view>

namespace linkspan::test {

inline std::string repeat(std::string_view text, size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (size_t i = 0; i < times; ++i) all += text;
  return all;
}

// Whole copies of `text`, of `size` bytes or a little more. REQUIRES: !text.empty()
inline std::string repeat_to_size(std::string_view text, size_t size) {
  return repeat(text, (size + text.size() - 1) / text.size());
}

}  // namespace linkspan::test
