// SPDX-License-Identifier: Apache-2.0
// normalize(): the normal form of each rung of the ladder.
//
// By syntax (RFC 3987, section 5.3.2; RFC 3986, section 6.2.2):
//   - lower case for the scheme and for hosts that are all ASCII, upper case for HEXDIG in
//     percent-encodings
//   - percent-encoded iunreserved characters decoded, others encoded: `%7E` and `~`, `%C3%A9` and
//     `é`. Bidi controls, which section 4.1 forbids, and private use, which is not iunreserved, are
//     percent-encoded where they stand as themselves. So two IRIs that have the same URI have the
//     same normal form.
//   - no dot segments where there is a scheme or an authority; in other references they count
//   - no colon before an empty port (RFC 3986, section 3.2.3)
// By scheme (RFC 3987, section 5.3.3; RFC 3986, section 6.2.3), also, for schemes that we know:
//   - no default port, `/` for an empty path after an authority
//   - domain names, also those of email addresses, mapped by UTS #46, with U-labels: "for
//     legibility purposes, they SHOULD NOT be converted into ASCII Compatible Encoding"
//   - an empty authority where a scheme means this computer: file:/a, file://localhost/a
//   - IPv6 addresses of any scheme as RFC 5952 writes them: [::1] for [0:0:0:0:0:0:0:1]
// The delimiters of an empty userinfo, query or fragment stay: no scheme defines them as
// meaningless. The normal form of characters (NFC) is never applied (RFC 3987, section 5.3.2.2).
//
// Guarded by tests/iri/iri_normalize_test.cc and tests/iri/iri_properties_test.cc.
#include "iri/normalize.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "iri/hosts/domains.h"
#include "iri/percent.h"
#include "iri/resolve.h"
#include "linkspan/iri.h"
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

// ASCII, and not the start of a percent-encoding.
bool is_plain(char c) { return static_cast<uint8_t>(c) < 0x80 && c != '%'; }

// Appends the character at `at`, which is not plain, and returns its length.
size_t append_normal_character(std::string& out, std::string_view text, size_t at) {
  EscapeDecoder decoder;
  const auto* const bytes = reinterpret_cast<const uint8_t*>(text.data());
  EscapedCharacter found;
  if (text[at] == '%') {
    found = decoder.decode(text, at);
  } else {
    const base::CodePoint plain =
        base::decode(bytes + at, bytes + text.size(), base::Text::complete);
    found = {plain.value, text.substr(at, plain.length), plain.length};
  }
  if (is_normally_decoded(found.value)) {
    out += found.bytes;
  } else {
    append_percent_encoded(out, found.bytes);
  }
  return found.length;
}

// Each percent-encoding in its normal form. REQUIRES: a component of an IRI, so that each `%`
// starts one.
void append_normal(std::string& out, std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const auto plain = text.begin() + at;
    const auto end = std::find_if_not(plain, text.end(), is_plain);
    out.append(plain, end);
    at = static_cast<size_t>(end - text.begin());
    if (at < text.size()) at += append_normal_character(out, text, at);
  }
}

// "US-ASCII only hosts" are compared case-insensitively (RFC 3987, section 5.3.2.1). REQUIRES: the
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
  if (!iri.port().value_or("").empty()) out.append(":").append(*iri.port());
}

void append_path(std::string& out, const View& iri) {
  std::string path;
  append_normal(path, iri.path());
  if (iri.scheme() || iri.host()) path = without_dot_segments(path);
  if (!iri.host() && path.starts_with("//")) out += "/.";  // as recomposed() says
  out += path;
}

// A domain name with U-labels, or with A-labels that do not round-trip; nothing if it is not a
// domain name. INVARIANT: the result depends only on that of to_ascii().
std::optional<std::string> normal_domain(std::string_view domain) {
  std::optional<std::string> ascii = host_to_ascii(domain);
  if (!ascii || ascii->find("xn--") == std::string::npos) return ascii;
  std::optional<std::string> unicode = host_to_unicode(*ascii);
  if (!unicode || host_to_ascii(*unicode) != ascii) return ascii;
  std::string normal;
  append_normal(normal, *unicode);
  return normal == *unicode ? unicode : ascii;
}

void append_domain(std::string& out, std::string_view domain) {
  if (const std::optional<std::string> normal = normal_domain(domain)) {
    out += *normal;
  } else {
    append_host(out, domain);
  }
}

// "The host is the machine from which the URI is being interpreted": no authority, an empty host,
// and localhost are the same (RFC 8089, section 2; RFC 3986, section 3.2.2).
bool is_on_this_computer(const View& iri) {
  if (iri.scheme() != "file" || iri.userinfo() || iri.port()) return false;
  if (!iri.host()) return iri.path().starts_with('/');
  return iri.host() == "" || iri.host() == "localhost";
}

std::string with_normal_domains(std::string_view iri) {
  std::string out;
  uint64_t done = 0;
  for (const Range& domain : domains_of(iri)) {
    out += Range{done, domain.begin}.text(iri);
    append_domain(out, domain.text(iri));
    done = domain.end;
  }
  return out.append(Range{done, iri.size()}.text(iri));
}

// ---- IPv6 (RFC 5952)

constexpr size_t kGroups = 8;
using Groups = std::array<uint16_t, kGroups>;

// h16 = 1*4HEXDIG, ls32 = ( h16 ":" h16 ) / IPv4address, with at most one `::` (RFC 3986, section
// 3.2.2). REQUIRES: the text is such groups, or is empty. Returns their number.
size_t read_groups(std::string_view text, Groups& groups) {
  size_t count = 0;
  while (!text.empty()) {
    const std::string_view group = text.substr(0, text.find(':'));
    text.remove_prefix(std::min(group.size() + 1, text.size()));
    if (group.find('.') == group.npos) {
      std::from_chars(group.data(), group.data() + group.size(), groups[count++], 16);
      continue;
    }
    const char* at = group.data();
    for (int i = 0; i < 4; ++i) {
      uint8_t byte = 0;
      at = std::from_chars(at, group.data() + group.size(), byte).ptr + 1;
      uint16_t& half = groups[count + static_cast<size_t>(i / 2)];
      half = static_cast<uint16_t>(half << 8 | byte);
    }
    count += 2;
  }
  return count;
}

Groups groups_of(std::string_view address) {
  Groups groups = {};
  const size_t gap = address.find("::");
  const size_t before = read_groups(address.substr(0, gap), groups);
  if (gap == address.npos) return groups;
  Groups after = {};
  const size_t count = read_groups(address.substr(gap + 2), after);
  std::copy_n(after.begin(), count, groups.end() - static_cast<ptrdiff_t>(count));
  std::fill(groups.begin() + static_cast<ptrdiff_t>(before),
            groups.end() - static_cast<ptrdiff_t>(count), uint16_t{0});
  return groups;
}

// The longest run of zeros, the first of several; empty if it is a single one (section 4.2).
std::pair<size_t, size_t> longest_zeros(const Groups& groups) {
  std::pair<size_t, size_t> best = {kGroups, kGroups};
  size_t longest = 1;
  for (size_t begin = 0; begin < kGroups;) {
    size_t end = begin;
    while (end < kGroups && groups[end] == 0) ++end;
    if (end - begin > longest) {
      longest = end - begin;
      best = {begin, end};
    }
    begin = std::max(end, begin + 1);
  }
  return best;
}

void append_hex(std::string& out, uint16_t group) {
  char digits[4];  // NOLINT: written before it is read
  out.append(digits, std::to_chars(digits, digits + sizeof digits, group, 16).ptr);
}

// An address that is IPv4's, ::ffff:0:0/96, keeps its dots (section 5).
std::string short_address(std::string_view address) {
  const Groups groups = groups_of(address);
  const auto [begin, end] = longest_zeros(groups);
  if (begin == 0 && end == 5 && groups[5] == 0xFFFF) {
    std::string out = "::ffff:";
    for (const size_t i : {6, 7}) {
      out += std::to_string(groups[i] >> 8) + '.' + std::to_string(groups[i] & 0xFF);
      if (i == 6) out += '.';
    }
    return out;
  }
  std::string out;
  for (size_t i = 0; i < kGroups;) {
    if (i == begin) {
      out += "::";
      i = end;
    } else {
      if (!out.empty() && out.back() != ':') out += ':';
      append_hex(out, groups[i++]);
    }
  }
  return out;
}

std::string with_short_address(std::string text) {
  const Result<View> view = parse(text);  // a normal domain is a host, so this is an IRI
  if (!view.ok() || view->host_kind() != HostKind::ipv6) return text;
  const Part host = view->parts().host;
  const std::string address = short_address(view->host()->substr(1, host.end - host.begin - 2));
  return text.replace(host.begin + 1, host.end - host.begin - 2, address);
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

std::string normalized_by_scheme(std::string_view iri) {
  std::string text = with_short_address(with_normal_domains(iri));
  const Result<View> view = parse(text);  // a normal domain is a host, so this is an IRI
  const auto info = view.ok() && view->scheme() ? scheme_info(*view->scheme()) : std::nullopt;
  if (!info) return text;
  Components components = components_of(*view);
  if (is_on_this_computer(*view)) {
    components.authority = "";
  } else if (is_default_port(view->port().value_or(""), info->default_port)) {
    components.authority->remove_suffix(view->port()->size() + 1);
  }
  // A path that starts with `//` has `/.` before it only without an authority.
  if (components.authority && components.path.starts_with("/.//")) components.path.remove_prefix(2);
  const bool has_root = components.authority && info->is_hierarchical;
  if (has_root && components.path.empty()) components.path = "/";
  return recomposed(components);
}

Result<std::string> normalize(std::string_view iri, Ladder rung) {
  const Result<View> view = parse(iri);
  if (!view.ok()) return view.error();
  if (rung == Ladder::simple) return std::string(iri);
  std::string text = normalized_by_syntax(*view);
  return rung == Ladder::syntax ? text : normalized_by_scheme(text);
}

// The ladder of comparisons (RFC 3987, section 5.3). Each rung compares the normal forms of
// normalize().
//
// Guarded by tests/iri/iri_normalize_test.cc and tests/iri/iri_properties_test.cc.

namespace {

bool equal_by(Ladder rung, std::string_view left, std::string_view right) {
  if (left == right) return true;
  const Result<std::string> first = normalize(left, rung);
  const Result<std::string> second = normalize(right, rung);
  return first.ok() && second.ok() && *first == *second;
}

}  // namespace

bool equal_by_characters(std::string_view left, std::string_view right) { return left == right; }

bool equal_by_syntax(std::string_view left, std::string_view right) {
  return equal_by(Ladder::syntax, left, right);
}

bool equal_by_scheme(std::string_view left, std::string_view right) {
  return equal_by(Ladder::scheme, left, right);
}

}  // namespace linkspan::iri
