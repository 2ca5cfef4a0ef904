// SPDX-License-Identifier: Apache-2.0
// The markup of the texts of options and of the manual, and its two forms: a terminal and man(7).
//
//   A paragraph is lines without an empty line between them; `bold`, or in man a name.
//   - `tag`  An item: two spaces after the tag. Its lines may follow
//     indented, as may paragraphs and items in it, by four spaces after an empty line.
//   > an example, as it is
//   ## A heading, ### one below it (man only)
//
// Guarded by tests/command/cli/command_test.cc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace linkspan::command {

// In lines of at most 80 columns, each after `indent` spaces. Backquotes are left out.
std::string for_terminal(std::string_view text, size_t indent);

std::string for_man(std::string_view text);

// With four more spaces before each line.
std::string indented(std::string_view text);

}  // namespace linkspan::command
