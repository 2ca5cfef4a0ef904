// SPDX-License-Identifier: Apache-2.0
// The table of options and that of commands. The parser (cli/arguments.h), help, the option part of
// the manual page, the completions and the suggestions for misspelt options are made from them.
//
//   {"-m, --max-count", "N", kScan, Group::kept, "The first N links of each file", "Write only …"}
//
// To add an option: a row here, the place in cli/settings_*.cc that reads it, and a test that runs
// the command. Texts are in the markup of cli/markup.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace linkspan::command {

// Which commands have an option.
enum Of : uint8_t {
  kScan = 1,
  kRender = 2,
  kPick = 4,
  kExplain = 8,
  kIri = 16,
  kLsp = 32,
  kAll = 63
};

enum class Group : uint8_t { input, files, links, kept, output, counts, messages, server, help };

enum class Takes : uint8_t {
  one,      // the last value counts
  several,  // each occurrence adds a value
  list,     // one value, of several words with commas between them
};

struct Option {
  std::string_view names;  // "--to", or "-m, --max-count"
  std::string_view value;  // "N", or the only words "http|https"; empty: a flag
  uint8_t of;              // commands
  Group group;
  std::string_view brief;  // one line, for -h and completions
  std::string_view help;   // for --help and the manual
  std::string_view example = {};
  Takes takes = Takes::one;

  char letter() const;                 // 'm'; 0: none
  std::string_view long_name() const;  // "--max-count"; "-c" if it has only that
  bool is_flag() const { return value.empty(); }
  bool is_named(std::string_view name) const;  // "-m" or "--max-count"
  // The only words that can be the value; empty: there is no such list.
  std::vector<std::string_view> words() const;
};

std::span<const Option> all_options();

// A command as --help shows it.
struct Command {
  std::string_view name;
  Of of;
  std::string_view summary;      // of a few words
  std::string_view usage;        // the operands
  std::string_view description;  // before the options
  std::string_view examples;     // after them
};

std::span<const Command> all_commands();
std::string_view heading(Group group);

}  // namespace linkspan::command
