// SPDX-License-Identifier: Apache-2.0
// Tail: where path, query and fragment end (docs/scanning.md, section 6; UTS #58, link
// termination).
//
// It takes one step for each code point; because of the stack of open brackets it is not a finite
// automaton. It can stop and continue at any byte. In style prose the roles of characters are
// stricter, brackets count over the whole tail and only in pairs, and a change from ASCII to a
// script without spaces ends the link (docs/rules.md).
//
//   /wiki/Mars_(planet)), and   ends after the first `)`: the second has no partner
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

// The places of a tail and its components: offsets in the whole text.
struct TailPlaces {
  static constexpr uint64_t kNowhere = UINT64_MAX;
  uint64_t begin = 0;
  uint64_t query_begin = kNowhere;  // after the `?`
  uint64_t fragment_begin = kNowhere;
  uint64_t end = 0;
};

// Sets component offsets from `link_begin`. A delimiter at or after the end does not count.
void fill_tail(Parts& parts, uint64_t link_begin, const TailPlaces& places);

class Tail {
 public:
  enum class Component : uint8_t { path, query, fragment };
  // Which letters may follow an ASCII letter or digit. Matters in prose.
  enum class Letters : uint8_t { any, ascii };

  // Begins with `component` at `offset`, the place of its delimiter (`/`, `?`, `#`); an opaque path
  // begins after its colon. A closing quote stops the tail like a bracket without a partner.
  void begin(uint64_t offset, Component component, Style style, const Quotes& quotes,
             Letters letters = Letters::any);

  enum class Outcome : uint8_t { stopped, over_limit, need_more };

  // Reads until the link has to stop, or would be longer than `limit` allows. In the second case it
  // is cut at last_safe(), and another call finds where it would have stopped.
  Outcome advance(const Window& window, uint64_t limit);

  uint64_t at() const { return at_; }                // where it stopped
  uint64_t last_safe() const { return last_safe_; }  // where the link ends

  // Why it stopped, if not because of the code point at at().
  enum class Cause : uint8_t { code_point, quote, script, bracket };
  Cause cause() const { return cause_; }

  // The link ends earlier than the tail found. REQUIRES: begin <= end <= last_safe().
  void cut(uint64_t end) { last_safe_ = end; }

  // Sets component offsets from `link_begin`, up to the end of the link.
  void fill(Parts& parts, uint64_t link_begin) const {
    fill_tail(parts, link_begin, {begin_, query_begin_, fragment_begin_, last_safe_});
  }

 private:
  enum class Verdict : uint8_t { proceed, stop, need_more };
  // The characters so far of the part of a path or query between two ASCII delimiters.
  enum class Segment : uint8_t { empty, ascii, other };

  static constexpr unsigned kMaxOpen = 125;  // UTS #58
  // In prose a link ends before the first bracket that is not closed, and the text after it is read
  // again; this limits how often.
  static constexpr unsigned kMaxOpenInProse = 8;
  unsigned max_open() const { return style_ == Style::prose ? kMaxOpenInProse : kMaxOpen; }
  struct Opener {
    char32_t bracket;
    Component component;  // after it
    Segment segment;
    uint64_t at;
    uint64_t safe_before;  // where the link ends if nothing closes it
  };

  // The state of a tail that stopped with brackets open. The next link begins after the first of
  // them, and probably reaches the second in the same state.
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

  // Decisions of prose about non-ASCII characters (tail_scripts.cc),
  Verdict take_reading(const Window& window, char32_t code_point, Role role, uint64_t after);
  Verdict take_after_ascii(const Window& window, char32_t code_point);
  Verdict stop_unless(Answer continues);
  Answer text_begins(const Window& window, char32_t code_point, uint64_t after);
  Answer text_begins_after_slash(const Window& window, char32_t code_point, uint64_t after) const;
  Answer ends_before_next_link(const Window& window, char32_t code_point, uint64_t after);
  bool begins_next_words(const Window& window, char32_t code_point) const;
  bool cut_before_mention(const Window& window, char32_t code_point);
  bool ends_emphasis(const Window& window, char32_t code_point);
  bool turns_around(const Window& window, char32_t code_point) const;
  bool is_after_title_in_brackets(const Window& window, char32_t code_point) const;
  bool is_after_host() const;
  bool is_after_punctuation(const Window& window) const;
  bool is_counter_of_digits(const Window& window, char32_t code_point) const;

  // and about punctuation (tail_punctuation.cc).
  Verdict take_ascii_reading(const Window& window, char32_t code_point);
  Answer stops_at_punctuation(const Window& window, char32_t code_point);
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
  uint64_t name_quote_end_ = kNowhere;  // of the punctuation that closes a quote within the link
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
