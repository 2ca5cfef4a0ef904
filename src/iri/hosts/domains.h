// SPDX-License-Identifier: Apache-2.0
// The domain names of an IRI to which ToASCII may be applied (RFC 3987, section 3.1: "for schemes
// known to use domain names in ireg-name").
//
//   http://ü:ü@bücher.example:80/ü                →  bücher.example
//   mailto:jörg@müller.example,b@例え.jp?cc=ü@ü    →  müller.example and 例え.jp
//   mailto:?to=a@bücher.example                    →  bücher.example
//   urn:example:ü, tag:ü@bücher.example,2020:x    →  none, or none that anybody looks up
//
// Guarded by tests/iri/iri_uri_test.cc.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "linkspan/linkspan.h"

namespace linkspan::iri {

// scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ) (RFC 3986, section 3.1): the length of a
// scheme that a colon follows at the start of the text; 0 if there is none.
size_t scheme_length(std::string_view text);

// The domain names in order, never empty, without IP literals. `iri` may be any text. Linear.
std::vector<Range> domains_of(std::string_view iri);

// The same for an IRI whose components are known.
std::vector<Range> domains_of(std::string_view iri, const Parts& parts);

// A domain name has at most 253 bytes in ASCII, of which Punycode spends at least one on each
// character; so 1,024 bytes of UTF-8 hold every domain name that is in NFC. Longer hosts are
// refused without a check, because Punycode takes quadratic time. PERF: different ideographs, 768
// bytes: 0.23 ms; 1,024 bytes: 0.41 ms; 2,400 bytes: 2.0 ms.
inline constexpr size_t kLongestHost = 1024;

// May the ASCII form of a host have these characters (unreserved of RFC 3986, section 2.3)?
bool is_unreserved_host(std::string_view ascii);

}  // namespace linkspan::iri
