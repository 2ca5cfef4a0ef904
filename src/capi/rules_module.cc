// SPDX-License-Identifier: Apache-2.0
// The module rules.so (modules.h).
#include <utility>

#include "capi/modules.h"

extern "C" [[gnu::visibility("default")]] void linkspan::capi::module_make_rules(
    std::string_view toml, std::string_view source_name, const RuleParameters& parameters,
    Result<Rules>& made) {
  Result<std::vector<Rule>> read = parse_rules(toml, source_name, parameters);
  if (read.ok()) {
    made = Rules::create(std::move(read).value());
  } else {
    made = read.error();
  }
}
