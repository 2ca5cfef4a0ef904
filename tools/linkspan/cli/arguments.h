// SPDX-License-Identifier: Apache-2.0
// Arguments: the command line of one command, by the table of options.
//
//   --to tsv a.txt -om2   value("--to") is "tsv", has("--only-matching"), value("-m") is "2"
//   --to=                 throws: --to needs a value: --to list|uri|…
//   --headers=no          throws: --headers takes no value
//   --too tsv             throws: there is no option --too; did you mean --to?
//   --email               throws: there is no option --email; did you mean --kind email?
//
// If an option is given twice, the last value counts. After `--` nothing is an option. Guarded by
// tests/command/cli/command_test.cc and command_habits_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"

namespace linkspan::command {

class Arguments {
 public:
  // Throws WrongUsage, like all that reads values.
  Arguments(Of command, const std::vector<std::string>& words);

  // REQUIRES: `name` is in the table.
  Of command() const { return command_; }
  bool has(std::string_view name) const;
  const std::string& value(std::string_view name) const;  // empty: not given
  std::vector<std::string> values(std::string_view name) const;

  // What is not an option, in order. Without any, "-": standard input.
  const std::vector<std::string>& operands() const { return operands_; }

  // The options that decide what is written, and the operands: not where and by how many processes,
  // and not what is only about messages.
  std::vector<std::string> deciding() const;

 private:
  struct Given {
    const Option* option;
    std::string value;
  };

  size_t take_long(const std::vector<std::string>& words, size_t at);
  size_t take_letters(const std::vector<std::string>& words, size_t at);
  size_t take_next(const Option& option, std::string_view name,
                   const std::vector<std::string>& words, size_t at);
  void take_value(const Option& option, std::string_view name, std::string value);
  void reject_unknown(const std::string& word);

  Of command_;
  std::vector<Given> given_;
  std::vector<std::string> operands_;
  std::string unknown_;  // the message about the first unknown option
};

}  // namespace linkspan::command
