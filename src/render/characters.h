// SPDX-License-Identifier: Apache-2.0
// Which characters of a text are replaced because they would control the display.
//
//   character                                      shown as
//   C0 controls but tab and line feed, DEL         their pictures: ␀ ␛ ␡ (Unicode 17, section 22.7)
//   C1 controls (U+0080..009F)                     U+FFFD; terminals obey them as they do ESC
//   U+202D, U+202E                                 U+FFFD; they turn text around, to deceive
//   U+202A..202C, U+2066..2069                     themselves or U+FFFD (BidiScopes)
//   noncharacters, bytes that are not UTF-8        U+FFFD
//
// Marks like U+200E and U+200F stay: they affect only their neighbours, and Hebrew and Arabic text
// needs them. Guarded by tests/render/render_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace linkspan::render {

// How characters that open or close a bidirectional embedding or isolate are written.
enum class BidiScopes : uint8_t {
  keep,     // if lines are paragraphs, at whose end scopes end
  replace,  // if a scope could reach further, or is part of a link
};

// Appends a code point, or its replacement. `bytes` are its bytes in the input; base::kIllFormed is
// a code point here.
void append_shown(std::string& out, char32_t code_point, std::string_view bytes, BidiScopes scopes);

// U+2400 for NUL, …, U+2421 for DEL. REQUIRES: a C0 control or DEL.
void append_picture(std::string& out, char32_t control);

}  // namespace linkspan::render
