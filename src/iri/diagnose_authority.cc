// SPDX-License-Identifier: Apache-2.0
// The checks around the host: look-alikes of delimiters, userinfo, port, and the scheme.
#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "iri/characters.h"
#include "iri/diagnose.h"
#include "iri/hosts/lookalikes.h"
#include "unicode/properties.h"

namespace linkspan::iri {
namespace {

// Percent-encoded delimiters, which do not end a host (RFC 3986, section 3.2).
constexpr std::string_view kHostDelimiters = "/?#@:\\";

void check_lookalikes(const Subject& subject, Findings& findings) {
  const std::vector<Character> characters = characters_of(subject.text, subject.head);
  for (size_t i = 0; i < characters.size(); ++i) {
    const Character& character = characters[i];
    const char delimiter = lookalike(characters, i);
    if (delimiter != 0) {
      findings.add(Warning::lookalike_delimiter, character.range, [&] {
        return name_of(character.value) + " looks like `" + delimiter +
               "` and does not end the host";
      });
    }
    if (character.value == U'\\' && character.written == Written::plain) {
      findings.add(Warning::lookalike_delimiter, character.range, [&] {
        return std::string(
            "\\ is / to browsers, and not to other programs: the host depends on "
            "who opens it");
      });
    }
  }
}

void check_escaped_delimiters(const Subject& subject, Findings& findings) {
  for (const Range host : subject.hosts) {
    for (const Character& character : characters_of(subject.text, host)) {
      if (character.written == Written::plain || character.value >= 0x80 ||
          kHostDelimiters.find(static_cast<char>(character.value)) == std::string_view::npos)
        continue;
      findings.add(Warning::lookalike_delimiter, character.range, [&] {
        return quoted(subject.at(character.range)) + " is `" + static_cast<char>(character.value) +
               "` percent-encoded, and does not end the host";
      });
    }
  }
}

// Letters, digits, dots and controls of ASCII need no percent-encoding in a host, and most programs
// decode them.
void check_escaped_host(const Subject& subject, Findings& findings) {
  const bool is_domain = subject.scheme.host_is_domain || subject.scheme.carries_address ||
                         !subject.parts.scheme.present();
  if (!is_domain) return;
  for (const Range host : subject.hosts) {
    for (const Character& character : characters_of(subject.text, host)) {
      if (character.written == Written::plain || character.value >= 0x80 ||
          kHostDelimiters.find(static_cast<char>(character.value)) != std::string_view::npos)
        continue;
      findings.add(Warning::escaped_host, character.range, [&] {
        return quoted(subject.at(character.range)) + " is " + name_of(character.value) +
               ", percent-encoded in the host";
      });
    }
  }
}

// Does the text start with labels and dots, the last label of at least two letters, or with an IPv4
// address?
bool looks_like_host(const std::vector<Character>& characters) {
  size_t dots = 0;
  size_t letters = 0;  // of the last label
  size_t digits = 0;
  for (const Character& character : characters) {
    const unicode::Properties properties = unicode::properties(character.value);
    if (is_label_separator(character.value)) {
      if (letters + digits == 0) return false;
      ++dots;
      letters = digits = 0;
    } else if (properties.is_letter() || properties.is_mark()) {
      ++letters;
    } else if (properties.is_digit() || character.value == U'-') {
      ++digits;
    } else {
      break;
    }
  }
  return (dots > 0 && letters >= 2) || (dots == 3 && letters == 0 && digits > 0);
}

void check_userinfo(const Subject& subject, Findings& findings) {
  // Without a scheme or `//` before it, this is an email address.
  const Part userinfo = subject.parts.userinfo;
  if (!userinfo.present() || userinfo.begin == 0) return;
  const Range range = range_of(userinfo);
  if (!looks_like_host(characters_of(subject.text, range))) return;
  findings.add(Warning::userinfo_like_host, range, [&] {
    return quoted(subject.at(range)) + " is user information: the host is " +
           quoted(subject.at(range_of(subject.parts.host)));
  });
}

// mailto:ceo%40bank.example@evil.example: an address within the local part. Of a list of addresses
// (RFC 6068), each has its own host.
void check_local_parts(const Subject& subject, Findings& findings) {
  if (!subject.scheme.carries_address || subject.parts.host.present()) return;
  uint64_t begin = subject.parts.path.begin;
  for (const Range host : subject.hosts) {
    const Range local = {begin, host.begin - 1};
    begin = std::min(host.end + 1, uint64_t{subject.parts.path.end});
    const std::vector<Character> characters = characters_of(subject.text, local);
    const auto at_sign = std::find_if(characters.rbegin(), characters.rend(),
                                      [](const Character& each) { return each.value == U'@'; });
    if (at_sign == characters.rend() || !looks_like_host({at_sign.base(), characters.end()}))
      continue;
    findings.add(Warning::userinfo_like_host, local, [&] {
      return quoted(subject.at(local)) + " is the local part of an address: the host is " +
             quoted(subject.at(host));
    });
  }
}

struct UsualPort {
  std::string_view scheme;
  uint16_t port;
};

// Other usual ports of a service: http-alt (591, 8008, 8080) and pcsync-https (8443) of IANA's
// registry of ports, and ports of development servers.
constexpr std::array kUsualPorts = {UsualPort{"http", 591},  UsualPort{"http", 3000},
                                    UsualPort{"http", 5000}, UsualPort{"http", 8000},
                                    UsualPort{"http", 8008}, UsualPort{"http", 8080},
                                    UsualPort{"http", 8888}, UsualPort{"https", 8443}};

void check_port(const Subject& subject, Findings& findings) {
  const Part part = subject.parts.port;
  if (!part.present() || part.begin == part.end || subject.scheme.default_port == 0) return;
  const std::string_view digits = subject.at(range_of(part));
  const bool number = std::all_of(digits.begin(), digits.end(), [](char c) {
    return base::is_ascii_digit(static_cast<uint8_t>(c));
  });
  constexpr uint32_t kTooLarge = 65536;
  uint32_t port = 0;
  for (const char c : digits) {
    if (number) port = std::min(port * 10 + static_cast<uint32_t>(c - '0'), kTooLarge);
  }
  const bool usual =
      port == subject.scheme.default_port ||
      std::any_of(kUsualPorts.begin(), kUsualPorts.end(), [&](const UsualPort& each) {
        return each.scheme == subject.scheme.name && each.port == port;
      });
  if (usual) return;
  findings.add(Warning::unusual_port, range_of(part), [&] {
    if (!number || port == 0 || port == kTooLarge) return quoted(digits) + " is not a port";
    return "port " + std::string(digits) + " is not usual for " + std::string(subject.scheme.name) +
           ", whose port is " + std::to_string(subject.scheme.default_port);
  });
}

// Browsers drop tabs and line breaks from the scheme, and controls and spaces before it (WHATWG URL
// Standard, section 4.4).
void check_scheme(const Subject& subject, Findings& findings) {
  std::string scheme;
  size_t end = 0;
  for (; end < subject.text.size() && subject.text[end] != ':'; ++end) {
    const auto c = static_cast<uint8_t>(subject.text[end]);
    if (c <= 0x20 && (scheme.empty() || base::is_ascii_white_space(c))) continue;
    if (!base::is_ascii_alphanumeric(c) && c != '+' && c != '-' && c != '.') return;
    scheme += static_cast<char>(c);
  }
  if (end == subject.text.size()) return;
  const std::optional<SchemeInfo> info = scheme_info(scheme);
  if (!info || info->opens != Opens::runs_code) return;
  findings.add(Warning::runs_code, {0, end}, [&] {
    return "the scheme " + std::string(info->name) + " runs what follows it as a program";
  });
}

// The sites that attackers put before their own domain are mostly below these.
constexpr std::string_view kUsualDomains[] = {"com", "net", "org"};

// com, de-rechnung: is the label a top-level domain that a reader takes for the end of the host, or
// one of a country with a word after a hyphen? Regions of data centres are not: eu-west-1
bool reads_as_top_level_domain(std::string_view label) {
  constexpr size_t kOfCountry = 2;
  const std::string name = base::to_ascii_lower(label);
  if (std::find(std::begin(kUsualDomains), std::end(kUsualDomains), name) !=
      std::end(kUsualDomains)) {
    return true;
  }
  const size_t hyphen = name.find('-');
  if (hyphen == name.npos || hyphen + 1 == name.size()) return false;
  const bool is_domain =
      hyphen == kOfCountry || std::find(std::begin(kUsualDomains), std::end(kUsualDomains),
                                        name.substr(0, hyphen)) != std::end(kUsualDomains);
  const auto is_letter = [](char c) { return c == '-' || (c >= 'a' && c <= 'z'); };
  return is_domain && std::all_of(name.begin(), name.end(), is_letter);
}

// https://www.paypal.com.account-check.example.net/: a name and a usual top-level domain before two
// labels more, of which the registrable domain consists.
void check_inner_site(const Subject& subject, Findings& findings) {
  constexpr size_t kLabelsOfDomain = 2;
  for (const Range host : subject.hosts) {
    const std::string_view name = subject.at(host);
    size_t last = name.size();
    for (size_t labels = 0; labels < kLabelsOfDomain && last != name.npos; ++labels) {
      last = last == 0 ? name.npos : name.rfind('.', last - 1);
    }
    if (last == name.npos) continue;
    const std::string_view before = name.substr(0, last);
    const size_t end = before.size();
    for (size_t dot = before.find('.'); dot < end; dot = before.find('.', dot + 1)) {
      const size_t next = std::min(before.find('.', dot + 1), end);
      const std::string_view label = before.substr(dot + 1, next - dot - 1);
      if (!reads_as_top_level_domain(label)) continue;
      findings.add(Warning::second_target, {host.begin, host.begin + next}, [&] {
        return quoted(before.substr(0, next)) + " is only the start of the host, which ends with " +
               quoted(name.substr(last + 1));
      });
      return;
    }
  }
}

// https://example.org/url?q=https%3A%2F%2Fevil.example%2F: redirectors have the target in a
// parameter.
void check_target_in_query(const Subject& subject, Findings& findings) {
  const Part query = subject.parts.query;
  if (!query.present() || !subject.parts.host.present()) return;
  const std::string_view text = subject.at(range_of(query));
  constexpr std::string_view kAfterScheme[] = {"://", "%3A%2F%2F", "%3a%2f%2f", ":%2F%2F"};
  for (size_t at = text.find("=http"); at != text.npos; at = text.find("=http", at + 1)) {
    const size_t scheme = at + 1;
    const size_t end = text.substr(scheme).starts_with("https") ? scheme + 5 : scheme + 4;
    const std::string_view rest = text.substr(end);
    for (const std::string_view sign : kAfterScheme) {
      if (!rest.starts_with(sign)) continue;
      const std::string_view target = rest.substr(sign.size());
      const std::string_view host = target.substr(0, target.find_first_of("/?#&:%"));
      if (host.empty() || host == subject.at(range_of(subject.parts.host))) continue;
      findings.add(Warning::second_target,
                   {query.begin + scheme, query.begin + end + sign.size() + host.size()},
                   [&] { return "the link may lead on to " + quoted(host); });
      return;
    }
  }
}

// mailto:a@example.org?bcc=b@example.net&body=…: a program fills these in, and their writer may not
// see them (RFC 6068, section 7).
void check_fields_of_mail(const Subject& subject, Findings& findings) {
  const Part query = subject.parts.query;
  if (!subject.scheme.carries_address || !query.present()) return;
  constexpr std::string_view kFields[] = {"to", "cc", "bcc", "body", "attach", "attachment"};
  const std::string_view text = subject.at(range_of(query));
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('&', begin), text.size());
    const std::string name =
        base::to_ascii_lower(text.substr(begin, std::min(text.find('=', begin), end) - begin));
    const bool is_hidden =
        std::find(std::begin(kFields), std::end(kFields), name) != std::end(kFields);
    if (is_hidden) {
      findings.add(Warning::second_target, {query.begin + begin, query.begin + end},
                   [&] { return "the mail gets a field " + quoted(name); });
      return;
    }
    begin = end + 1;
  }
}

// tel:**21*+49900123456%23: a telephone takes `*` and `#` for a command, such as to forward calls
// (3GPP TS 22.030, section 6.5).
void check_code_of_telephone(const Subject& subject, Findings& findings) {
  const Range range = range_of(subject.parts.path);
  if (!subject.parts.scheme.present() || subject.scheme.name != "tel") return;
  const std::string_view number = subject.at(range);
  if (number.find('*') == number.npos && number.find("%23") == number.npos) return;
  findings.add(Warning::second_target, range,
               [&] { return quoted(number) + " is a command to the telephone, not a number"; });
}

// http://[::ffff:203.0.113.9]/: an IPv4 address in one of IPv6 (RFC 4291, section 2.5.5.2)
void check_mapped_ipv4(const Subject& subject, Findings& findings) {
  if (!subject.parts.host.present()) return;
  const Range range = range_of(subject.parts.host);
  const std::string host = base::to_ascii_lower(subject.at(range));
  const bool is_mapped = host.starts_with("[::ffff:") || host.starts_with("[0:0:0:0:0:ffff:");
  if (!is_mapped) return;
  findings.add(Warning::odd_ipv4, range,
               [&] { return quoted(subject.at(range)) + " is an IPv4 address, written as IPv6"; });
}

}  // namespace

void check_authority(const Subject& subject, Findings& findings) {
  check_lookalikes(subject, findings);
  check_escaped_delimiters(subject, findings);
  check_escaped_host(subject, findings);
  check_userinfo(subject, findings);
  check_local_parts(subject, findings);
  check_port(subject, findings);
  check_scheme(subject, findings);
  check_inner_site(subject, findings);
  check_target_in_query(subject, findings);
  check_fields_of_mail(subject, findings);
  check_code_of_telephone(subject, findings);
  check_mapped_ipv4(subject, findings);
}

}  // namespace linkspan::iri
