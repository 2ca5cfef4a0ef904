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

// A target in the query begins with `http`, which is aHR0c in Base64. A row with the target in the
// path is known by the first four bytes of that; PERF: one load.
inline bool may_be_wrapper(std::string_view after_host) {
  const size_t query = after_host.find('?');
  if (query != after_host.npos) {
    const std::string_view text = after_host.substr(query);
    if (text.find("=http") != text.npos || text.find("aHR0c") != text.npos ||
        text.starts_with("?http")) {
      return true;
    }
  }
  if (after_host.size() < 4) return false;
  constexpr std::string_view kBegins[] = {"/amp", "/v3/", "/v2/", "/c/s", "/v/s", "/a/s"};
  return base::is_one_of(after_host.substr(0, 4), kBegins) ||
         (after_host[1] == '1' && after_host.find("/http") != after_host.npos);
}

}  // namespace linkspan::iri
