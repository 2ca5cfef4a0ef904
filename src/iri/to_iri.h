// SPDX-License-Identifier: Apache-2.0
// to_iri() for a URI whose components are known, which needs no grammar (tools/npm/module).
#pragma once

#include <string>
#include <string_view>

#include "linkspan/linkspan.h"

namespace linkspan::iri {

// REQUIRES: `parts` are the components of `uri`, and each `%` in it begins an escape.
std::string to_iri(std::string_view uri, const Parts& parts);

// May to_iri() of its URI be another IRI? Never false if it is; may be true for an `xn--` outside
// of a host.
bool may_be_shown_otherwise(std::string_view iri);

}  // namespace linkspan::iri
