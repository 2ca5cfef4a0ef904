// SPDX-License-Identifier: Apache-2.0
// What a link leads to: its IRI and URI as linkspan::document gives them, the form for people, and
// the host.
#include <optional>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "iri/domains.h"
#include "iri/mapper.h"
#include "iri/percent.h"
#include "iri/to_iri.h"
#include "linkspan/iri.h"
#include "module.h"
#include "scan/syntax/split.h"

namespace linkspan::module {
namespace {

struct Destinations {
  OutText iri, uri, display, host;
};

// The host, or the domain of the last address.
std::string_view host_of(std::string_view uri) {
  const Parts parts = scan::split_components(uri);
  if (parts.host.present()) return parts.host.text(uri);
  const std::vector<Range> domains = iri::domains_of(uri, parts);
  return domains.empty() ? std::string_view() : domains.back().text(uri);
}

bool may_differ(std::string_view iri) {
  return iri.find('%') != std::string_view::npos ||
         base::to_ascii_lower(iri).find("xn--") != std::string::npos || !base::is_all_ascii(iri);
}

// As in a URI: a text with another `%` has no other form for people.
bool has_whole_escapes(std::string_view uri) {
  for (size_t at = 0; (at = uri.find('%', at)) != std::string_view::npos; ++at) {
    if (!iri::is_escape(uri, at)) return false;
  }
  return true;
}

}  // namespace

// The input is the text of a link, `facts` are those of its record.
LINKSPAN_EXPORT(map) const Destinations* map(uint32_t size, uint32_t facts, uint32_t to_https) {
  static iri::Mapped mapped;
  static std::string display;
  static Destinations destinations;
  Span span;
  span.kind = static_cast<Kind>(facts & 15);
  span.form = static_cast<Form>((facts >> 4) & 15);
  span.has_escapes = (facts >> 12 & 1) != 0;
  if ((facts >> 13 & 1) != 0) span.parts.scheme = {0, 0};  // only its presence matters
  const Result<iri::Mapper> mapper = iri::Mapper::create();
  mapper->map(input(size), span,
              {.default_scheme = to_https != 0 ? DefaultScheme::https : DefaultScheme::http},
              mapped);
  display = mapped.iri;
  if (may_differ(mapped.iri) && has_whole_escapes(mapped.uri)) {
    display = iri::to_iri(mapped.uri, scan::split_components(mapped.uri));
  }
  destinations = {out(mapped.iri), out(mapped.uri), out(display), out(host_of(mapped.uri))};
  return &destinations;
}

// iri::Opens of the scheme that the input is, in lower case; only that of its own row of
// grammars/schemes.txt (render/openable.cc).
LINKSPAN_EXPORT(scheme_opens) uint32_t scheme_opens(uint32_t size) {
  const std::optional<iri::SchemeInfo> info = iri::scheme_info(input(size));
  return static_cast<uint32_t>(info && info->name == input(size) ? info->opens
                                                                 : iri::Opens::unknown);
}

}  // namespace linkspan::module
