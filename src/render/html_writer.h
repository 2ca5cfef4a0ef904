// SPDX-License-Identifier: Apache-2.0
// HtmlWriter: text with links as HTML, for browsers and mail clients.
//
//   http://h/?a&b         →  <a dir="ltr" href="http://h/?a&amp;b" …>http://h/?a&amp;b</a>
//   javascript:alert(1)   →  <span class="linkspan-unopened" …>javascript:alert(1)</span>
//   <script>              →  &lt;script&gt;
//
// The text is in <pre dir="auto">, in which each line is a paragraph with its own direction (HTML
// Standard, section "Rendering", "Flow content"): Hebrew and Arabic lines read from the right, and
// no line reorders another one. A link is a left-to-right isolate, as RFC 3987, section 4.1,
// requires.
//
// A fragment is a sequence of such <pre> and of headings, to be put into a page, which has its own
// style; html_style() is an example. Phrasing content has neither: only the text and its links, so
// a link that must not be opened is text there. A page is a whole file; as a second line of
// defence, its Content-Security-Policy forbids scripts and requests.
//
// One <a> is around all pieces of a link and the text between them. If it is not known that more
// pieces follow, each is in its own <a>, with the same data-link. Guarded by
// tests/render/render_test.cc.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "render/escaping_writer.h"

namespace linkspan::render {

class HtmlWriter final : public EscapingWriter {
 public:
  // Appends to `out`, which must live as long as the writer.
  HtmlWriter(std::string& out, HtmlOptions options);

  void begin() override;

 private:
  void begin_text() override;
  void start_link(const Target& target) override;
  void begin_piece() override;
  void end_piece() override;
  BetweenPieces between_pieces() const override { return BetweenPieces::open; }
  void append_heading(const Heading& heading) override;
  void append_destination(std::string_view host) override;
  void append_end() override;
  void append_plain(std::string_view run) override;
  void append_other(char32_t code_point, std::string_view bytes) override;

  bool is_phrasing() const { return options_.form == HtmlForm::phrasing; }
  void end_block();
  void note_attributes();
  void append_attributes(std::span<const Attribute> own);
  void append_plain_heading(const Heading& heading);
  void append_attribute(std::string_view name, std::string_view value);
  void append_element(std::string_view begin, std::string_view text, std::string_view end);

  enum class Block : uint8_t { none, pre };  // pre: text; in phrasing content without <pre>
  enum class Link : uint8_t { anchor, unopened };
  enum class Piece : uint8_t { none, open, plain };

  const HtmlOptions options_;
  std::string attributes_;  // those that all links have
  Block block_ = Block::none;
  Link link_ = Link::unopened;
  std::string opening_;  // the tag of the current link
  Piece piece_ = Piece::none;
};

}  // namespace linkspan::render
