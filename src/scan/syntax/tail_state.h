// SPDX-License-Identifier: Apache-2.0
// TailState: how far the tail of a link was read, and what is known of it. Tail (tail.h) keeps one;
// in prose TailScripts and TailPunctuation (scan/prose) decide with it.
#pragma once

#include <cstdint>

#include "scan/text/quotes.h"
#include "scan/text/roles.h"
#include "scan/text/window.h"

namespace linkspan::scan {

struct TailState {
  enum class Component : uint8_t { path, query, fragment };
  // Which letters may follow an ASCII letter or digit. Matters in prose.
  enum class Letters : uint8_t { any, ascii, with_backslashes };
  // Why the tail stopped, if not because of the code point at `at`.
  enum class Cause : uint8_t { code_point, quote, script, bracket };
  // The characters so far of the part of a path or query between two ASCII delimiters. Punctuation
  // of sentences is not a delimiter, and after another script, only those of the syntax are:
  // …/2020-가을-모임-2차, …/霍元甲_(2006年电影)
  enum class Segment : uint8_t { empty, ascii, other };
  // What the text before a link says is the same for each character of its tail: it is read once.
  enum class Known : uint8_t { unasked, no, yes };
  // What a code point does to the tail.
  enum class Verdict : uint8_t { proceed, stop, need_more };

  // The tail stops at `at`.
  Verdict stop_for(Cause the_cause) {
    cause = the_cause;
    return Verdict::stop;
  }

  uint64_t begin = 0;
  uint64_t at = 0;
  uint64_t last_safe = 0;              // where the link ends, if it ends here
  uint64_t query_begin = kNowhere;     // after the `?`
  uint64_t fragment_begin = kNowhere;  // after the `#`
  uint64_t name_quote_end = kNowhere;  // of the punctuation that closes a quote within the link
  uint64_t joined_until = 0;           // of words that U+200B divides
  Quotes quotes;
  Letters letters = Letters::any;
  Component component = Component::path;
  Style style = Style::uts58;
  Segment segment = Segment::empty;
  Cause cause = Cause::code_point;
  bool is_over_limit = false;  // the link was cut: its start may no longer be in the window
  uint8_t open_count = 0;      // of brackets
  Known is_first_field = Known::unasked;
  Known label_may_follow = Known::unasked;
  Known star_is_open = Known::unasked;
};

}  // namespace linkspan::scan
