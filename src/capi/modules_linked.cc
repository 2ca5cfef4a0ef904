// SPDX-License-Identifier: Apache-2.0
#include "capi/modules.h"

namespace linkspan::capi {

std::optional<Error> load_mail() { return std::nullopt; }

Result<Rules> make_rules(std::string_view toml, std::string_view source_name,
                         const RuleParameters& parameters, const WantedBuiltIn& built_in) {
  Result<Rules> made = Rules();
  module_make_rules(toml, source_name, parameters, built_in, made);
  return made;
}

}  // namespace linkspan::capi
