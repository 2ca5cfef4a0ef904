// SPDX-License-Identifier: Apache-2.0
// DomainPhase: a domain without a scheme, around a dot (docs/scanning.md, section 5).
//
//   see example.org now            a host; EndingPhase decides whether a reader takes it for a link
//   example.orgg, a+example.com    rejected: not a top-level domain, part of something else
//
// Guarded by tests/domain_test.cc, the corpus and the reference scanner.

#include <algorithm>

#include "automata/prose_rules.h"
#include "base/ascii.h"
#include "base/steps.h"
#include "scan/phases/phases.h"
#include "scan/prose/domain_context.h"
#include "scan/prose/prose_rules.h"
#include "scan/prose/run_start.h"
#include "scan/prose/script_boundary.h"
#include "scan/syntax/tlds.h"
#include "scan/text/roles.h"
#include "scan/trigger/fast_path.h"

namespace linkspan::scan {
namespace {

// A dot that may be part of something other than a domain (docs/rules.md).
class DotContext {
 public:
  // Nothing before `floor` is read.
  DotContext(const Window& window, uint64_t dot, uint64_t floor)
      : window_(window), dot_(dot), floor_(floor) {}

  // 192.168.1.1/admin, 10.0.0.1:8080: are there four numbers around the dot, from `begin` to `end`,
  // with a path, a query or a port after them? (10.0.0.0/8 is a network.)
  Answer is_in_ipv4(uint64_t& begin, uint64_t& end) const;

  // 2.0.1版本的example.org, 1.打开www.example.cn, 注册了.进example.cn: does text in a script
  // without spaces follow the dot, up to `end`? Either the dot is in a number, or a label in
  // another script follows that text. REQUIRES: an ASCII dot.
  Answer is_in_text(const TopLevelDomains& tlds, uint64_t& end) const;

 private:
  bool may_end_item() const;

  const Window& window_;
  uint64_t dot_;
  uint64_t floor_;
};

// Is the path that begins at `at` only one or two digits, as in 10.0.0.0/8?
Answer is_size_of_network(const Window& window, uint64_t at) {
  constexpr uint64_t kMostDigits = 2;
  uint64_t end = at;
  while (end < window.end && end - at < kMostDigits && base::is_ascii_digit(window.byte(end)))
    ++end;
  const Peek next = window.peek(end);
  if (next.unknown()) return Answer::unknown;
  const bool is_longer = next.state == Peek::State::code_point && !is_hard(next.code_point.value) &&
                         (base::is_ascii_alphanumeric(next.code_point.value) || next.is('/'));
  return end > at && !is_longer ? Answer::yes : Answer::no;
}

// Does an ASCII label with a dot after it follow the letters of another script at `end`? Moves
// `end` to the label.
Answer host_begins_after_text(const Window& window, uint64_t& end) {
  constexpr unsigned kMostLetters = 32;
  constexpr unsigned kMostOfLabel = 64;
  Peek next = window.peek(end);
  for (unsigned i = 0; i < kMostLetters; ++i) {
    const bool is_letter = next.state == Peek::State::code_point && next.code_point.value >= 0x80 &&
                           is_word_character(next.code_point.value);
    if (!is_letter) break;
    base::count_step();
    next = window.peek(end += next.code_point.length);
  }
  uint64_t label_end = end;
  for (unsigned i = 0; i < kMostOfLabel; ++i) {
    const bool is_of_label = next.state == Peek::State::code_point &&
                             (base::is_ascii_alphanumeric(next.code_point.value) || next.is('-'));
    if (!is_of_label) break;
    base::count_step();
    next = window.peek(++label_end);
  }
  if (next.unknown()) return Answer::unknown;
  if (label_end == end || !next.is('.') || window.has(end, '-')) return Answer::no;
  return stands_at(window, label_end + 1,
                   [](char32_t c) { return base::is_ascii_alphanumeric(c); });
}

Answer DotContext::is_in_ipv4(uint64_t& begin, uint64_t& end) const {
  if (!is_on(ProseRule::ipv4)) return Answer::no;
  constexpr unsigned kNumbers = 4;
  constexpr uint64_t kMostDigits = 3;
  const uint64_t floor = std::max(floor_, window_.begin);
  begin = dot_;
  while (begin > floor && base::is_ascii_digit(window_.byte(begin - 1))) {
    if (dot_ - --begin > kMostDigits) return Answer::no;
  }
  const bool is_apart = begin == floor || !may_stand_in_plain_run(window_.byte(begin - 1));
  if (!is_apart) return Answer::no;
  end = begin;
  for (unsigned number = 0; number < kNumbers; ++number) {
    if (number > 0 && !window_.has(end++, '.')) return Answer::no;
    const uint64_t digits = end;
    unsigned value = 0;
    while (end < window_.end && end - digits < kMostDigits &&
           base::is_ascii_digit(window_.byte(end))) {
      value = value * 10 + (window_.byte(end++) - '0');
    }
    base::count_steps(end - digits);
    if (end == window_.end && !window_.complete()) return Answer::unknown;
    if (end == digits || value > 255) return Answer::no;
  }
  if (!tail_follows(window_, end)) {
    return window_.has(end, ':') && window_.peek(end + 1).unknown() ? Answer::unknown : Answer::no;
  }
  return window_.has(end, '/') ? opposite(is_size_of_network(window_, end + 1)) : Answer::yes;
}

Answer DotContext::is_in_text(const TopLevelDomains& tlds, uint64_t& end) const {
  if (!is_on(ProseRule::dot_of_text)) return Answer::no;
  constexpr uint64_t kLongestNumber = 12;
  if (dot_ == window_.begin) return Answer::no;
  const bool is_after_digit = base::is_ascii_digit(window_.byte(dot_ - 1));
  uint64_t last_part = dot_ + 1;
  Peek next = window_.peek(end = last_part);
  while (is_after_digit && end <= dot_ + kLongestNumber && next.state == Peek::State::code_point &&
         (base::is_ascii_digit(next.code_point.value) || (next.is('.') && end > last_part))) {
    base::count_step();
    if (next.is('.')) last_part = end + 1;
    next = window_.peek(++end);
  }
  if (next.unknown()) return Answer::unknown;
  const bool is_text = next.state == Peek::State::code_point &&
                       is_other_script(next.code_point.value) &&
                       script_kind_of(next.code_point.value) == ScriptKind::unspaced;
  if (!is_text) return Answer::no;
  if (end > last_part) {
    return tlds.contains(window_, last_part, end) ? Answer::no : Answer::yes;
  }
  if (last_part > dot_ + 1) return Answer::no;
  return may_end_item() ? host_begins_after_text(window_, end) : Answer::no;
}

// Does a number of one or two digits, a letter, or a script without spaces precede the dot?
bool DotContext::may_end_item() const {
  const uint64_t floor = window_.back_to(dot_, floor_, 8);
  const auto before = [&](uint64_t at) {
    return at > floor ? window_.code_point_before(at, floor).value : U' ';
  };
  const char32_t last = before(dot_);
  if (last >= 0x80) return script_kind_of(last) == ScriptKind::unspaced;
  if (!base::is_ascii_alphanumeric(last)) return false;
  const bool are_two = base::is_ascii_digit(last) && base::is_ascii_digit(before(dot_ - 1));
  const char32_t first = before(dot_ - (are_two ? 2 : 1));
  return first >= 0x80 || !may_stand_in_plain_run(static_cast<uint8_t>(first));
}

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
                             dot > window_.begin && base::is_ascii_digit(window_.byte(dot - 1)) &&
                             dot + 1 < window_.end && base::is_ascii_digit(window_.byte(dot + 1));
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
  if (!text_before_allows_domain(window_, begin, end, memory_.link_end(), style())) {
    return scan_.not_here(end, Rejected::text_around);
  }
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
