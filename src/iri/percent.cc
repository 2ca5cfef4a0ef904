// SPDX-License-Identifier: Apache-2.0
#include "iri/percent.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "iri/characters.h"
#include "unicode/properties.h"

namespace linkspan::iri {
namespace {

uint8_t hex_value(char digit) {
  const auto c = static_cast<uint8_t>(digit);
  return static_cast<uint8_t>(base::is_ascii_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
}

// The assigned characters that ucschar excludes: the specials, and the tags of plane 14. All others
// that it excludes have Link_Term=Hard.
bool is_left_out(char32_t c) {
  return (c >= 0xFFF0 && c <= 0xFFFF) || (c >= 0xE0000 && c <= 0xE0FFF);
}

}  // namespace

bool is_escape(std::string_view text, size_t at) {
  return at + 2 < text.size() && text[at] == '%' &&
         base::is_ascii_hex_digit(static_cast<uint8_t>(text[at + 1])) &&
         base::is_ascii_hex_digit(static_cast<uint8_t>(text[at + 2]));
}

EscapedCharacter EscapeDecoder::decode(std::string_view text, size_t at) {
  size_t count = 0;
  for (size_t from = at; count < sizeof bytes_ && is_escape(text, from); from += 3) {
    bytes_[count++] = static_cast<char>(hex_value(text[from + 1]) << 4 | hex_value(text[from + 2]));
  }
  const auto* const begin = reinterpret_cast<const uint8_t*>(bytes_);
  const base::CodePoint found = base::decode(begin, begin + count, base::Text::complete);
  return {found.value, {bytes_, found.length}, size_t{3} * found.length};
}

bool is_unreserved(char32_t c) {
  return base::is_ascii_alphanumeric(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

bool is_shown(char32_t c, PrivateUse private_use) {
  if (c < 0x80) return is_unreserved(c);
  if (is_private_use(c)) return private_use == PrivateUse::shown;
  const unicode::Properties properties = unicode::properties(c);
  // White space, controls, deprecated and unassigned characters, noncharacters and surrogates are
  // Hard (UTS #58).
  return properties.link_term() != unicode::LinkTerm::hard && !properties.is_bidi_control() &&
         !properties.is_default_ignorable() && !is_left_out(c);
}

}  // namespace linkspan::iri
