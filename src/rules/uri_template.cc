// SPDX-License-Identifier: Apache-2.0
#include "rules/uri_template.h"

#include <charconv>

#include "base/ascii.h"
#include "linkspan/iri.h"

namespace linkspan::rules {
namespace {

Error wrong(size_t position, std::string message) {
  return {ErrorCode::invalid_argument, position, std::move(message)};
}

bool is_unreserved(unsigned char c) {
  return base::is_ascii_alphanumeric(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

// The number of the group with this name; -1 if there is none.
int group_named(std::string_view name, const std::map<std::string, int>& groups, int count) {
  int number = -1;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error == std::errc() && end == name.data() + name.size()) {
    return number >= 0 && number <= count ? number : -1;
  }
  const auto found = groups.find(std::string(name));
  return found == groups.end() ? -1 : found->second;
}

}  // namespace

Result<UriTemplate> UriTemplate::create(std::string_view text,
                                        const std::map<std::string, int>& groups, int count) {
  UriTemplate made;
  made.parts_.emplace_back();
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if ((c == '{' || c == '}') && text.substr(at + 1, 1) == std::string_view(&c, 1)) {
      made.parts_.back().text += c;
      ++at;
      continue;
    }
    if (c == '}') return wrong(at, "a brace is closed that was never opened; '}}' is a brace");
    if (c != '{') {
      made.parts_.back().text += c;
      continue;
    }
    const size_t end = text.find('}', at);
    if (end == std::string_view::npos) return wrong(at, "'{' has no '}'; '{{' is a brace");
    std::string_view name = text.substr(at + 1, end - at - 1);
    const size_t colon = std::min(name.find(':'), name.size());
    const std::string_view keeps = name.substr(std::min(colon + 1, name.size()));
    name = name.substr(0, colon);
    const Result<Keeps> kept = keeps_named(keeps, text.substr(0, at));
    if (!kept) return wrong(at, kept.error().message);
    made.parts_.back().group = group_named(name, groups, count);
    if (made.parts_.back().group < 0) {
      return wrong(at, "the pattern has no group '" + std::string(name) + "', it has " +
                           std::to_string(count) + (count == 1 ? " group" : " groups"));
    }
    made.parts_.back().keeps = *kept;
    made.parts_.emplace_back();
    at = end;
  }
  const std::vector<std::string_view> sample(static_cast<size_t>(count) + 1, "1");
  const std::string uri = made.expand(std::span(sample));
  if (auto parsed = iri::parse(uri, iri::Grammar::uri); !parsed) {
    return wrong(0,
                 "its result is not a URI, for example '" + uri + "': " + parsed.error().message);
  }
  return made;
}

// A text that is inserted as it is could choose the scheme or the host, and so what is opened: both
// have to be before it.
//
//   https://example.org/{1:raw}   vscode://file{1:path}:{2}     the host is known
//   {1:raw}   file:{1:raw}   https://example.org{1:raw}         it is not: an error
Result<UriTemplate::Keeps> UriTemplate::keeps_named(std::string_view name,
                                                    std::string_view before) {
  if (name.empty()) return Keeps::all;
  if (name == "digits") return Keeps::digits;
  if (name != "path" && name != "raw") {
    return wrong(0, "'" + std::string(name) +
                        "' is not known; a group may be {1:digits}, {1:path} or {1:raw}");
  }
  const size_t authority = before.find("://");
  const bool has_host = authority != before.npos && authority < before.find('{');
  const bool has_path =
      has_host && before.find_first_of("/?#", authority + 3) < before.find('{', authority);
  if (!has_path && (name == "raw" || !has_host || before.find('{') != before.npos)) {
    return wrong(0,
                 "the text of a group could choose the host here; write {1:" + std::string(name) +
                     "} after a scheme, '://' and a host" + (name == "raw" ? " and a '/'" : ""));
  }
  return name == "path" ? Keeps::path : Keeps::raw;
}

void UriTemplate::append(std::string& uri, std::string_view value, Keeps keeps) {
  constexpr char kHex[] = "0123456789ABCDEF";
  constexpr std::string_view kReserved = ":/?#[]@!$&'()*+,;=%";
  const bool is_after_host = keeps == Keeps::path && (!uri.ends_with('/') || uri.ends_with("://"));
  if (is_after_host && !value.starts_with('/') && !value.starts_with('\\')) uri += '/';
  for (const char written : value) {
    const char c = keeps == Keeps::path && written == '\\' ? '/' : written;
    const auto byte = static_cast<unsigned char>(c);
    if ((keeps == Keeps::path && c == '/') ||
        (keeps == Keeps::raw && kReserved.find(c) != kReserved.npos)) {
      uri += c;
      continue;
    }
    if (keeps == Keeps::digits) {
      if (base::is_ascii_digit(byte)) uri += c;
    } else if (is_unreserved(byte)) {
      uri += c;
    } else {
      ((uri += '%') += kHex[byte >> 4]) += kHex[byte & 15];
    }
  }
}

}  // namespace linkspan::rules
