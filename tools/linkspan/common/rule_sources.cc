// SPDX-License-Identifier: Apache-2.0
#include "common/rule_sources.h"

namespace linkspan::command {

namespace {

Result<Rules> make_rules(const RuleSources& sources) {
  std::vector<Rule> rules;
  for (const RuleSources::File& file : sources.files) {
    const auto read = parse_rules(file.content, file.name, sources.parameters);
    if (!read) return read.error();
    rules.insert(rules.end(), read->begin(), read->end());
  }
  for (const std::string& text : sources.rules) {
    const auto rule = parse_rule(text);
    if (!rule) return rule.error();
    rules.push_back(*rule);
  }
  BuiltIn built_in;
  if (sources.places && sources.uri_of) {
    built_in.places = FilePlaces{sources.uri_of, *sources.places};
  } else if (sources.places) {
    built_in.places = places_below(sources.root, *sources.places);
  }
  built_in.phones = sources.phones;
  return Rules::create(std::move(rules), built_in);
}

}  // namespace

void linkspan_make_rules(const RuleSources& sources, Result<Rules>& made) {
  made = make_rules(sources);
}

}  // namespace linkspan::command
