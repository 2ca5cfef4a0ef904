// SPDX-License-Identifier: Apache-2.0
// is_same_uri compares URIs by RFC 3986, section 6.2.2, without dot segments: case of scheme and
// host, case of escapes, escaped unreserved characters. An oracle for tests, written without the
// library.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace linkspan::test {

inline bool is_unreserved_ascii(int c) {
  return c < 0x80 && (std::isalnum(c) != 0 || c == '-' || c == '.' || c == '_' || c == '~');
}

inline std::string with_plain_escapes(std::string_view uri) {
  std::string plain;
  for (size_t at = 0; at < uri.size(); ++at) {
    if (uri[at] != '%' || at + 2 >= uri.size()) {
      plain += uri[at];
      continue;
    }
    const std::string digits(uri.substr(at + 1, 2));
    const int byte = std::stoi(digits, nullptr, 16);
    if (is_unreserved_ascii(byte)) {
      plain += static_cast<char>(byte);
    } else {
      plain += '%';
      for (const char digit : digits) plain += static_cast<char>(std::toupper(digit));
    }
    at += 2;
  }
  return plain;
}

// Scheme and authority end with the first `/`, `?` or `#` after `//`. User information keeps its
// case.
inline std::string plain_uri(std::string_view uri) {
  std::string plain = with_plain_escapes(uri);
  const auto lower = [&plain](size_t begin, size_t end) {
    for (size_t at = begin; at < end; ++at) {
      // Escapes keep their letters.
      if (plain[at] == '%') {
        at += 2;
      } else {
        plain[at] = static_cast<char>(std::tolower(static_cast<unsigned char>(plain[at])));
      }
    }
  };
  const size_t colon = plain.find_first_of(":/?#");
  const bool has_scheme = colon != std::string::npos && plain[colon] == ':';
  if (has_scheme) lower(0, colon);
  const size_t slashes = has_scheme ? colon + 1 : 0;
  if (plain.compare(slashes, 2, "//") != 0) return plain;
  const size_t end = std::min(plain.find_first_of("/?#", slashes + 2), plain.size());
  const size_t at = plain.rfind('@', end);
  const bool has_userinfo = at != std::string::npos && at > slashes;
  lower(has_userinfo ? at : slashes, end);
  return plain;
}

// REQUIRES: both are URI references.
inline bool is_same_uri(std::string_view left, std::string_view right) {
  return plain_uri(left) == plain_uri(right);
}

}  // namespace linkspan::test
