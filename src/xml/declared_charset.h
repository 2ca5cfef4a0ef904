// SPDX-License-Identifier: Apache-2.0
// The charset that an XML document declares: `<?xml version="1.0" encoding="…"?>` (XML, section
// 4.3.3).
#pragma once

#include <string>
#include <string_view>

namespace linkspan::xml {

// The label in lower case, or an empty string. UTF-16 means UTF-8, as the declaration could not be
// read in UTF-16. `bytes`: the first ones, in any charset that includes ASCII.
std::string declared_charset(std::string_view bytes);

}  // namespace linkspan::xml
