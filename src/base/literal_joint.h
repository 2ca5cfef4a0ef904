// SPDX-License-Identifier: Apache-2.0
// What is between two literals of one string in consecutive lines:
// "https://importlib-"⏎"resources…"
//
// Form::delimited is the only form whose text has it. Guarded by tests/document/document_test.cc.
#pragma once

#include <cstddef>
#include <string_view>

namespace linkspan::base {

// Characters between the two quotation marks, besides the line break.
inline constexpr std::string_view kBetweenLiterals = " \t+.&\\";

// The size of the quotation mark at the start of the text, the line break and the mark after it;
// 0 if that is not there.
constexpr size_t literal_joint_size(std::string_view text) {
  if (text.empty() || (text[0] != '"' && text[0] != '\'')) return 0;
  bool has_break = false;
  for (size_t at = 1; at < text.size(); ++at) {
    const char c = text[at];
    if (c == text[0]) return has_break ? at + 1 : 0;
    const bool is_break = c == '\n' || c == '\r';
    has_break |= is_break;
    if (!is_break && kBetweenLiterals.find(c) == kBetweenLiterals.npos) return 0;
  }
  return 0;
}

}  // namespace linkspan::base
