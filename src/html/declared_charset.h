// SPDX-License-Identifier: Apache-2.0
// The charset that an HTML document declares: `<meta charset=…>` or `<meta http-equiv=content-type
// content="text/html; charset=…">` (HTML, section 13.2.3.2).
#pragma once

#include <string>
#include <string_view>

namespace linkspan::html {

// The number of bytes that are searched. The standard has 1024; mail programs write more before the
// declaration.
inline constexpr size_t kDeclarationBytes = 8 * 1024;

// The label, or an empty string. UTF-16 means UTF-8, as the declaration could not be read in
// UTF-16. `bytes`: the first ones, in any charset that includes ASCII.
std::string declared_charset(std::string_view bytes);

}  // namespace linkspan::html
