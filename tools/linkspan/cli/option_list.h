// SPDX-License-Identifier: Apache-2.0
// OptionList: the options of one command, declared one by one, then parsed or printed as help. The
// only file that knows CLI11 is cli/option_list.cc.
//
//   OptionList options({"linkspan scan", "Usage: …\n", kScanDescription, kScanExamples});
//   options.add_value("--to", raw.to, "list|jsonl|tsv", "The form of the output");
//   options.add_flag("--headers", raw.headers, "Links in header fields as well");
//
//   --to tsv a.txt    raw.to is "tsv", and "a.txt" is left over
//   --to=             throws: --to needs a value: --to list|jsonl|tsv
//   --headers=no throws: --headers takes no value
//   --too tsv         throws: there is no option --too; did you mean --to?
//
// If an option is given twice, the last value counts. After `--` nothing is an option. Guarded by
// tests/command/cli/command_test.cc.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace linkspan::command {

class OptionList {
 public:
  // The texts before and after the list of options in the help.
  struct Texts {
    const char* name;         // "linkspan scan"
    const char* usage;        // the line "Usage: …"
    const char* description;  // before the options
    const char* footer;       // after them: examples, output, exit status
  };

  explicit OptionList(const Texts& texts);
  ~OptionList();
  OptionList(const OptionList&) = delete;
  OptionList& operator=(const OptionList&) = delete;

  // `names`: "--to", or "-t,--to". `placeholder` stands for the value in the help, which has
  // `description` in lines of at most 56 columns. The variables outlive this.
  void add_value(const char* names, std::string& value, const std::string& placeholder,
                 const char* description);
  // The same; each occurrence adds a value.
  void add_values(const char* names, std::vector<std::string>& values,
                  const std::string& placeholder, const char* description);
  void add_flag(const char* names, bool& given, const char* description);
  void add_help(const char* names, const char* description);

  // Sets the variables of the options that are given. Throws WrongUsage.
  enum class Asked { nothing, help };
  Asked parse(const std::vector<std::string>& arguments);

  std::string help() const;

  // The parsed arguments that are not options, in order. Without any, "-": standard input.
  std::vector<std::string> operands() const;

 private:
  void check_values(const std::vector<std::string>& arguments) const;
  [[noreturn]] void throw_unknown_option(const std::string& argument) const;

  std::unique_ptr<CLI::App> app_;
};

}  // namespace linkspan::command
