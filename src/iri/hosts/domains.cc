// SPDX-License-Identifier: Apache-2.0
#include "iri/hosts/domains.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/ascii.h"
#include "iri/percent.h"
#include "linkspan/iri.h"
#include "scan/syntax/split.h"

namespace linkspan::iri {
namespace {

// Which schemes have domain names, and where: grammars/schemes.txt (iri::scheme_info). The host of
// a scheme that is not in it is percent-encoded, as RFC 3987 does for unknown schemes.
//
// DEVIATION: RFC 3987 applies ToASCII only if the definition of the scheme does not allow
// percent-encoding in the host. RFC 3986, section 3.2.2, allows it for all schemes; but resolvers
// do not decode it, so ToASCII would never be applied.

void add_domain(std::vector<Range>& domains, std::string_view iri, size_t begin, size_t end) {
  const bool is_ip_literal = begin < end && iri[begin] == '[';
  if (begin < end && !is_ip_literal) domains.push_back({begin, end});
}

// The first `c` in [begin, end), else `end`. Text after `end` is not read, as each of many headers
// would read it again.
size_t find_in(std::string_view text, char c, size_t begin, size_t end) {
  return std::min(text.substr(0, end).find(c, begin), end);
}

// to = addr-spec *("," addr-spec)   (RFC 6068, section 2), in [begin, end)
void add_address_domains(std::vector<Range>& domains, std::string_view iri, size_t begin,
                         size_t end) {
  while (begin < end) {
    const size_t comma = find_in(iri, ',', begin, end);
    const size_t at = iri.substr(begin, comma - begin).rfind('@');
    if (at != std::string_view::npos) add_domain(domains, iri, begin + at + 1, comma);
    begin = comma + 1;
  }
}

// hfname = *qchar: is it `to`, case-insensitive? It may be percent-encoded in part.
bool is_to(std::string_view name) {
  std::string plain;
  EscapeDecoder decoder;
  for (size_t at = 0; at < name.size() && plain.size() < 3;) {
    if (is_escape(name, at)) {
      const EscapedCharacter found = decoder.decode(name, at);
      plain += found.bytes;
      at += found.length;
    } else {
      plain += name[at++];
    }
  }
  return base::to_ascii_lower(plain) == "to";
}

// hfields = hfname "=" hfvalue *("&" hfname "=" hfvalue), in [begin, end). Of the fields with
// addresses, RFC 6068 defines only the syntax of `to`: it is that of the path.
void add_header_domains(std::vector<Range>& domains, std::string_view iri, size_t begin,
                        size_t end) {
  while (begin < end) {
    const size_t next = find_in(iri, '&', begin, end);
    const size_t equals = find_in(iri, '=', begin, next);
    if (is_to(iri.substr(begin, equals - begin))) {
      add_address_domains(domains, iri, equals + 1, next);
    }
    begin = next + 1;
  }
}

}  // namespace

size_t scheme_length(std::string_view text) {
  if (text.empty() || !base::is_ascii_letter(static_cast<uint8_t>(text[0]))) return 0;
  const auto colon = std::find_if_not(text.begin(), text.end(), [](char c) {
    return base::is_ascii_alphanumeric(static_cast<uint8_t>(c)) || c == '+' || c == '-' || c == '.';
  });
  return colon != text.end() && *colon == ':' ? static_cast<size_t>(colon - text.begin()) : 0;
}

std::vector<Range> domains_of(std::string_view iri) {
  const size_t colon = scheme_length(iri);
  // A text that is too long for Part is not split.
  if (colon == 0 || iri.size() >= Part::kAbsent) return {};
  const std::optional<SchemeInfo> scheme = scheme_info(iri.substr(0, colon));
  if (!scheme || !(scheme->host_is_domain || scheme->carries_address)) return {};
  return domains_of(iri, scan::split_components(iri));
}

std::vector<Range> domains_of(std::string_view iri, const Parts& parts) {
  std::vector<Range> domains;
  if (!parts.scheme.present()) return domains;
  const std::optional<SchemeInfo> scheme = scheme_info(iri.substr(0, parts.scheme.end));
  if (!scheme) return domains;
  if (scheme->host_is_domain && parts.host.present()) {
    add_domain(domains, iri, parts.host.begin, parts.host.end);
  }
  const bool holds_addresses = scheme->carries_address && !parts.host.present();
  if (holds_addresses) {
    add_address_domains(domains, iri, parts.path.begin, parts.path.end);
    if (parts.query.present()) {
      add_header_domains(domains, iri, parts.query.begin, parts.query.end);
    }
  }
  return domains;
}

// Of the characters of reg-name, only these mean the same in every URI: a `,` from a wide `，`
// (UTS #46) would end an address in a mailto URI, a `%` would begin a percent-encoding.
bool is_unreserved_host(std::string_view ascii) {
  return !ascii.empty() && std::all_of(ascii.begin(), ascii.end(), [](char c) {
    return is_unreserved(static_cast<uint8_t>(c));
  });
}

}  // namespace linkspan::iri
