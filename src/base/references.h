// SPDX-License-Identifier: Apache-2.0
// Character references: `&amp;`, `&#233;`, `&#xE9;` (HTML, sections 13.2.5.72 to 13.2.5.80).
//
//   read_reference("&eacute;t", Place::text)      → "é", 8 bytes
//   read_reference("&copyright", Place::text)     → "©", 5 bytes: some names need no semicolon
//   read_reference("&copy=1", Place::attribute)   → nothing: in an attribute, `=` or a letter or
//                                                   digit after such a name make it plain text
//   read_reference("&nosuch;", Place::text)       → nothing: the ampersand stands for itself
//
// Guarded by tests/html/html_page_test.cc and, against a browser, by
// tests/html/html_browser_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace linkspan::base {

// The character of a reference: one or two code points in UTF-8. `size` is the number of bytes of
// the reference in the source, or 0 if the text is not a reference.
struct Reference {
  static constexpr size_t kMostBytes = 8;
  size_t size = 0;
  char utf8[kMostBytes] = {};
  uint8_t utf8_size = 0;
  std::string_view text() const { return {utf8, utf8_size}; }
};

enum class Place : uint8_t { text, attribute };

// REQUIRES: `text` begins with `&`. At most 64 bytes and the digits of a number are read.
Reference read_reference(std::string_view text, Place place);

// The same for a name that ends with `;`, without its `&`: "eacute;". Nothing if it is not one.
Reference read_named_reference(std::string_view name);

// The value of an attribute: references decoded, NUL as U+FFFD.
std::string attribute_value(std::string_view source);

}  // namespace linkspan::base
