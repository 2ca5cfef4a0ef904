// SPDX-License-Identifier: Apache-2.0
// Mapper: the IRI and the URI of a link, with the choices that RFC 3987, section 3.1, leaves open.
//
//   const Mapper mapper;
//   mapper.map("https://bücher.example/über", span).uri   → https://xn--bcher-kva.example/%C3%BCber
//   mapper.map("пишите@пример.рф", span).uri              → mailto:%D0%BF…@xn--e1afmkfd.xn--p1ai
//   mapper.map("http://xn--a.ü/", span)                   → http://xn--a.%C3%BC/, host_not_idna
//
// Characters that a URI may contain stay unchanged, also an ASCII host (in its case) and every
// percent-encoding. So a URI is mapped to itself. But the percent-encoded domain of a `mailto` link
// gets A-labels, as RFC 6068 (section 6.3) asks for: mailto:a@%C3%BC.example,
// mailto:a@xn--tda.example
//
// DEVIATION: a percent-encoded host stays so, as RFC 3987 requires; the WHATWG URL Standard decodes
// it first. A host with both percent-encodings and non-ASCII characters is percent-encoded, with a
// warning: ToASCII is not defined for it.
//
// map.h has the plain functions: no normalization, percent-encoded host, no library. Guarded by
// tests/iri/iri_uri_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/iri.h"
#include "linkspan/linkspan.h"

namespace linkspan::iri {

// Step 1 of the section. `nfc` is for documents in a charset that is not based on Unicode, whose
// text depends on the converter until it is normalized; text of UTF-8 or UTF-16 must not be
// changed.
enum class Normalization : uint8_t { none, nfc };

struct MapOptions {
  Normalization normalization = Normalization::none;
  HostForm host = HostForm::ascii;
  DefaultScheme default_scheme = DefaultScheme::http;
};

struct Mapped {
  std::string iri;  // normalized on request; the host is unchanged
  std::string uri;  // only characters of URIs
  Warnings warnings;
};

// Has no state; any number of threads may share it.
class Mapper {
 public:
  // For a link. `text` is the text of `span`, of which only the kind, the form and the presence of
  // a scheme are used, so that it may be the joined text of a link in several pieces.
  Mapped map(std::string_view text, const Span& span, const MapOptions& options = {}) const;

  // The same, reusing the memory of the strings.
  void map(std::string_view text, const Span& span, const MapOptions& options,
           Mapped& mapped) const;

  // For an IRI or a relative reference.
  Mapped map_iri(std::string_view iri, const MapOptions& options = {}) const;

  // Appends the URI of an IRI or of a relative reference: step 2 of the section. `domains` are
  // those of domains_of(), in order; empty to percent-encode hosts.
  Warnings append_uri(std::string_view iri, const std::vector<Range>& domains,
                      std::string& uri) const;

 private:
  Warnings append_domain(std::string_view domain, std::string& uri) const;
};

}  // namespace linkspan::iri
