// SPDX-License-Identifier: Apache-2.0
// The C interface of rules.h.
#include "linkspan/rules.h"

#include "capi/capi.h"
#include "capi/links.h"
#include "capi/modules.h"

linkspan_status linkspan_rules_create(const char* toml, size_t size, const char* source_name,
                                      const char* const* parameters, size_t parameters_count,
                                      linkspan_rules** rules, linkspan_error** error) {
  *rules = nullptr;
  if (error != nullptr) *error = nullptr;
  return linkspan::capi::guarded([&] {
    linkspan::RuleParameters values;
    for (size_t i = 0; i < parameters_count; ++i) {
      const std::string_view parameter = parameters[i];
      const size_t equals = std::min(parameter.find('='), parameter.size());
      values[std::string(parameter.substr(0, equals))] =
          parameter.substr(std::min(equals + 1, parameter.size()));
    }
    linkspan::Result<linkspan::Rules> made = linkspan::capi::make_rules(
        linkspan::capi::view(toml, size), source_name != nullptr ? source_name : "rules", values);
    if (!made.ok()) return linkspan::capi::fail(made.error(), error);
    *rules = new linkspan_rules{std::move(made).value()};
    return LINKSPAN_OK;
  });
}

void linkspan_rules_free(linkspan_rules* rules) { delete rules; }
