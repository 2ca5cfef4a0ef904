// SPDX-License-Identifier: Apache-2.0
// to_uri: RFC 3987, section 3.1, for a text that need not come from a document.
//
//   http://bücher.example/ü   → http://xn--bcher-kva.example/%C3%BC
//   http://example.org/a b    → an error at the space, or `a%20b` where that is asked for
//
// The text is prepared (NFC, forbidden characters), then parsed, then mapped by the Mapper of the
// document stage. An IRI that is ASCII is a URI, and is returned unchanged.
//
// Guarded by tests/iri/iri_to_uri_test.cc.
#include <vector>

#include "base/ascii.h"
#include "iri/hosts/domains.h"
#include "iri/mapper.h"
#include "iri/nfc.h"
#include "iri/percent.h"
#include "linkspan/iri.h"

namespace linkspan::iri {
namespace {

using Source = ToUriOptions::Source;
using Forbidden = ToUriOptions::Forbidden;

// The characters that a system may encode instead of refusing them (RFC 3987, section 3.1).
constexpr std::string_view kForbidden = "<>\" {}|\\^`";

bool is_prepared_by(const ToUriOptions& options) {
  return options.source == Source::legacy || options.forbidden == Forbidden::encoded;
}

std::string prepared(std::string_view text, const ToUriOptions& options) {
  std::string normalized = options.source == Source::legacy ? nfc(text) : std::string(text);
  if (options.forbidden == Forbidden::refused) return normalized;
  std::string encoded;
  encoded.reserve(normalized.size());
  for (const char c : normalized) {
    if (kForbidden.find(c) == std::string_view::npos) {
      encoded += c;
    } else {
      append_percent_encoded(encoded, static_cast<uint8_t>(c));
    }
  }
  return encoded;
}

// The place in the input of a place in the prepared text. The prepared form of a prefix is a
// prefix, except its last characters, which may compose with the next ones.
size_t place_before_preparing(std::string_view text, size_t place, const ToUriOptions& options) {
  size_t low = 0, high = text.size();
  while (low < high) {
    const size_t middle = (low + high + 1) / 2;
    if (prepared(text.substr(0, middle), options).size() <= place) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  const auto is_continuation = [&](size_t at) {
    return at < text.size() && (static_cast<uint8_t>(text[at]) & 0xC0) == 0x80;
  };
  while (low > 0 && is_continuation(low)) --low;
  return low;
}

// The domain names for ToASCII. An ASCII host is not changed, and an IRI with a host has no other
// domain name.
std::vector<Range> domains_to_map(const View& iri, HostForm form) {
  const View::Component host = iri.host();
  const bool is_settled = form == HostForm::percent || (host && base::is_all_ascii(*host));
  return is_settled ? std::vector<Range>() : domains_of(iri.text(), iri.parts());
}

std::string_view mapped(const View& iri, std::string& buffer, HostForm form) {
  buffer.clear();
  Mapper().append_uri(iri.text(), domains_to_map(iri, form), buffer);
  return buffer;
}

}  // namespace

Result<std::string_view> to_uri(std::string_view iri, std::string& buffer,
                                const ToUriOptions& options) {
  const Result<View> as_given = parse(iri);
  if (as_given.ok() && base::is_all_ascii(iri)) return iri;
  if (!is_prepared_by(options)) {
    if (!as_given.ok()) return as_given.error();
    return mapped(*as_given, buffer, options.host);
  }
  const std::string text = prepared(iri, options);
  const Result<View> view = parse(text);
  if (!view.ok()) {
    Error error = view.error();
    error.position = place_before_preparing(iri, error.position, options);
    return error;
  }
  return mapped(*view, buffer, options.host);
}

Result<std::string> to_uri(std::string_view iri, const ToUriOptions& options) {
  std::string buffer;
  Result<std::string_view> uri = to_uri(iri, buffer, options);
  if (!uri.ok()) return uri.error();
  if (uri->data() == buffer.data()) return buffer;
  return std::string(*uri);
}

}  // namespace linkspan::iri
