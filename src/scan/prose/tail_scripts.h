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
  using Segment = TailState::Segment;

  Verdict take_wide_bracket();
  bool may_begin_text(char32_t code_point) const;
  Answer ends_before_next_link(char32_t code_point, uint64_t after);

  const Window& window_;
  TailState& state_;
};

}  // namespace linkspan::scan
