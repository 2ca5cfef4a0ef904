// SPDX-License-Identifier: Apache-2.0
// The names of the enumerations of iri.h, except those of warnings (warnings.cc).
//
// Guarded by tests/document/names_test.cc.
#include <array>

#include "base/enum_names.h"
#include "linkspan/iri.h"

namespace linkspan {
namespace {

constexpr std::array<std::string_view, 2> kHostFormNames = {"ascii", "percent"};
constexpr std::array<std::string_view, 2> kDefaultSchemeNames = {"http", "https"};
constexpr std::array<std::string_view, 2> kSeverityNames = {"note", "serious"};

}  // namespace

std::string_view to_string(HostForm host_form) { return base::name_of(kHostFormNames, host_form); }
Result<HostForm> parse_host_form(std::string_view name) {
  return base::value_named<HostForm>(kHostFormNames, name, "form of hosts");
}
std::string_view to_string(DefaultScheme default_scheme) {
  return base::name_of(kDefaultSchemeNames, default_scheme);
}
Result<DefaultScheme> parse_default_scheme(std::string_view name) {
  return base::value_named<DefaultScheme>(kDefaultSchemeNames, name, "default scheme");
}
std::string_view to_string(Severity severity) { return base::name_of(kSeverityNames, severity); }
Result<Severity> parse_severity(std::string_view name) {
  return base::value_named<Severity>(kSeverityNames, name, "severity");
}

Result<Warning> parse_warning(std::string_view name) {
  std::string known;
  for (const Warning warning : kAllWarnings) {
    if (to_string(warning) == name) return warning;
    (known += known.empty() ? "" : ", ") += to_string(warning);
  }
  return Error{ErrorCode::not_found, 0,
               "there is no warning '" + std::string(name) + "'; there are " + known};
}

namespace iri {
namespace {

constexpr std::array<std::string_view, 3> kLadderNames = {"simple", "syntax", "scheme"};
constexpr std::array<std::string_view, 4> kBidiFormNames = {"none", "isolate", "embedding",
                                                            "marks"};

}  // namespace

std::string_view to_string(Ladder ladder) { return base::name_of(kLadderNames, ladder); }
Result<Ladder> parse_ladder(std::string_view name) {
  return base::value_named<Ladder>(kLadderNames, name, "rung");
}
std::string_view to_string(BidiForm bidi_form) { return base::name_of(kBidiFormNames, bidi_form); }
Result<BidiForm> parse_bidi_form(std::string_view name) {
  return base::value_named<BidiForm>(kBidiFormNames, name, "form of bidi");
}

}  // namespace iri
}  // namespace linkspan
