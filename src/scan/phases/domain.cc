// SPDX-License-Identifier: Apache-2.0
// DomainPhase: a domain without a scheme, around a dot (docs/scanning.md, section 5).

#include "automata/prose_rules.h"
#include "base/ascii.h"
#include "scan/phases/phases.h"
#include "scan/prose/domain_context.h"
#include "scan/prose/dot_context.h"
#include "scan/prose/prose_rules.h"
#include "scan/prose/run_start.h"

namespace linkspan::scan {
namespace {

class DomainPhase : PhaseStep {
 public:
  using PhaseStep::PhaseStep;

  Progress begin();
  Progress advance();

 private:
  Progress begin_ipv4(uint64_t begin, uint64_t end);
  Progress settle();
  Rejected fault() const;
  bool is_linkable() const;
  bool is_beside_dot(const Peek& next) const;
};

Progress DomainPhase::begin() {
  const uint64_t dot = memory_.at;
  const bool is_ascii_dot = window_.byte(dot) == '.';
  const DotContext context(window_, dot, memory_.floor);
  const bool may_be_number = is_prose() && config_.bare_domains && is_ascii_dot &&
                             dot > window_.begin && base::is_ascii_digit(window_.byte(dot - 1));
  if (may_be_number) {
    uint64_t begin = 0;
    uint64_t end = 0;
    const Answer is_ipv4 = context.is_in_ipv4(begin, end);
    if (is_ipv4 == Answer::unknown) return Progress::need_more;
    if (is_ipv4 == Answer::yes) return begin_ipv4(begin, end);
  }
  // PERF: most triggers of this kind are between plain labels.
  const bool is_plain = scan_.takes_fast_path() && dot + 1 < window_.end && is_ascii_dot &&
                        may_stand_in_plain_run(window_.byte(dot + 1));
  if (is_plain && take_plain_domain(scan_)) return Progress::done;
  const uint64_t after = dot + window_.code_point(dot).length;
  const Peek next = window_.peek(after);
  if (next.unknown()) return Progress::need_more;
  const bool ends_run =
      next.state == Peek::State::end_of_text || !is_run_character(next.code_point.value, style());
  // PERF: most dots end a sentence. A run with one label is not a domain, whatever the label.
  if (ends_run || is_beside_dot(next)) return scan_.not_here(after, Rejected::not_a_trigger);
  const bool may_be_cut = is_prose() && is_beside_www(window_, dot);  // before a sentence
  if (is_plain && !may_be_cut) {
    const uint64_t run_end = end_of_plain_run_without_domain(window_, dot, config_.tlds);
    if (run_end != kNowhere) return scan_.not_here(run_end, Rejected::no_top_level_domain);
  }
  uint64_t text_end = 0;
  const Answer is_of_text =
      is_prose() && is_ascii_dot ? context.is_in_text(config_.tlds, text_end) : Answer::no;
  if (is_of_text == Answer::unknown) return Progress::need_more;
  if (is_of_text == Answer::yes) return scan_.not_here(text_end, Rejected::no_top_level_domain);
  const uint64_t begin = start_of_run(window_, dot, memory_.floor, style());
  scan_.begin_candidate(begin, Form::domain);
  run_.begin(begin, DomainRun::Use::domain, style(), config_.tlds, config_.plain_domains());
  scan_.phase = Phase::domain;
  return Progress::done;
}

Progress DomainPhase::begin_ipv4(uint64_t begin, uint64_t end) {
  if (!text_before_allows_domain(window_, begin, end, memory_.link_end(), style()))
    return scan_.not_here(end, Rejected::text_around);
  scan_.begin_candidate(begin, Form::domain);
  run_.forget();
  candidate_.host_end = candidate_.run_end = end;
  candidate_.span.parts.host = part(begin, end);
  scan_.phase = Phase::ending;
  return Progress::done;
}

// In prose, a dot beside another one or before a hyphen is not in a domain.
bool DomainPhase::is_beside_dot(const Peek& next) const {
  if (!is_prose() || window_.byte(memory_.at) != '.') return false;
  return next.is('.') || next.is('-') ||
         (memory_.at > window_.begin && window_.byte(memory_.at - 1) == '.');
}

Progress DomainPhase::advance() {
  if (run_.advance(window_) == Progress::need_more) return Progress::need_more;
  const uint64_t run_end = run_.run_end();
  if (window_.has(run_end, '@'))
    return scan_.not_here(run_end, Rejected::part_of_address_or_scheme);
  const Answer scheme = window_.holds(run_end, "://");
  if (scheme == Answer::unknown) return Progress::need_more;
  if (scheme == Answer::yes) return scan_.not_here(run_end, Rejected::part_of_address_or_scheme);
  return settle();
}

Rejected DomainPhase::fault() const {
  if (!config_.bare_domains) return Rejected::bare_domains_are_off;
  if (!is_linkable()) return Rejected::no_top_level_domain;
  if (run_.first_label_end() - run_.run_begin() > kMaxFirstLabelBytes) return Rejected::too_long;
  // By UTS #58 alone, a `+` after the run makes it part of something else.
  const bool is_apart = (is_prose() || !window_.has(run_.run_end(), '+')) &&
                        text_before_allows_domain(window_, run_.run_begin(), run_.run_end(),
                                                  memory_.link_end(), style());
  return is_apart ? Rejected::no : Rejected::text_around;
}

// In prose, a third label may have an underscore before a path: my_shop.example.com/about
bool DomainPhase::is_linkable() const {
  if (is_linkable_domain(window_, run_)) return true;
  return is_on(ProseRule::underscore) && is_prose() && !run_.too_long() && run_.is_host() &&
         run_.labels() >= 3 && tail_follows(window_, run_.run_end()) &&
         run_.ends_with_top_level_domain(window_);
}

Progress DomainPhase::settle() {
  const Rejected reason = fault();
  // It may still be part of an address: a.b+c@example.com
  if (reason != Rejected::no) return scan_.not_here(run_.run_end(), reason);
  if (is_prose()) {
    const Answer in_address = memory_.no_at_sign.is_in_local_part(window_, run_.run_end());
    if (in_address == Answer::unknown) return Progress::need_more;
    if (in_address == Answer::yes) {
      return scan_.not_here(run_.run_end(), Rejected::part_of_address_or_scheme);
    }
  }
  const uint64_t begin = run_.run_begin();
  if (begins_with_www(window_, run_.places())) candidate_.span.form = Form::www;
  candidate_.host_end = run_.end();
  candidate_.run_end = run_.run_end();
  candidate_.span.parts.host = part(begin, run_.end());
  scan_.phase = Phase::ending;
  return Progress::done;
}

}  // namespace

Progress on_dot(ScanState& scan) { return DomainPhase(scan).begin(); }

Progress gather_domain(ScanState& scan) { return DomainPhase(scan).advance(); }

}  // namespace linkspan::scan
