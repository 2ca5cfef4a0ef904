// SPDX-License-Identifier: Apache-2.0
// IriPhase: links of profile strict (docs/scanning.md, section 10).
//
// It steps the automaton of RFC 3987 and reports the longest match.
//
//   http://example.org/a[b   ends before the bracket
//   http://                  rejected: nothing follows the slashes
//
// Guarded by the corpus and the reference scanner.

#include "automata/iri.h"

#include "base/steps.h"
#include "scan/phases/phases.h"
#include "scan/syntax/split.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

// Does it end an IRI although `ucschar` has it? White space does, and a control that turns the
// direction of text (RFC 3987, section 4.1).
bool ends_iri(char32_t code_point) {
  const unicode::Properties properties = unicode::properties(code_point);
  return properties.is_white_space() || properties.is_bidi_control();
}

// Does the text before `end` end inside of `%41`? REQUIRES: it is longer than a scheme.
bool ends_in_triplet(const Window& window, uint64_t end) {
  return window.byte(end - 1) == '%' || window.byte(end - 2) == '%';
}

class IriPhase : PhaseStep {
 public:
  using PhaseStep::PhaseStep;

  Progress advance();

 private:
  Progress settle();
  void cut();
  bool is_too_short() const;
};

Progress IriPhase::advance() {
  for (;;) {
    const Peek next = window().peek(reading().at);
    if (next.unknown()) return Progress::need_more;
    if (next.state == Peek::State::end_of_text || ends_iri(next.code_point.value)) break;
    if (next.code_point.value == base::kIllFormed) break;
    base::count_step();
    const uint8_t length = next.code_point.length;
    const base::Dfa::State after =
        step_code_point(automata::kIri, reading().state, window(), reading().at, length);
    if (after == base::Dfa::kDead) break;
    reading().state = after;
    reading().at += length;
    const bool is_over = reading().at > limit() && !ends_in_triplet(window(), reading().at);
    if (is_over && scan_.phase == Phase::iri) cut();
    if (automata::kIri.accepts[reading().state] == 0) continue;
    reading().accepted = reading().at;
  }
  // This also skips text that could have become user information.
  if (scan_.phase == Phase::overflow) return scan_.continue_after(reading().at);
  return settle();
}

// Reports the link as far as the limit allows; the match continues.
void IriPhase::cut() {
  scan_.phase = Phase::overflow;
  if (is_too_short()) return;
  ++scan_.links_cut;
  candidate().span.parts = split_components(window().slice(candidate().begin, reading().accepted));
  scan_.emit(reading().accepted, EndedBy::limit);
}

bool IriPhase::is_too_short() const {
  const uint64_t colon = candidate().scheme_end;
  const bool has_slashes = window().holds(colon + 1, "//") == Answer::yes;
  return reading().accepted <= colon + (has_slashes ? 3 : 1);
}

Progress IriPhase::settle() {
  if (is_too_short()) {
    return scan_.not_here(candidate().scheme_end + 1, Rejected::nothing_after_scheme);
  }
  candidate().span.parts = split_components(window().slice(candidate().begin, reading().accepted));
  return scan_.end_link(reading().accepted, reading().accepted);
}

}  // namespace

Progress gather_iri(ScanState& scan) { return IriPhase(scan).advance(); }

}  // namespace linkspan::scan
