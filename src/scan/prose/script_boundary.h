// SPDX-License-Identifier: Apache-2.0
// Script boundaries: does a non-ASCII character continue the tail of a link, or begin the text
// after it? Its script decides, and the text after it (docs/rules.md, rule script_boundary).
//
//   ?q=python入門&hl=ja      part of the link, as the link continues after them
//   …/xを見て                 text after the link
//   …/abc🎉party             text after the link, from the picture on
//   …/a,还有                 text after the link, from the punctuation on
//
// Each function reads about forty characters at most, and returns unknown if the window ends
// before.
//
// Guarded by the corpus, the reference scanner and tests/scan/stream_test.cc.
#pragma once

#include <cstdint>

#include "scan/syntax/tail_state.h"
#include "scan/text/roles.h"
#include "scan/text/window.h"

namespace linkspan::scan {

bool is_word_character(char32_t code_point);  // letters, digits and marks
bool is_other_script(char32_t code_point);    // those that are not Latin

// ZERO WIDTH NON-JOINER and ZERO WIDTH JOINER, used between letters of some non-Latin scripts.
constexpr bool is_joiner(char32_t code_point) {
  return code_point == 0x200C || code_point == 0x200D;
}

// Is there a code point at `at` of this kind?
Answer stands_at(const Window& window, uint64_t at, bool (*is_one)(char32_t));

// Is there a letter, a digit or a mark at `at`? One of another script?
Answer word_stands_at(const Window& window, uint64_t at);
Answer other_script_stands_at(const Window& window, uint64_t at);

// Is [end - 3, end) an escape? %20
bool ends_escape(const Window& window, uint64_t begin, uint64_t end);

enum class Brackets : uint8_t { end, pass };  // fullwidth brackets

// Does the link continue after the non-Latin word or the pictures at `at`? It does in
// `?q=東京&hl=ja` and 報告.pdf; not in を見て and a space.
Answer continues_link(const Window& window, uint64_t at, Brackets brackets);

// Is the code point in the word that begins at `from`, and where?
struct FoundInWord {
  Answer answer;
  uint64_t at;  // if the answer is yes
};
FoundInWord find_in_word(const Window& window, uint64_t from, char32_t code_point);

// Does the next link begin at `at`, right after a letter or a mark? …或https://, …หรือwww., …،www.
Answer next_link_begins(const Window& window, uint64_t at);

class TailScripts {
 public:
  // Both outlive this.
  TailScripts(const Window& window, TailState& state) : window_(window), state_(state) {}

  // Decides about the code point at state.at, which has this role and ends at `after`. ASCII goes
  // to TailPunctuation.
  TailState::Verdict take(char32_t code_point, Role role, uint64_t after);

 private:
  using Verdict = TailState::Verdict;
  using Cause = TailState::Cause;
  using Letters = TailState::Letters;
  using Segment = TailState::Segment;

  Verdict take_wide_bracket();
  bool may_begin_text(char32_t code_point) const;
  Answer ends_before_next_link(char32_t code_point, uint64_t after);

  const Window& window_;
  TailState& state_;
};

}  // namespace linkspan::scan
