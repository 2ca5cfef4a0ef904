// SPDX-License-Identifier: Apache-2.0
// DomainPhase: a domain without a scheme, around a dot (docs/scanning.md, section 5).
//
//   see example.org now            a host; EndingPhase decides whether a reader takes it for a link
//   example.orgg, a+example.com    rejected: not a top-level domain, part of something else
//
// Guarded by tests/scan/domain_test.cc, the corpus and the reference scanner.

#include <algorithm>

#include "automata/prose_rules.h"
#include "base/ascii.h"
#include "base/steps.h"
#include "scan/fast/fast_path.h"
#include "scan/phases/phases.h"
#include "scan/prose/domain_context.h"
#include "scan/prose/dot_context.h"
#include "scan/prose/line_joint.h"
#include "scan/prose/prose_rules.h"
#include "scan/prose/run_start.h"
#include "scan/prose/script_boundary.h"
#include "scan/syntax/tlds.h"
#include "scan/text/roles.h"

namespace linkspan::scan {
namespace {

bool begins_with_www(const Window& window, const DomainPlaces& domain) {
  return domain.first_label_end - domain.begin == 3 &&
         window.holds(domain.begin, "www") == Answer::yes;
}

class DomainPhase : PhaseStep {
 public:
  using PhaseStep::PhaseStep;

  Progress begin();
  Progress advance();

 private:
  Progress begin_ipv4(uint64_t begin, uint64_t end);
  uint64_t start_of_plain_run() const;
  bool begins_plain_run(uint64_t begin, uint64_t floor) const;
  bool is_of_path(uint64_t begin, uint64_t& end) const;
  Progress begin_any_run();
  Progress begin_run(uint64_t begin);
  Progress settle();
  Rejected fault() const;
  bool is_linkable() const;
};

[[gnu::hot]] Progress DomainPhase::begin() {
  const uint64_t dot = memory().at;
  const bool is_ascii_dot = window().byte(dot) == '.';
  const uint8_t next = dot + 1 < window().end ? window().byte(dot + 1) : uint8_t{' '};
  const bool may_be_number = is_prose() && config().bare_domains && is_ascii_dot &&
                             base::is_ascii_digit(next) && dot > window().begin &&
                             base::is_ascii_digit(window().byte(dot - 1));
  if (may_be_number) {
    const DotContext context(window(), dot, memory().floor);
    uint64_t begin = 0;
    uint64_t end = 0;
    const Answer is_ipv4 = context.is_in_ipv4(begin, end);
    if (is_ipv4 == Answer::unknown) return Progress::need_more;
    if (is_ipv4 == Answer::yes) return begin_ipv4(begin, end);
    const Answer is_of_text = context.is_in_text(config().tlds, end);
    if (is_of_text == Answer::unknown) return Progress::need_more;
    if (is_of_text == Answer::yes) return scan_.not_here(end, Rejected::no_top_level_domain);
  }
  // PERF: most triggers of this kind are between plain labels.
  const bool is_plain = scan_.takes_fast_path() && is_ascii_dot && may_stand_in_plain_run(next);
  if (is_plain) {
    const uint64_t begin = start_of_plain_run();
    uint64_t end = 0;
    if (begin != kNowhere && is_of_path(begin, end)) {
      return scan_.not_here(end, Rejected::text_around);
    }
    if (begin != kNowhere) return begin_run(begin);
  }
  return begin_any_run();
}

// PERF: what start_of_run() gives if the label before the dot is plain ASCII; else kNowhere.
uint64_t DomainPhase::start_of_plain_run() const {
  const uint64_t dot = memory().at;
  const uint64_t floor = std::max(memory().floor, window().begin);
  const unsigned known =
      config().kernels.read_label_before(window().first_byte(), window().at(dot));
  const uint64_t size = std::min<uint64_t>(known, dot - floor);
  uint64_t begin = dot - size;
  if (size == 0 || known == kLongestPlainRun || !begins_plain_run(begin, floor)) return kNowhere;
  if (!is_prose()) return begin;
  const bool may_have_prefix = size > 3 && window().byte(dot - 4) == '-';  // ku-www.example.org
  if (may_have_prefix && is_after_www(window(), dot)) return kNowhere;
  while (window().byte(begin) == '_' || window().byte(begin) == '-') ++begin;  // _example.org_
  return begin < dot ? begin : kNowhere;
}

// Is a plain run that begins here part of a path, and is it one whole run that ends at `end`? PERF:
// the rest of it decides nothing; nearly half of the dots of mail that come here are in such.
bool DomainPhase::is_of_path(uint64_t begin, uint64_t& end) const {
  const bool may_be = is_in_path(window(), begin, memory().link_end()) &&
                      !base::is_ascii_digit(window().byte(begin)) && !scan_.explains();
  if (!may_be) return false;
  const uint64_t limit = std::min(window().end, begin + kLongestPlainRun);
  for (end = memory().at; end < limit && may_stand_in_plain_run(window().byte(end)); ++end) {
    const uint8_t here = window().byte(end);
    const bool goes_on = base::is_ascii_alphanumeric(here) && !base::is_ascii_upper(here);
    if (window().byte(end - 1) == '.' && !goes_on) return false;
  }
  base::count_steps(end - memory().at);
  return end < limit && window().byte(end) < 0x80;
}

// Does the run begin with the plain label [begin, memory.at)? In prose, a label in Latin letters
// begins where another script ends.
bool DomainPhase::begins_plain_run(uint64_t begin, uint64_t floor) const {
  if (begin <= floor) return true;
  const uint8_t last = window().byte(begin - 1);
  if (last < 0x80) return begins_run_after(last);
  const char32_t before = window().code_point_before(begin, floor).value;
  if (!is_run_character(before, style())) return true;
  const bool is_latin = base::is_ascii_letter(window().byte(memory().at - 1));
  if (!is_prose() || !is_latin) return false;
  const ScriptKind kind = script_kind_of(before);
  return is_label_dot(before) || (kind != ScriptKind::latin && kind != ScriptKind::neutral);
}

// Begins the run around the dot, whatever its characters are.
Progress DomainPhase::begin_any_run() {
  const uint64_t dot = memory().at;
  const bool is_ascii_dot = window().byte(dot) == '.';
  const uint64_t after = dot + window().code_point(dot).length;
  const Peek next = window().peek(after);
  if (next.unknown()) return Progress::need_more;
  const bool ends_run =
      next.state == Peek::State::end_of_text || !is_run_character(next.code_point.value, style());
  // PERF: most dots end a sentence. A run with one label is not a domain, whatever the label.
  if (ends_run || (is_prose() && is_ascii_dot && is_beside_dot(window(), dot))) {
    return scan_.not_here(after, Rejected::not_a_trigger);
  }
  uint64_t text_end = 0;
  const Answer is_of_text =
      is_prose() && is_ascii_dot
          ? DotContext(window(), dot, memory().floor).is_in_text(config().tlds, text_end)
          : Answer::no;
  if (is_of_text == Answer::unknown) return Progress::need_more;
  if (is_of_text == Answer::yes) return scan_.not_here(text_end, Rejected::no_top_level_domain);
  return begin_run(start_of_run(window(), dot, memory().floor, style()));
}

Progress DomainPhase::begin_run(uint64_t begin) {
  candidate().begin = begin;
  run().begin(begin, DomainRun::Use::domain, style(), config().tlds, config().plain_domains(),
              memory().tld_end);
  scan_.phase = Phase::domain;
  return advance();
}

Progress DomainPhase::begin_ipv4(uint64_t begin, uint64_t end) {
  if (!text_before_allows_domain(window(), begin, end, memory().link_end(), style())) {
    return scan_.not_here(end, Rejected::text_around);
  }
  scan_.begin_candidate(begin, Form::domain);
  run().forget();
  candidate().host_end = candidate().run_end = end;
  candidate().span.parts.host = part(begin, end);
  scan_.phase = Phase::ending;
  return settle_ending(scan_);
}

[[gnu::hot]] Progress DomainPhase::advance() {
  if (run().advance(window()) == Progress::need_more) return Progress::need_more;
  const uint64_t run_end = run().run_end();
  if (window().has(run_end, '@'))
    return scan_.not_here(run_end, Rejected::part_of_address_or_scheme);
  const Answer scheme = window().holds(run_end, "://");
  if (scheme == Answer::unknown) return Progress::need_more;
  if (scheme == Answer::yes) return scan_.not_here(run_end, Rejected::part_of_address_or_scheme);
  return settle();
}

Rejected DomainPhase::fault() const {
  if (!config().bare_domains) return Rejected::bare_domains_are_off;
  if (!is_linkable()) return Rejected::no_top_level_domain;
  if (is_prose() && run().middle_dots() == DomainRun::MiddleDots::several) {
    return Rejected::text_around;
  }
  if (run().found().first_label_end - run().run_begin() > kMaxFirstLabelBytes)
    return Rejected::too_long;
  // By UTS #58 alone, a `+` after the run makes it part of something else.
  const bool is_apart = (is_prose() || !window().has(run().run_end(), '+')) &&
                        text_before_allows_domain(window(), run().run_begin(), run().run_end(),
                                                  memory().link_end(), style());
  if (!is_apart) return Rejected::text_around;
  const bool is_rest = is_prose() &&
                       continues_unfinished_link(window(), run().run_begin(), config().tlds) &&
                       !begins_with_www(window(), run().places());
  return is_rest ? Rejected::text_around : Rejected::no;
}

// In prose, a third label may have an underscore before a path: my_shop.example.com/about
bool DomainPhase::is_linkable() const {
  if (is_linkable_domain(window(), run())) return true;
  return is_on(ProseRule::evidence) && is_prose() && !run().too_long() && run().is_host() &&
         run().found().labels >= 3 && tail_follows(window(), run().run_end()) &&
         run().ends_with_top_level_domain(window());
}

Progress DomainPhase::settle() {
  const bool may_be_emphasised = is_prose() && run().run_begin() > window().begin &&
                                 window().byte(run().run_begin() - 1) == '_';
  if (may_be_emphasised && !is_known_after_domain(window(), run().run_end())) {
    return Progress::need_more;
  }
  const Rejected reason = fault();
  // It may still be part of an address: a.b+c@example.com
  if (reason != Rejected::no) return scan_.not_here(run().run_end(), reason);
  if (is_prose()) {
    const Answer in_address = memory().no_at_sign.is_in_local_part(window(), run().run_end());
    if (in_address == Answer::unknown) return Progress::need_more;
    if (in_address == Answer::yes) {
      return scan_.not_here(run().run_end(), Rejected::part_of_address_or_scheme);
    }
  }
  const uint64_t begin = run().run_begin();
  scan_.begin_candidate(begin,
                        begins_with_www(window(), run().places()) ? Form::www : Form::domain);
  candidate().host_end = run().end();
  candidate().run_end = run().run_end();
  candidate().span.parts.host = part(begin, run().end());
  scan_.phase = Phase::ending;
  return settle_ending(scan_);
}

}  // namespace

[[gnu::hot]] Progress on_dot(ScanState& scan) { return DomainPhase(scan).begin(); }

Progress gather_domain(ScanState& scan) { return DomainPhase(scan).advance(); }

}  // namespace linkspan::scan
