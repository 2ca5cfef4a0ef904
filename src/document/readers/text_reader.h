// SPDX-License-Identifier: Apache-2.0
// TextReader: the last stages of a Pipeline for text: the stages of its layout, the scanner, and a
// Link of each span.
//
// Guarded by tests/document/document_test.cc and tests/document/document_text_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "document/decoded_reader.h"
#include "document/link_builder.h"
#include "document/texts.h"
#include "document/unreported.h"

namespace linkspan::document {

class TextReader final : public DecodedReader {
 public:
  explicit TextReader(const Tools& tools) : tools_(tools), builder_(tools, texts_) {}

  void begin() override;
  Visit feed(std::string_view decoded, Receiver& receiver) override;
  void finish(Receiver& receiver) override;
  Position end_position() override;

 private:
  Visit read(std::string_view decoded, Receiver& receiver);
  Visit read_source(Receiver& receiver);
  bool is_unreported(const Span& span) const;
  Visit give(const Span& span, const RuleLink* by_rule, Receiver& receiver);
  void give_pieces(const Link& link, const Span& span, Receiver& receiver);
  void count_ill_formed_end(const Span& span);
  void give_text_until(PassingText& text, uint64_t offset, Receiver& receiver);
  uint64_t line_of_next_link(uint64_t logical_from);
  void release(Receiver& receiver);

  const Tools& tools_;
  Texts texts_;
  LinkBuilder builder_;
  Unreported unreported_;
  std::string source_;             // until unreported_ has read it
  bool leaves_links_out_ = false;  // of DocumentOptions::never_in
  uint64_t text_given_ = 0;        // offset into the reported text
  Visit next_ = Visit::go_on;
};

}  // namespace linkspan::document
