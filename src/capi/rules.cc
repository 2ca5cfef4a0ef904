// SPDX-License-Identifier: Apache-2.0
// The C interface of rules.h.
#include "linkspan/rules.h"

#include "capi/capi.h"
#include "capi/links.h"
#include "capi/modules.h"

namespace linkspan::capi {
namespace {

linkspan_built_in default_built_in() {
  linkspan_built_in built_in = {};
  built_in.struct_size = sizeof(built_in);
  built_in.leniency = LINKSPAN_LENIENCY_GROUPED;
  return built_in;
}

enum class Places : uint8_t { none, all, existing };  // linkspan_places

Result<WantedBuiltIn> wanted_of(const linkspan_built_in* given) {
  const Result<linkspan_built_in> known = known_part(given, default_built_in());
  if (!known.ok()) return known.error();
  const auto places = same(known->places, Places::existing, "linkspan_places");
  const auto leniency = same(known->leniency, Leniency::grouped, "linkspan_leniency");
  if (!places.ok()) return places.error();
  if (!leniency.ok()) return leniency.error();
  WantedBuiltIn wanted;
  if (*places == Places::all) wanted.places = FilePlaces::Which::all;
  if (*places == Places::existing) wanted.places = FilePlaces::Which::with_uri;
  if (known->root != nullptr) wanted.root = known->root;
  if (known->phones != 0) {
    wanted.phones = PhoneNumbers{strings_of(known->regions, known->regions_count), *leniency};
  }
  return wanted;
}

RuleParameters parameters_of(const char* const* given, size_t count) {
  RuleParameters values;
  for (const std::string& parameter : strings_of(given, count)) {
    const size_t equals = std::min(parameter.find('='), parameter.size());
    values[parameter.substr(0, equals)] = parameter.substr(std::min(equals + 1, parameter.size()));
  }
  return values;
}

}  // namespace
}  // namespace linkspan::capi

void linkspan_built_in_init(linkspan_built_in* built_in, size_t struct_size) {
  linkspan::capi::initialize(built_in, struct_size, linkspan::capi::default_built_in());
}

linkspan_status linkspan_rules_create_with(const linkspan_built_in* built_in, const char* toml,
                                           size_t size, const char* source_name,
                                           const char* const* parameters, size_t parameters_count,
                                           linkspan_rules** rules, linkspan_error** error) {
  *rules = nullptr;
  if (error != nullptr) *error = nullptr;
  return linkspan::capi::guarded([&] {
    const auto wanted = linkspan::capi::wanted_of(built_in);
    if (!wanted.ok()) return linkspan::capi::fail(wanted.error(), error);
    linkspan::Result<linkspan::Rules> made = linkspan::capi::make_rules(
        linkspan::capi::view(toml, size), source_name != nullptr ? source_name : "rules",
        linkspan::capi::parameters_of(parameters, parameters_count), *wanted);
    if (!made.ok()) return linkspan::capi::fail(made.error(), error);
    *rules = new linkspan_rules{std::move(made).value()};
    return LINKSPAN_OK;
  });
}

linkspan_status linkspan_rules_create(const char* toml, size_t size, const char* source_name,
                                      const char* const* parameters, size_t parameters_count,
                                      linkspan_rules** rules, linkspan_error** error) {
  return linkspan_rules_create_with(nullptr, toml, size, source_name, parameters, parameters_count,
                                    rules, error);
}

void linkspan_rules_free(linkspan_rules* rules) { delete rules; }
