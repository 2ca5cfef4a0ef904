// SPDX-License-Identifier: Apache-2.0
// A host name with A-labels and with U-labels (UTS #46, sections 4.2 and 4.3).
//
//   host_to_ascii("Bücher.example")            → "xn--bcher-kva.example"
//   host_to_ascii("straße.example")            → "xn--strae-oqa.example"
//   host_to_ascii("例え。テスト")              → "xn--r8jz45g.xn--zckzah"
//   host_to_ascii("a／b.example")              → nothing: UTS #46 makes `/` of `／`, which ends a
//   host host_to_unicode("xn--bcher-kva.example")   → "bücher.example"
//   host_to_unicode("xn--a.example")           → nothing: no domain name becomes that
//
// Nontransitional processing, with the flags of the WHATWG URL Standard ("domain to ASCII", not
// strict): CheckBidi and CheckJoiners on; CheckHyphens, UseSTD3ASCIIRules and VerifyDnsLength off.
// In place of the forbidden domain code points of that standard, the result of host_to_ascii() must
// consist of unreserved characters (RFC 3986, section 2.3).
//
// DEVIATION: UTS #46 and WHATWG accept `(4).example`; here it is not a domain name.
//
// Guarded by tests/iri/iri_idna_test.cc, with the vectors of web-platform-tests.
#include <algorithm>
#include <array>
#include <cstdint>

#include "base/utf8.h"
#include "iri/hosts/domains.h"
#include "iri/percent.h"
#include "iri/tables/tables.h"
#include "linkspan/iri.h"
#include "unicode/properties.h"

namespace linkspan::iri {

std::optional<std::string> host_to_ascii(std::string_view host) {
  if (host.size() > kLongestHost) return std::nullopt;
  std::optional<std::string> ascii = tables::to_ascii(host);
  if (!ascii || !is_unreserved_host(*ascii)) return std::nullopt;
  return ascii;
}

std::optional<std::string> host_to_unicode(std::string_view host) {
  if (host.size() > kLongestHost) return std::nullopt;
  return tables::to_unicode(host);
}

std::string fold_host(std::string_view host) {
  std::string folded;
  const auto* at = reinterpret_cast<const uint8_t*>(host.data());
  for (const auto* const end = at + host.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    const std::string_view bytes(reinterpret_cast<const char*>(at), found.length);
    at += found.length;
    if (found.value == base::kIllFormed) {
      folded += bytes;
      continue;
    }
    std::array<char, 4> mapped;  // NOLINT: written before it is read
    const char* const end_of_mapped =
        base::write_utf8(unicode::host_fold(found.value), mapped.data());
    folded.append(mapped.data(), static_cast<size_t>(end_of_mapped - mapped.data()));
  }
  return folded;
}

bool is_invisible(char32_t code_point) {
  const unicode::Properties properties = unicode::properties(code_point);
  return properties.is_white_space() || properties.is_default_ignorable() ||
         properties.is_bidi_control();
}

}  // namespace linkspan::iri
