// SPDX-License-Identifier: Apache-2.0
#include "html/href.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/few_texts.h"
#include "base/steps.h"

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

bool is_file(std::string_view scheme) { return base::to_ascii_lower(scheme) == "file"; }

size_t end_of_path(std::string_view iri) { return std::min(iri.find_first_of("?#"), iri.size()); }

void replace_backslashes(std::string& iri) {
  const auto end = iri.begin() + static_cast<ptrdiff_t>(end_of_path(iri));
  std::replace(iri.begin(), end, '\\', '/');
}

// A dot may be percent-encoded.
bool is_dots(std::string_view segment, size_t count) {
  size_t dots = 0;
  while (!segment.empty()) {
    const bool is_encoded = base::to_ascii_lower(segment.substr(0, 3)) == "%2e";
    if (!is_encoded && segment[0] != '.') return false;
    segment.remove_prefix(is_encoded ? 3 : 1);
    if (++dots > count) return false;
  }
  return dots == count;
}

// Removes dot segments (RFC 3986, section 5.2.4) from `path`, which begins with a slash, and
// appends it to `out`. For each `..` that leads out of it, calls go_up().
template <class GoUp>
void append_path(std::string_view path, std::string& out, const GoUp& go_up) {
  while (!path.empty()) {
    const size_t end = std::min(path.find('/', 1), path.size());
    base::count_steps(end);
    const std::string_view segment = path.substr(1, end - 1);
    const bool goes_up = is_dots(segment, 2);
    if (goes_up && !out.empty()) {
      out.resize(out.rfind('/'));
    } else if (goes_up) {
      go_up();
    } else if (!is_dots(segment, 1)) {
      out += path.substr(0, end);
      path.remove_prefix(end);
      continue;
    }
    if (end == path.size()) out += '/';
    path.remove_prefix(end);
  }
}

// Characters that an IRI cannot contain (RFC 3987, section 2.2) are percent-encoded, as in
// browsers.
std::string encoded(std::string_view iri) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  static constexpr base::AsciiSet kNotInIri("<>\"{}|\\^`\x7F");
  const auto is_encoded = [](char c) {
    return is_space_or_control(c) || kNotInIri.contains(static_cast<uint8_t>(c));
  };
  base::count_steps(iri.size());
  if (std::none_of(iri.begin(), iri.end(), is_encoded)) return std::string(iri);
  std::string out;
  for (const char c : iri) {
    if (is_encoded(c)) {
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

// With three slashes if it has no host.
std::string file_iri(std::string_view scheme, std::string_view rest) {
  const std::string_view slashes = rest.starts_with("//")  ? ""
                                   : rest.starts_with('/') ? "//"
                                                           : "///";
  return (std::string(scheme) += ':').append(slashes).append(rest);
}

std::string absolute(std::string href) {
  const size_t colon = scheme_of(href).size();
  if (colon == 0) return {};
  const std::string scheme = href.substr(0, colon);
  if (!is_special(scheme) && !is_file(scheme)) return encoded(href);
  replace_backslashes(href);
  const std::string_view rest = std::string_view(href).substr(colon + 1);
  return encoded(is_file(scheme) ? file_iri(scheme, rest) : with_authority(scheme, rest));
}

}  // namespace

std::string cleaned_href(std::string_view value) {
  std::string href(trimmed(value));
  std::erase_if(href, [](char c) { return c == '\t' || c == '\n' || c == '\r'; });
  return href;
}

Base::Base(std::string iri) : iri_(std::move(iri)) {
  const std::string_view base = iri_;
  const size_t scheme = scheme_of(base).size() + 1;
  if (!base.substr(std::min(scheme, base.size())).starts_with('/')) return;  // an opaque path
  scheme_ = scheme;
  const size_t host = scheme + (base.substr(scheme).starts_with("//") ? 2 : 0);
  path_ = std::min(base.find_first_of("/?#", host), base.size());
  std::string_view path = base.substr(path_, end_of_path(base.substr(path_)));
  if (path.empty()) path = "/";
  append_path(path, directory_, [] {});
  const size_t slash = directory_.rfind('/') + 1;
  file_ = directory_.substr(slash);
  directory_.resize(slash);
  for (size_t i = 1; i < directory_.size(); ++i) {
    if (directory_[i] == '/') segment_ends_.push_back(static_cast<uint32_t>(i));
  }
}

bool Base::treats_backslash_as_slash() const {
  const std::string_view scheme = std::string_view(iri_).substr(0, scheme_ - 1);
  return is_special(scheme) || is_file(scheme);
}

// `http:x` is relative to a base of http, for historical reasons; `http://x` is not.
std::string_view Base::without_own_scheme(std::string_view href) const {
  const std::string_view scheme = scheme_of(href);
  const bool is_own = !scheme.empty() && treats_backslash_as_slash() &&
                      base::to_ascii_lower(scheme) ==
                          base::to_ascii_lower(std::string_view(iri_).substr(0, scheme_ - 1));
  if (!is_own) return href;
  const std::string_view rest = href.substr(scheme.size() + 1);
  const bool has_authority = rest.find_first_not_of("/\\") >= 2 && rest.size() >= 2;
  return has_authority ? href : rest;
}

bool Base::resolves(std::string_view href) const {
  if (scheme_ == 0) return false;
  const std::string_view reference = without_own_scheme(href);
  const bool is_relative = reference.size() < href.size() || scheme_of(href).empty();
  return is_relative && !reference.empty() && reference[0] != '#';
}

// RFC 3986, section 5.2.2, for a reference without a scheme.
std::string Base::resolve(std::string_view href) const {
  std::string reference(without_own_scheme(href));
  if (treats_backslash_as_slash()) replace_backslashes(reference);
  const std::string_view scheme = std::string_view(iri_).substr(0, scheme_ - 1);
  if (reference.starts_with("//")) {
    return encoded(is_special(scheme) ? with_authority(scheme, reference)
                                      : (std::string(scheme) += ':').append(reference));
  }
  const size_t end = end_of_path(reference);
  const std::string path = path_to(std::string_view(reference).substr(0, end));
  return iri_.substr(0, path_) + encoded(path + reference.substr(end));
}

std::string Base::path_to(std::string_view reference_path) const {
  if (reference_path.empty()) return directory_ + file_;
  size_t kept = 0;  // segments of the directory
  std::string rest;
  const auto go_up = [&kept] { kept -= std::min<size_t>(kept, 1); };
  if (reference_path.starts_with('/')) {
    append_path(reference_path, rest, go_up);
  } else {
    kept = segment_ends_.size();
    append_path('/' + std::string(reference_path), rest, go_up);
  }
  return directory_.substr(0, kept == 0 ? 0 : segment_ends_[kept - 1]) + rest;
}

std::string relative_href(std::string_view value) {
  const std::string href = cleaned_href(value);
  const bool is_relative = !href.empty() && href[0] != '#' && scheme_of(href).empty();
  return is_relative ? encoded(href) : std::string();
}

std::string absolute_href(std::string_view value, std::string_view base) {
  const std::string href = cleaned_href(value);
  if (!base.empty()) {
    if (const Base to{std::string(base)}; to.resolves(href)) return to.resolve(href);
  }
  return absolute(href);
}

bool has_query_in_charset(std::string_view iri) {
  const std::string scheme = base::to_ascii_lower(scheme_of(iri));
  return is_file(scheme) || (is_special(scheme) && scheme != "ws" && scheme != "wss");
}

size_t size_as_uri(std::string_view iri) {
  const auto others =
      std::count_if(iri.begin(), iri.end(), [](char c) { return static_cast<uint8_t>(c) >= 0x80; });
  return iri.size() + 2 * static_cast<size_t>(others);
}

}  // namespace linkspan::html
