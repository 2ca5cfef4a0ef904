// SPDX-License-Identifier: Apache-2.0
// The charset that an HTML document declares itself: `<meta charset=…>` or
// `<meta http-equiv=content-type content="text/html; charset=…">` (HTML, section 13.2.3.2).
#pragma once

#include <string>
#include <string_view>

namespace linkspan::html {

// So many bytes are looked at. The standard has 1024; mail programs write more before it.
inline constexpr size_t kDeclarationBytes = 8 * 1024;

// The label, or an empty string. UTF-16 stands for UTF-8, as the declaration could not be read
// in it. `bytes`: the first ones, in any charset that has those of ASCII.
std::string declared_charset(std::string_view bytes);

}  // namespace linkspan::html
