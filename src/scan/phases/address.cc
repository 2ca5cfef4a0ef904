// SPDX-License-Identifier: Apache-2.0
// AddressPhase: the local part before an `@` and the domain after it (docs/scanning.md, section 4).
//
//   anna@example.org, mailto:anna@localhost   links; the second begins at the `mailto:` seen before
//   anna..b@example.org, anna@example         rejected: the local part, the domain
//
// Guarded by the corpus and the reference scanner.

#include "base/ascii.h"
#include "base/steps.h"
#include "scan/phases/phases.h"
#include "scan/prose/address_context.h"
#include "scan/prose/domain_context.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

// The start of the local part before the `@` at memory.at, by UTS #58.
uint64_t start_by_standard(const ScanState& scan) {
  const Window& window = *scan.window;
  const uint64_t at_sign = scan.memory.at;
  const uint64_t floor = window.back_to(at_sign, scan.memory.floor, kMaxLocalPartBytes + 4);
  uint64_t begin = at_sign;
  while (begin > floor && at_sign - begin <= kMaxLocalPartBytes) {
    const base::CodePoint before = window.code_point_before(begin, floor);
    if (!unicode::properties(before.value).is_link_email()) break;
    begin -= before.length;
    base::count_step();
  }
  return begin;
}

class AddressPhase : PhaseStep {
 public:
  using PhaseStep::PhaseStep;

  Progress begin(uint64_t from, uint64_t most);
  Progress advance();

 private:
  Progress settle();
  Rejected fault() const;
  bool rest_of_domain_is_escaped() const;
  bool has_known_domain() const { return is_linkable_domain(window_, run_); }
  bool has_special_use_name() const;
};

Progress AddressPhase::begin(uint64_t from, uint64_t most) {
  if (is_prose() && window_.peek(memory_.at + 1).unknown()) return Progress::need_more;
  const uint64_t begin = is_prose() ? start_of_local_part(scan_, from) : from;
  const uint8_t before = begin > window_.begin ? window_.byte(begin - 1) : 0;
  const bool is_channel = is_prose() && before == '#';  // #channel@irc.example.net
  const bool is_part = before == '@' || is_channel ||
                       (is_prose() && (is_rest_of_something(window_, from, begin) ||
                                       leads_to_name(window_, begin, memory_.at) ||
                                       is_after_invisible(window_, begin)));
  const bool is_mailto = memory_.is_after_mailto(begin);
  scan_.begin_candidate(is_mailto ? memory_.mailto_begin() : begin,
                        is_mailto ? Form::mailto : Form::address);
  candidate_.is_message_id =
      is_prose() && (opens_message_id(window_, begin) ||
                     continues_message_ids(window_, begin, memory_.message_id_end) ||
                     begins_identifier(window_, begin));
  candidate_.address_is_sound = !is_part && local_part_is_sound(window_, begin, memory_.at, most);
  candidate_.span.kind = Kind::email;
  candidate_.span.parts.userinfo = part(begin, memory_.at);
  if (is_mailto) {
    candidate_.span.parts.scheme = part(memory_.mailto_begin(), memory_.mailto_colon);
    const bool is_delimited =
        is_prose() && opens_with_angle_bracket(window_, memory_.mailto_begin());
    if (is_delimited) candidate_.opening = Opening::angle_bracket;
  }
  run_.begin(memory_.at + 1, DomainRun::Use::domain, style(), config_.tlds,
             config_.plain_domains());
  scan_.phase = Phase::address;
  return Progress::done;
}

Progress AddressPhase::advance() {
  if (run_.advance(window_) == Progress::need_more) return Progress::need_more;
  return settle();
}

// mailto:a@m%C3%BCller.example: a domain with percent-encoded bytes of non-ASCII characters.
bool AddressPhase::rest_of_domain_is_escaped() const {
  const uint64_t percent = run_.run_end();
  return is_prose() && window_.has(percent, '%') && percent + 1 < window_.end &&
         base::is_ascii_hex_digit(window_.byte(percent + 1)) && window_.byte(percent + 1) >= '8';
}

Rejected AddressPhase::fault() const {
  if (!config_.email) return Rejected::email_is_off;
  if (candidate_.is_message_id) return Rejected::message_id;
  if (!candidate_.address_is_sound) return Rejected::local_part;
  if (window_.has(run_.run_end(), '@')) return Rejected::at_sign_after_host;
  const bool any_domain = candidate_.span.form == Form::mailto;
  if (any_domain && rest_of_domain_is_escaped()) return Rejected::no_top_level_domain;
  // Only the end of a run that is too long is in the window.
  if (!run_.is_domain() || run_.too_long()) return Rejected::no_top_level_domain;
  const bool is_linkable = any_domain || has_known_domain() || has_special_use_name();
  return is_linkable ? Rejected::no : Rejected::no_top_level_domain;
}

// name@printer.local, имя@пример.испытание
bool AddressPhase::has_special_use_name() const {
  return is_prose() && run_.labels() >= 2 &&
         config_.tlds.contains_special_use(window_, run_.last_label(), run_.end());
}

Progress AddressPhase::settle() {
  const uint64_t begin = run_.run_begin();
  const bool any_domain = candidate_.span.form == Form::mailto;
  if (window_.has(run_.run_end(), '%') && window_.peek(run_.run_end() + 1).unknown()) {
    return Progress::need_more;
  }
  if (candidate_.is_message_id) memory_.message_id_end = run_.run_end();
  const Rejected reason = fault();
  if (reason != Rejected::no && is_prose()) {
    // 見る@https://example.org/: a scheme follows, not a domain.
    const Answer scheme = window_.holds(run_.run_end(), "://");
    if (scheme == Answer::unknown) return Progress::need_more;
    // The window no longer has the start of a run that is too long.
    if (scheme == Answer::yes)
      return scan_.not_here(run_.too_long() ? run_.run_end() : memory_.at + 1, reason);
  }
  if (reason != Rejected::no) return scan_.drop_up_to(run_.run_end(), reason);
  if (run_.end() > limit()) return scan_.drop_up_to(run_.run_end(), Rejected::too_long);
  if (is_prose()) {
    const Answer harmless = harmless_dot_follows(window_, run_.end());
    if (harmless == Answer::unknown) return Progress::need_more;
    if (harmless == Answer::yes) return scan_.drop_up_to(run_.run_end(), Rejected::text_around);
    const Answer has_path = path_follows_address(window_, run_.end());
    if (has_path == Answer::unknown) return Progress::need_more;
    if (has_path == Answer::yes) {
      return scan_.drop_up_to(run_.run_end(), Rejected::path_after_address);
    }
  }
  candidate_.span.parts.host = part(begin, run_.end());
  if (any_domain && window_.has(run_.end(), '?')) {
    scan_.begin_tail(run_.end(), Tail::Component::query);
    return Progress::done;
  }
  return scan_.end_link(run_.end(), run_.end());
}

}  // namespace

uint64_t start_of_local_part(const ScanState& scan, uint64_t from) {
  const Window& window = *scan.window;
  const uint64_t at_sign = scan.memory.at;
  if (scan.memory.is_after_mailto(from)) return skip_text_before_mailto(window, from, at_sign);
  return start_of_local_part(window, from, at_sign, scan.config->tlds);
}

Progress on_at(ScanState& scan) {
  if (take_plain_address(scan)) return Progress::done;
  return begin_address(scan, start_by_standard(scan), kMaxLocalPartBytes);
}

Progress begin_address(ScanState& scan, uint64_t from, uint64_t most) {
  return AddressPhase(scan).begin(from, most);
}

Progress gather_address(ScanState& scan) { return AddressPhase(scan).advance(); }

}  // namespace linkspan::scan
