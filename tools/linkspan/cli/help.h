// SPDX-License-Identifier: Apache-2.0
// What is made of the tables of commands and options: help, the manual page and the completions.
#pragma once

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

}  // namespace linkspan::command
