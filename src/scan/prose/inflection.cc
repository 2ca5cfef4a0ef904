// SPDX-License-Identifier: Apache-2.0
#include "scan/prose/inflection.h"

#include "automata/case_endings.h"
#include "base/dfa.h"
#include "base/steps.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

// Does the word before `end` end there?
Answer word_ends(const Window& window, uint64_t end) {
  const Peek next = window.peek(end);
  if (next.unknown()) return Answer::unknown;
  if (next.state == Peek::State::end_of_text) return Answer::yes;
  const unicode::Properties properties = unicode::properties(next.code_point.value);
  const bool continues = properties.is_letter() || properties.is_digit() || next.is('/') ||
                         next.is('-') || next.is('_') || next.is('~');
  return continues ? Answer::no : Answer::yes;
}

// Is it a case ending after this character?
bool is_ending_after(char mark, std::string_view letters) {
  const int after_mark = automata::kCaseEndings.step(0, static_cast<uint8_t>(mark));
  return automata::kCaseEndings.find(letters, after_mark) != 0;
}

}  // namespace

Answer case_ending_follows(const Window& window, uint64_t mark) {
  int state = 0;
  for (uint64_t at = mark; state != base::WordDfa::kNone; ++at) {
    base::count_step();
    const Answer ends =
        automata::kCaseEndings.value[state] != 0 ? word_ends(window, at) : Answer::no;
    if (ends != Answer::no) return ends;
    if (at >= window.end) return window.complete() ? Answer::no : Answer::unknown;
    state = automata::kCaseEndings.step(state, window.byte(at));
  }
  return Answer::no;
}

bool is_cyrillic_ending(std::string_view letters) { return is_ending_after('-', letters); }

bool is_particle(std::string_view word) { return is_ending_after('/', word); }

}  // namespace linkspan::scan
