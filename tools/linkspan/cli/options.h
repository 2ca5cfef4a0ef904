// SPDX-License-Identifier: Apache-2.0
// The tables of options and commands: man/options.txt, which is in the program. The parser
// (cli/arguments.h), help, the option part of the manual page, the completions and the suggestions
// for misspelt options are made from them.
//
//   ## Which links are kept
//
//   -m, --max-count N  scan                names, value, commands that have it
//   The first N links of each file         one line, for -h and completions
//
//   Write only the first …                 for --help and the manual, in the markup of cli/help.h
//
//   > linkspan -m 1 notes.txt              an example
//
// After the commands, `several` says that each occurrence adds a value, and `list` that the value
// is several words with commas between them. `optional`: the first word of the value stands for an
// option without one; the value is then a word of the list, or capital letters (--phones DE,AT). To
// add an option: a row there, the place in cli/settings_*.cc that reads it, and a test that runs
// the command.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace linkspan::command {

enum Of : uint8_t {
  kScan = 1,
  kRender = 2,
  kPick = 4,
  kExplain = 8,
  kIri = 16,
  kLsp = 32,
  kAll = 63
};

enum class Takes : uint8_t { one, several, list, optional };  // of `one`, the last value counts

struct Option {
  std::string_view names;
  std::string_view value;  // "N", or the only words "http|https"; empty: a flag
  uint8_t of = 0;          // the commands that have it
  std::string_view group;
  std::string_view brief;
  std::string_view help;
  std::string_view example;  // may be empty
  Takes takes = Takes::one;

  char letter() const;                 // 'm'; 0: none
  std::string_view long_name() const;  // "--max-count"; "-c" if it has only that
  bool is_flag() const { return value.empty(); }
  bool is_named(std::string_view name) const;      // "-m" or "--max-count"
  bool may_be_value(std::string_view word) const;  // of Takes::optional
  // The only words that can be the value; empty: there is no such list.
  std::vector<std::string_view> words() const;
};

struct Command {
  std::string_view name;
  Of of = kScan;
  std::string_view summary;      // of a few words
  std::string_view usage;        // the operands
  std::string_view description;  // before the options
  std::string_view examples;     // after them, and the form of the output
};

const std::vector<Option>& all_options();
const std::vector<Command>& all_commands();
std::string_view summary_text();  // of all commands, for `linkspan help`

}  // namespace linkspan::command
