// SPDX-License-Identifier: Apache-2.0
// to_iri: RFC 3987, section 3.2, for people to read.
//
//   http://xn--bcher-kva.example/%C3%BC%FF   → http://bücher.example/ü%FF
//   /%E2%80%AE/%2F/%41                       → /%E2%80%AE/%2F/A
//   http://b%C3%BCcher.example/              → itself
//
// A percent-encoded character is decoded if it is_shown(). Escapes that stay get upper-case digits.
//
// INVARIANT: to_uri() maps back to the same URI, except unreserved characters and the case of
// escapes and hosts. So a percent-encoded non-ASCII domain name is not decoded: to_uri() would make
// A-labels of it. And A-labels are decoded only if host_to_ascii() makes the same A-labels again.
//
// Guarded by tests/iri/iri_to_iri_test.cc and tests/iri/iri_mapping_properties_test.cc.
#include "iri/to_iri.h"

#include <algorithm>
#include <optional>

#include "base/ascii.h"
#include "base/utf8.h"
#include "iri/hosts/domains.h"
#include "iri/percent.h"
#include "linkspan/iri.h"

namespace linkspan::iri {
namespace {

enum class Decoded : uint8_t { all, ascii };

// REQUIRES: each `%` begins an escape, as in the components of an IRI.
void append_decoded(std::string& iri, std::string_view text, PrivateUse private_use, Decoded what) {
  EscapeDecoder decoder;
  for (size_t at = 0; at < text.size();) {
    const size_t escape = std::min(text.find('%', at), text.size());
    iri += text.substr(at, escape - at);
    at = escape;
    if (at == text.size()) break;
    const EscapedCharacter found = decoder.decode(text, at);
    const bool is_wanted = what == Decoded::all || found.value < 0x80;
    if (is_wanted && is_shown(found.value, private_use)) {
      iri += found.bytes;
    } else {
      append_percent_encoded(iri, found.bytes);
    }
    at += found.length;
  }
}

bool is_all_shown(std::string_view label) {
  const auto* at = reinterpret_cast<const uint8_t*>(label.data());
  for (const auto* const end = at + label.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    if (!is_shown(found.value, PrivateUse::hidden)) return false;
    at += found.length;
  }
  return true;
}

// The label of `text` that begins at `begin`.
std::string_view label_at(std::string_view text, size_t begin) {
  return text.substr(begin, text.find('.', begin) - begin);
}

// Each label as a U-label if it is visible, else as the A-label. Both domains have the same number
// of labels.
std::string shown_labels(std::string_view ascii, std::string_view unicode) {
  std::string shown;
  for (size_t in_ascii = 0, in_unicode = 0;;) {
    const std::string_view a_label = label_at(ascii, in_ascii);
    const std::string_view u_label = label_at(unicode, in_unicode);
    shown += is_all_shown(u_label) ? u_label : a_label;
    in_ascii += a_label.size() + 1;
    in_unicode += u_label.size() + 1;
    if (in_ascii > ascii.size() || in_unicode > unicode.size()) return shown;
    shown += '.';
  }
}

// The domain with U-labels; nothing if they do not map back to it.
//
// PERF: they are not mapped back to see that: a U-label that host_to_unicode() accepts has that
// A-label alone, as Punycode is unique (RFC 3492, section 1.1). `to_iri/idn` of iri_benchmark takes
// 9.1 ms; to map them back takes more than `to_uri/idn`, 2.7 ms, which has half as many hosts.
std::optional<std::string> with_u_labels(std::string_view domain) {
  const std::string lower = base::to_ascii_lower(domain);
  const bool has_a_label = base::is_all_ascii(lower) && lower.find("xn--") != std::string::npos;
  if (!has_a_label) return std::nullopt;
  const std::optional<std::string> unicode = host_to_unicode(lower);
  if (!unicode) return std::nullopt;
  std::string shown = shown_labels(lower, *unicode);
  if (shown.size() > kLongestHost || !is_unreserved_host(lower)) return std::nullopt;
  return shown;
}

bool is_host(const Parts& parts, const Range& domain) {
  return parts.host.present() && parts.host.begin == domain.begin;
}

// Only hosts are compared case-insensitively: a domain in a path must map back letter by letter. A
// non-ASCII domain stays: with its last escape decoded, ToASCII might accept it.
void append_domain(std::string& iri, std::string_view uri, const Parts& parts, const Range& range) {
  const std::string_view text = range.text(uri);
  if (!base::is_all_ascii(text)) {
    iri += text;
    return;
  }
  std::string domain;
  append_decoded(domain, text, PrivateUse::hidden, Decoded::ascii);
  const bool may_change = is_host(parts, range) || domain == base::to_ascii_lower(domain);
  iri += may_change ? with_u_labels(domain).value_or(domain) : domain;
}

// Text without domain names.
void append_range(std::string& iri, std::string_view uri, const Parts& parts, Range range) {
  const auto [begin, end] = range;
  const Part query = parts.query;
  const auto inside = [=](uint64_t at) {
    return query.present() ? std::clamp(at, range.begin, range.end) : range.end;
  };
  const uint64_t query_begin = inside(query.begin);
  const uint64_t query_end = inside(query.end);
  const auto append = [&](uint64_t from, uint64_t to, PrivateUse private_use) {
    append_decoded(iri, Range{from, to}.text(uri), private_use, Decoded::all);
  };
  append(begin, query_begin, PrivateUse::hidden);
  append(query_begin, query_end, PrivateUse::shown);
  append(query_end, end, PrivateUse::hidden);
}

}  // namespace

std::string to_iri(std::string_view uri, const Parts& parts) {
  std::string iri;
  iri.reserve(uri.size());
  uint64_t done = 0;
  for (const Range& domain : domains_of(uri, parts)) {
    append_range(iri, uri, parts, {done, domain.begin});
    append_domain(iri, uri, parts, domain);
    done = domain.end;
  }
  append_range(iri, uri, parts, {done, uri.size()});
  return iri;
}

bool may_be_shown_otherwise(std::string_view iri) {
  if (iri.find('%') != iri.npos || iri.find("--") != iri.npos) return true;
  if (base::is_all_ascii(iri)) return false;
  const auto* at = reinterpret_cast<const uint8_t*>(iri.data());
  for (const auto* const end = at + iri.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    if (found.value >= 0x80 && !is_shown(found.value, PrivateUse::shown)) return true;
    at += found.length;
  }
  return false;
}

Result<std::string> to_iri(std::string_view uri) {
  const Result<View> view = parse(uri);
  if (!view.ok()) return view.error();
  return to_iri(uri, view->parts());
}

}  // namespace linkspan::iri
