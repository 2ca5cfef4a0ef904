// SPDX-License-Identifier: Apache-2.0
// Idna: a host name with A-labels and with U-labels (UTS #46, sections 4.2 and 4.3).
//
//   to_ascii("Bücher.example")            → "xn--bcher-kva.example"
//   to_ascii("straße.example")            → "xn--strae-oqa.example"
//   to_ascii("例え。テスト")              → "xn--r8jz45g.xn--zckzah"
//   to_ascii("a／b.example")              → nothing: UTS #46 makes `/` of `／`, which ends a host
//   to_unicode("xn--bcher-kva.example")   → "bücher.example"
//   to_unicode("xn--a.example")           → nothing: no domain name becomes that
//
// Nontransitional processing, with the flags of the WHATWG URL Standard ("domain to ASCII", not
// strict): CheckBidi and CheckJoiners on; CheckHyphens, UseSTD3ASCIIRules and VerifyDnsLength off.
// In place of the forbidden domain code points of that standard, the result of to_ascii() must
// consist of unreserved characters (RFC 3986, section 2.3).
//
// DEVIATION: UTS #46 and WHATWG accept `(4).example`; here it is not a domain name.
//
// For to_ascii(), characters that are mapped to one character or none are mapped by src/unicode,
// others by the back end (back_end.h), which makes the checks. ICU 72 knows Unicode 15.0 and
// refuses newer characters; the tables know Unicode 17.0.
//
// Guarded by tests/iri/iri_idna_test.cc, with the vectors of web-platform-tests.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "linkspan/result.h"

namespace linkspan::iri {

// Never changes; any number of threads may share it.
class Idna {
 public:
  // The instance of this process. Fails with not_found if the back end is ICU and has no data.
  static const Result<Idna>& shared();

  // The host in ASCII, lower case; nothing if UTS #46 refuses it. `host` is not an IP literal.
  std::optional<std::string> to_ascii(std::string_view host) const;

  // The host with U-labels; nothing if UTS #46 refuses it. `host` is not an IP literal.
  std::optional<std::string> to_unicode(std::string_view host) const;

 private:
  static Result<Idna> open();
  Idna() = default;
};

}  // namespace linkspan::iri
