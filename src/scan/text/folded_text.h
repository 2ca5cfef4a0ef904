// SPDX-License-Identifier: Apache-2.0
// FoldedText: letters folded for the comparison of hosts, in UTF-8 (unicode::host_fold).
//
//   FoldedText<16> word;  word.append("САЙТ");  word.view()    "сайт"
//
// Guarded by tests/scan/domain_test.cc and the corpus.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "base/steps.h"
#include "base/utf8.h"
#include "unicode/properties.h"

namespace linkspan::scan {

template <size_t kMostBytes>
class FoldedText {
 public:
  // False if the text is now too long.
  bool append(char32_t code_point) {
    constexpr size_t kLongestSequence = 4;
    if (size_ + kLongestSequence > kMostBytes) return false;
    char* const to = bytes_.data() + size_;
    size_ += static_cast<size_t>(base::write_utf8(unicode::host_fold(code_point), to) - to);
    return true;
  }
  bool append(std::string_view text) {
    const auto* at = reinterpret_cast<const uint8_t*>(text.data());
    const uint8_t* const end = at + text.size();
    while (at != end) {
      base::count_step();
      const base::CodePoint here = base::decode(at, end, base::Text::complete);
      if (!append(here.value)) return false;
      at += here.length;
    }
    return true;
  }
  std::string_view view() const { return {bytes_.data(), size_}; }

 private:
  std::array<char, kMostBytes> bytes_;  // NOLINT: filled as it is used
  size_t size_ = 0;
};

}  // namespace linkspan::scan
