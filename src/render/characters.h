// SPDX-License-Identifier: Apache-2.0
// Which characters of a text are not shown as they are, because they would act on what shows them.
//
//   character                                      shown as
//   C0 controls but tab and line feed, DEL         their pictures: ␀ ␛ ␡ (Unicode 17, section 22.7)
//   C1 controls (U+0080..009F)                     U+FFFD; terminals obey them as they do ESC
//   U+202D, U+202E                                 U+FFFD; they turn text around, to deceive
//   U+202A..202C, U+2066..2069                     themselves or U+FFFD (BidiScopes)
//   noncharacters, bytes that are not UTF-8        U+FFFD
//
// Marks like U+200E and U+200F stay: they act on nothing but their neighbours, and Hebrew and
// Arabic text needs them. Guarded by tests/render_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace linkspan::render {

// What becomes of the characters that open a bidirectional embedding or isolate, or close one.
enum class BidiScopes : uint8_t {
  keep,     // where lines are paragraphs of their own, beyond which no scope reaches
  replace,  // where one could reach further, or is part of a link
};

// Appends a code point, or what it is shown as. `bytes` are those that it came in; base::kIllFormed
// is a code point here.
void append_shown(std::string& out, char32_t code_point, std::string_view bytes, BidiScopes scopes);

// U+2400 for NUL, …, U+2421 for DEL. REQUIRES: a C0 control or DEL.
void append_picture(std::string& out, char32_t control);

}  // namespace linkspan::render
