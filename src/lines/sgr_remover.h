// SPDX-License-Identifier: Apache-2.0
// SgrRemover: removes the escape sequences that colour a text (base/sgr.h) and characters that are
// printed over, as nroff and mandoc print bold and underlined text, and maps places back.
//
//   ESC[1mhttps://ESC[31mexampleESC[m.org   →   https://example.org, in three pieces
//   e BS e x BS x, _ BS e _ BS x            →   ex, ex
//   ESC[2J                                  →   stays, as it is not SGR
//
// Guarded by tests/render/sgr_test.cc, which cuts every text everywhere.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "lines/stretches.h"
#include "lines/text_stage.h"
#include "linkspan/linkspan.h"

namespace linkspan::lines {

class SgrRemover final : public TextStage {
 public:
  void feed(std::string_view text, std::string& out) override;
  void finish(std::string& out) override;
  void pieces(Range range, std::vector<Range>& pieces) const override {
    stretches_.pieces(range, pieces);
  }
  uint64_t source_of(uint64_t offset) const override {
    return offset < stretches_.end() ? stretches_.source_of(offset) : source_;
  }
  void release_before(uint64_t offset) override { stretches_.release_before(offset); }

 private:
  void begin_anew();
  std::string_view process(std::string_view text, base::Text extent, std::string& out);
  void emit(std::string_view text, std::string& out);
  void skip(std::string_view& text, size_t bytes);

  std::string held_;     // perhaps the start of a sequence, or printed over
  uint64_t source_ = 0;  // offset in the input up to which it was read
  bool is_finished_ = false;
  Stretches stretches_;
};

}  // namespace linkspan::lines
