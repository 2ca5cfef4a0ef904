// SPDX-License-Identifier: Apache-2.0
// Whether a text equals, begins with, ends with or contains one of a few texts. For lists that are
// too short or too rarely used for an automaton (base/dfa.h).
//
//   constexpr std::string_view kVerbs[] = {"SELECT ", "INSERT "};
//   contains_one_of("x: SELECT a", kVerbs)        → yes
//   ends_with_one_of("x: SELECT a", kVerbs)       → no
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

namespace linkspan::base {

template <size_t kCount>
using FewTexts = const std::string_view (&)[kCount];

template <size_t kCount>
constexpr bool is_one_of(std::string_view text, FewTexts<kCount> few) {
  return std::find(std::begin(few), std::end(few), text) != std::end(few);
}

template <size_t kCount>
constexpr bool begins_with_one_of(std::string_view text, FewTexts<kCount> few) {
  return std::any_of(std::begin(few), std::end(few),
                     [&](std::string_view one) { return text.starts_with(one); });
}

template <size_t kCount>
constexpr bool ends_with_one_of(std::string_view text, FewTexts<kCount> few) {
  return std::any_of(std::begin(few), std::end(few),
                     [&](std::string_view one) { return text.ends_with(one); });
}

template <size_t kCount>
constexpr bool contains_one_of(std::string_view text, FewTexts<kCount> few) {
  return std::any_of(std::begin(few), std::end(few),
                     [&](std::string_view one) { return text.find(one) != text.npos; });
}

// Is the word in a list with a separator between its words?
constexpr bool is_in_list(std::string_view word, std::string_view list, char separator = ' ') {
  if (word.empty()) return false;
  for (size_t at = list.find(word); at != list.npos; at = list.find(word, at + 1)) {
    const size_t end = at + word.size();
    const bool begins = at == 0 || list[at - 1] == separator;
    if (begins && (end == list.size() || list[end] == separator)) return true;
  }
  return false;
}

}  // namespace linkspan::base
