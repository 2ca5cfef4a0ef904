// SPDX-License-Identifier: Apache-2.0
// The options for the user's own rules.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/option_groups.h"
#include "common/wrong_usage.h"
#include "modules/modules.h"

namespace linkspan::command {
namespace {

std::string names_of_sets() {
  std::string names;
  for (const ShippedRules& set : kShippedRules) (names += names.empty() ? "" : ", ") += set.name;
  return names;
}

// A built-in set, or a file. `./github` is always a file.
RuleSources::File read_source(const std::string& name) {
  for (const ShippedRules& set : kShippedRules) {
    if (set.name == name) return {name, std::string(set.content)};
  }
  std::ifstream in(name, std::ios::binary);
  if (!in || std::filesystem::is_directory(name)) {
    throw WrongUsage{
        fmt::format("--rules '{}' cannot be read, and is not one of the built-in sets: {}", name,
                    names_of_sets())};
  }
  return {name, {std::istreambuf_iterator<char>(in), {}}};
}

}  // namespace

void declare_rule_options(OptionList& options, RawRuleOptions& raw) {
  options.add_values(
      "--rules", raw.files, "FILE",
      "Link also what the rules of a TOML file match, or of a\nbuilt-in set: standards, "
      "identifiers, phones, debian,\ngithub, gitlab, jira. May be given several times");
  options.add_values(
      "--rule", raw.rules, "RULE",
      "Link also what one rule matches, such as\n'BUG-(\\d+) => https://bugs.example.org/{1}'. "
      "May be given\nseveral times");
  options.add_values(
      "--rule-parameter", raw.parameters, "NAME=VALUE",
      "The value of {NAME} in rules, such as\nproject=owner/name. May be given several times");
}

Rules rules_of(const RawRuleOptions& raw) {
  if (raw.files.empty() && raw.rules.empty()) {
    if (!raw.parameters.empty())
      throw WrongUsage{"--rule-parameter is for --rules, which is not given"};
    return {};
  }
  RuleSources sources;
  for (const std::string& parameter : raw.parameters) {
    const size_t equals = parameter.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw WrongUsage{
          fmt::format("--rule-parameter '{}' has no value; write NAME=VALUE", parameter)};
    }
    sources.parameters[parameter.substr(0, equals)] = parameter.substr(equals + 1);
  }
  for (const std::string& name : raw.files) sources.files.push_back(read_source(name));
  sources.rules = raw.rules;
  Result<Rules> rules = load_rules(sources);
  if (!rules) throw WrongUsage{rules.error().message};
  return std::move(rules).value();
}

}  // namespace linkspan::command
