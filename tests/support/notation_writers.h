// SPDX-License-Identifier: Apache-2.0
// Writes a text in a notation, as programs do that make strings, pages, or output for a terminal.
//
//   as_json("a/b")        "a\/b", with the quotation marks
//   as_html("a&b")        a&amp;b
//   as_markdown("a_b")    a\_b
//   coloured("ab", 1)     a ESC[01;31m ESC[K b
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "linkspan/linkspan.h"

namespace linkspan::test {

inline constexpr std::string_view kColour = "\x1B[01;31m\x1B[K";
inline constexpr std::string_view kEndOfColour = "\x1B[m\x1B[K";

inline std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const bool is_here = text.substr(at, from.size()) == from;
    out += is_here ? to : text.substr(at, 1);
    at += is_here ? from.size() : 1;
  }
  return out;
}

inline std::string as_json(std::string_view text) {
  std::string out = replaced(replaced(text, "\\", "\\\\"), "\"", "\\\"");
  out = replaced(replaced(out, "/", "\\/"), "&", "\\u0026");
  return '"' + replaced(replaced(replaced(out, "\n", "\\n"), "\t", "\\t"), "\r", "\\r") + '"';
}

inline std::string as_html(std::string_view text) {
  std::string out = replaced(replaced(text, "&", "&amp;"), "<", "&lt;");
  return replaced(replaced(out, ">", "&gt;"), "\"", "&quot;");
}

inline std::string as_markdown(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("_*[]()~#+-=|{}.!").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

// Calls write(code point, its bytes) for each, and joins the results.
template <class Write>
std::string written_one_by_one(std::string_view text, const Write& write) {
  std::string out;
  const auto* at = reinterpret_cast<const uint8_t*>(text.data());
  for (const auto* const end = at + text.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    const std::string_view bytes(reinterpret_cast<const char*>(at), found.length);
    out += write(found.value, bytes);
    at += found.length;
  }
  return out;
}

inline std::string hex_digits(uint32_t number, size_t least) {
  std::string digits;
  for (; number != 0 || digits.size() < least; number >>= 4) {
    digits.insert(digits.begin(), "0123456789abcdef"[number & 0xF]);
  }
  return digits;
}

// As programs write JSON in ASCII.
inline std::string as_ascii_json(std::string_view text) {
  return written_one_by_one(as_json(text), [](char32_t c, std::string_view bytes) {
    if (c < 0x80 || c == base::kIllFormed) return std::string(bytes);
    if (c < 0x10000) return "\\u" + hex_digits(c, 4);
    return "\\u" + hex_digits(0xD800 + ((c - 0x10000) >> 10), 4) + "\\u" +
           hex_digits(0xDC00 + (c & 0x3FF), 4);
  });
}

// As programs write HTML in ASCII.
inline std::string as_ascii_html(std::string_view text) {
  return written_one_by_one(as_html(text), [](char32_t c, std::string_view bytes) {
    return c < 0x80 || c == base::kIllFormed ? std::string(bytes) : "&#" + std::to_string(c) + ";";
  });
}

// Colours begin before one of five characters.
inline std::string coloured(std::string_view text, uint32_t seed) {
  std::mt19937 random(seed);
  std::string out;
  for (const char c : text) {
    const bool may_cut = (static_cast<uint8_t>(c) & 0xC0) != 0x80;
    if (may_cut && random() % 5 == 0) out += kColour;
    out += c;
  }
  return out;
}

// As `grep --color` shows these places.
inline std::string coloured_at(std::string_view text, const std::vector<Range>& places) {
  std::string out;
  uint64_t done = 0;
  for (const Range& place : places) {
    out += text.substr(done, place.begin - done);
    out += kColour;
    out += place.text(text);
    out += kEndOfColour;
    done = place.end;
  }
  out += text.substr(done);
  return out;
}

}  // namespace linkspan::test
