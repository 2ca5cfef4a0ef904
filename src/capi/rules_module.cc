// SPDX-License-Identifier: Apache-2.0
// The module rules.so (modules.h).
#include <utility>

#include "capi/modules.h"

extern "C" [[gnu::visibility("default")]] void linkspan::capi::module_make_rules(
    std::string_view toml, std::string_view source_name, const RuleParameters& parameters,
    const WantedBuiltIn& wanted, Result<Rules>& made) {
  Result<std::vector<Rule>> read = parse_rules(toml, source_name, parameters);
  if (read.ok()) {
    BuiltIn built_in;
    if (wanted.places) built_in.places = places_below(wanted.root, *wanted.places);
    built_in.phones = wanted.phones;
    made = Rules::create(std::move(read).value(), built_in);
  } else {
    made = read.error();
  }
}
