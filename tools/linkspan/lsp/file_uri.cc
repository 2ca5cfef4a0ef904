// SPDX-License-Identifier: Apache-2.0
#include "lsp/file_uri.h"

#include "base/ascii.h"

namespace linkspan::command::lsp {
namespace {

// The value of a hexadecimal digit; -1 for other characters.
int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = base::to_ascii_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// pchar of RFC 3986, section 3.3, without `%`, and `/`.
bool stays_in_path(unsigned char c) {
  constexpr std::string_view kMarks = "-._~!$&'()*+,;=:@/";
  return base::is_ascii_alphanumeric(c) || kMarks.find(static_cast<char>(c)) != kMarks.npos;
}

}  // namespace

std::optional<std::string> path_of_uri(std::string_view uri) {
  constexpr std::string_view kScheme = "file:", kAuthority = "//", kLocal = "localhost";
  if (base::to_ascii_lower(uri.substr(0, kScheme.size())) != kScheme) return std::nullopt;
  uri.remove_prefix(kScheme.size());
  uri = uri.substr(0, uri.find_first_of("?#"));
  if (uri.starts_with(kAuthority)) {
    uri.remove_prefix(kAuthority.size());
    if (uri.starts_with(kLocal)) uri.remove_prefix(kLocal.size());
  }
  if (!uri.starts_with('/')) return std::nullopt;
  std::string path;
  for (size_t at = 0; at < uri.size(); ++at) {
    const bool is_encoded = uri[at] == '%' && at + 2 < uri.size() &&
                            digit_value(uri[at + 1]) >= 0 && digit_value(uri[at + 2]) >= 0;
    if (!is_encoded) {
      path += uri[at];
      continue;
    }
    path += static_cast<char>(digit_value(uri[at + 1]) * 16 + digit_value(uri[at + 2]));
    at += 2;
  }
  if (path.find('\0') != std::string::npos) return std::nullopt;
  return path;
}

std::string uri_of_path(std::string_view path) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string uri = "file://";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (stays_in_path(byte)) {
      uri += c;
    } else {
      uri.append({'%', kDigits[byte >> 4], kDigits[byte & 0xF]});
    }
  }
  return uri;
}

}  // namespace linkspan::command::lsp
