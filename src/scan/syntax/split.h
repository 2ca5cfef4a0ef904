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

}  // namespace linkspan::scan
