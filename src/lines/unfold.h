// SPDX-License-Identifier: Apache-2.0
// Unfolder: from physical lines to the text that was written, with the way back.
//
// Mail is sent in lines of some 70 characters. What was one paragraph comes as several lines
// (format=flowed, RFC 3676), what is quoted has `> ` before each of them, and some programs break
// links wherever the line is full:
//
//   > See https://example.org/ ⏎        flowed, DelSp=yes
//   > long/way for more ⏎        →      See https://example.org/long/way for more …
//
// The text goes on to the scanner as if nobody had broken it; pieces() then says for a range of it
// where its parts are in the text as it came. Nothing is invented: every byte of the unfolded text
// is a byte of the text as it came, and what is left out are breaks, the spaces of DelSp and
// prefixes.
//
// RFC 3676 is followed in full: quote depth (a paragraph ends where it changes, section 4.5),
// space-stuffing (4.4), the signature separator `-- ` (4.3). For quoted text that is not flowed
// there is no standard; what counts as a prefix is in line_start.h, and where a link in angle
// brackets is open, a name is a mark only if the line before has it too (open_link.h). A link that
// fills its line is joined with the next line only on evidence (Layout::wrapping, wrapped.h), and
// the join is marked.
//
// Calendars and enriched text, which are broken and marked up by rules of their own, go through
// content_lines.h and enriched.h instead. There a line feed or a space may stand for a character of
// the text as it came; everything else holds for them, too.
//
// Where colours are to be removed, they are before all else, by an SgrRemover.
//
// Memory: what is held back at the end of a line (below 1 KiB), and a few words for each line that
// release_before() has not let go of. Guarded by tests/lines_test.cc, which cuts every text
// everywhere.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "lines/content_lines.h"
#include "lines/enriched.h"
#include "lines/line_start.h"
#include "lines/open_link.h"
#include "lines/sgr_remover.h"
#include "lines/stretches.h"
#include "lines/wrapped.h"
#include "linkspan/layout.h"
#include "linkspan/linkspan.h"

namespace linkspan::lines {

class Unfolder {
 public:
  explicit Unfolder(const Layout& layout)
      : layout_(layout), has_plain_lines_(layout.has_plain_lines()) {}

  // Takes the next bytes of the text, UTF-8 cut anywhere, and appends to `unfolded` what they add
  // to the unfolded text.
  void feed(std::string_view text, std::string& unfolded);

  // The text ends here. A new one may begin, at offset 0 of both.
  void finish(std::string& unfolded);

  // Where a range of the unfolded text stands in the text as it came, in order, none of them empty.
  // REQUIRES: what has been given out and not released; before finish() and after it until the next
  // feed().
  void pieces(Range unfolded, std::vector<Range>& pieces) const;

  // Where the byte at this offset of the unfolded text stands in the text as it came; of the end of
  // what has been given out, where what comes next will begin, at the earliest.
  uint64_t source_of(uint64_t unfolded) const;

  // Is there a place in this range where a full line was joined with the next one?
  bool is_joined(Range unfolded) const;

  // No range before this offset of the unfolded text will be asked for any more.
  void release_before(uint64_t unfolded);

 private:
  void begin_anew();
  void take(std::string_view text, std::string& unfolded);
  uint64_t next_source() const;  // of what has not been given out
  bool takes_markup(std::string_view text, std::string& unfolded);
  bool finishes_markup(std::string& unfolded);
  // Both deal with the start of `text` and say how much of it; 0 if it does not say enough yet.
  size_t take_line_start(std::string_view text, Rest rest, std::string& unfolded);
  size_t take_content(std::string_view text, std::string& unfolded);
  void process(std::string_view text, Rest rest, std::string& unfolded);
  void emit(std::string_view text, uint64_t source, std::string& unfolded);
  void emit_held_space(std::string& unfolded);

  Layout layout_;
  bool has_plain_lines_;     // then no line waits for the next one
  SgrRemover sgr_remover_;   // before all else, where the layout says so
  std::string without_sgr_;  // what it gave
  ContentLines content_lines_;
  Enriched enriched_;
  enum class State : uint8_t {
    line_start,  // before the first line, or before the break that ends one
    in_line,
    finished,
  };
  State state_ = State::line_start;
  std::string held_;            // the start of a line that does not say enough yet
  uint64_t source_ = 0;         // offset in the text as it came: what has been dealt with
  bool space_is_held_ = false;  // flowed: the last byte of the line so far, source_ is after it
  unsigned depth_ = 0;          // of the line at hand
  std::string prefix_;          // of the line at hand
  OpenLink open_link_;
  LineTail tail_;
  Stretches stretches_;
  std::deque<uint64_t> joins_;  // offsets in the unfolded text
};

}  // namespace linkspan::lines
