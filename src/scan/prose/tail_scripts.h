// SPDX-License-Identifier: Apache-2.0
// TailScripts: does a non-ASCII character continue the tail of a link, or begin the text after it
// (docs/rules.md)?
//
// Guarded by the corpus and the reference scanner.
#pragma once

#include <cstdint>

#include "scan/syntax/tail_state.h"
#include "scan/text/roles.h"
#include "scan/text/window.h"

namespace linkspan::scan {

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
  using Component = TailState::Component;
  using Segment = TailState::Segment;

  Answer text_begins(char32_t code_point, uint64_t after);
  bool is_after_title_in_brackets(char32_t code_point) const;
  Answer text_begins_after_slash(char32_t code_point, uint64_t after) const;
  Verdict take_after_ascii(char32_t code_point);
  Answer continues_in_script(char32_t code_point) const;
  Verdict stop_unless(Answer continues);
  Answer ends_before_next_link(char32_t code_point, uint64_t after);
  bool begins_next_words(char32_t code_point) const;
  bool is_after_host() const;
  bool is_after_punctuation() const;
  bool turns_around(char32_t code_point) const;
  bool is_counter_of_digits(uint64_t after) const;
  bool cut_before_mention(char32_t code_point);
  bool ends_emphasis(char32_t code_point);

  const Window& window_;
  TailState& state_;
};

}  // namespace linkspan::scan
