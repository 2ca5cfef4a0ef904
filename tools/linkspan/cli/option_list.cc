// SPDX-License-Identifier: Apache-2.0
#include "cli/option_list.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <utility>

#include "common/suggestions.h"
#include "common/wrong_usage.h"

namespace linkspan::command {
namespace {

class HelpFormatter : public CLI::Formatter {
 public:
  explicit HelpFormatter(std::string usage) : usage_(std::move(usage)) {}
  std::string make_usage(const CLI::App*, std::string) const override { return usage_; }

 private:
  std::string usage_;
};

}  // namespace

OptionList::OptionList(const Texts& texts)
    : app_(std::make_unique<CLI::App>(texts.description, texts.name)) {
  app_->formatter(std::make_shared<HelpFormatter>(texts.usage));
  app_->get_formatter()->column_width(40);
  app_->footer(texts.footer);
  // Inputs are the arguments that CLI11 leaves over: it would take a positional `[id]`, the name of
  // a directory, as a list of one element.
  app_->allow_extras();
  app_->set_help_flag();  // that of CLI11 takes -h
}

OptionList::~OptionList() = default;

void OptionList::add_value(const char* names, std::string& value, const std::string& placeholder,
                           const char* description) {
  app_->add_option(names, value, description)
      ->type_name(placeholder)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

void OptionList::add_values(const char* names, std::vector<std::string>& values,
                            const std::string& placeholder, const char* description) {
  app_->add_option(names, values, description)
      ->type_name(placeholder)
      ->type_size(1)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void OptionList::add_flag(const char* names, bool& given, const char* description) {
  app_->add_flag(names, given, description);
}

void OptionList::add_help(const char* names, const char* description) {
  app_->set_help_flag(names, description);
}

OptionList::Asked OptionList::parse(const std::vector<std::string>& arguments) {
  check_values(arguments);
  try {
    // In the order that CLI11 expects.
    app_->parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    return Asked::help;
  } catch (const CLI::ParseError& error) {
    throw WrongUsage{error.what()};
  }
  return Asked::nothing;
}

std::string OptionList::help() const { return app_->help(); }

std::vector<std::string> OptionList::operands() const {
  std::vector<std::string> taken;
  bool options_may_follow = true;
  for (const std::string& argument : app_->remaining()) {
    if (options_may_follow && argument == "--") {
      options_may_follow = false;
    } else if (options_may_follow && argument.size() > 1 && argument.front() == '-') {
      throw_unknown_option(argument);
    } else {
      taken.push_back(argument);
    }
  }
  if (taken.empty()) taken.emplace_back("-");
  return taken;
}

// Throws if an option lacks its value, or a flag has one. CLI11 would take the next argument as the
// value of `--option=`, and `--flag=false` as if the flag were left out.
void OptionList::check_values(const std::vector<std::string>& arguments) const {
  for (size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    const size_t equals = arguments[i].find('=');
    const bool is_joined = equals != std::string::npos;
    const std::string name = arguments[i].substr(0, equals);
    const bool is_name = name.starts_with("--") || (name.size() == 2 && name.front() == '-');
    const CLI::Option* const option = is_name ? app_->get_option_no_throw(name) : nullptr;
    if (option == nullptr) continue;
    const bool takes_value = option->get_expected_min() > 0;
    if (!takes_value && is_joined) {
      throw WrongUsage{fmt::format("{} takes no value", name)};
    }
    if (!takes_value) continue;
    if (!is_joined) ++i;  // the next argument is its value, whatever that looks like
    const bool is_empty = is_joined ? equals + 1 == arguments[i].size()
                                    : i == arguments.size() || arguments[i].empty();
    if (is_empty) {
      throw WrongUsage{fmt::format("{} needs a value: {} {}", name, name, option->get_type_name())};
    }
  }
}

void OptionList::throw_unknown_option(const std::string& argument) const {
  const std::string option = argument.substr(0, argument.find('='));
  std::vector<std::string> names;
  for (const CLI::Option* known : std::as_const(*app_).get_options()) {
    for (const std::string& long_name : known->get_lnames()) names.push_back("--" + long_name);
  }
  const std::string nearest = nearest_word(option, names);
  if (nearest.empty()) throw WrongUsage{fmt::format("there is no option {}", option)};
  throw WrongUsage{fmt::format("there is no option {}; did you mean {}?", option, nearest)};
}

}  // namespace linkspan::command
