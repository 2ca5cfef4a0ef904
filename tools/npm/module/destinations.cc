// SPDX-License-Identifier: Apache-2.0
// What a link leads to: its IRI and URI as linkspan::document gives them, the form for people, and
// the host.
#include <optional>
#include <string>
#include <string_view>

#include "base/ascii.h"
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

// As render::destination_of().
std::string_view host_of(std::string_view uri, Kind kind) {
  if (kind != Kind::email) return scan::split_components(uri).host.text(uri);
  const std::string_view addresses = uri.substr(0, uri.find('?'));
  const size_t at = addresses.rfind('@');
  return at == std::string_view::npos ? std::string_view() : addresses.substr(at + 1);
}

bool equal_but_for_case(std::string_view left, std::string_view right) {
  return left.size() == right.size() && base::to_ascii_lower(left) == base::to_ascii_lower(right);
}

// Whether the grammar of URIs accepts it: a link may also have a `%` without digits, `[` in a path,
// or a second `#`. Then it has no other form for people.
bool is_uri(std::string_view uri, const Parts& parts) {
  for (size_t at = 0; (at = uri.find('%', at)) != std::string_view::npos; ++at) {
    if (!iri::is_escape(uri, at)) return false;
  }
  const std::string_view tail = uri.substr(parts.path.begin);
  return tail.find_first_of("[]") == std::string_view::npos &&
         parts.fragment.text(uri).find('#') == std::string_view::npos;
}

}  // namespace

// The input is the text of a link, `facts` are those of its record.
LINKSPAN_EXPORT(map) const Destinations* map(uint32_t size, uint32_t facts, uint32_t to_https) {
  static iri::Mapped mapped;
  static std::string display;
  static Destinations destinations;
  const Span span = span_of(facts);
  iri::Mapper().map(input(size), span,
                    {.default_scheme = to_https != 0 ? DefaultScheme::https : DefaultScheme::http},
                    mapped);
  display = mapped.iri;
  const Parts parts = scan::split_components(mapped.uri);
  if (iri::may_be_shown_otherwise(mapped.iri) && is_uri(mapped.uri, parts)) {
    display = iri::to_iri(mapped.uri, parts);
    if (equal_but_for_case(display, mapped.iri)) display = mapped.iri;
  }
  destinations = {out(mapped.iri), out(mapped.uri), out(display),
                  out(host_of(mapped.uri, span.kind))};
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
