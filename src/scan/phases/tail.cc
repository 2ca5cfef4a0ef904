// SPDX-License-Identifier: Apache-2.0
// TailPhase: path, query and fragment (docs/scanning.md, section 6).
//
// Tail finds where the syntax ends; in prose the text around the link may end it earlier or later.
//
//   _https://example.org/a_         ends before the `_`, which closes emphasis
//   href="https://a.example/b!!"    ends at the quote: it is a whole attribute
//
// Guarded by the corpus and the reference scanner.

#include <algorithm>

#include "automata/prose_rules.h"
#include "base/steps.h"
#include "scan/phases/phases.h"
#include "scan/prose/link_end.h"
#include "scan/prose/prose_rules.h"

namespace linkspan::scan {
namespace {

class TailPhase : PhaseStep {
 public:
  using PhaseStep::PhaseStep;

  Progress advance();

 private:
  Progress settle();
  bool fills_attribute() const;
  bool closes_quote_of_its_own() const;
  bool closes_what_opened_before() const;
  bool is_too_short() const;
};

Progress TailPhase::advance() {
  switch (tail_.advance(window_, limit())) {
    case Tail::Outcome::need_more:
      return Progress::need_more;
    case Tail::Outcome::stopped:
      return settle();
    case Tail::Outcome::over_limit:
      break;
  }
  if (is_too_short()) {
    return scan_.not_here(candidate_.scheme_end + 1, Rejected::nothing_after_scheme);
  }
  ++scan_.links_cut;
  tail_.fill(candidate_.span.parts, candidate_.begin);
  scan_.emit(tail_.last_safe(), EndedBy::limit);
  scan_.phase = Phase::overflow;
  return Progress::done;
}

Progress TailPhase::settle() {
  if (is_prose() && fills_attribute()) {
    tail_.cut(tail_.at());
  } else if (is_prose() && closes_quote_of_its_own()) {
    tail_.cut(tail_.last_safe() + 1);
  } else if (is_prose() && !closes_what_opened_before()) {
    const Peek next = window_.peek(tail_.last_safe());
    if (next.unknown()) return Progress::need_more;
    if (next.is(' ') && window_.peek(tail_.last_safe() + 1).unknown()) return Progress::need_more;
    const uint64_t end =
        trim_in_prose(window_, candidate_.begin, candidate_.run_end, tail_.last_safe());
    const bool is_code = config_.profile == Profile::code;
    tail_.cut(is_code ? trim_place_in_file(window_, candidate_.run_end, end) : end);
  }
  if (is_too_short()) {
    return scan_.not_here(candidate_.scheme_end + 1, Rejected::nothing_after_scheme);
  }
  tail_.fill(candidate_.span.parts, candidate_.begin);
  if (candidate_.span.kind == Kind::email) candidate_.span.parts.path = Part();
  return scan_.end_link(tail_.last_safe(), tail_.at());
}

// <a href="https://a.example/b!!">: all text between the quotes of an attribute is the link.
bool TailPhase::fills_attribute() const {
  if (!is_on(ProseRule::attribute)) return false;
  return tail_.cause() == Tail::Cause::quote && candidate_.begin >= window_.begin + 2 &&
         window_.byte(candidate_.begin - 2) == '=';
}

// /wiki/'Salem's_Lot': does an apostrophe end the link that another opened in the same segment?
bool TailPhase::closes_quote_of_its_own() const {
  if (!is_on(ProseRule::own_quote)) return false;
  const uint64_t end = tail_.last_safe();
  const bool may_close = end < tail_.at() && window_.byte(end) == '\'' &&
                         !candidate_.quotes.closes('\'') && end > candidate_.run_end;
  if (!may_close) return false;
  const std::string_view text = window_.slice(std::max(candidate_.run_end, window_.begin), end);
  base::count_steps(text.size());
  const size_t segment = text.find_last_of("/=?#") + 1;
  const size_t opening = text.find('\'', segment);
  return opening != text.npos && (opening == segment || opening + 1 < text.size());
}

// Does the tail end at the partner of the quote or bracket right before the link? Then only
// punctuation is removed from its end: (https://a.example/b--)
bool TailPhase::closes_what_opened_before() const {
  if (tail_.cause() == Tail::Cause::quote) return true;
  const Peek next = window_.peek(tail_.at());
  if (next.state != Peek::State::code_point || candidate_.begin == window_.begin) return false;
  const char32_t opener = unicode::link_bracket(next.code_point.value);
  return opener != 0 && window_.code_point_before(candidate_.begin, window_.begin).value == opener;
}

// A link without a host needs a tail.
bool TailPhase::is_too_short() const {
  if (candidate_.host_is_empty) return tail_.last_safe() <= candidate_.run_end + 1;
  return !candidate_.span.parts.host.present() && tail_.last_safe() <= candidate_.run_end;
}

}  // namespace

Progress gather_tail(ScanState& scan) { return TailPhase(scan).advance(); }

Progress skip_overflow(ScanState& scan) {
  constexpr uint64_t kNoLimit = UINT64_MAX;
  if (scan.tail.advance(*scan.window, kNoLimit) == Tail::Outcome::need_more)
    return Progress::need_more;
  return scan.continue_after(scan.tail.at());
}

}  // namespace linkspan::scan
