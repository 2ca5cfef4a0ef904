// SPDX-License-Identifier: Apache-2.0
#include "html/href.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/few_texts.h"

namespace linkspan::html {
namespace {

// Schemes after which `\` is read as `/`, and slashes may be missing or too many.
constexpr std::string_view kSpecial[] = {"http", "https", "ftp", "ws", "wss"};

bool is_space_or_control(char c) { return static_cast<uint8_t>(c) <= ' '; }

std::string_view trimmed(std::string_view value) {
  while (!value.empty() && is_space_or_control(value.front())) value.remove_prefix(1);
  while (!value.empty() && is_space_or_control(value.back())) value.remove_suffix(1);
  return value;
}

// Without the colon; empty for a reference without a scheme.
std::string_view scheme_of(std::string_view iri) {
  if (iri.empty() || !base::is_ascii_letter(static_cast<uint8_t>(iri[0]))) return {};
  const size_t end =
      std::min(static_cast<size_t>(std::find_if(iri.begin(), iri.end(),
                                                [](char c) {
                                                  return !base::is_ascii_alphanumeric(
                                                             static_cast<uint8_t>(c)) &&
                                                         c != '+' && c != '-' && c != '.';
                                                }) -
                                   iri.begin()),
               iri.size());
  return end < iri.size() && iri[end] == ':' ? iri.substr(0, end) : std::string_view();
}

bool is_special(std::string_view scheme) {
  return base::is_one_of(base::to_ascii_lower(scheme), kSpecial);
}

size_t end_of_path(std::string_view iri) { return std::min(iri.find_first_of("?#"), iri.size()); }

void replace_backslashes(std::string& iri) {
  const auto end = iri.begin() + static_cast<ptrdiff_t>(end_of_path(iri));
  std::replace(iri.begin(), end, '\\', '/');
}

// RFC 3986, section 5.2.4. `path` begins with a slash.
std::string without_dot_segments(std::string_view path) {
  std::string out;
  while (!path.empty()) {
    const size_t end = std::min(path.find('/', 1), path.size());
    const std::string_view segment = path.substr(0, end);
    const bool is_last = end == path.size();
    if (segment == "/.." || segment == "/.") {
      if (segment == "/..") out.resize(std::min(out.rfind('/'), out.size()));
      if (is_last) out += '/';
    } else {
      out += segment;
    }
    path.remove_prefix(end);
  }
  return out;
}

// RFC 3986, section 5.2.2, for a reference without a scheme. The base is as `//host/…`.
std::string resolved(std::string_view reference, std::string_view base) {
  const std::string_view scheme = base.substr(0, scheme_of(base).size() + 1);
  if (reference.starts_with("//")) return std::string(scheme) + std::string(reference);
  const size_t host = scheme.size() + (base.substr(scheme.size()).starts_with("//") ? 2 : 0);
  const size_t path = std::min(base.find_first_of("/?#", host), base.size());
  const std::string_view base_path = base.substr(path, end_of_path(base.substr(path)));
  const size_t end = end_of_path(reference);
  const std::string_view rest = reference.substr(end);
  std::string to(reference.substr(0, end));
  if (to.empty()) {
    to = base_path;
    if (rest.starts_with('#')) {
      const size_t fragment = std::min(base.find('#'), base.size());
      return std::string(base.substr(0, fragment)) + std::string(rest);
    }
  } else if (to[0] != '/') {
    to = std::string(base_path.substr(0, base_path.rfind('/') + 1)) + to;
    if (to[0] != '/') to.insert(0, 1, '/');
  }
  return std::string(base.substr(0, path)) + without_dot_segments(to) + std::string(rest);
}

// Characters that an IRI cannot contain (RFC 3987, section 2.2) are percent-encoded, as in
// browsers.
std::string encoded(std::string_view iri) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  constexpr std::string_view kNotInIri = "<>\"{}|\\^`\x7F";
  std::string out;
  for (const char c : iri) {
    if (is_space_or_control(c) || kNotInIri.find(c) != kNotInIri.npos) {
      const auto byte = static_cast<uint8_t>(c);
      ((out += '%') += kHex[byte >> 4]) += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  return out;
}

// Without a host, or with a port that is not a number, the link cannot be opened.
bool has_host_and_port(std::string_view host_and_port) {
  const size_t literal_end = host_and_port.rfind(']');
  const size_t colon = host_and_port.rfind(':');
  const bool has_port =
      colon != host_and_port.npos && (literal_end == host_and_port.npos || colon > literal_end);
  const std::string_view host = host_and_port.substr(0, has_port ? colon : host_and_port.size());
  const std::string_view port = has_port ? host_and_port.substr(colon + 1) : std::string_view();
  return !host.empty() && port.find_first_not_of("0123456789") == port.npos;
}

// `https:` and similar schemes: with two slashes, and the host after the last `@`. Empty if there
// is no host.
std::string with_authority(std::string_view scheme, std::string_view rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of('/'), rest.size()));
  const size_t end = std::min(rest.find_first_of("/?#"), rest.size());
  const std::string_view authority = rest.substr(0, end);
  const size_t at = authority.rfind('@');
  if (!has_host_and_port(authority.substr(at + 1))) return {};
  std::string iri = std::string(scheme) + "://";
  for (size_t i = 0; i < authority.size(); ++i) {
    if (authority[i] == '@' && i != at) {
      iri += "%40";
    } else {
      iri += authority[i];
    }
  }
  return iri.append(rest.substr(end));
}

}  // namespace

std::string absolute_href(std::string_view value, std::string_view base) {
  std::string href(trimmed(value));
  std::erase_if(href, [](char c) { return c == '\t' || c == '\n' || c == '\r'; });
  const std::string_view scheme = scheme_of(href);
  if (!scheme.empty()) {
    if (!is_special(scheme)) return encoded(href);
    const size_t colon = scheme.size();
    replace_backslashes(href);
    const std::string_view all = href;
    return encoded(with_authority(all.substr(0, colon), all.substr(colon + 1)));
  }
  if (base.empty() || href.empty() || href[0] == '#') return {};
  if (is_special(scheme_of(base))) replace_backslashes(href);
  return encoded(resolved(href, base));
}

}  // namespace linkspan::html
