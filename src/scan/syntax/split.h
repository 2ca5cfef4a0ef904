// SPDX-License-Identifier: Apache-2.0
// split_components: the components of a text that is known to be an IRI (RFC 3986, appendix B).
//
// For links in <…> over several lines, whose text has white space that the automata of RFC 3987 do
// not accept.
#pragma once

#include <string_view>

#include "linkspan/linkspan.h"

namespace linkspan::scan {

// REQUIRES: the text begins with a scheme and `:`, and is shorter than 4 GiB.
Parts split_components(std::string_view text);

// The places of a tail and its components: offsets in the whole text.
struct TailPlaces {
  static constexpr uint64_t kNowhere = UINT64_MAX;
  uint64_t begin = 0;
  uint64_t query_begin = kNowhere;  // after the `?`
  uint64_t fragment_begin = kNowhere;
  uint64_t end = 0;
};

// Sets component offsets from `link_begin`. A delimiter at or after the end does not count.
void fill_tail(Parts& parts, uint64_t link_begin, const TailPlaces& places);

}  // namespace linkspan::scan
