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
  Answer joins_next_line();
  bool fills_attribute() const;
  bool closes_quote_of_its_own() const;
  bool closes_what_opened_before() const;
  bool is_too_short() const;
};

Progress TailPhase::advance() {
  if (candidate().tail_has_stopped) return settle();
  switch (tail().advance(window(), limit())) {
    case Tail::Outcome::need_more:
      return Progress::need_more;
    case Tail::Outcome::stopped:
      candidate().tail_has_stopped = true;
      return settle();
    case Tail::Outcome::over_limit:
      break;
  }
  if (is_too_short()) {
    return scan_.not_here(candidate().scheme_end + 1, Rejected::nothing_after_scheme);
  }
  ++scan_.links_cut;
  tail().fill(candidate().span.parts, candidate().begin);
  scan_.emit(tail().last_safe(), EndedBy::limit);
  scan_.phase = Phase::overflow;
  return Progress::done;
}

Progress TailPhase::settle() {
  const Answer is_joined = joins_next_line();
  if (is_joined == Answer::unknown) return Progress::need_more;
  if (is_joined == Answer::yes) return Progress::done;
  if (is_prose() && fills_attribute()) {
    tail().cut(tail().at());
  } else if (is_prose() && closes_quote_of_its_own()) {
    tail().cut(tail().last_safe() + 1);
  } else if (is_prose() && !closes_what_opened_before()) {
    const Peek next = window().peek(tail().last_safe());
    if (next.unknown()) return Progress::need_more;
    const uint64_t end =
        trim_in_prose(window(), candidate().begin, candidate().run_end, tail().last_safe());
    const bool is_code = config().profile == Profile::code;
    tail().cut(is_code ? trim_place_in_file(window(), candidate().run_end, end) : end);
  }
  if (is_too_short()) {
    return scan_.not_here(candidate().scheme_end + 1, Rejected::nothing_after_scheme);
  }
  tail().fill(candidate().span.parts, candidate().begin);
  if (candidate().span.kind == Kind::email) candidate().span.parts.path = Part();
  return scan_.end_link(tail().last_safe(), tail().at());
}

// "https://a.example/b-⏎c", "https://a.example/"⏎"b": is the link broken within its quotes? Then it
// is reported, joined.
Answer TailPhase::joins_next_line() {
  if (!is_prose() || candidate().span.kind == Kind::email || tail().quotes().closing == 0) {
    return Answer::no;
  }
  const Peek next = window().peek(tail().at());
  const bool ends_line = next.is('\n') || next.is('\r') || next.is(' ') || next.is('\t') ||
                         next.is(tail().quotes().closing);
  return ends_line ? report_joined_link(scan_, tail().at(), Divided::path) : Answer::no;
}

// <a href="https://a.example/b!!">: all text between the quotes of an attribute is the link.
bool TailPhase::fills_attribute() const {
  if (!is_on(ProseRule::quote_in_name)) return false;
  return tail().cause() == Tail::Cause::quote && candidate().begin >= window().begin + 2 &&
         window().byte(candidate().begin - 2) == '=';
}

// /wiki/'Salem's_Lot': does an apostrophe end the link that another opened in the same segment?
bool TailPhase::closes_quote_of_its_own() const {
  if (!is_on(ProseRule::quote_in_name)) return false;
  const uint64_t end = tail().last_safe();
  const bool may_close = end < tail().at() && window().byte(end) == '\'' &&
                         !scan_.quotes().closes('\'') && end > candidate().run_end;
  if (!may_close) return false;
  const std::string_view text = window().slice(std::max(candidate().run_end, window().begin), end);
  base::count_steps(text.size());
  const size_t segment = text.find_last_of("/=?#") + 1;
  const size_t opening = text.find('\'', segment);
  return opening != text.npos && (opening == segment || opening + 1 < text.size());
}

// Does the tail end at the partner of the quote or bracket right before the link? Then only
// punctuation is removed from its end: (https://a.example/b--)
bool TailPhase::closes_what_opened_before() const {
  if (tail().cause() == Tail::Cause::quote) return true;
  const Peek next = window().peek(tail().at());
  if (next.state != Peek::State::code_point || candidate().begin == window().begin) return false;
  const char32_t opener = unicode::link_bracket(next.code_point.value);
  return opener != 0 &&
         window().code_point_before(candidate().begin, window().begin).value == opener;
}

// A link without a host needs a tail.
bool TailPhase::is_too_short() const {
  if (candidate().host_is_empty) return tail().last_safe() <= candidate().run_end + 1;
  return !candidate().span.parts.host.present() && tail().last_safe() <= candidate().run_end;
}

}  // namespace

Progress gather_tail(ScanState& scan) { return TailPhase(scan).advance(); }

Progress skip_overflow(ScanState& scan) {
  if (scan.tail.advance(scan.window, Tail::kNoLimit) == Tail::Outcome::need_more)
    return Progress::need_more;
  return scan.continue_after(scan.tail.at());
}

}  // namespace linkspan::scan
