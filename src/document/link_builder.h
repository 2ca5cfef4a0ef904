// SPDX-License-Identifier: Apache-2.0
// LinkBuilder: from a span of the logical text to a Link, with its places in the input, its IRI and
// the warnings about it, as far as they are wanted.
//
// Guarded by tests/document/document_test.cc and tests/document/document_warnings_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/decoded_reader.h"
#include "document/link_remarks.h"
#include "document/texts.h"
#include "iri/mapper.h"
#include "linkspan/document.h"
#include "linkspan/rules.h"

namespace linkspan::document {

class LinkBuilder {
 public:
  LinkBuilder(const Tools& tools, Texts& texts) : tools_(tools), texts_(texts) {}

  // Begins a document.
  void begin() { markdown_links_.clear(); }

  // `by_rule` is null for a link that no rule found. The link lives until the next call. REQUIRES:
  // the links of a document in order.
  const Link& build(const Span& span, const RuleLink* by_rule);

  // Is the last link to be left out, as its destination is known? Whatever is wanted of links, the
  // same ones are. Adds the destination.
  bool is_repeat(const Span& span);

  // The pieces of the last link, of the decoded text.
  const std::vector<Range>& decoded_pieces() const { return decoded_pieces_; }

  // REQUIRES: a piece of the last link, whose span this is.
  std::string_view text_of_piece(const Range& piece, const Span& span);

 private:
  void find_pieces(const Span& span);
  void find_decoded_pieces(const Span& span);
  bool needs_place() const;
  void note_place(const Span& span);
  void map_link(const Span& span);
  void note_defanged(const Span& span);
  void add_remarks(const Span& span);
  void add_warnings_of_place(const Span& span);

  const Tools& tools_;
  Texts& texts_;

  // Buffers of one link, kept for reuse.
  Link link_;
  iri::Mapped mapped_;
  std::string before_, after_;  // a few bytes of the text around it
  std::string remarked_;
  MarkdownLinks markdown_links_;
  std::vector<Range> visible_;
  std::vector<Range> decoded_pieces_;
};

}  // namespace linkspan::document
