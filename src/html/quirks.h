// SPDX-License-Identifier: Apache-2.0
// Quirks mode: whether a document is laid out like in browsers of the nineties (HTML, section
// 13.2.6.4.1). The parser needs it for one rule: a table in a paragraph does not end it then.
#pragma once

#include <string_view>

namespace linkspan::html {

// `doctype`: from `<!` to `>`. A document without one is in quirks mode, too.
bool has_quirks(std::string_view doctype);

}  // namespace linkspan::html
