// SPDX-License-Identifier: Apache-2.0
// Unfolder: joins wrapped and quoted lines to the text without wrapping, and maps places back.
//
// Mail is sent in lines of some 70 characters. A paragraph becomes several lines (format=flowed,
// RFC 3676), quoted lines begin with `> `, and some programs break links where the line is full:
//
//   > See https://example.org/ ⏎        flowed, DelSp=yes
//   > long/way for more ⏎        →      See https://example.org/long/way for more …
//
// The scanner receives the text without wrapping; pieces() maps a range of it to the input. Every
// byte of the unfolded text is a byte of the input; only breaks, the spaces of DelSp and prefixes
// are removed.
//
// RFC 3676 is followed in full: quote depth (a paragraph ends where it changes, section 4.5),
// space-stuffing (4.4), the signature separator `-- ` (4.3). There is no standard for quoted text
// that is not flowed; line_start.h defines its prefixes. While a link in angle brackets is open, a
// name is a mark only if the line before has it too (open_link.h). A link that fills its line is
// joined with the next line only on evidence (Layout::wrapping, wrapped.h), and the join is marked.
//
// Enriched text, which has its own rules for lines and markup, is read by enriched.h instead. There
// a line feed or a space may come from another character of the input. Calendars and other formats
// are notations (notation.h).
//
// Colours are removed by an SgrRemover, before.
//
// Memory: the text held back at the end of a line (below 1 KiB), and a few words for each line that
// release_before() has not released. Guarded by tests/document/lines_test.cc, which cuts every text
// everywhere.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "lines/enriched.h"
#include "lines/line_start.h"
#include "lines/open_link.h"
#include "lines/stretches.h"
#include "lines/text_stage.h"
#include "lines/wrapped.h"
#include "linkspan/layout.h"
#include "linkspan/linkspan.h"

namespace linkspan::lines {

class Unfolder final : public TextStage {
 public:
  explicit Unfolder(const Layout& layout, Quotes quotes = Quotes::not_noted)
      : layout_(layout),
        quotes_(quotes),
        has_plain_lines_(layout.has_plain_lines() && quotes == Quotes::not_noted) {}

  void feed(std::string_view text, std::string& unfolded) override;
  void finish(std::string& unfolded) override;
  void pieces(Range unfolded, std::vector<Range>& pieces) const override {
    stretches_.pieces(unfolded, pieces);
  }
  uint64_t source_of(uint64_t unfolded) const override;

  // Was a full line joined with the next one in this range?
  bool is_joined(Range unfolded) const override;

  // Whatever `quoting` of the layout says about the prefix.
  bool is_quoted(uint64_t unfolded) const override;

  void release_before(uint64_t unfolded) override;

 private:
  enum class Sign : uint8_t { unknown, absent, present };  // `>` in the prefix of a line
  void begin_anew();
  uint64_t next_source() const;  // of the text that was not returned yet
  bool takes_markup(std::string_view text, std::string& unfolded);
  bool finishes_markup(std::string& unfolded);
  // Both read the start of `text` and return the number of bytes; 0 if more text is needed.
  Sign quote_sign(std::string_view text, const LineStart& next, Rest rest) const;
  size_t take_line_start(std::string_view text, Rest rest, std::string& unfolded);
  size_t take_content(std::string_view text, std::string& unfolded);
  size_t take_wrapped_content(std::string_view content, std::string& unfolded);
  void process(std::string_view text, Rest rest, std::string& unfolded);
  void emit(std::string_view text, uint64_t source, std::string& unfolded);
  void emit_held_space(std::string& unfolded);
  void emit_border(std::string& unfolded);

  Layout layout_;
  Quotes quotes_;
  bool has_plain_lines_;  // no line waits for the next one
  Enriched enriched_;
  enum class State : uint8_t {
    line_start,  // before the first line, or before the break that ends one
    in_line,
    finished,
  };
  State state_ = State::line_start;
  std::string held_;            // the start of a line, too short to decide
  uint64_t source_ = 0;         // offset in the input up to which it was read
  bool space_is_held_ = false;  // flowed: the last byte of the line so far, source_ is after it
  std::string border_;          // of a table, at the end of the line so far; source_ is after it
  unsigned depth_ = 0;          // of the line at hand
  std::string prefix_;          // of the line at hand
  OpenLink open_link_;
  LineTail tail_;
  Stretches stretches_;
  std::deque<uint64_t> joins_;  // offsets in the unfolded text
  bool is_quoted_ = false;      // the line at hand; with Quotes::noted
  std::deque<Range> quoted_;    // of the unfolded text
};

}  // namespace linkspan::lines
