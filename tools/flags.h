// SPDX-License-Identifier: Apache-2.0
// Flags: the options of a tool that only the build and developers run.
//
//   Flags flags;
//   flags.add("--name", name, "NAME", "write a C++ header");     --name iri, --name=iri
//   flags.add("--rule", rules, "RULE", "may be repeated");       a list
//   flags.add("--check", is_check, "write nothing");             a flag
//   const std::vector<std::string> files = flags.parse(argc, argv);   throws WrongFlags
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace linkspan::tools {

struct WrongFlags : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Flags {
 public:
  void add(const char* name, bool& given, const char* help) {
    flags_.push_back({name, "", help, 0, [&given](std::string_view /*none*/) { given = true; }});
  }
  void add(const char* name, std::string& value, const char* placeholder, const char* help) {
    flags_.push_back({name, placeholder, help, 1, [&value](std::string_view one) { value = one; }});
  }
  // `words`: how many arguments follow the name.
  void add(const char* name, std::vector<std::string>& values, const char* placeholder,
           const char* help, size_t words = 1) {
    flags_.push_back({name, placeholder, help, words,
                      [&values](std::string_view one) { values.emplace_back(one); }});
  }

  bool wants_help() const { return wants_help_; }

  // Returns the arguments that are not flags.
  std::vector<std::string> parse(int argc, char** argv) {
    std::vector<std::string> operands;
    for (int i = 1; i < argc; ++i) {
      const std::string_view word = argv[i];
      if (word == "-h" || word == "--help") wants_help_ = true;
      if (word == "-h" || word == "--help") continue;
      if (!word.starts_with("--")) {
        operands.emplace_back(word);
        continue;
      }
      const size_t equals = std::min(word.find('='), word.size());
      const std::string_view name = word.substr(0, equals);
      const auto flag = std::find_if(flags_.begin(), flags_.end(),
                                     [name](const Flag& one) { return one.name == name; });
      if (flag == flags_.end()) throw WrongFlags(fmt::format("there is no option {}", name));
      if (equals < word.size() && flag->words == 1) {
        flag->take(word.substr(equals + 1));
        continue;
      }
      const bool fits = equals == word.size() && i + static_cast<int>(flag->words) < argc;
      if (!fits) throw WrongFlags(fmt::format("it is {} {}", name, flag->placeholder));
      if (flag->words == 0) flag->take({});
      for (size_t left = flag->words; left > 0; --left) flag->take(argv[++i]);
    }
    return operands;
  }

  std::string help() const {
    std::string out;
    for (const Flag& flag : flags_) {
      out += fmt::format("  {}{}{}\n", flag.name, flag.words > 0 ? " " : "", flag.placeholder);
      for (std::string_view rest = flag.help; !rest.empty();) {
        const size_t end = std::min(rest.find('\n'), rest.size());
        out += fmt::format("      {}\n", rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
    return out;
  }

 private:
  struct Flag {
    std::string_view name, placeholder, help;
    size_t words;
    std::function<void(std::string_view)> take;
  };
  std::vector<Flag> flags_;
  bool wants_help_ = false;
};

}  // namespace linkspan::tools
