// SPDX-License-Identifier: Apache-2.0
// The module of linkspan/html: reads a page, so that JavaScript finds the links of its text and
// writes tags into its source (src/glue/html.js), as link_html() of linkspan/render.h does.
//
//   <p>See www.<b>example</b>.org   →  text      See www.example.org
//                                      pieces of [4, 19): [7, 11) [14, 21) [25, 29)
//
// It has no scanner: that is in the other module. Offsets are UTF-16 units.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "html/page.h"
#include "module.h"

namespace linkspan::module {
namespace {

// Converts between UTF-8 and UTF-16 offsets of a text, forwards.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  // REQUIRES, here and below: not before the last place.
  size_t byte_of(uint32_t units) {
    while (units_ < units && byte_ < text_.size()) advance();
    return byte_;
  }
  uint32_t units_of(size_t byte) {
    while (byte_ < byte) advance();
    return units_;
  }

 private:
  void advance() {
    const auto lead = static_cast<uint8_t>(text_[byte_]);
    byte_ += lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    units_ += lead < 0xF0 ? 1 : 2;
  }

  std::string_view text_;
  size_t byte_ = 0;
  uint32_t units_ = 0;
};

struct OpenPage {
  std::string source;
  html::Page page;
  Cursor text{{}}, places{{}};
  std::vector<uint32_t> pieces;  // begin and end of each
};

OpenPage open;
std::string buffer;

// The names between commas; the first that is no element of HTML is returned.
std::string_view add_all(std::string_view names, html::FixedElements& fixed) {
  while (!names.empty()) {
    const size_t end = std::min(names.find(','), names.size());
    if (end > 0 && !fixed.add(names.substr(0, end))) return names.substr(0, end);
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return {};
}

}  // namespace

extern "C" void __wasm_call_ctors();  // NOLINT: made by the linker
LINKSPAN_EXPORT(initialize) void initialize() { __wasm_call_ctors(); }

LINKSPAN_EXPORT(input_buffer) char* input_buffer(uint32_t size) {
  buffer.resize(size);
  return buffer.data();
}

// The input has the names of elements and classes in which no link is made, with commas, and from
// `page_at` on the page. Returns null, or the name that is no element of HTML.
LINKSPAN_EXPORT(html_read) const OutText* html_read(uint32_t page_at) {
  static OutText wrong;
  static std::string name;
  html::FixedElements fixed = html::elements_without_links();
  name = add_all(std::string_view(buffer).substr(0, page_at), fixed);
  if (!name.empty()) {
    wrong = {name.data(), static_cast<uint32_t>(name.size())};
    return &wrong;
  }
  open.source = buffer.substr(page_at);
  html::PageContext context;
  context.fixed = &fixed;
  open.page = html::read_page(open.source, context);
  open.text = Cursor(open.page.text);
  open.places = Cursor(open.source);
  return nullptr;
}

// What a reader sees of it.
LINKSPAN_EXPORT(html_text) const OutText* html_text() {
  static OutText text;
  text = {open.page.text.data(), static_cast<uint32_t>(open.page.text.size())};
  return &text;
}

// The places in the source of a range of the text, one in each text node, at html_pieces_at();
// returns their number: 0 if no link can be made there. REQUIRES: ranges in order.
LINKSPAN_EXPORT(html_pieces) uint32_t html_pieces(uint32_t begin, uint32_t end) {
  open.pieces.clear();
  const auto from = static_cast<uint32_t>(open.text.byte_of(begin));
  const html::TextRange range{from, static_cast<uint32_t>(open.text.byte_of(end))};
  if (open.page.has_fixed(range)) return 0;
  for (const html::SourceRange& piece : open.page.sources_of(range)) {
    open.pieces.push_back(open.places.units_of(piece.begin));
    open.pieces.push_back(open.places.units_of(piece.end));
  }
  return static_cast<uint32_t>(open.pieces.size() / 2);
}

LINKSPAN_EXPORT(html_pieces_at) const uint32_t* html_pieces_at() { return open.pieces.data(); }

// Frees the page.
LINKSPAN_EXPORT(html_close) void html_close() {
  open = OpenPage();
  buffer = std::string();
}

}  // namespace linkspan::module
