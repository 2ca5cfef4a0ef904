// SPDX-License-Identifier: Apache-2.0
// PREFILTER of iri::unwrap(): may a URL with this path, query and fragment be a wrapper?
//
//   /url?q=https://a.example/   yes      /a?b=c   no, so that no row is compared
//
// Guarded by tests/iri/unwrap_test.cc.
#pragma once

#include <string_view>

#include "base/few_texts.h"

namespace linkspan::iri {

// A target in the query begins with `http`, which is aHR0c in Base64, where R is rare. A row with
// the target in the path is known by the first four bytes of that; PERF: one load.
inline bool may_be_wrapper(std::string_view after_host) {
  if (after_host.size() < 4) return false;
  constexpr std::string_view kBegins[] = {"/amp", "/v3/", "/v2/", "/c/s", "/v/s", "/a/s"};
  const char first = after_host[1];
  const bool may_begin = first == 'a' || first == 'c' || first == 'v';  // PERF: before six texts
  if (may_begin && base::is_one_of(after_host.substr(0, 4), kBegins)) return true;
  if (first == '1' && after_host.find("/http") != after_host.npos) return true;
  const size_t query = after_host.find('?');
  if (query == after_host.npos) return false;
  const std::string_view text = after_host.substr(query);
  return text.find("=http") != text.npos || text.find("R0c") != text.npos ||
         text.starts_with("?http");
}

}  // namespace linkspan::iri
