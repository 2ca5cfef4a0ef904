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
#include <vector>

#include "charset/decoder.h"
#include "document/page_links.h"
#include "document/positions.h"
#include "html/page.h"
#include "iri/mapper.h"
#include "linkspan/document.h"

namespace linkspan::document {

// Parts of the Pipeline. The mapper is null if it is not needed.
struct PageTools {
  charset::Decoder& decoder;
  Stream& stream;
  const iri::Mapper* mapper;
  const iri::MapOptions& map_options;
  const DocumentOptions& options;
  Wants wants;
};

class PageReader {
 public:
  void clear() { source_.clear(); }

  // Bytes after the limit are not read.
  void append(std::string_view decoded) { source_ += decoded; }
  bool is_full() const { return source_.size() > html::kMaxSource; }

  // Ends the document.
  void finish(const PageTools& tools, Receiver& receiver, Summary& summary);

  Position end_position() const { return end_position_; }

 private:
  void count_left_out(const PageTools& tools, Summary& summary) const;
  void make_link(const PageTools& tools, const PageLink& found);
  void set_label(const PageLink& found);
  bool is_repeat(const PageTools& tools) const;
  void give(const PageTools& tools, const PageLink& found, Receiver& receiver);
  void forget_remarks(const PageLink& found);
  void give_pieces(const PageTools& tools, const PageLink& found);
  void add_piece(const PageTools& tools, html::SourceRange source);
  void give_text(const PageLink& found, Receiver& receiver);
  void give_text_of_link(const PageLink& found, Receiver& receiver);
  void give_text_until(uint32_t end, Receiver& receiver);
  void count_positions();
  Position position_at(uint32_t source_offset) const;
  html::SourceRange without_text(const PageLink& found) const { return found.anchor->attribute; }

  std::string source_;
  html::Page page_;
  std::vector<PositionCounter> positions_;  // one for each kPositionStep bytes
  OffsetUnit unit_ = OffsetUnit::bytes;
  Position end_position_;
  uint32_t text_given_ = 0;
  char last_given_ = '\n';

  // Buffers of one link, kept for reuse.
  Link link_;
  std::string text_, label_;
  iri::Mapped mapped_;
};

}  // namespace linkspan::document
