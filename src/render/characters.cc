// SPDX-License-Identifier: Apache-2.0
#include "render/characters.h"

#include "base/utf8.h"

namespace linkspan::render {
namespace {

constexpr char32_t kDelete = 0x7F;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

constexpr bool is_c0(char32_t c) { return c < 0x20 && c != U'\t' && c != U'\n'; }
constexpr bool is_c1(char32_t c) { return c >= 0x80 && c <= 0x9F; }

// Unicode 17, section 23.7: the last two of each plane, and 32 in the middle of the first.
constexpr bool is_noncharacter(char32_t c) {
  return (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
}

// LRO, RLO
constexpr bool is_bidi_override(char32_t c) { return c == 0x202D || c == 0x202E; }

// LRE, RLE, PDF; LRI, RLI, FSI, PDI
constexpr bool is_bidi_scope(char32_t c) {
  return (c >= 0x202A && c <= 0x202C) || (c >= 0x2066 && c <= 0x2069);
}

}  // namespace

void append_shown(std::string& out, char32_t code_point, std::string_view bytes,
                  BidiScopes scopes) {
  if (is_c0(code_point) || code_point == kDelete) {
    append_picture(out, code_point);
  } else if (is_c1(code_point) || is_noncharacter(code_point) || is_bidi_override(code_point) ||
             code_point == base::kIllFormed ||
             (scopes == BidiScopes::replace && is_bidi_scope(code_point))) {
    out += kReplacement;
  } else {
    out += bytes;
  }
}

void append_picture(std::string& out, char32_t control) {
  const char32_t offset = control == kDelete ? 0x21 : control;  // from U+2400, E2 90 80
  out += "\xE2\x90";
  out += static_cast<char>(0x80 + offset);
}

}  // namespace linkspan::render
