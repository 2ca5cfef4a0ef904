// SPDX-License-Identifier: Apache-2.0
// The sources of the user's own rules: files, the built-in sets (grammars/rules), and the command
// line. They are compiled in a module (modules/modules.h), so that RE2 is loaded only then.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "linkspan/rules.h"

namespace linkspan::command {

struct RuleSources {
  struct File {
    std::string name, content;
  };
  std::vector<File> files;
  std::vector<std::string> rules;  // `PATTERN => URI`
  RuleParameters parameters;
};

// A built-in set: "standards", "github", …
struct ShippedRules {
  std::string_view name, content;
};
extern const std::vector<ShippedRules> kShippedRules;

// The rules of all sources in their order, files first. Fails as parse_rules(), parse_rule() and
// Rules::create() do.
Result<Rules> make_rules(const RuleSources& sources);

}  // namespace linkspan::command
