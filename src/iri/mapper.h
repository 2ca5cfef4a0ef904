// SPDX-License-Identifier: Apache-2.0
// Mapper: the IRI and the URI of a link, by the variants that RFC 3987, section 3.1, leaves open.
//
//   const Mapper mapper = Mapper::create().value();
//   mapper.map("https://bücher.example/über", span).uri   → https://xn--bcher-kva.example/%C3%BCber
//   mapper.map("пишите@пример.рф", span).uri              → mailto:%D0%BF…@xn--e1afmkfd.xn--p1ai
//   mapper.map("http://xn--a.ü/", span)                   → http://xn--a.%C3%BC/, host_not_idna
//
// What stays byte for byte as it is: all that a URI may hold, a host in ASCII included (it is not
// even put in lower case), and every percent-encoding. So a URI is mapped to itself.
//
// DEVIATION: a host that is percent-encoded already stays so, as RFC 3987 asks; the WHATWG URL
// Standard decodes it first. A host that is percent-encoded in one place and has other characters
// than ASCII in another is encoded throughout, with a warning: ToASCII is not defined for it.
//
// map.h has the plain functions: no normalization, percent-encoded host, no library after them.
// Guarded by tests/iri_uri_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "iri/idna.h"
#include "linkspan/iri.h"
#include "linkspan/linkspan.h"
#include "linkspan/result.h"

namespace linkspan::iri {

// Step 1 of the section. `nfc` is for documents in a charset that is not based on Unicode, whose
// text depends on the converter until it is normalized; text of UTF-8 or UTF-16 is not to be
// touched.
enum class Normalization : uint8_t { none, nfc };

struct MapOptions {
  Normalization normalization = Normalization::none;
  HostForm host = HostForm::ascii;
  DefaultScheme default_scheme = DefaultScheme::http;
};

struct Mapped {
  std::string iri;  // normalized, if so asked; the host is as it was written
  std::string uri;  // nothing but characters that a URI may hold
  Warnings warnings;
};

// Cheap to create, after the first. Never changes; any number of threads may share it.
class Mapper {
 public:
  // Fails with not_found when ICU has no data.
  static Result<Mapper> create();

  // Of a link. `text` is the text of `span`; only the kind, the form and whether there is a scheme
  // are asked of the span, so that it may be the joined text of a link in several pieces.
  Mapped map(std::string_view text, const Span& span, const MapOptions& options = {}) const;

  // The same, into strings whose memory is used again.
  void map(std::string_view text, const Span& span, const MapOptions& options,
           Mapped& mapped) const;

  // Of an IRI or a relative reference.
  Mapped map_iri(std::string_view iri, const MapOptions& options = {}) const;

  // Appends the URI of an IRI or of a relative reference: step 2 of the section. `domains` are
  // those of domains_of(), in order, or none where hosts are to be percent-encoded.
  Warnings append_uri(std::string_view iri, const std::vector<Range>& domains,
                      std::string& uri) const;

 private:
  explicit Mapper(const Idna& idna) : idna_(&idna) {}

  Warnings append_domain(std::string_view domain, std::string& uri) const;

  const Idna* idna_;
};

}  // namespace linkspan::iri
