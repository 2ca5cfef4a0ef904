// SPDX-License-Identifier: Apache-2.0
#include "document/site.h"

#include <libpsl.h>

#include "base/ascii.h"
#include "linkspan/iri.h"
#include "scan/syntax/split.h"

namespace linkspan::document {
namespace {

std::string_view part_of(std::string_view text, const Part& part) {
  return part.present() ? text.substr(part.begin, part.end - part.begin) : std::string_view();
}

// An address of IPv4 or IPv6 has no top-level domain.
bool is_address(std::string_view host) {
  const size_t label = host.rfind('.') + 1;  // 0 if there is no dot
  return host.starts_with('[') ||
         (label < host.size() && base::is_ascii_digit(static_cast<uint8_t>(host[label])));
}

const char* registrable(const std::string& host) {
  return psl_registrable_domain(psl_builtin(), host.c_str());
}

// The registrable domain; the host itself if it has none, as `localhost` and `github.io`.
std::string_view site_of(const std::string& host) {
  const char* const domain = is_address(host) ? nullptr : registrable(host);
  return domain == nullptr ? std::string_view(host) : std::string_view(domain);
}

}  // namespace

std::string host_led_to(std::string_view uri) {
  return host_of_uri(iri::unwrap(uri, iri::Wrappers::services).value_or(std::string(uri)));
}

bool is_same_site(const std::string& host, const std::string& other) {
  return host == other || site_of(host) == site_of(other);
}

}  // namespace linkspan::document

namespace linkspan {

std::string host_of_uri(std::string_view uri) {
  const Parts parts = scan::split_components(uri);
  std::string host;
  if (parts.host.present()) {
    host = base::to_ascii_lower(document::part_of(uri, parts.host));
  } else if (base::to_ascii_lower(document::part_of(uri, parts.scheme)) == "mailto") {
    const std::string_view path = document::part_of(uri, parts.path);
    const std::string_view first = path.substr(0, path.find(','));
    const size_t at = first.rfind('@');
    if (at != first.npos) host = base::to_ascii_lower(first.substr(at + 1));
  }
  while (host.ends_with('.')) host.pop_back();
  return host;
}

std::string registered_domain(const std::string& host) {
  const char* const domain = document::is_address(host) ? nullptr : document::registrable(host);
  return domain == nullptr ? std::string() : std::string(domain);
}

}  // namespace linkspan
