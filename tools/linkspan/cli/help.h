// SPDX-License-Identifier: Apache-2.0
// What is made of the tables of commands and options: help, the manual page and the completions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "cli/options.h"

namespace linkspan::command {

// One screen: 23 lines of 80 columns.
std::string summary();
// -h: a line for each option.
std::string short_help(const Command& command);
// --help: everything about each option.
std::string long_help(const Command& command);
// The long help of all commands.
std::string full_help();

// man/linkspan.1.txt with the options and warnings in their places, in the form of man(7).
std::string manual_page(std::string_view page);

// A script that completes the command line in a shell. Nothing for an unknown shell.
std::optional<std::string> completion_script(std::string_view shell);

// The markup of the texts of options and of the manual, and its two forms: a terminal and man(7).
//
//   A paragraph is lines without an empty line between them; `bold`, or in man a name.
//   - `tag`  An item: two spaces after the tag. Its lines may follow
//     indented, as may paragraphs and items in it, by four spaces after an empty line.
//   > an example, as it is
//   ## A heading, ### one below it (man only)
//
// Guarded by tests/command/cli/command_test.cc.

// In lines of at most 80 columns, each after `indent` spaces. Backquotes are left out.
std::string for_terminal(std::string_view text, size_t indent);

std::string for_man(std::string_view text);

// With four more spaces before each line.
std::string indented(std::string_view text);

}  // namespace linkspan::command
