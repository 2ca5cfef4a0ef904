// SPDX-License-Identifier: Apache-2.0
// The names of the enumerations in output and on the command line.

#include <algorithm>
#include <array>

#include "base/cpu.h"
#include "base/enum_names.h"
#include "linkspan/linkspan.h"

namespace linkspan {
namespace {

constexpr std::array<std::string_view, 4> kProfiles = {"prose", "uts58", "code", "strict"};
constexpr std::array<std::string_view, 5> kKinds = {"url", "email", "custom", "file", "phone"};
constexpr std::array<std::string_view, 8> kForms = {"scheme", "www",       "domain", "address",
                                                    "mailto", "delimited", "rule",   "href"};
constexpr std::array<std::string_view, 8> kEndings = {
    "hard", "soft", "bracket", "quote", "delimiter", "script", "limit", "end_of_text"};
constexpr std::array<std::string_view, 5> kHostKinds = {"none", "name", "ipv4", "ipv6",
                                                        "ip-future"};
constexpr std::array<std::string_view, 6> kCpus = {"best",   "portable", "avx2",
                                                   "avx512", "neon",     "simd128"};

}  // namespace

std::string_view to_string(Profile profile) { return base::name_of(kProfiles, profile); }
std::string_view to_string(Kind kind) { return base::name_of(kKinds, kind); }
std::string_view to_string(Form form) { return base::name_of(kForms, form); }
std::string_view to_string(EndedBy ended_by) { return base::name_of(kEndings, ended_by); }
std::string_view to_string(HostKind host_kind) { return base::name_of(kHostKinds, host_kind); }
std::string_view to_string(Cpu cpu) { return base::name_of(kCpus, cpu); }

Result<Profile> parse_profile(std::string_view name) {
  return base::value_named<Profile>(kProfiles, name, "profile");
}
Result<Kind> parse_kind(std::string_view name) {
  return base::value_named<Kind>(kKinds, name, "kind");
}
Result<Form> parse_form(std::string_view name) {
  return base::value_named<Form>(kForms, name, "form");
}
Result<EndedBy> parse_ended_by(std::string_view name) {
  return base::value_named<EndedBy>(kEndings, name, "ending");
}
Result<HostKind> parse_host_kind(std::string_view name) {
  return base::value_named<HostKind>(kHostKinds, name, "kind of host");
}

Result<NameList> parse_names(std::string_view list) {
  NameList names;
  for (size_t at = 0; at <= list.size();) {
    const size_t comma = std::min(list.find(',', at), list.size());
    std::string_view name = list.substr(at, comma - at);
    std::vector<std::string>* to = &names.allow;
    if (name.starts_with('+')) to = &names.add;
    if (name.starts_with('-')) to = &names.remove;
    if (to != &names.allow) name.remove_prefix(1);
    if (name.empty()) {
      return Error{ErrorCode::syntax, at,
                   "'" + std::string(list) + "' has an empty name in it; a list is a,b or +a,-b"};
    }
    to->emplace_back(name);
    at = comma + 1;
  }
  return names;
}

std::string_view version() { return LINKSPAN_VERSION_STRING; }

}  // namespace linkspan
