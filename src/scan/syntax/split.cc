// SPDX-License-Identifier: Apache-2.0
#include "scan/syntax/split.h"

#include <algorithm>

namespace linkspan::scan {
namespace {

Part part(size_t begin, size_t end) {
  return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
}

// The place of the first of `delimiters` in [from, end), else `end`.
size_t find(std::string_view text, std::string_view delimiters, size_t from, size_t end) {
  return std::min(text.find_first_of(delimiters, from), end);
}

// userinfo "@" host ":" port, in [begin, end)
void split_authority(std::string_view text, size_t begin, size_t end, Parts& parts) {
  const size_t at = text.substr(0, end).rfind('@');
  if (at != std::string_view::npos && at >= begin) {
    parts.userinfo = part(begin, at);
    begin = at + 1;
  }
  const size_t bracket = begin < end && text[begin] == '[' ? find(text, "]", begin, end) : begin;
  const size_t colon = find(text, ":", bracket, end);
  parts.host = part(begin, colon);
  if (colon < end) parts.port = part(colon + 1, end);
}

}  // namespace

Parts split_components(std::string_view text) {
  Parts parts;
  const size_t colon = text.find(':');
  parts.scheme = part(0, colon);
  size_t path = colon + 1;
  if (text.substr(path).starts_with("//")) {
    const size_t authority = path + 2;
    path = find(text, "/?#", authority, text.size());
    split_authority(text, authority, path, parts);
  }
  const size_t query = find(text, "?#", path, text.size());
  const size_t fragment = find(text, "#", query, text.size());
  parts.path = part(path, query);
  if (query < fragment) parts.query = part(query + 1, fragment);
  if (fragment < text.size()) parts.fragment = part(fragment + 1, text.size());
  return parts;
}

void fill_tail(Parts& parts, uint64_t link_begin, const TailPlaces& places) {
  const auto offset = [&](uint64_t place) { return static_cast<uint32_t>(place - link_begin); };
  const bool has_query = places.query_begin <= places.end;
  const bool has_fragment = places.fragment_begin <= places.end;
  const uint64_t query_end = has_fragment ? places.fragment_begin - 1 : places.end;
  const uint64_t path_end = has_query ? places.query_begin - 1 : query_end;
  parts.path = {offset(places.begin), offset(path_end)};
  if (has_query) parts.query = {offset(places.query_begin), offset(query_end)};
  if (has_fragment) parts.fragment = {offset(places.fragment_begin), offset(places.end)};
}

}  // namespace linkspan::scan
