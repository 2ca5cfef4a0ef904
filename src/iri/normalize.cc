// normalize(): the normal form of each rung of the ladder.
//
// By syntax (RFC 3987, section 5.3.2; RFC 3986, section 6.2.2):
//   - scheme, and hosts that are all ASCII, in lower case; HEXDIG of percent-encodings in upper
//   case
//   - percent-encoded iunreserved characters decoded, others encoded: `%7E` and `~`, `%C3%A9` and
//     `é`. Bidi controls, which section 4.1 forbids, and private use, which is not iunreserved, are
//     percent-encoded where they stand as themselves. So two IRIs that have the same URI have the
//     same normal form.
//   - no dot segments where there is a scheme or an authority; in other references they count
//   - no colon before an empty port (RFC 3986, section 3.2.3)
// By scheme (RFC 3987, section 5.3.3; RFC 3986, section 6.2.3), also, for schemes that we know:
//   - no default port, `/` for an empty path after an authority, domain names by ToASCII
//   - domains of email addresses by ToASCII
// The delimiters of an empty userinfo, query or fragment stay: no scheme says that they mean
// nothing. The normal form of characters (NFC) is never applied (RFC 3987, section 5.3.2.2).
//
// Guarded by tests/iri_normalize_test.cc and tests/iri_properties_test.cc.
#include "iri/normalize.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "base/ascii.h"
#include "base/utf8.h"
#include "iri/domains.h"
#include "iri/idna.h"
#include "iri/percent.h"
#include "iri/resolve.h"
#include "unicode/properties.h"

namespace linkspan::iri {
namespace {

// ucschar = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF
//         / %x10000-1FFFD / %x20000-2FFFD / … / %xE1000-EFFFD   (RFC 3987, section 2.2)
bool is_ucschar(char32_t c) {
  if (c < 0x10000) {
    return (c >= 0xA0 && c <= 0xD7FF) || (c >= 0xF900 && c <= 0xFDCF) ||
           (c >= 0xFDF0 && c <= 0xFFEF);
  }
  return c < 0xF0000 && (c & 0xFFFF) <= 0xFFFD && !(c >= 0xE0000 && c < 0xE1000);
}

// iunreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" / ucschar, but for bidi controls.
bool is_normally_decoded(char32_t c) {
  if (c < 0x80) return is_unreserved(c);
  return is_ucschar(c) && !unicode::properties(c).is_bidi_control();
}

// What an IRI may hold as itself, with each percent-encoding in its normal form.
void append_normal(std::string& out, std::string_view text) {
  EscapeDecoder decoder;
  for (size_t at = 0; at < text.size();) {
    const auto* const bytes = reinterpret_cast<const uint8_t*>(text.data());
    if (is_escape(text, at)) {
      const EscapedCharacter found = decoder.decode(text, at);
      if (is_normally_decoded(found.value)) {
        out += found.bytes;
      } else {
        append_percent_encoded(out, found.bytes);
      }
      at += found.length;
      continue;
    }
    const base::CodePoint found =
        base::decode(bytes + at, bytes + text.size(), base::Text::complete);
    const std::string_view character = text.substr(at, found.length);
    if (found.value < 0x80 || is_normally_decoded(found.value)) {
      out += character;
    } else {
      append_percent_encoded(out, character);
    }
    at += found.length;
  }
}

// "US-ASCII only hosts" are compared in any case (RFC 3987, section 5.3.2.1). REQUIRES: the
// percent-encodings are in normal form.
void append_host(std::string& out, std::string_view host) {
  if (!base::is_all_ascii(host)) {
    out += host;
    return;
  }
  for (size_t at = 0; at < host.size();) {
    if (is_escape(host, at)) {
      out += host.substr(at, 3);
      at += 3;
    } else {
      out += base::to_ascii_lower(host[at++]);
    }
  }
}

void append_authority(std::string& out, const View& iri) {
  out += "//";
  if (iri.userinfo()) {
    append_normal(out, *iri.userinfo());
    out += '@';
  }
  std::string host;
  append_normal(host, *iri.host());
  append_host(out, host);
  if (iri.port().value_or("") != "") out.append(":").append(*iri.port());
}

void append_path(std::string& out, const View& iri) {
  std::string path;
  append_normal(path, iri.path());
  if (iri.scheme() || iri.host()) path = without_dot_segments(path);
  if (!iri.host() && path.starts_with("//")) out += "/.";  // as recomposed() says
  out += path;
}

// A name of the domain name system, or what else stands in its place.
void append_domain(std::string& out, std::string_view domain) {
  const Result<Idna>& idna = Idna::shared();
  const std::optional<std::string> ascii = idna.ok() ? idna->to_ascii(domain) : std::nullopt;
  if (ascii) {
    out += *ascii;
  } else {
    append_host(out, domain);
  }
}

// Until scheme_info() has its table.
struct SchemeFacts {
  bool is_hierarchical;
  uint16_t default_port;
};
std::optional<SchemeFacts> facts_of(std::string_view scheme) {
  if (scheme == "http" || scheme == "ws") return SchemeFacts{true, 80};
  if (scheme == "https" || scheme == "wss") return SchemeFacts{true, 443};
  if (scheme == "ftp") return SchemeFacts{true, 21};
  if (scheme == "mailto") return SchemeFacts{false, 0};
  return std::nullopt;
}

bool is_default_port(std::string_view port, uint16_t default_port) {
  port.remove_prefix(std::min(port.find_first_not_of('0'), port.size()));
  return default_port != 0 && port == std::to_string(default_port);
}

}  // namespace

std::string normalized_by_syntax(const View& iri) {
  std::string out;
  out.reserve(iri.text().size());
  if (iri.scheme()) out.append(base::to_ascii_lower(*iri.scheme())).append(":");
  if (iri.host()) append_authority(out, iri);
  append_path(out, iri);
  if (iri.query()) {
    out += '?';
    append_normal(out, *iri.query());
  }
  if (iri.fragment()) {
    out += '#';
    append_normal(out, *iri.fragment());
  }
  return out;
}

std::string normalized_by_scheme(const View& iri) {
  const std::string_view text = iri.text();
  const auto info = iri.scheme() ? facts_of(*iri.scheme()) : std::nullopt;
  if (!info) return std::string(text);
  std::string out;
  size_t done = 0;
  for (const Range& domain : domains_of(text)) {
    out += text.substr(done, domain.begin - done);
    append_domain(out, text.substr(domain.begin, domain.size()));
    done = domain.end;
  }
  if (iri.host()) {
    const Parts& parts = iri.parts();
    const bool has_default = is_default_port(iri.port().value_or(""), info->default_port);
    const size_t end = has_default ? parts.host.end : parts.path.begin;
    out += text.substr(done, end - done);
    if (info->is_hierarchical && iri.path().empty()) out += '/';
    done = parts.path.begin;
  }
  return out.append(text.substr(done));
}

Result<std::string> normalize(std::string_view iri, Ladder rung) {
  const Result<View> view = parse(iri);
  if (!view.ok()) return view.error();
  if (rung == Ladder::simple) return std::string(iri);
  std::string text = normalized_by_syntax(*view);
  if (rung == Ladder::syntax) return text;
  const Result<View> again = parse(text);
  return again.ok() ? normalized_by_scheme(*again) : text;
}

}  // namespace linkspan::iri
