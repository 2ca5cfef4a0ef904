// ToAscii: a host name as the domain name system knows it (UTS #46, section 4.2).
//
//   "Bücher.example" → "xn--bcher-kva.example"      "straße.example" → "xn--strae-oqa.example"
//   "例え。テスト" → "xn--r8jz45g.xn--zckzah"
//   "a／b.example" → nothing: UTS #46 makes `/` of `／`, and that would end the host
//
// Nontransitional processing, with the flags of the WHATWG URL Standard ("domain to ASCII", not
// strict): CheckBidi and CheckJoiners on; CheckHyphens, UseSTD3ASCIIRules and VerifyDnsLength off.
// In place of the forbidden domain code points of that standard, what comes out must be unreserved
// characters (RFC 3986, section 2.3).
//
// DEVIATION: UTS #46 lets `(4).example` through, WHATWG does too; here it is no domain name.
//
// Characters are mapped by src/unicode where that gives one character or none, and by ICU. ICU also
// checks; version 72 knows Unicode 15.0, and characters that are newer are refused.
//
// Guarded by tests/iri_uri_test.cc, with the vectors of web-platform-tests.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "linkspan/result.h"

struct UIDNA;

namespace linkspan::iri {

// Never changes; any number of threads may share it.
class ToAscii {
 public:
  // Fails with not_found when ICU has no data.
  static Result<ToAscii> create();

  // The host in ASCII, lower case; nothing if UTS #46 refuses it. `host` is no IP literal.
  std::optional<std::string> operator()(std::string_view host) const;

 private:
  struct Close {
    void operator()(UIDNA* idna) const;
  };
  explicit ToAscii(UIDNA* idna) : idna_(idna) {}

  std::unique_ptr<UIDNA, Close> idna_;
};

}  // namespace linkspan::iri
