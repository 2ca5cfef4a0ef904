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
// Guarded by tests/scan/exhaustive_test.cc, the corpus and the reference scanner.
#pragma once

#include <array>
#include <cstdint>

#include "linkspan/linkspan.h"
#include "scan/syntax/split.h"
#include "scan/syntax/tail_state.h"
#include "scan/text/quotes.h"
#include "scan/text/roles.h"
#include "scan/text/window.h"

namespace linkspan::scan {

class Tail {
 public:
  using Component = TailState::Component;
  using Letters = TailState::Letters;
  using Cause = TailState::Cause;

  // Begins with `component` at `offset`, the place of its delimiter (`/`, `?`, `#`); an opaque path
  // begins after its colon. A closing quote stops the tail like a bracket without a partner.
  void begin(uint64_t offset, Component component, Style style, const Quotes& quotes,
             Letters letters = Letters::any);

  // To find where a link that was cut would have stopped.
  static constexpr uint64_t kNoLimit = UINT64_MAX;
  enum class Outcome : uint8_t { stopped, over_limit, need_more };

  // Reads until the link has to stop, or would be longer than `limit` allows. In the second case it
  // is cut at last_safe(), and another call finds where it would have stopped.
  Outcome advance(const Window& window, uint64_t limit);

  uint64_t at() const { return state_.at; }                // where it stopped
  uint64_t last_safe() const { return state_.last_safe; }  // where the link ends

  const Quotes& quotes() const { return state_.quotes; }  // of begin()

  // Why it stopped, if not because of the code point at at().
  Cause cause() const { return state_.cause; }

  // The link ends earlier than the tail found. REQUIRES: begin <= end <= last_safe().
  void cut(uint64_t end) { state_.last_safe = end; }

  // Sets component offsets from `link_begin`, up to the end of the link.
  void fill(Parts& parts, uint64_t link_begin) const {
    fill_tail(parts, link_begin,
              {state_.begin, state_.query_begin, state_.fragment_begin, state_.last_safe});
  }

 private:
  using Verdict = TailState::Verdict;
  using Segment = TailState::Segment;
  using Known = TailState::Known;

  static constexpr unsigned kMaxOpen = 125;  // UTS #58
  // In prose a link ends before the first bracket that is not closed, and the text after it is read
  // again; this limits how often.
  static constexpr unsigned kMaxOpenInProse = 8;
  unsigned max_open() const { return state_.style == Style::prose ? kMaxOpenInProse : kMaxOpen; }
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
    uint8_t count = 0;
  };

  void pass_plain(const Window& window, uint64_t limit);
  void pass_letters(const Window& window, uint64_t limit);
  Verdict take_syntax(const Window& window, char32_t code_point);
  Verdict take(char32_t code_point, Role role, uint64_t after);
  bool close(char32_t closer);
  bool is_of_syllable(const Window& window, char32_t code_point) const;
  void drop_unclosed();
  void take_over_what_was_read();
  TailState state_;
  std::array<Opener, kMaxOpen> open_;  // NOLINT: filled as it is used
  Unclosed unclosed_;
  std::array<Opener, kMaxOpenInProse> unclosed_open_;  // NOLINT: as many as unclosed_.count
};

}  // namespace linkspan::scan
