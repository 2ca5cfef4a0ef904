// SPDX-License-Identifier: Apache-2.0
// The sources of the user's own rules: files, the built-in sets (grammars/rules), and the command
// line. They are compiled in a module (common/module.h), so that RE2 is loaded only then.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/module.h"
#include "linkspan/rules.h"

namespace linkspan::command {

struct RuleSources {
  struct File {
    std::string name, content;
  };
  std::vector<File> files;
  std::vector<std::string> rules;  // `PATTERN => URI`
  RuleParameters parameters;
  std::optional<FilePlaces::Which> places = {};
  std::string root = {};                     // of the places; empty: it is not known
  decltype(FilePlaces::uri_of) uri_of = {};  // in place of the root
  std::optional<PhoneNumbers> phones = {};
  bool empty() const { return files.empty() && rules.empty() && !places && !phones; }
};

// A built-in set: "standards", "github", …
struct ShippedRules {
  std::string_view name, content;
};
extern const std::vector<ShippedRules> kShippedRules;

// The entry of linkspan-rules.so.
LINKSPAN_ENTRY void linkspan_make_rules(const RuleSources& sources, Result<Rules>& made);

// The rules of all sources in their order, files first. Fails as parse_rules(), parse_rule() and
// Rules::create() do, and with io if the module cannot be loaded.
inline Result<Rules> load_rules(const RuleSources& sources) {
  static const auto entry =
      entry_of(linkspan_make_rules, "linkspan-rules.so", "linkspan_make_rules");
  if (!entry) return entry.error();
  Result<Rules> made = Rules();
  entry.value()(sources, made);
  return made;
}

}  // namespace linkspan::command
