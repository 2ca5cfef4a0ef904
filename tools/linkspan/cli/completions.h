// SPDX-License-Identifier: Apache-2.0
// `linkspan completions bash|zsh|fish`: a script that completes the command line in a shell.
//
// The script is made from the --help of each command, so that it has every option:
//
//   "  -m,--max-count N     The first N links"      names -m and --max-count, which take a value
//   "  --to html|ansi"                              the values html and ansi
//
// The build installs the scripts where the shells look for them. Guarded by
// tests/completions_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace linkspan::command {

struct CommandHelp {
  std::string name;                // "scan"
  std::string summary;             // of a few words
  std::string help;                // what --help prints
  std::vector<std::string> verbs;  // the first word after the name, if not a file
};

// Nothing for an unknown shell.
std::optional<std::string> completion_script(std::string_view shell,
                                             const std::vector<CommandHelp>& commands);

}  // namespace linkspan::command
