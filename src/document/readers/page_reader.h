// SPDX-License-Identifier: Apache-2.0
// PageReader: the links and the text of markup, page by page.
//
//   html::Page ─▶ PageLinks ─▶ Receiver
//
// The pieces of a link are bytes of the document: from the first to the last character of its text,
// line by line, with the tags between them. The piece of a link without text, as around a picture,
// is the value of its attribute. With Wants::text, the text is that of the page, and the IRI of
// such a link is a line of its own.
//
// Guarded by tests/html/html_links_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "document/decoded_reader.h"
#include "document/page_links.h"
#include "document/source_positions.h"
#include "html/page.h"
#include "iri/mapper.h"
#include "linkspan/document.h"

namespace linkspan::document {

class PageReader {
 public:
  explicit PageReader(const Tools& tools) : tools_(tools) {}

  // Begins a document.
  void begin();

  // Gives the links and the text of the next page, and releases its source. `source`: the decoded
  // text that it was read from.
  void read(html::Page page, std::string_view source, Receiver& receiver);
  void finish(Receiver& receiver);

  // The end of the last page. REQUIRES: in a unit other than bytes.
  Position end_position() const { return positions_.end(); }

 private:
  void count_left_out();
  void make_link(const PageLink& found);
  iri::MapOptions map_options_of(std::string_view href) const;
  void encode_query();
  void set_label(const PageLink& found);
  void set_place(const PageLink& found);
  bool is_repeat() const;
  void give(const PageLink& found, Receiver& receiver);
  void forget_remarks(const PageLink& found);
  void give_pieces(const PageLink& found);
  void add_piece(html::SourceRange source);
  void give_text(const PageLink& found, Receiver& receiver);
  void give_text_of_link(const PageLink& found, Receiver& receiver);
  void give_text_until(uint32_t end, Receiver& receiver);
  html::SourceRange without_text(const PageLink& found) const { return found.anchor->attribute; }
  Range bytes_of(html::SourceRange source) const {
    return tools_.charset.source_range({source_begin_ + source.begin, source_begin_ + source.end});
  }

  const Tools& tools_;
  bool is_mapped_ = false;  // are URIs and warnings wanted?
  html::Page page_;
  std::string_view source_;    // of the page
  uint64_t source_begin_ = 0;  // of the page, in the decoded text
  SourcePositions positions_;
  uint32_t text_given_ = 0;
  char last_given_ = '\n';

  // Buffers of one link, kept for reuse.
  Link link_;
  iri::Mapped mapped_;
};

}  // namespace linkspan::document
