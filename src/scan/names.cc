// The names of the enumerations, as they stand in output and on the command line.

#include <algorithm>
#include <array>

#include "base/cpu.h"
#include "linkspan/linkspan.h"

namespace linkspan {
namespace {

constexpr std::array<std::string_view, 4> kProfiles = {"prose", "uts58", "code", "strict"};
constexpr std::array<std::string_view, 3> kKinds = {"url", "email", "custom"};
constexpr std::array<std::string_view, 8> kForms = {"scheme", "www",       "domain", "address",
                                                    "mailto", "delimited", "rule",   "href"};
constexpr std::array<std::string_view, 8> kEndings = {
    "hard", "soft", "bracket", "quote", "delimiter", "script", "limit", "end_of_text"};
constexpr std::array<std::string_view, 5> kHostKinds = {"none", "name", "ipv4", "ipv6",
                                                        "ip-future"};
constexpr std::array<std::string_view, 5> kCpus = {"best", "portable", "avx2", "avx512", "neon"};

template <size_t kCount, class Enum>
std::string_view lookup(const std::array<std::string_view, kCount>& names, Enum value) {
  const auto index = static_cast<size_t>(value);
  return index < kCount ? names[index] : std::string_view("?");
}

template <class Enum, size_t kCount>
Result<Enum> find(const std::array<std::string_view, kCount>& names, std::string_view name,
                  std::string_view what) {
  std::string known;
  for (size_t i = 0; i < kCount; ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
    known += (i == 0 ? "" : ", ") + std::string(names[i]);
  }
  return Error{
      ErrorCode::not_found, 0,
      "there is no " + std::string(what) + " '" + std::string(name) + "'; there are " + known};
}

}  // namespace

std::string_view to_string(Profile profile) { return lookup(kProfiles, profile); }
std::string_view to_string(Kind kind) { return lookup(kKinds, kind); }
std::string_view to_string(Form form) { return lookup(kForms, form); }
std::string_view to_string(EndedBy ended_by) { return lookup(kEndings, ended_by); }
std::string_view to_string(HostKind host_kind) { return lookup(kHostKinds, host_kind); }
std::string_view to_string(Cpu cpu) { return lookup(kCpus, cpu); }

Result<Profile> parse_profile(std::string_view name) {
  return find<Profile>(kProfiles, name, "profile");
}
Result<Kind> parse_kind(std::string_view name) { return find<Kind>(kKinds, name, "kind"); }
Result<Form> parse_form(std::string_view name) { return find<Form>(kForms, name, "form"); }
Result<EndedBy> parse_ended_by(std::string_view name) {
  return find<EndedBy>(kEndings, name, "ending");
}
Result<HostKind> parse_host_kind(std::string_view name) {
  return find<HostKind>(kHostKinds, name, "kind of host");
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
