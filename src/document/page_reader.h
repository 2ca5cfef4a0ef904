// SPDX-License-Identifier: Apache-2.0
// PageReader: the last stages of a Pipeline for HTML, which is read when all of it has come.
//
//   decoded text ─▶ html::Page ─▶ PageLinks ─▶ Receiver
//
// A link comes with pieces in the bytes of the document: from the first to the last character of
// its text, line by line, with whatever tags stand between them. A link without text, as around a
// picture, has the value of its attribute for a piece. With Wants::text, the text is that of the
// page, and such a link stands in a line of its own, as its IRI.
//
// Guarded by tests/html_links_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "charset/decoder.h"
#include "document/page_links.h"
#include "html/page.h"
#include "iri/mapper.h"
#include "linkspan/document.h"

namespace linkspan::document {

// What belongs to the Pipeline. The mapper is null where it is not needed.
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

  // What comes when it is full is not read.
  void append(std::string_view decoded) { source_ += decoded; }
  bool is_full() const { return source_.size() > html::kMaxSource; }

  // The document is at its end.
  void finish(const PageTools& tools, Receiver& receiver, Summary& summary);

  Position end_position() const { return end_position_; }

 private:
  void give(const PageTools& tools, const PageLink& found, Receiver& receiver);
  void give_pieces(const PageTools& tools, const PageLink& found);
  void add_piece(const PageTools& tools, html::SourceRange source);
  void give_text(const PageLink& found, Receiver& receiver);
  void give_text_of_link(const PageLink& found, Receiver& receiver);
  void give_text_until(uint32_t end, Receiver& receiver);
  void count_positions(const PageTools& tools, const std::vector<PageLink>& links);
  Position position_at(uint32_t source_offset) const;
  html::SourceRange without_text(const PageLink& found) const { return found.anchor->attribute; }

  std::string source_;
  html::Page page_;
  std::vector<std::pair<uint32_t, Position>> positions_;  // sorted by the offset
  OffsetUnit unit_ = OffsetUnit::bytes;
  Position end_position_;
  uint32_t text_given_ = 0;
  char last_given_ = '\n';

  // Of one link, kept for their storage.
  Link link_;
  std::string text_;
  iri::Mapped mapped_;
};

}  // namespace linkspan::document
