// SPDX-License-Identifier: Apache-2.0
// Stages: the chain of text stages of one document, from the decoded to the logical text.
//
//   decoded ─▶ colours removed ─▶ lines unfolded or notation read ─▶ defanged addresses as they are
//   meant ─▶ logical      without a layout: no stage
//
// Guarded by tests/document/document_test.cc and tests/render/sgr_test.cc, which cut every text
// everywhere.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lines/text_stage.h"
#include "linkspan/layout.h"

namespace linkspan::document {

// The functions are those of lines::TextStage.
class Stages {
 public:
  // Begins a document.
  void begin(const Layout& layout, lines::Quotes quotes);

  // Is the logical text the decoded text?
  bool empty() const { return stages_.empty(); }

  // The text lives until the next call of either.
  std::string_view feed(std::string_view decoded);
  std::string_view finish();

  void append_pieces(Range logical, std::vector<Range>& decoded) const;
  uint64_t source_of(uint64_t logical) const;
  void release_before(uint64_t logical);

  // By the last stage.
  bool is_changed(Range logical) const {
    return !stages_.empty() && stages_.back().stage->is_changed(logical);
  }
  // By the stage that joins lines, the last or the one before the refanger.
  bool is_joined(Range logical) const;

  // By any stage.
  bool is_quoted(uint64_t logical) const;

 private:
  struct Stage {
    std::unique_ptr<lines::TextStage> stage;
    std::string text;  // that it returned last
  };
  std::vector<Stage> stages_;
};

}  // namespace linkspan::document
