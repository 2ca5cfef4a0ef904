// SPDX-License-Identifier: Apache-2.0
// split_components: takes an IRI that is known to be one apart (RFC 3986, appendix B).
//
// For links written as <…> over several lines, whose text holds white space that the automata of
// RFC 3987 do not know. The text begins with a scheme and a colon.
#pragma once

#include <string_view>

#include "linkspan/linkspan.h"

namespace linkspan::scan {

// REQUIRES: the text begins with a scheme and `:`, and is shorter than 4 GiB.
Parts split_components(std::string_view text);

}  // namespace linkspan::scan
