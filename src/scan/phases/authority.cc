// SPDX-License-Identifier: Apache-2.0
// AuthorityPhase: the text between `//` and the path (docs/scanning.md, section 3.1).
//
// It reads all characters that an authority can have, and then finds the host among them.
//
//   https://anna@example.org:80/   user information, then a host; EndingPhase takes the port
//   https://example..com           rejected: no host, so no part of it is linked either
//
// Guarded by the corpus and the reference scanner.

#include "automata/authority.h"

#include <string_view>

#include "automata/ip_literal.h"
#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/steps.h"
#include "scan/phases/phases.h"
#include "scan/prose/script_boundary.h"
#include "scan/syntax/tlds.h"

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

// https://example.cn，邮箱：kf@example.cn, (https://example.de),(kf@example.de): does text that is
// not user information precede the `@`? User information has no non-ASCII punctuation, does not
// close the quote around the link, and has no comma or bracket after a top-level domain.
bool has_host_before(const Window& window, uint64_t begin, uint64_t at_sign, const Quotes& quotes,
                     const TopLevelDomains& tlds) {
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

class AuthorityPhase : PhaseStep {
 public:
  using PhaseStep::PhaseStep;

  Progress advance();

 private:
  bool skip_ascii();
  Progress settle();
  bool take_host(uint64_t begin);
  bool take_ip_literal(uint64_t begin);
  void take_padding();
  Answer host_is_scheme(uint64_t host) const;
  bool is_host_with_empty_label() const;
  bool is_glued_text() const;
  Progress settle_host(uint64_t host, bool has_userinfo);
  bool may_have_empty_host() const;
};

Progress AuthorityPhase::advance() {
  if (take_plain_host(scan_)) return Progress::done;
  for (;;) {
    if (!skip_ascii()) break;
    const Peek next = window_.peek(reading_.at);
    if (next.unknown()) return Progress::need_more;
    if (next.state == Peek::State::end_of_text) break;
    base::count_step();
    if (is_hard(next.code_point.value)) break;
    const uint8_t length = next.code_point.length;
    const base::Dfa::State after =
        step_code_point(automata::kAuthority, reading_.state, window_, reading_.at, length);
    if (after == base::Dfa::kDead) break;
    reading_.state = after;
    reading_.at += length;
  }
  return settle();
}

// Continues to the next non-ASCII character, which has more conditions; false if the authority ends
// before. No ASCII character that the automaton takes is hard.
bool AuthorityPhase::skip_ascii() {
  uint64_t at = reading_.at;
  base::Dfa::State after = reading_.state;
  for (; at < window_.end && window_.byte(at) < 0x80; ++at) {
    after = automata::kAuthority.step(reading_.state, window_.byte(at));
    if (after == base::Dfa::kDead) break;
    if ((automata::kAuthority.accepts[after] & kUserinfoRoot) != 0) reading_.userinfo_end = at;
    reading_.state = after;
  }
  base::count_steps(at - reading_.at);
  reading_.at = at;
  return after != base::Dfa::kDead;
}

Progress AuthorityPhase::settle() {
  const uint64_t begin = candidate_.scheme_end + 3;
  if (reading_.at > limit()) return scan_.drop_up_to(reading_.at, Rejected::too_long);
  const bool has_userinfo = reading_.userinfo_end != 0 &&
                            (!is_prose() || !has_host_before(window_, begin, reading_.userinfo_end,
                                                             candidate_.quotes, config_.tlds));
  if (has_userinfo) {
    const bool email_wins = config_.profile == Profile::uts58 &&
                            (window_.holds(candidate_.begin, "http:") == Answer::yes ||
                             window_.holds(candidate_.begin, "https:") == Answer::yes);
    if (email_wins) return scan_.drop_up_to(reading_.at, Rejected::user_information_of_web);
    candidate_.span.parts.userinfo = part(begin, reading_.userinfo_end);
  }
  return settle_host(has_userinfo ? reading_.userinfo_end + 1 : begin, has_userinfo);
}

Progress AuthorityPhase::settle_host(uint64_t host, bool has_userinfo) {
  const bool is_host = take_host(host);
  const bool takes_any_name = is_prose() && !has_userinfo && reading_.at > host &&
                              (candidate_.scheme_form == SchemeForm::opaque ||
                               candidate_.scheme_form == SchemeForm::shaped);
  if ((!is_host || candidate_.host_is_empty) && takes_any_name) {  // facetime://+1999…, file://../x
    candidate_.host_is_empty = false;
    candidate_.host_end = candidate_.run_end = reading_.at;
    run_.forget();
  } else if (!is_host) {
    return scan_.drop_up_to(reading_.at, Rejected::no_host);
  }
  if (candidate_.host_is_empty && (has_userinfo || !may_have_empty_host())) {
    return scan_.not_here(candidate_.scheme_end + 1, Rejected::empty_host);
  }
  const Answer is_scheme = host_is_scheme(host);
  if (is_scheme == Answer::unknown) return Progress::need_more;
  if (is_scheme == Answer::yes) return scan_.not_here(candidate_.scheme_end + 1, Rejected::no_host);
  if (candidate_.run_end < reading_.at && window_.byte(candidate_.run_end) == '@') {
    return scan_.drop_up_to(reading_.at, Rejected::at_sign_after_host);
  }
  candidate_.span.parts.host = part(host, candidate_.host_end);
  scan_.phase = Phase::ending;
  return Progress::done;
}

// http://https://example.org
Answer AuthorityPhase::host_is_scheme(uint64_t host) const {
  if (!is_prose() || host > candidate_.run_end) return Answer::no;
  const std::string_view name = window_.slice(host, candidate_.run_end);
  const bool is_name = name == "http" || name == "https";
  return is_name ? window_.holds(candidate_.run_end, "://") : Answer::no;
}

// Finds the end of the host that begins at `begin`, which may be empty; false if there is no host.
// REQUIRES: all of the authority is in the window.
bool AuthorityPhase::take_host(uint64_t begin) {
  if (begin < reading_.at && window_.byte(begin) == '[') return take_ip_literal(begin);
  run_.begin(begin, DomainRun::Use::host, style(), config_.tlds);
  run_.advance(window_);
  candidate_.host_end = run_.end();
  candidate_.run_end = run_.run_end();
  candidate_.host_is_empty = run_.run_end() == begin;
  if (candidate_.host_is_empty) return true;
  if (is_prose() && (is_glued_text() || window_.byte(begin) == '-')) return false;
  if (is_prose() && is_host_with_empty_label()) return false;
  const bool is_right = is_prose() ? run_.is_host() : run_.is_domain();
  if (!is_right || run_.too_long()) return false;
  const bool may_be_encoded =
      is_prose() && !needs_host(window_, candidate_.begin, candidate_.scheme_end);
  if (may_be_encoded) take_padding();
  return true;
}

// thunder://QUFodHRwOi8v…WloWg==: padding completes a name in Base 64 to groups of four characters
// (RFC 4648, section 4).
void AuthorityPhase::take_padding() {
  constexpr uint64_t kGroup = 4;
  constexpr uint64_t kMostPadding = 2;
  constexpr uint64_t kShortest = 12;
  uint64_t end = candidate_.run_end;
  while (end < reading_.at && window_.byte(end) == '=' && end - candidate_.run_end < kMostPadding) {
    ++end;
  }
  const uint64_t size = end - run_.run_begin();
  const bool is_over = end == reading_.at || !base::is_ascii_alphanumeric(window_.byte(end));
  const bool is_padded = end > candidate_.run_end && is_over && run_.labels() == 1 &&
                         candidate_.host_end == candidate_.run_end && size >= kShortest &&
                         size % kGroup == 0;
  if (is_padded) candidate_.host_end = candidate_.run_end = end;
}

// http://example..com; but https://example.org...and
bool AuthorityPhase::is_host_with_empty_label() const {
  uint64_t at = run_.run_end();
  while (at < reading_.at && window_.byte(at) == '.') ++at;
  base::count_steps(at - run_.run_end());
  return at >= run_.run_end() + 2 && at < reading_.at &&
         base::is_ascii_alphanumeric(window_.byte(at)) &&
         !(run_.labels() >= 2 && run_.ends_with_top_level_domain(window_));
}

// `以https://开头`: a single label in a script without spaces, with nothing after it, is text and
// not a host.
bool AuthorityPhase::is_glued_text() const {
  const Peek next = window_.peek(run_.run_end());
  const char32_t first = window_.code_point(run_.run_begin()).value;
  return run_.labels() == 1 && !next.is('/') && !next.is(':') &&
         script_kind_of(first) == ScriptKind::unspaced;
}

bool AuthorityPhase::take_ip_literal(uint64_t begin) {
  run_.forget();
  base::Dfa::State state = base::Dfa::kStart;
  for (uint64_t offset = begin; offset < reading_.at; ++offset) {
    base::count_step();
    state = automata::kIpLiteral.step(state, window_.byte(offset));
    if (state == base::Dfa::kDead) return false;
    if (automata::kIpLiteral.accepts[state] != 0) {
      candidate_.host_end = candidate_.run_end = offset + 1;
      return true;
    }
  }
  return false;
}

bool AuthorityPhase::may_have_empty_host() const {
  return window_.has(candidate_.host_end, '/') &&
         !needs_host(window_, candidate_.begin, candidate_.scheme_end);
}

}  // namespace

Progress gather_authority(ScanState& scan) { return AuthorityPhase(scan).advance(); }

}  // namespace linkspan::scan
