// SPDX-License-Identifier: Apache-2.0
#include "base/file_uri.h"

#include <algorithm>
#include <vector>

#include "base/ascii.h"

namespace linkspan::base {
namespace {

// The value of a hexadecimal digit; -1 for other characters.
int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = to_ascii_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// pchar of RFC 3986, section 3.3, without `%`, and `/`.
bool stays_in_path(unsigned char c) {
  constexpr std::string_view kUnencoded = "-._~!$&'()*+,;=:@/";
  return is_ascii_alphanumeric(c) || kUnencoded.find(static_cast<char>(c)) != kUnencoded.npos;
}

// The path without `.` and `..`. REQUIRES: it begins with `/`.
std::string without_dots(std::string_view path) {
  std::vector<std::string_view> names;
  for (size_t at = 1; at <= path.size();) {
    const size_t end = std::min(path.find('/', at), path.size());
    const std::string_view name = path.substr(at, end - at);
    at = end + 1;
    if (name == "..") {
      if (!names.empty()) names.pop_back();
    } else if (!name.empty() && name != ".") {
      names.push_back(name);
    }
  }
  std::string joined;
  for (const std::string_view name : names) (joined += '/') += name;
  return joined.empty() ? "/" : joined;
}

}  // namespace

std::string absolute_path(std::string_view root, std::string_view path) {
  const bool has_drive = path.size() > 2 && is_ascii_letter(static_cast<uint8_t>(path[0])) &&
                         path[1] == ':' && (path[2] == '/' || path[2] == '\\');
  std::string slashes(path);
  if (has_drive || path.find('/') == path.npos) {
    std::replace(slashes.begin(), slashes.end(), '\\', '/');
  }
  if (path.empty() || path.front() == '~' || slashes.starts_with("//")) return {};
  if (has_drive) return without_dots('/' + slashes);
  if (slashes.front() == '/') return without_dots(slashes);
  return root.starts_with('/') ? without_dots((std::string(root) + '/') += slashes) : std::string();
}

std::optional<std::string> path_of_uri(std::string_view uri) {
  constexpr std::string_view kScheme = "file:", kAuthority = "//", kLocal = "localhost";
  if (to_ascii_lower(uri.substr(0, kScheme.size())) != kScheme) return std::nullopt;
  uri.remove_prefix(kScheme.size());
  uri = uri.substr(0, uri.find_first_of("?#"));
  if (uri.starts_with(kAuthority)) {
    uri.remove_prefix(kAuthority.size());
    if (uri.starts_with(kLocal)) uri.remove_prefix(kLocal.size());
  }
  if (!uri.starts_with('/')) return std::nullopt;
  std::string path;
  for (size_t at = 0; at < uri.size(); ++at) {
    const bool is_encoded = uri[at] == '%' && at + 2 < uri.size() && hex_value(uri[at + 1]) >= 0 &&
                            hex_value(uri[at + 2]) >= 0;
    if (!is_encoded) {
      path += uri[at];
      continue;
    }
    path += static_cast<char>(hex_value(uri[at + 1]) * 16 + hex_value(uri[at + 2]));
    at += 2;
  }
  if (path.find('\0') != std::string::npos) return std::nullopt;
  return path;
}

std::string uri_of_path(std::string_view path) {
  constexpr char kHexDigits[] = "0123456789ABCDEF";
  std::string uri = "file://";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (stays_in_path(byte)) {
      uri += c;
    } else {
      uri.append({'%', kHexDigits[byte >> 4], kHexDigits[byte & 0xF]});
    }
  }
  return uri;
}

}  // namespace linkspan::base
