// SPDX-License-Identifier: Apache-2.0
// Suggestions for misspelt words.
//
//   --offset among --offsets, --to   →  --offsets
//   --bogus  among --offsets, --to   →  nothing: a suggestion would be a guess
//
// Guarded by tests/command/cli/command_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace linkspan::command {

// The word with the smallest edit distance (Levenshtein) to `given`, of at most 2; else empty. Of
// several, the first.
std::string nearest_word(std::string_view given, const std::vector<std::string>& words);

}  // namespace linkspan::command
