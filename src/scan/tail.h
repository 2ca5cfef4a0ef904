// Tail: where path, query and fragment end (docs/scanning.md, section 6; UTS #58, link termination).
//
// One step a code point; the stack of open brackets is why this is no automaton. It can stop and go on
// at any byte.
//
//   /wiki/Mars_(planet)), and   → ends behind `)`: the first closes what was opened
//   /a(b/c)                     → ends before `)`: `/` clears the stack
//
// Guarded by tests/tail_test.cc, the corpus and the reference scanner.
#pragma once

#include <array>
#include <cstdint>

#include "linkspan/linkspan.h"
#include "scan/quotes.h"
#include "scan/window.h"

namespace linkspan::scan {

class Tail {
 public:
  enum class Component : uint8_t { path, query, fragment };

  // Begins with `component` at `offset`. The delimiter that begins it (`/`, `?`, `#`) is part of the
  // text to come; an opaque path begins behind its colon. A closing quote stops the tail like a
  // bracket that nothing opened.
  void begin(uint64_t offset, Component component, const Quotes& quotes);

  enum class Outcome : uint8_t { stopped, over_limit, need_more };

  // Goes on until the link has to stop, or would reach beyond `limit`; then last_safe() is where to
  // cut it, and the tail can go on to find where it would have stopped.
  Outcome advance(const Window& window, uint64_t limit);

  uint64_t at() const { return at_; }                // where it stopped
  uint64_t last_safe() const { return last_safe_; }  // where the link ends
  bool at_closing_quote() const { return at_quote_; }

  // Component offsets from `link_begin`, as far as the link goes.
  void fill(Parts& parts, uint64_t link_begin) const;

 private:
  enum class Verdict : uint8_t { go_on, stop, need_more };
  static constexpr unsigned kMaxOpen = 125;
  static constexpr uint64_t kNowhere = UINT64_MAX;

  Verdict take_syntax(const Window& window, char32_t code_point);
  Verdict take(char32_t code_point, uint64_t behind);
  bool close(char32_t closer);

  uint64_t at_ = 0;
  uint64_t last_safe_ = 0;
  uint64_t path_begin_ = 0;
  uint64_t query_begin_ = kNowhere;  // behind the `?`
  uint64_t fragment_begin_ = kNowhere;
  Quotes quotes_;
  Component component_ = Component::path;
  bool at_quote_ = false;
  uint8_t open_count_ = 0;
  std::array<char32_t, kMaxOpen> open_;  // NOLINT: filled as it is used
};

}  // namespace linkspan::scan
