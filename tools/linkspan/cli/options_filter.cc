// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>

#include "base/ascii.h"
#include "base/utf8.h"
#include "cli/option_groups.h"
#include "common/option_values.h"

namespace linkspan::command {
namespace {

constexpr Word<Kind> kKinds[] = {
    {"url", Kind::url}, {"email", Kind::email}, {"custom", Kind::custom}};

bool is_well_formed(const std::string& text) {
  const auto* at = reinterpret_cast<const uint8_t*>(text.data());
  for (const uint8_t* const end = at + text.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    if (found.value == base::kIllFormed) return false;
    at += found.length;
  }
  return true;
}

// scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )   (RFC 3986, section 3.1)
bool is_scheme(std::string_view name) {
  return base::is_ascii_letter(static_cast<uint8_t>(name.front())) &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return base::is_ascii_alphanumeric(static_cast<uint8_t>(c)) || c == '+' || c == '-' ||
                  c == '.';
         });
}

// --host was once the name of --host-form.
void check_host(const std::string& glob) {
  if (glob == "ascii" || glob == "percent") {
    throw WrongUsage{
        fmt::format("--host keeps the links of a host; for the form of hosts in a URI, say "
                    "--host-form {}; for a host of that name, --host '{}?'",
                    glob, glob.substr(0, glob.size() - 1))};
  }
  if (!is_well_formed(glob)) throw WrongUsage{fmt::format("--host '{}' is not UTF-8", glob)};
}

}  // namespace

void declare_filter_options(OptionList& options, RawFilterOptions& raw) {
  options.add_value("--kind", raw.kind, alternatives(kKinds),
                    "Keep links of this kind; several with commas");
  options.add_value("--host", raw.host, "GLOB",
                    "Keep links to this host, in U-label or A-label form, in\nany case: "
                    "example.org, *.bücher.example; several with\ncommas");
  options.add_value("--scheme", raw.scheme, "LIST",
                    "Keep links of these schemes, with commas between them.\nLinks without one "
                    "count as http or mailto");
}

LinkFilter::Wanted wanted_links(const RawFilterOptions& raw) {
  LinkFilter::Wanted wanted;
  if (!raw.kind.empty()) {
    for (const std::string& word : split_list("--kind", raw.kind, "url,email")) {
      wanted.kinds.push_back(choose("--kind", word, kKinds, Kind::url));
    }
  }
  if (!raw.host.empty()) wanted.hosts = split_list("--host", raw.host, "example.org,*.example.org");
  for (const std::string& glob : wanted.hosts) check_host(glob);
  if (!raw.scheme.empty()) wanted.schemes = split_list("--scheme", raw.scheme, "https,mailto");
  for (std::string& scheme : wanted.schemes) {
    if (!is_scheme(scheme)) {
      throw WrongUsage{
          fmt::format("--scheme: '{}' is not a scheme; a list is https,mailto", scheme)};
    }
    scheme = base::to_ascii_lower(scheme);
  }
  return wanted;
}

}  // namespace linkspan::command
