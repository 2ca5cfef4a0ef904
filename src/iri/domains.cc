#include "iri/domains.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "base/ascii.h"
#include "iri/percent.h"
#include "scan/split.h"

namespace linkspan::iri {
namespace {

enum class Place : uint8_t {
  nowhere,    // no domain name, or none that is known of
  authority,  // the host of the authority
  addresses,  // after the last `@` of each address in the path and in `to` headers
};

struct SchemePlace {
  std::string_view scheme;
  Place place;
};

// Schemes whose links name a host of the domain name system, in the order of the alphabet, each
// with what says so. "WHATWG" are the special schemes of the URL Standard, which applies ToASCII to
// them itself; RFC 1738, section 3.1, calls the host "the fully qualified domain name of a network
// host" for all of its schemes. A scheme that is not here gets a percent-encoded host, which is
// what RFC 3987 does where nothing is known. `a+b` is looked up as `b`.
//
// DEVIATION: RFC 3987 asks that the scheme's definition does not allow percent-encoding in the
// host. RFC 3986, section 3.2.2, allows it for all; but resolvers do not decode it, so that the
// distinction would leave nothing that works.
// Not here: sip, sips, xmpp, im, acct. Their domain stands in the path, and their specifications
// either allow no encoding at all or say how an IRI becomes a URI, percent-encoded (RFC 5122).
constexpr std::array kSchemes = {
    SchemePlace{"dict", Place::authority},    // RFC 2229
    SchemePlace{"file", Place::authority},    // WHATWG; RFC 8089
    SchemePlace{"ftp", Place::authority},     // WHATWG; RFC 1738
    SchemePlace{"ftps", Place::authority},    // as ftp
    SchemePlace{"gemini", Place::authority},  // Gemini protocol specification
    SchemePlace{"git", Place::authority},     // manual of git-fetch
    SchemePlace{"gopher", Place::authority},  // RFC 4266
    SchemePlace{"http", Place::authority},    // WHATWG; RFC 9110
    SchemePlace{"https", Place::authority},   // WHATWG; RFC 9110
    SchemePlace{"imap", Place::authority},    // RFC 5092
    SchemePlace{"imaps", Place::authority},   // as imap
    SchemePlace{"ipp", Place::authority},     // RFC 3510
    SchemePlace{"ipps", Place::authority},    // RFC 7472
    SchemePlace{"irc", Place::authority},     // draft-butcher-irc-url
    SchemePlace{"ircs", Place::authority},    // as irc
    SchemePlace{"ldap", Place::authority},    // RFC 4516
    SchemePlace{"ldaps", Place::authority},   // as ldap
    SchemePlace{"mailto", Place::addresses},  // RFC 6068
    SchemePlace{"news", Place::authority},    // RFC 5538
    SchemePlace{"nfs", Place::authority},     // RFC 2224
    SchemePlace{"nntp", Place::authority},    // RFC 5538
    SchemePlace{"pop", Place::authority},     // RFC 2384
    SchemePlace{"rsync", Place::authority},   // RFC 5781
    SchemePlace{"rtsp", Place::authority},    // RFC 7826
    SchemePlace{"rtsps", Place::authority},   // RFC 7826
    SchemePlace{"sftp", Place::authority},    // draft-ietf-secsh-scp-sftp-ssh-uri
    SchemePlace{"ssh", Place::authority},     // draft-ietf-secsh-scp-sftp-ssh-uri
    SchemePlace{"svn", Place::authority},     // Subversion's own manual
    SchemePlace{"telnet", Place::authority},  // RFC 4248
    SchemePlace{"vnc", Place::authority},     // RFC 7869
    SchemePlace{"ws", Place::authority},      // WHATWG; RFC 6455
    SchemePlace{"wss", Place::authority},     // WHATWG; RFC 6455
};
constexpr bool kInOrder = std::is_sorted(
    kSchemes.begin(), kSchemes.end(),
    [](const SchemePlace& left, const SchemePlace& right) { return left.scheme < right.scheme; });
static_assert(kInOrder);

// scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )   (RFC 3986, section 3.1)
// How many bytes of the text are one, with a colon behind it; 0 if it begins with none.
size_t scheme_length(std::string_view text) {
  if (text.empty() || !base::is_ascii_letter(static_cast<uint8_t>(text[0]))) return 0;
  const auto colon = std::find_if_not(text.begin(), text.end(), [](char c) {
    return base::is_ascii_alphanumeric(static_cast<uint8_t>(c)) || c == '+' || c == '-' || c == '.';
  });
  return colon != text.end() && *colon == ':' ? static_cast<size_t>(colon - text.begin()) : 0;
}

Place place_for(std::string_view scheme) {
  scheme.remove_prefix(scheme.rfind('+') + 1);  // npos + 1 is 0
  std::string lower(scheme);
  for (char& c : lower) {
    if (base::is_ascii_letter(static_cast<uint8_t>(c))) c = static_cast<char>(c | 0x20);
  }
  const auto found = std::lower_bound(
      kSchemes.begin(), kSchemes.end(), lower,
      [](const SchemePlace& entry, const std::string& name) { return entry.scheme < name; });
  return found != kSchemes.end() && found->scheme == lower ? found->place : Place::nowhere;
}

void add_domain(std::vector<Range>& domains, std::string_view iri, size_t begin, size_t end) {
  const bool is_ip_literal = begin < end && iri[begin] == '[';
  if (begin < end && !is_ip_literal) domains.push_back({begin, end});
}

// to = addr-spec *("," addr-spec)   (RFC 6068, section 2), in [begin, end)
void add_address_domains(std::vector<Range>& domains, std::string_view iri, size_t begin,
                         size_t end) {
  while (begin < end) {
    const size_t comma = std::min(iri.find(',', begin), end);
    const size_t at = iri.substr(begin, comma - begin).rfind('@');
    if (at != std::string_view::npos) add_domain(domains, iri, begin + at + 1, comma);
    begin = comma + 1;
  }
}

// hfname = *qchar: is it `to`, in any case? It may be percent-encoded in part.
bool is_to(std::string_view name) {
  std::string plain;
  EscapeDecoder decoder;
  for (size_t at = 0; at < name.size() && plain.size() < 3;) {
    if (is_escape(name, at)) {
      const EscapedCharacter found = decoder.decode(name, at);
      plain += found.bytes;
      at += found.length;
    } else {
      plain += name[at++];
    }
  }
  return base::to_ascii_lower(plain) == "to";
}

// hfields = hfname "=" hfvalue *("&" hfname "=" hfvalue), in [begin, end). Of those that hold
// addresses, RFC 6068 gives the syntax of `to` only: it is that of the path.
void add_header_domains(std::vector<Range>& domains, std::string_view iri, size_t begin,
                        size_t end) {
  while (begin < end) {
    const size_t next = std::min(iri.find('&', begin), end);
    const size_t equals = std::min(iri.find('=', begin), next);
    if (is_to(iri.substr(begin, equals - begin))) {
      add_address_domains(domains, iri, equals + 1, next);
    }
    begin = next + 1;
  }
}

}  // namespace

std::vector<Range> domains_of(std::string_view iri) {
  const size_t colon = scheme_length(iri);
  // The components of what is longer than Part can say are not looked for.
  if (colon == 0 || iri.size() >= Part::kAbsent) return {};
  if (place_for(iri.substr(0, colon)) == Place::nowhere) return {};
  return domains_of(iri, scan::split_components(iri));
}

std::vector<Range> domains_of(std::string_view iri, const Parts& parts) {
  std::vector<Range> domains;
  if (!parts.scheme.present()) return domains;
  switch (place_for(iri.substr(0, parts.scheme.end))) {
    case Place::nowhere:
      break;
    case Place::authority:
      if (parts.host.present()) add_domain(domains, iri, parts.host.begin, parts.host.end);
      break;
    case Place::addresses:
      add_address_domains(domains, iri, parts.path.begin, parts.path.end);
      if (parts.query.present()) {
        add_header_domains(domains, iri, parts.query.begin, parts.query.end);
      }
      break;
  }
  return domains;
}

}  // namespace linkspan::iri
