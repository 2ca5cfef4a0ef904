// SPDX-License-Identifier: Apache-2.0
// Tail: where path, query and fragment end (docs/scanning.md, section 6; UTS #58, link
// termination).
//
// One step a code point; the stack of open brackets is why this is no automaton. It can stop and go
// on at any byte. In style prose the roles of characters are stricter, brackets count over the
// whole tail and only in pairs, and a change from ASCII to a script without spaces ends the link
// (docs/rules.md).
//
//   /wiki/Mars_(planet)), and   ends after `)`: the first closes what was opened
//   /a(b/c)                     uts58: before `)`, as `/` clears the stack; prose: after it
//   /guide[User guide]          uts58: after `[User`; prose: before `[`, which nothing closes
//
// Guarded by tests/exhaustive_test.cc, the corpus and the reference scanner.
#pragma once

#include <array>
#include <cstdint>

#include "linkspan/linkspan.h"
#include "scan/text/quotes.h"
#include "scan/text/roles.h"
#include "scan/text/window.h"

namespace linkspan::scan {

// Where the components of a tail begin, and where it ends: offsets in the whole text.
struct TailPlaces {
  static constexpr uint64_t kNowhere = UINT64_MAX;
  uint64_t begin = 0;
  uint64_t query_begin = kNowhere;  // after the `?`
  uint64_t fragment_begin = kNowhere;
  uint64_t end = 0;
};

// Component offsets from `link_begin`. A delimiter at or after the end begins nothing.
void fill_tail(Parts& parts, uint64_t link_begin, const TailPlaces& places);

class Tail {
 public:
  enum class Component : uint8_t { path, query, fragment };
  // What may be in it after a letter or a digit of ASCII. Matters in prose.
  enum class Letters : uint8_t { any, ascii };

  // Begins with `component` at `offset`. The delimiter that begins it (`/`, `?`, `#`) is part of
  // the text to come; an opaque path begins after its colon. A closing quote stops the tail like a
  // bracket that nothing opened.
  void begin(uint64_t offset, Component component, Style style, const Quotes& quotes,
             Letters letters = Letters::any);

  enum class Outcome : uint8_t { stopped, over_limit, need_more };

  // Goes on until the link has to stop, or would reach beyond `limit`; then last_safe() is where to
  // cut it, and the tail can go on to find where it would have stopped.
  Outcome advance(const Window& window, uint64_t limit);

  uint64_t at() const { return at_; }                // where it stopped
  uint64_t last_safe() const { return last_safe_; }  // where the link ends

  // Why it stopped, where the code point at at() does not tell.
  enum class Cause : uint8_t { code_point, quote, script, bracket };
  Cause cause() const { return cause_; }

  // The link ends earlier than the tail found. REQUIRES: begin <= end <= last_safe().
  void cut(uint64_t end) { last_safe_ = end; }

  // Component offsets from `link_begin`, as far as the link goes.
  void fill(Parts& parts, uint64_t link_begin) const {
    fill_tail(parts, link_begin, {begin_, query_begin_, fragment_begin_, last_safe_});
  }

 private:
  enum class Verdict : uint8_t { go_on, stop, need_more };
  // What the part of a path or query between two ASCII delimiters is made of so far.
  enum class Segment : uint8_t { empty, ascii, other };

  static constexpr unsigned kMaxOpen = 125;  // UTS #58
  // In prose a link goes back to the first bracket that is not closed, and the text after it is
  // read again; this limits how often.
  static constexpr unsigned kMaxOpenInProse = 8;
  unsigned max_open() const { return style_ == Style::prose ? kMaxOpenInProse : kMaxOpen; }
  struct Opener {
    char32_t bracket;
    Component component;  // after it
    Segment segment;
    uint64_t at;
    uint64_t safe_before;  // where the link ends if nothing closes it
  };

  // How far a tail was read that stopped with brackets open. The next link begins after the first
  // of them, and in all likelihood goes on to the second.
  struct Unclosed {
    uint64_t at = 0;
    uint64_t last_safe = 0;
    uint64_t query_begin = 0;
    uint64_t fragment_begin = 0;
    uint64_t name_quote_end = 0;
    Quotes quotes;
    Letters letters = Letters::any;
    Component component = Component::path;
    Segment segment = Segment::empty;
    bool may_be_topic : 1 = false;
    uint8_t count : 7 = 0;
  };

  void pass_plain(const Window& window, uint64_t limit);
  void pass_letters(const Window& window, uint64_t limit);
  Verdict take_syntax(const Window& window, char32_t code_point);
  Verdict take(char32_t code_point, Role role, uint64_t after);
  bool close(char32_t closer);
  bool is_of_syllable(const Window& window, char32_t code_point) const;
  void drop_unclosed();
  void take_over_what_was_read();
  Verdict stop_for(Cause cause) {
    cause_ = cause;
    return Verdict::stop;
  }

  // What a reader of prose sees in non-ASCII text (tail_scripts.cc).
  Verdict take_reading(const Window& window, char32_t code_point, Role role, uint64_t after);
  Verdict take_after_ascii(const Window& window, char32_t code_point);
  Verdict stop_unless(Answer goes_on);
  Answer text_begins(const Window& window, char32_t code_point, uint64_t after);
  Answer text_begins_after_slash(const Window& window, char32_t code_point, uint64_t after) const;
  Answer ends_before_next_link(const Window& window, char32_t code_point, uint64_t after);
  bool begins_next_words(const Window& window, char32_t code_point) const;
  bool cut_before_mention(const Window& window, char32_t code_point);
  bool ends_emphasis(const Window& window, char32_t code_point);
  bool turns_around(const Window& window, char32_t code_point) const;
  bool is_after_title_in_brackets(const Window& window, char32_t code_point) const;
  bool is_after_host() const;
  bool is_after_marks(const Window& window) const;
  bool is_counter_of_digits(const Window& window, char32_t code_point) const;

  // And in marks (tail_marks.cc).
  Verdict take_ascii_reading(const Window& window, char32_t code_point);
  Answer stops_at_mark(const Window& window, char32_t code_point);
  Answer stops_at_comma(const Window& window, char32_t comma) const;
  Answer is_between_fields(const Window& window, char32_t separator) const;
  Answer remark_follows(const Window& window) const;
  Answer closes_comment(const Window& window) const;
  Answer quote_closes_here(const Window& window, uint64_t after) const;
  Answer belongs_to_name(const Window& window, char32_t code_point, uint64_t after);
  Answer joins_values(const Window& window, uint64_t after) const;
  Answer opens_quote_in_name(const Window& window, char32_t closing, uint64_t after);
  bool cut_before_topic();
  bool end_before_next_link(const Window& window);

  uint64_t begin_ = 0;
  uint64_t at_ = 0;
  uint64_t last_safe_ = 0;
  uint64_t query_begin_ = kNowhere;  // after the `?`
  uint64_t fragment_begin_ = kNowhere;
  uint64_t name_quote_end_ = kNowhere;  // the mark that closes a quote within the link
  Quotes quotes_;
  Letters letters_ = Letters::any;
  Component component_ = Component::path;
  Style style_ = Style::uts58;
  Segment segment_ = Segment::empty;
  Cause cause_ = Cause::code_point;
  bool may_be_topic_ = false;  // the fragment begins with a non-ASCII character
  uint8_t open_count_ = 0;
  std::array<Opener, kMaxOpen> open_;  // NOLINT: filled as it is used
  Unclosed unclosed_;
  std::array<Opener, kMaxOpenInProse> unclosed_open_;  // NOLINT: as many as unclosed_.count
};

}  // namespace linkspan::scan
