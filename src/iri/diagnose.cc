// SPDX-License-Identifier: Apache-2.0
#include "iri/diagnose.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/ascii.h"
#include "iri/hosts/domains.h"
#include "iri/hosts/lookalikes.h"
#include "iri/percent.h"
#include "iri/unwrap.h"
#include "scan/syntax/split.h"
#include "unicode/properties.h"

namespace linkspan::iri {
namespace {

Part part(size_t begin, size_t end) {
  return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
}

// The components of a text without a scheme, with its authority at `authority`.
Parts split_without_scheme(std::string_view text, size_t authority, size_t path) {
  Parts parts;
  if (authority < path) {
    const std::string_view all = text.substr(0, path);
    const size_t at = all.rfind('@');
    const size_t host = at == std::string_view::npos || at < authority ? authority : at + 1;
    if (host > authority) parts.userinfo = part(authority, host - 1);
    const size_t bracket = host < path && all[host] == '[' ? all.find(']', host) : host;
    const size_t colon = std::min(all.find(':', std::min(bracket, path)), path);
    parts.host = part(host, colon);
    if (colon < path) parts.port = part(colon + 1, path);
  }
  const size_t query = std::min(text.find_first_of("?#", path), text.size());
  const size_t fragment = std::min(text.find('#', query), text.size());
  parts.path = part(path, query);
  if (query < fragment) parts.query = part(query + 1, fragment);
  if (fragment < text.size()) parts.fragment = part(fragment + 1, text.size());
  return parts;
}

// Does a text without a scheme start with a host, as `www.example.org/a` does and `a/b` does not?
bool starts_with_host(std::string_view first_segment) {
  if (first_segment.empty() || first_segment.front() == '.') return false;
  return first_segment.find_first_of(".@:") != std::string_view::npos ||
         has_lookalike(first_segment);
}

Parts parts_of(std::string_view text) {
  const size_t scheme = scheme_length(text);
  // `www.example.org:8080` is a host and a port, because no scheme in use has a dot in its name.
  const bool dotted = text.substr(0, scheme).find('.') != std::string_view::npos &&
                      !scheme_info(text.substr(0, scheme));
  if (scheme > 0 && !dotted) return scan::split_components(text);
  const bool network = text.starts_with("//");
  const size_t authority = network ? 2 : 0;
  const size_t slash = std::min(text.find_first_of("/?#", authority), text.size());
  const bool has_host = network || starts_with_host(text.substr(0, slash));
  return split_without_scheme(text, has_host ? authority : 0, has_host ? slash : 0);
}

// The domains of `a@x,b@y` in a mailto path.
void add_address_hosts(Subject& subject) {
  const Part path = subject.parts.path;
  for (size_t begin = path.begin; begin < path.end;) {
    const size_t end = std::min<size_t>(subject.text.find(',', begin), path.end);
    const size_t at = subject.text.substr(begin, end - begin).rfind('@');
    if (at != std::string_view::npos && begin + at + 1 < end)
      subject.hosts.push_back({begin + at + 1, end});
    begin = end + 1;
  }
}

Range head_of(const Subject& subject) {
  const Parts& parts = subject.parts;
  if (parts.host.present()) {
    const Part first = parts.userinfo.present() ? parts.userinfo : parts.host;
    return {first.begin, parts.port.present() ? parts.port.end : parts.host.end};
  }
  // `https:∕∕host`: no authority at all, though the scheme has one.
  if (!parts.scheme.present() || !subject.scheme.is_hierarchical) return {0, 0};
  const size_t end = subject.text.find_first_of("/?#", parts.path.begin);
  return {parts.path.begin, std::min<size_t>(end, parts.path.end)};
}

// What a byte may be a sign of. 0 for letters, digits and punctuation without effect.
enum Sign : uint8_t { kPlain = 0, kEnd = 1, kLook = 2, kColon = 3, kEscape = 4 };

constexpr std::array<uint8_t, 256> kSigns = [] {
  std::array<uint8_t, 256> signs = {};
  for (size_t byte = 0; byte < 256; ++byte) {
    if (byte <= 0x20 || byte >= 0x7F) signs[byte] = kLook;
  }
  signs['\\'] = signs['@'] = kLook;
  signs[':'] = kColon;
  signs['/'] = signs['?'] = signs['#'] = kEnd;
  signs['%'] = kEscape;
  return signs;
}();

uint8_t sign_of(char c) { return kSigns[static_cast<uint8_t>(c)]; }

// The length of a plain character that is percent-encoded at `at`: ASCII except `.`, `/` and `\`,
// which structure a path, and `%`, which may hide one of these; or a letter, mark or digit. 0 for
// others.
size_t plain_escape(std::string_view text, size_t at) {
  if (!is_escape(text, at)) return 0;
  EscapeDecoder decoder;
  const EscapedCharacter escaped = decoder.decode(text, at);
  if (escaped.value < 0x80) {
    constexpr std::string_view kOfPaths = "./\\%";
    return kOfPaths.find(static_cast<char>(escaped.value)) == std::string_view::npos
               ? escaped.length
               : 0;
  }
  const unicode::Properties properties = unicode::properties(escaped.value);
  const bool is_plain = (properties.is_letter() || properties.is_mark() || properties.is_digit()) &&
                        !properties.is_default_ignorable();
  return is_plain ? escaped.length : 0;
}

// Is there no sign of a warning after the host? An `@` is ordinary here.
bool is_plain_tail(std::string_view text, size_t at) {
  while (at < text.size()) {
    const uint8_t sign = sign_of(text[at]);
    const size_t length = sign == kEscape                    ? plain_escape(text, at)
                          : sign == kLook && text[at] != '@' ? 0
                                                             : 1;
    if (length == 0) return false;
    at += length;
  }
  return true;
}

// PREFILTER: an http link of ASCII without userinfo, port, xn-- and a number at the end of the
// host. If true, there are no warnings; it may be false for links without warnings.
bool is_plain(std::string_view text) {
  const size_t host = text.starts_with("https://") ? 8 : text.starts_with("http://") ? 7 : 0;
  if (host == 0) return false;
  size_t label = host;
  size_t at = host;
  for (; at < text.size() && sign_of(text[at]) != kEnd; ++at) {
    if (sign_of(text[at]) != kPlain) return false;
    if (text[at] != '.') continue;
    if (at + 1 < text.size() && sign_of(text[at + 1]) == kPlain) label = at + 1;
  }
  const std::string_view name = text.substr(host, at - host);
  if (name.empty() || base::is_ascii_digit(static_cast<uint8_t>(text[label]))) return false;
  for (size_t i = 0; i + 3 < name.size(); ++i) {
    if (name[i + 2] == '-' && name[i + 3] == '-') return false;
  }
  return !may_name_second_site(name, text) && is_plain_tail(text, at);
}

void check_each_component(const Subject& subject, Findings& findings) {
  check_authority(subject, findings);
  check_hosts(subject, findings);
  check_characters(subject, findings);
  check_escapes(subject, findings);
  check_bidi(subject, findings);
}

// https://www.google.com/url?q=https://www.bank.example@evil.example/ leads to a link that has
// warnings itself. Wrappers in the target are not opened again, so that time stays linear.
void check_target(const Subject& subject, Findings& findings) {
  if (!subject.parts.host.present() ||
      !may_name_second_site(subject.at(range_of(subject.parts.host)), subject.text)) {
    return;
  }
  const std::optional<std::string> target = unwrap(subject.text);
  if (!target) return;
  const Subject subject_of_target = subject_of(*target);
  const std::string_view host = subject_of_target.at(range_of(subject_of_target.parts.host));
  if (host == subject.at(range_of(subject.parts.host))) return;
  const Range place{subject.parts.path.begin, subject.text.size()};
  if (!findings.warnings().has(Warning::second_target)) {
    findings.add(Warning::second_target, place,
                 [&] { return "the link leads on to " + quoted(host); });
  }
  std::vector<Diagnostic> diagnostics;
  Findings of_target(&diagnostics);
  check_each_component(subject_of_target, of_target);
  for (const Diagnostic& one : diagnostics) {
    if (one.warning == Warning::second_target) continue;
    findings.add(one.warning, place,
                 [&] { return one.message + ", in the URL that the link leads on to"; });
  }
}

Warnings check_all(std::string_view text, std::vector<Diagnostic>* diagnostics) {
  Findings findings(diagnostics);
  // A text that is too long for Part is not split.
  if (text.size() >= Part::kAbsent) return {};
  const Subject subject = subject_of(text);
  check_each_component(subject, findings);
  check_target(subject, findings);
  return findings.warnings();
}

}  // namespace

Subject subject_of(std::string_view text) {
  Subject subject = {text, parts_of(text), {}, {}, {}};
  const Parts& parts = subject.parts;
  if (parts.scheme.present())
    subject.scheme = scheme_info(subject.at(range_of(parts.scheme))).value_or(SchemeInfo{});
  if (parts.host.present() && parts.host.begin < parts.host.end) {
    if (text[parts.host.begin] != '[') subject.hosts.push_back(range_of(parts.host));
  } else if (subject.scheme.carries_address) {
    add_address_hosts(subject);
  }
  subject.head = head_of(subject);
  return subject;
}

std::vector<Diagnostic> diagnose(std::string_view iri) {
  std::vector<Diagnostic> diagnostics;
  if (is_plain(iri)) return diagnostics;
  check_all(iri, &diagnostics);
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [](const Diagnostic& left, const Diagnostic& right) {
                     return left.range.begin < right.range.begin;
                   });
  return diagnostics;
}

Warnings warnings_of(std::string_view iri) {
  return is_plain(iri) ? Warnings() : check_all(iri, nullptr);
}

bool may_name_second_site(std::string_view host, std::string_view text) {
  if (may_be_wrapper(text.substr(static_cast<size_t>(host.data() + host.size() - text.data())))) {
    return true;
  }
  constexpr size_t kShortest = 13;            // a.com.b.c.de
  constexpr size_t kLongestBeforeHyphen = 4;  // a.com-b.c.de
  if (host.size() + 1 < kShortest) return false;
  for (size_t hyphen = host.find('-'); hyphen != host.npos; hyphen = host.find('-', hyphen + 1)) {
    const size_t dot = host.substr(0, hyphen).rfind('.');
    if (dot != host.npos && hyphen - dot <= kLongestBeforeHyphen) return true;
  }
  return host.find(".com.") != host.npos || host.find(".net.") != host.npos ||
         host.find(".org.") != host.npos;
}

Warnings warnings_by_all_checks(std::string_view iri) { return check_all(iri, nullptr); }

}  // namespace linkspan::iri
