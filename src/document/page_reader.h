// SPDX-License-Identifier: Apache-2.0
// PageReader: the last stages of a Pipeline for HTML, which is read when its last byte has arrived.
//
//   decoded text ─▶ html::Page ─▶ PageLinks ─▶ Receiver
//
// The pieces of a link are bytes of the document: from the first to the last character of its text,
// line by line, with the tags between them. The piece of a link without text, as around a picture,
// is the value of its attribute. With Wants::text, the text is that of the page, and the IRI of
// such a link is a line of its own.
//
// Guarded by tests/html_links_test.cc.
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

class PageReader final : public DecodedReader {
 public:
  explicit PageReader(const Tools& tools) : tools_(tools) {}

  void begin() override { source_.clear(); }

  // Text after the limit is not read.
  Visit feed(std::string_view decoded, Receiver& receiver) override;
  void finish(Receiver& receiver) override;
  Position end_position() override { return positions_.end(); }

 private:
  bool is_full() const { return source_.size() > html::kMaxSource; }
  void count_left_out() const;
  void give(const PageLink& found, Receiver& receiver);
  void give_pieces(const PageLink& found);
  void add_piece(html::SourceRange source);
  void give_text(const PageLink& found, Receiver& receiver);
  void give_text_of_link(const PageLink& found, Receiver& receiver);
  void give_text_until(uint32_t end, Receiver& receiver);
  html::SourceRange without_text(const PageLink& found) const { return found.anchor->attribute; }

  const Tools& tools_;
  const iri::Mapper* mapper_ = nullptr;  // null: not needed
  std::string source_;
  html::Page page_;
  SourcePositions positions_;
  uint32_t text_given_ = 0;
  char last_given_ = '\n';

  // Buffers of one link, kept for reuse.
  Link link_;
  std::string text_;
  iri::Mapped mapped_;
};

}  // namespace linkspan::document
