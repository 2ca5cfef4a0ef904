// SPDX-License-Identifier: Apache-2.0
// Where rules of one's own come from: files, the sets that are shipped (grammars/rules), and the
// command line. What makes them ready lies in a module (modules.h), as RE2 is loaded only then.
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

// A set that is shipped: "standards", "github", …
struct ShippedRules {
  std::string_view name, content;
};
extern const std::vector<ShippedRules> kShippedRules;

// Of all sources in their order, files first. Fails as parse_rules(), parse_rule() and
// Rules::create() do.
Result<Rules> make_rules(const RuleSources& sources);

}  // namespace linkspan::command
