// SPDX-License-Identifier: Apache-2.0
// Texts: the decoded and the logical text of a document, as far as they are in memory.
//
// There are three texts, and three kinds of offsets. The *bytes* are the input. The *decoded* text
// is the same in UTF-8. The *logical* text is what the scanner sees: the decoded text without
// prefixes and soft line breaks. A span of the logical text becomes ranges of the decoded text
// (stages.h), each of which becomes a range of the bytes (CharsetStage::source_range). Without a
// stage the logical text is the decoded text, and is in memory once.
//
// Text is kept from the offset on at which the next link may begin; INVARIANT: the three offsets up
// to which the stages have released text are the same place. Guarded by
// tests/document/document_test.cc.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "document/passing_text.h"
#include "document/position_reporter.h"
#include "document/stages.h"
#include "linkspan/document.h"

namespace linkspan::document {

class Texts {
 public:
  // Begins a document. The decoded text is kept for Wants::text and for positions.
  void begin(const DocumentOptions& options, Wants wants);

  // The next logical text. It and `decoded` must live until release_before().
  std::string_view feed(std::string_view decoded);
  std::string_view finish();

  PassingText& logical() { return logical_; }
  PassingText& decoded() { return stages_.empty() ? logical_ : decoded_; }
  const Stages& stages() const { return stages_; }

  // Of the decoded text.
  PositionReporter& positions() { return positions_; }

  uint64_t decoded_offset(uint64_t logical) const { return stages_.source_of(logical); }

  // Releases the texts before this offset of the logical text, and returns that of the decoded one.
  uint64_t release_before(uint64_t logical);

 private:
  Stages stages_;
  bool keeps_decoded_ = false;
  PassingText decoded_;  // with stages, and when it is needed
  PassingText logical_;
  PositionReporter positions_;
};

}  // namespace linkspan::document
