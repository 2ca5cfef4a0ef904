// The names of the enumerations, as they stand in output and on the command line.

#include <array>

#include "linkspan/linkspan.h"

namespace linkspan {
namespace {

constexpr std::array<std::string_view, 4> kProfiles = {"prose", "uts58", "code", "strict"};
constexpr std::array<std::string_view, 3> kKinds = {"url", "email", "custom"};
constexpr std::array<std::string_view, 8> kForms = {"scheme", "www",       "domain", "address",
                                                    "mailto", "delimited", "rule",   "href"};
constexpr std::array<std::string_view, 8> kEndings = {
    "hard", "soft", "bracket", "quote", "delimiter", "script", "limit", "end_of_text"};
constexpr std::array<std::string_view, 5> kCpus = {"best", "portable", "avx2", "avx512", "neon"};

template <size_t kCount, class Enum>
std::string_view lookup(const std::array<std::string_view, kCount>& names, Enum value) {
  const auto index = static_cast<size_t>(value);
  return index < kCount ? names[index] : std::string_view("?");
}

}  // namespace

std::string_view name(Profile profile) { return lookup(kProfiles, profile); }
std::string_view name(Kind kind) { return lookup(kKinds, kind); }
std::string_view name(Form form) { return lookup(kForms, form); }
std::string_view name(EndedBy ended_by) { return lookup(kEndings, ended_by); }
std::string_view name(Cpu cpu) { return lookup(kCpus, cpu); }

Result<Profile> profile_named(std::string_view name) {
  std::string known;
  for (size_t i = 0; i < kProfiles.size(); ++i) {
    if (kProfiles[i] == name) return static_cast<Profile>(i);
    known += (i == 0 ? "" : ", ") + std::string(kProfiles[i]);
  }
  return Error{ErrorCode::not_found, 0,
               "there is no profile '" + std::string(name) + "'; there are " + known};
}

std::string_view version() { return LINKSPAN_VERSION; }

}  // namespace linkspan
