// SPDX-License-Identifier: Apache-2.0
// Addresses: the local part before an `@`, and the domain after it (docs/scanning.md, section 4).

#include "automata/prose_rules.h"
#include "base/ascii.h"
#include "base/steps.h"
#include "scan/prose/local_context.h"
#include "scan/scanner.h"
#include "scan/scanner_shared.h"
#include "unicode/properties.h"

namespace linkspan::scan {

// mailto:bounce-0a1b…-anna=example.net@lists.example.org, in prose: is there an `@` after a local
// part that is longer than that of an address which stands alone? Then at_ is there, and all that
// begin_address looks at is known.
Answer Scanner::go_to_long_mailto(const Window& window) {
  if (style() != Style::prose) return Answer::no;
  const uint64_t begin = at_ + 1;
  uint64_t at = begin;
  while (at < window.end && at - begin <= kMaxMailtoLocalPartBytes) {
    const base::CodePoint next = window.code_point(at);
    if (next.length == 0) return Answer::unknown;
    if (!unicode::properties(next.value).is_link_email()) break;
    at += next.length;
    base::count_step();
  }
  if (at - begin > kMaxMailtoLocalPartBytes) return Answer::no;
  if (window.peek(at).unknown()) return Answer::unknown;
  if (at - begin <= kMaxLocalPartBytes || !window.has(at, '@')) return Answer::no;
  if (window.peek(at + 1).unknown()) return Answer::unknown;
  at_ = at;
  return Answer::yes;
}

// Where the local part before the `@` at at_ begins, by UTS #58.
uint64_t Scanner::local_part_begin(const Window& window) const {
  const uint64_t floor = window.back_to(at_, floor_, kMaxLocalPartBytes + 4);
  uint64_t begin = at_;
  while (begin > floor && at_ - begin <= kMaxLocalPartBytes) {
    const base::CodePoint before = window.code_point_before(begin, floor);
    if (!unicode::properties(before.value).is_link_email()) break;
    begin -= before.length;
    base::count_step();
  }
  return begin;
}

// The same in prose. After `mailto:` all of it is meant.
uint64_t Scanner::local_part_begin_in_prose(const Window& window, uint64_t from) const {
  const bool is_mailto = mailto_colon_ != kNowhere && mailto_colon_ + 1 == from;
  return is_mailto ? skip_what_begins_mailto(window, from, at_)
                   : scan::local_part_begin_in_prose(window, from, at_, config_->tlds);
}

Progress Scanner::on_at(const Window& window) {
  if (take_plain_address(window)) return Progress::done;
  return begin_address(window, local_part_begin(window), kMaxLocalPartBytes);
}

// `from`: where the local part begins by UTS #58; it has `most` bytes at most.
Progress Scanner::begin_address(const Window& window, uint64_t from, uint64_t most) {
  const bool is_prose = style() == Style::prose;
  if (is_prose && window.peek(at_ + 1).unknown()) return Progress::need_more;
  const uint64_t begin = is_prose ? local_part_begin_in_prose(window, from) : from;
  const uint8_t before = begin > window.begin ? window.byte(begin - 1) : 0;
  const bool is_channel = is_prose && before == '#';  // #channel@irc.example.net
  const bool is_part =
      before == '@' || is_channel ||
      (is_prose && (is_rest_of_something(window, from, begin) ||
                    leads_to_name(window, begin, at_) || is_after_invisible(window, begin)));
  const bool is_mailto = mailto_colon_ != kNowhere && mailto_colon_ + 1 == begin;
  begin_candidate(window, is_mailto ? mailto_begin_ : begin,
                  is_mailto ? Form::mailto : Form::address);
  candidate_.is_message_id =
      is_prose && (opens_message_id(window, begin) || continues_message_ids(window, begin) ||
                   begins_identifier(window, begin));
  candidate_.address_is_sound = !is_part && local_part_is_sound(window, begin, at_, most);
  candidate_.span.kind = Kind::email;
  candidate_.span.parts.userinfo = part(begin, at_);
  if (is_mailto) {
    candidate_.span.parts.scheme = part(mailto_begin_, mailto_colon_);
    const bool is_delimited = is_prose && opens_with_angle_bracket(window, mailto_begin_);
    if (is_delimited) candidate_.opening = Opening::angle_bracket;
  }
  run_.begin(at_ + 1, DomainRun::Use::domain, style(), config_->tlds, config_->plain_domains());
  phase_ = Phase::address;
  return Progress::done;
}

Progress Scanner::gather_address(const Window& window) {
  if (run_.advance(window) == Progress::need_more) return Progress::need_more;
  return settle_address(window);
}

// mailto:a@m%C3%BCller.example: a domain of which no more than the start is written plainly.
bool Scanner::rest_of_domain_is_escaped(const Window& window) const {
  const uint64_t percent = run_.run_end();
  return style() == Style::prose && window.has(percent, '%') && percent + 1 < window.end &&
         base::is_ascii_hex_digit(window.byte(percent + 1)) && window.byte(percent + 1) >= '8';
}

Rejected Scanner::fault_of_address(const Window& window) const {
  if (!config_->email) return Rejected::email_is_off;
  if (candidate_.is_message_id) return Rejected::message_id;
  if (!candidate_.address_is_sound) return Rejected::local_part;
  if (window.has(run_.run_end(), '@')) return Rejected::at_sign_after_host;
  const bool any_domain = candidate_.span.form == Form::mailto;
  if (any_domain && rest_of_domain_is_escaped(window)) return Rejected::no_top_level_domain;
  // Of a run that is too long, no more than its end is in the window.
  if (!run_.is_domain() || run_.too_long()) return Rejected::no_top_level_domain;
  const bool is_linkable = any_domain || domain_is_linkable(window) || has_special_use_name(window);
  return is_linkable ? Rejected::no : Rejected::no_top_level_domain;
}

// name@printer.local, имя@пример.испытание
bool Scanner::has_special_use_name(const Window& window) const {
  return style() == Style::prose && run_.labels() >= 2 &&
         config_->tlds.contains_special_use(window, run_.last_label(), run_.end());
}

Progress Scanner::settle_address(const Window& window) {
  const uint64_t begin = run_.run_begin();
  const bool any_domain = candidate_.span.form == Form::mailto;
  if (window.has(run_.run_end(), '%') && window.peek(run_.run_end() + 1).unknown()) {
    return Progress::need_more;
  }
  if (candidate_.is_message_id) message_id_end_ = run_.run_end();
  const Rejected fault = fault_of_address(window);
  if (fault != Rejected::no && style() == Style::prose) {
    // 見る@https://example.org/: what follows is not a domain but a scheme.
    const Answer scheme = window.holds(run_.run_end(), "://");
    if (scheme == Answer::unknown) return Progress::need_more;
    // Of a run that is too long, the start is not kept.
    if (scheme == Answer::yes) return not_here(run_.too_long() ? run_.run_end() : at_ + 1, fault);
  }
  if (fault != Rejected::no) return drop_up_to(run_.run_end(), fault);
  if (run_.end() > limit()) return drop_up_to(run_.run_end(), Rejected::too_long);
  if (style() == Style::prose) {
    const Answer harmless = harmless_dot_follows(window, run_.end());
    if (harmless == Answer::unknown) return Progress::need_more;
    if (harmless == Answer::yes) return drop_up_to(run_.run_end(), Rejected::text_around);
    const Answer has_path = path_follows_address(window, run_.end());
    if (has_path == Answer::unknown) return Progress::need_more;
    if (has_path == Answer::yes) {
      return drop_up_to(run_.run_end(), Rejected::path_after_address);
    }
  }
  candidate_.span.parts.host = part(begin, run_.end());
  if (any_domain && window.has(run_.end(), '?')) {
    begin_tail(run_.end(), Tail::Component::query);
    return Progress::done;
  }
  return give(window, run_.end(), run_.end());
}

// Is this one more in a row of message identifiers? `References: <a@b> <c@d>`, perhaps over several
// lines.
bool Scanner::continues_message_ids(const Window& window, uint64_t begin) const {
  constexpr uint64_t kReach = 16;
  const uint64_t floor = window.back_to(begin, message_id_end_, kReach);
  if (message_id_end_ == 0 || begin == floor || window.byte(begin - 1) != '<') return false;
  uint64_t at = begin - 1;
  while (at > floor &&
         (base::is_ascii_white_space(window.byte(at - 1)) || window.byte(at - 1) == ',')) {
    --at;
  }
  return at > floor && window.byte(at - 1) == '>' && at - 1 == message_id_end_;
}

// Are there two labels, the last one a top-level domain? In prose, a third may have an underscore
// before a path: my_shop.example.com/about
bool Scanner::domain_is_linkable(const Window& window) const {
  if (run_.too_long()) return false;
  const bool is_domain = run_.is_domain() && run_.labels() >= 2;
  const bool is_host = is_on(ProseRule::underscore) && style() == Style::prose &&
                       phase_ == Phase::domain && run_.is_host() && run_.labels() >= 3 &&
                       tail_follows(window, run_.run_end());
  return (is_domain || is_host) && run_.ends_with_top_level_domain(window);
}

// A path, a query, or a port.
bool Scanner::tail_follows(const Window& window, uint64_t end) const {
  return window.has(end, '/') || window.has(end, '?') ||
         (window.has(end, ':') && end + 1 < window.end &&
          base::is_ascii_digit(window.byte(end + 1)));
}

}  // namespace linkspan::scan
