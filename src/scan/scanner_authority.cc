// SPDX-License-Identifier: Apache-2.0
// Authorities: what stands between `//` and the path (docs/scanning.md, section 3.1).

#include <string_view>

#include "automata/authority.h"
#include "automata/ip_literal.h"
#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/steps.h"
#include "scan/prose/script_boundary.h"
#include "scan/scanner.h"
#include "scan/scanner_shared.h"

namespace linkspan::scan {
namespace {

// In the order of ROOTS in src/CMakeLists.txt.
constexpr uint8_t kUserinfoRoot = 1 << 1;

// Schemes whose links always name a host.
bool needs_host(const Window& window, uint64_t begin, uint64_t colon) {
  for (const std::string_view name : {"http", "https", "ftp", "ws", "wss"}) {
    if (colon - begin == name.size() && window.holds(begin, name) == Answer::yes) return true;
  }
  return false;
}

// https://example.cn，邮箱：kf@example.cn, (https://example.de),(kf@example.de): is what stands
// before the `@` the text that goes on after a host? No user information has punctuation beyond
// ASCII, nor what closes the quote around the link, nor a comma or a bracket after a top-level
// domain.
bool goes_on_after_host(const Window& window, uint64_t begin, uint64_t at_sign,
                        const Quotes& quotes, const TopLevelDomains& tlds) {
  constexpr base::AsciiSet kEndsHost(",;()");
  uint64_t label = begin;
  for (uint64_t at = begin; at < at_sign;) {
    const base::CodePoint here = window.code_point(at);
    base::count_step();
    const char32_t c = here.value;
    if (c >= 0x80 ? !is_word_character(c) : quotes.closes(c)) return true;
    const bool may_end_host =
        c < 0x80 && label > begin && kEndsHost.contains(static_cast<uint8_t>(c));
    if (may_end_host && tlds.contains(window, label, at)) return true;
    if (c == '.') label = at + 1;
    at += here.length;
  }
  return false;
}

}  // namespace

Progress Scanner::gather_authority(const Window& window) {
  if (take_plain_host(window)) return Progress::done;
  for (;;) {
    if (!pass_ascii_of_authority(window)) break;
    const Peek next = window.peek(gathered_);
    if (next.unknown()) return Progress::need_more;
    if (next.state == Peek::State::end_of_text) break;
    base::count_step();
    if (is_hard(next.code_point.value)) break;
    const uint8_t length = next.code_point.length;
    const base::Dfa::State after =
        step_code_point(automata::kAuthority, state_, window, gathered_, length);
    if (after == base::Dfa::kDead) break;
    state_ = after;
    gathered_ += length;
  }
  return settle_authority(window);
}

// Goes on to the next character beyond ASCII, of which more is asked; false if the authority ends
// before. No character of ASCII that the automaton takes is hard.
bool Scanner::pass_ascii_of_authority(const Window& window) {
  uint64_t at = gathered_;
  base::Dfa::State after = state_;
  for (; at < window.end && window.byte(at) < 0x80; ++at) {
    after = automata::kAuthority.step(state_, window.byte(at));
    if (after == base::Dfa::kDead) break;
    if ((automata::kAuthority.accepts[after] & kUserinfoRoot) != 0) userinfo_end_ = at;
    state_ = after;
  }
  base::count_steps(at - gathered_);
  gathered_ = at;
  return after != base::Dfa::kDead;
}

Progress Scanner::settle_authority(const Window& window) {
  const uint64_t begin = candidate_.scheme_end + 3;
  if (gathered_ > limit()) return drop_up_to(gathered_, Rejected::too_long);
  const bool has_userinfo =
      userinfo_end_ != 0 &&
      (style() == Style::uts58 ||
       !goes_on_after_host(window, begin, userinfo_end_, candidate_.quotes, config_->tlds));
  if (has_userinfo) {
    const bool email_wins = config_->profile == Profile::uts58 &&
                            (window.holds(candidate_.begin, "http:") == Answer::yes ||
                             window.holds(candidate_.begin, "https:") == Answer::yes);
    if (email_wins) return drop_up_to(gathered_, Rejected::user_information_of_web);
    candidate_.span.parts.userinfo = part(begin, userinfo_end_);
  }
  const uint64_t host = has_userinfo ? userinfo_end_ + 1 : begin;
  const bool is_host = take_host(window, host);
  const bool takes_any_name = style() == Style::prose && !has_userinfo && gathered_ > host &&
                              (candidate_.scheme_form == SchemeForm::opaque ||
                               candidate_.scheme_form == SchemeForm::shaped);
  if ((!is_host || candidate_.host_is_empty) && takes_any_name) {  // facetime://+1999…, file://../x
    candidate_.host_is_empty = false;
    candidate_.host_end = candidate_.run_end = gathered_;
    run_.forget();
  } else if (!is_host) {
    return drop_up_to(gathered_, Rejected::no_host);
  }
  if (candidate_.host_is_empty && (has_userinfo || !may_have_empty_host(window))) {
    return not_here(candidate_.scheme_end + 1, Rejected::empty_host);
  }
  const Answer is_scheme = host_is_scheme(window, host);
  if (is_scheme == Answer::unknown) return Progress::need_more;
  if (is_scheme == Answer::yes) return not_here(candidate_.scheme_end + 1, Rejected::no_host);
  if (candidate_.run_end < gathered_ && window.byte(candidate_.run_end) == '@') {
    return drop_up_to(gathered_, Rejected::at_sign_after_host);
  }
  candidate_.span.parts.host = part(host, candidate_.host_end);
  phase_ = Phase::ending;
  return Progress::done;
}

// http://https://example.org
Answer Scanner::host_is_scheme(const Window& window, uint64_t host) const {
  if (style() == Style::uts58 || host > candidate_.run_end) return Answer::no;
  const std::string_view name = window.slice(host, candidate_.run_end);
  const bool is_name = name == "http" || name == "https";
  return is_name ? window.holds(candidate_.run_end, "://") : Answer::no;
}

// Finds the end of the host that begins at `begin`, which may be empty; false if it is none. All of
// the authority is in the window.
bool Scanner::take_host(const Window& window, uint64_t begin) {
  if (begin < gathered_ && window.byte(begin) == '[') return take_ip_literal(window, begin);
  run_.begin(begin, DomainRun::Use::host, style(), config_->tlds);
  run_.advance(window);
  candidate_.host_end = run_.end();
  candidate_.run_end = run_.run_end();
  candidate_.host_is_empty = run_.run_end() == begin;
  if (candidate_.host_is_empty) return true;
  if (style() == Style::prose && (is_glued_text(window) || window.byte(begin) == '-')) return false;
  if (style() == Style::prose && is_host_with_empty_label(window)) return false;
  const bool is_right = style() == Style::prose ? run_.is_host() : run_.is_domain();
  if (!is_right || run_.too_long()) return false;
  const bool may_be_encoded =
      style() == Style::prose && !needs_host(window, candidate_.begin, candidate_.scheme_end);
  if (may_be_encoded) take_padding(window);
  return true;
}

// thunder://QUFodHRwOi8v…WloWg==: a name in Base 64 takes what pads it to groups of four characters
// (RFC 4648, section 4).
void Scanner::take_padding(const Window& window) {
  constexpr uint64_t kGroup = 4;
  constexpr uint64_t kMostPadding = 2;
  constexpr uint64_t kShortest = 12;
  uint64_t end = candidate_.run_end;
  while (end < gathered_ && window.byte(end) == '=' && end - candidate_.run_end < kMostPadding) {
    ++end;
  }
  const uint64_t size = end - run_.run_begin();
  const bool is_over = end == gathered_ || !base::is_ascii_alphanumeric(window.byte(end));
  const bool is_padded = end > candidate_.run_end && is_over && run_.labels() == 1 &&
                         candidate_.host_end == candidate_.run_end && size >= kShortest &&
                         size % kGroup == 0;
  if (is_padded) candidate_.host_end = candidate_.run_end = end;
}

// http://example..com; but https://example.org...and
bool Scanner::is_host_with_empty_label(const Window& window) const {
  uint64_t at = run_.run_end();
  while (at < gathered_ && window.byte(at) == '.') ++at;
  base::count_steps(at - run_.run_end());
  return at >= run_.run_end() + 2 && at < gathered_ &&
         base::is_ascii_alphanumeric(window.byte(at)) &&
         !(run_.labels() >= 2 && run_.ends_with_top_level_domain(window));
}

// `以https://开头`: one label, in a script without spaces, and nothing after it, is no host but the
// text that goes on.
bool Scanner::is_glued_text(const Window& window) const {
  const Peek next = window.peek(run_.run_end());
  const char32_t first = window.code_point(run_.run_begin()).value;
  return run_.labels() == 1 && !next.is('/') && !next.is(':') &&
         script_kind_of(first) == ScriptKind::unspaced;
}

bool Scanner::take_ip_literal(const Window& window, uint64_t begin) {
  run_.forget();
  base::Dfa::State state = base::Dfa::kStart;
  for (uint64_t offset = begin; offset < gathered_; ++offset) {
    base::count_step();
    state = automata::kIpLiteral.step(state, window.byte(offset));
    if (state == base::Dfa::kDead) return false;
    if (automata::kIpLiteral.accepts[state] != 0) {
      candidate_.host_end = candidate_.run_end = offset + 1;
      return true;
    }
  }
  return false;
}

bool Scanner::may_have_empty_host(const Window& window) const {
  return window.has(candidate_.host_end, '/') &&
         !needs_host(window, candidate_.begin, candidate_.scheme_end);
}

}  // namespace linkspan::scan
