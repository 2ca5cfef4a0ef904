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

#include <algorithm>
#include <string_view>

#include "automata/ip_literal.h"
#include "automata/word_lists.h"
#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/steps.h"
#include "scan/fast/fast_link.h"
#include "scan/phases/phases.h"
#include "scan/prose/line_joint.h"
#include "scan/prose/script_boundary.h"
#include "scan/syntax/tlds.h"

namespace linkspan::scan {
namespace {

// Schemes whose links always name a host.
bool needs_host(const Window& window, uint64_t begin, uint64_t colon) {
  for (const std::string_view name : automata::word_lists::kSchemesWithHost) {
    if (colon - begin == name.size() && window.holds(begin, name) == Answer::yes) return true;
  }
  return false;
}

// https://example.cn，邮箱：kf@example.cn, (https://example.de),(kf@example.de): does text that is
// not user information precede the `@`? User information has no non-ASCII punctuation, does not
// close the quote around the link, and has no comma or bracket after a top-level domain.
bool has_host_before(const Window& window, uint64_t begin, uint64_t at_sign, const Quotes& quotes,
                     const TopLevelDomains& tlds) {
  static constexpr base::AsciiSet kEndsHost(",;()");
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
  bool take_plain_host();
  bool skip_ascii();
  Progress settle();
  bool text_after_hyphen_is_known() const;
  bool take_host(uint64_t begin);
  bool take_ip_literal(uint64_t begin);
  void take_padding();
  void take_rest_of_name();
  Answer host_is_scheme(uint64_t host) const;
  bool is_host_with_empty_label() const;
  bool is_glued_text() const;
  bool is_ellipsis(uint64_t host) const;
  Progress settle_host(uint64_t host, bool has_userinfo);
  bool may_have_empty_host() const;
};

Progress AuthorityPhase::advance() {
  if (take_plain_host()) return Progress::done;
  for (;;) {
    if (!skip_ascii()) break;
    const Peek next = window().peek(reading().at);
    if (next.unknown()) return Progress::need_more;
    if (next.state == Peek::State::end_of_text) break;
    base::count_step();
    if (is_hard(next.code_point.value)) break;
    const uint8_t length = next.code_point.length;
    const base::Dfa::State after =
        step_code_point(automata::kAuthority, reading().state, window(), reading().at, length);
    if (after == base::Dfa::kDead) break;
    reading().state = after;
    reading().at += length;
  }
  return settle();
}

// PERF: the whole authority is a plain host, mostly.
bool AuthorityPhase::take_plain_host() {
  const uint64_t begin = candidate().scheme_end + 3;
  if (!scan_.takes_fast_path() || reading().at != begin) return false;
  const uint64_t end = plain_host_end(window(), begin);
  if (end == kNowhere || end > limit()) return false;
  if (is_prose() && may_be_other_host(window(), begin, end)) return false;
  run().forget();
  reading().at = candidate().host_end = candidate().run_end = end;
  candidate().span.parts.host = part(begin, end);
  scan_.phase = Phase::ending;
  return true;
}

// Continues to the next non-ASCII character, which has more conditions; false if the authority ends
// before. No ASCII character that the automaton takes is hard.
bool AuthorityPhase::skip_ascii() {
  uint64_t at = reading().at;
  base::Dfa::State after = reading().state;
  for (; at < window().end && window().byte(at) < 0x80; ++at) {
    after = automata::kAuthority.step(reading().state, window().byte(at));
    if (after == base::Dfa::kDead) break;
    if ((automata::kAuthority.accepts[after] & automata::authority::userinfo_at) != 0)
      reading().userinfo_end = at;
    reading().state = after;
  }
  base::count_steps(at - reading().at);
  reading().at = at;
  return after != base::Dfa::kDead;
}

Progress AuthorityPhase::settle() {
  const uint64_t begin = candidate().scheme_end + 3;
  if (reading().at > limit()) return scan_.drop_up_to(reading().at, Rejected::too_long);
  if (!text_after_hyphen_is_known()) return Progress::need_more;
  const bool has_userinfo =
      reading().userinfo_end != 0 &&
      (!is_prose() ||
       !has_host_before(window(), begin, reading().userinfo_end, scan_.quotes(), config().tlds));
  if (has_userinfo) {
    const bool email_wins = config().profile == Profile::uts58 &&
                            (window().holds(candidate().begin, "http:") == Answer::yes ||
                             window().holds(candidate().begin, "https:") == Answer::yes);
    if (email_wins) return scan_.drop_up_to(reading().at, Rejected::user_information_of_web);
    candidate().span.parts.userinfo = part(begin, reading().userinfo_end);
  }
  return settle_host(has_userinfo ? reading().userinfo_end + 1 : begin, has_userinfo);
}

// https://cloud.r-⏎project.example.org: what follows a hyphen at the end of the host, or a dot
// after it, may be the rest of the host. Does the window hold enough of that text?
bool AuthorityPhase::text_after_hyphen_is_known() const {
  if (!is_prose()) return true;
  const uint64_t begin = candidate().scheme_end + 3;
  base::count_steps(reading().at - begin);
  for (uint64_t end = begin + 1; end <= reading().at; ++end) {
    if (window().byte(end - 1) != '-') continue;
    const uint64_t at = end < reading().at && window().byte(end) == '.' ? end + 1 : end;
    const bool may_end_host = at == reading().at || window().byte(at) == '\'';
    if (may_end_host && rest_of_host_begins_line(window(), at, config().tlds) == Answer::unknown) {
      return false;
    }
  }
  return true;
}

Progress AuthorityPhase::settle_host(uint64_t host, bool has_userinfo) {
  const bool is_host = take_host(host);
  const bool takes_any_name = is_prose() && !has_userinfo && reading().at > host &&
                              (candidate().scheme_form == SchemeForm::opaque ||
                               candidate().scheme_form == SchemeForm::shaped);
  if (takes_any_name && is_ellipsis(host)) {  // file://...
    return scan_.drop_up_to(reading().at, Rejected::no_host);
  }
  if ((!is_host || candidate().host_is_empty) &&
      takes_any_name) {  // facetime://+1999…, file://../x
    candidate().host_is_empty = false;
    candidate().host_end = candidate().run_end = reading().at;
    run().forget();
  } else if (!is_host) {
    if (is_prose() && run().run_end() > host && window().byte(run().run_end() - 1) == '-') {
      return end_in_divided_host(scan_, run().run_end(), reading().at);
    }
    return scan_.drop_up_to(reading().at, Rejected::no_host);
  }
  if (candidate().host_is_empty && (has_userinfo || !may_have_empty_host())) {
    return scan_.not_here(candidate().scheme_end + 1, Rejected::empty_host);
  }
  const Answer is_scheme = host_is_scheme(host);
  if (is_scheme == Answer::unknown) return Progress::need_more;
  if (is_scheme == Answer::yes)
    return scan_.not_here(candidate().scheme_end + 1, Rejected::no_host);
  if (candidate().run_end < reading().at && window().byte(candidate().run_end) == '@') {
    return scan_.drop_up_to(reading().at, Rejected::at_sign_after_host);
  }
  candidate().span.parts.host = part(host, candidate().host_end);
  scan_.phase = Phase::ending;
  return settle_ending(scan_);
}

bool AuthorityPhase::is_ellipsis(uint64_t host) const {
  if (reading().at < host + 3) return false;
  const std::string_view start = window().slice(host, host + 3);
  return start == "..." || start == "…";
}

// http://https://example.org
Answer AuthorityPhase::host_is_scheme(uint64_t host) const {
  if (!is_prose() || host > candidate().run_end) return Answer::no;
  const std::string_view name = window().slice(host, candidate().run_end);
  constexpr size_t kLongest = 16;
  if (name.empty() || name.size() > kLongest || name.find('.') != name.npos) return Answer::no;
  const Answer is_scheme = window().holds(candidate().run_end, "://");
  if (is_scheme == Answer::no) return is_scheme;
  const SchemeForm form = config().schemes.form_of(base::to_ascii_lower(name));
  return form == SchemeForm::none || form == SchemeForm::never ? Answer::no : is_scheme;
}

// Finds the end of the host that begins at `begin`, which may be empty; false if there is no host.
// REQUIRES: all of the authority is in the window.
bool AuthorityPhase::take_host(uint64_t begin) {
  if (begin < reading().at && window().byte(begin) == '[') return take_ip_literal(begin);
  run().begin(begin, DomainRun::Use::host, style(), config().tlds);
  run().advance(window());
  candidate().host_end = run().end();
  candidate().run_end = run().run_end();
  candidate().host_is_empty = run().run_end() == begin;
  if (candidate().host_is_empty) return true;
  if (is_prose() && (is_glued_text() || window().byte(begin) == '-')) return false;
  if (is_prose() && is_host_with_empty_label()) return false;
  if (is_prose() && run().middle_dots() == DomainRun::MiddleDots::several) return false;
  const bool is_right = is_prose() ? run().is_host() : run().is_domain();
  if (!is_right || run().too_long()) return false;
  const bool may_be_encoded =
      is_prose() && !needs_host(window(), candidate().begin, candidate().scheme_end);
  if (may_be_encoded) take_padding();
  if (may_be_encoded) take_rest_of_name();
  return true;
}

// dweb://ab+v1.0/path, at://did:plc:x/a: the name of a server in a scheme of its own may have `+`
// (reg-name of RFC 3986), and be a DID, which has colons.
void AuthorityPhase::take_rest_of_name() {
  uint64_t end = candidate().run_end;
  const bool is_did = window().slice(run().run_begin(), end) == "did";
  const auto joins = [&](uint8_t byte) { return byte == '+' || (is_did && byte == ':'); };
  if (end == reading().at || !joins(window().byte(end))) return;
  const uint64_t begin = end;
  while (end < reading().at &&
         (may_stand_in_plain_run(window().byte(end)) || joins(window().byte(end)))) {
    ++end;
  }
  base::count_steps(end - begin);
  while (end > begin && !base::is_ascii_alphanumeric(window().byte(end - 1))) --end;
  if (end == begin) return;
  candidate().host_end = candidate().run_end = end;
  run().forget();
}

// thunder://QUFodHRwOi8v…WloWg==: padding completes a name in Base 64 to groups of four characters
// (RFC 4648, section 4).
void AuthorityPhase::take_padding() {
  constexpr uint64_t kGroup = 4;
  constexpr uint64_t kMostPadding = 2;
  constexpr uint64_t kShortest = 12;
  uint64_t end = candidate().run_end;
  while (end < reading().at && window().byte(end) == '=' &&
         end - candidate().run_end < kMostPadding) {
    ++end;
  }
  const uint64_t size = end - run().run_begin();
  const bool is_over = end == reading().at || !base::is_ascii_alphanumeric(window().byte(end));
  const bool is_padded = end > candidate().run_end && is_over && run().found().labels == 1 &&
                         candidate().host_end == candidate().run_end && size >= kShortest &&
                         size % kGroup == 0;
  if (is_padded) candidate().host_end = candidate().run_end = end;
}

// http://example..com; but https://example.org...and
bool AuthorityPhase::is_host_with_empty_label() const {
  uint64_t at = run().run_end();
  while (at < reading().at && window().byte(at) == '.') ++at;
  base::count_steps(at - run().run_end());
  return at >= run().run_end() + 2 && at < reading().at &&
         base::is_ascii_alphanumeric(window().byte(at)) &&
         !(run().found().labels >= 2 && run().ends_with_top_level_domain(window()));
}

// `以https://开头`: a single label in a script without spaces, with nothing after it, is text and
// not a host.
bool AuthorityPhase::is_glued_text() const {
  const Peek next = window().peek(run().run_end());
  const char32_t first = window().code_point(run().run_begin()).value;
  return run().found().labels == 1 && !next.is('/') && !next.is(':') &&
         script_kind_of(first) == ScriptKind::unspaced;
}

bool AuthorityPhase::take_ip_literal(uint64_t begin) {
  run().forget();
  base::Dfa::State state = base::Dfa::kStart;
  const uint64_t limit = std::min(reading().at, begin + kMaxHostBytes);  // a zone may be long
  for (uint64_t offset = begin; offset < limit; ++offset) {
    base::count_step();
    state = automata::kIpLiteral.step(state, window().byte(offset));
    if (state == base::Dfa::kDead) return false;
    if (automata::kIpLiteral.accepts[state] != 0) {
      candidate().host_end = candidate().run_end = offset + 1;
      return true;
    }
  }
  return false;
}

bool AuthorityPhase::may_have_empty_host() const {
  const uint64_t end = candidate().host_end;
  return (window().has(end, '/') || (window().has(end, '\\') && is_file(scan_))) &&
         !needs_host(window(), candidate().begin, candidate().scheme_end);
}

}  // namespace

Progress gather_authority(ScanState& scan) { return AuthorityPhase(scan).advance(); }

}  // namespace linkspan::scan
