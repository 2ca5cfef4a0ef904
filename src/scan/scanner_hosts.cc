// Authorities, addresses and bare domains, up to what follows the host.

#include <algorithm>

#include "automata/authority.h"
#include "automata/ip_literal.h"
#include "base/ascii.h"
#include "base/short_words.h"
#include "base/steps.h"
#include "scan/code_point_set.h"
#include "scan/connectives.h"
#include "scan/judgement.h"
#include "scan/other_writing.h"
#include "scan/scanner.h"
#include "scan/scanner_shared.h"
#include "scan/surroundings.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

// In the order of ROOTS in src/CMakeLists.txt.
constexpr uint8_t kUserinfoRoot = 1 << 1;

bool begins_tail(const Peek& next, Tail::Component& component) {
  if (next.is('/')) {
    component = Tail::Component::path;
  } else if (next.is('?')) {
    component = Tail::Component::query;
  } else if (next.is('#')) {
    component = Tail::Component::fragment;
  } else {
    return false;
  }
  return true;
}

// Schemes whose links always name a host.
bool needs_host(const Window& window, uint64_t begin, uint64_t colon) {
  for (const std::string_view name : {"http", "https", "ftp", "ws", "wss"}) {
    if (colon - begin == name.size() && window.holds(begin, name) == Answer::yes) return true;
  }
  return false;
}

// Behind a domain: what begins a path, a query or a fragment there is none of an address, nor is
// what stands around one: www.example.com|info@example.com
constexpr base::AsciiSet kGoesOnInLocalPart = [] {
  base::AsciiSet set;
  for (uint8_t c = 0; c < 0x80; ++c) {
    const bool ends_none = c != '?' && c != '#' && !kAroundAddresses.contains(c);
    if (kLocalPart.contains(c) && ends_none) set.add(c);
  }
  return set;
}();

// https://example.cn，邮箱：kf@example.cn, (https://example.de),(kf@example.de): is what stands
// before the `@` the text that goes on behind a host? No user information has punctuation beyond
// ASCII, nor what closes the quote around the link, nor a comma or a bracket behind a top-level
// domain.
bool goes_on_behind_host(const Window& window, uint64_t begin, uint64_t at_sign,
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

// _example.org_: do the marks before `begin` stand behind no word?
bool opens_emphasis(const Window& window, uint64_t begin) {
  constexpr uint64_t kReach = 4;
  const uint64_t floor = window.back_to(begin, 0, kReach);
  uint64_t at = begin;
  while (at > floor && window.byte(at - 1) == '_') --at;
  if (begin - at == kReach) return false;
  return at == 0 || begins_run_behind(window.byte(at - 1));
}

// Symbols, marks and what is typed between words: no label begins with them.
bool begins_no_label(char32_t code_point) {
  constexpr CodePointSet kBetweenWords(U"-_·・");
  return kBetweenWords.contains(code_point) ||
         (is_symbol(code_point) && !unicode::properties(code_point).is_digit());
}

}  // namespace

// ---------------------------------------------------------------------------------------------------
// Authority (section 3.1)

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
    const base::Dfa::State behind =
        step_code_point(automata::kAuthority, state_, window, gathered_, length);
    if (behind == base::Dfa::kDead) break;
    state_ = behind;
    gathered_ += length;
  }
  return settle_authority(window);
}

// Goes on to the next character beyond ASCII, of which more is asked; false if the authority ends
// before. No character of ASCII that the automaton takes is hard.
bool Scanner::pass_ascii_of_authority(const Window& window) {
  uint64_t at = gathered_;
  base::Dfa::State behind = state_;
  for (; at < window.end && window.byte(at) < 0x80; ++at) {
    behind = automata::kAuthority.step(state_, window.byte(at));
    if (behind == base::Dfa::kDead) break;
    if ((automata::kAuthority.accepts[behind] & kUserinfoRoot) != 0) userinfo_end_ = at;
    state_ = behind;
  }
  base::count_steps(at - gathered_);
  gathered_ = at;
  return behind != base::Dfa::kDead;
}

Progress Scanner::settle_authority(const Window& window) {
  const uint64_t begin = candidate_.scheme_end + 3;
  if (gathered_ > limit()) return drop_up_to(gathered_, Rejected::too_long);
  const bool has_userinfo =
      userinfo_end_ != 0 &&
      (style() == Style::uts58 ||
       !goes_on_behind_host(window, begin, userinfo_end_, candidate_.quotes, config_->tlds));
  if (has_userinfo) {
    const bool email_wins = config_->profile == Profile::uts58 &&
                            (window.holds(candidate_.begin, "http:") == Answer::yes ||
                             window.holds(candidate_.begin, "https:") == Answer::yes);
    if (email_wins) return drop_up_to(gathered_, Rejected::user_information_of_web);
    candidate_.span.parts.userinfo = part(begin, userinfo_end_);
  }
  const uint64_t host = has_userinfo ? userinfo_end_ + 1 : begin;
  if (!take_host(window, host)) return drop_up_to(gathered_, Rejected::no_host);
  if (candidate_.host_is_empty && (has_userinfo || !may_have_empty_host(window))) {
    return not_here(candidate_.scheme_end + 1, Rejected::empty_host);
  }
  const Answer is_scheme = host_is_scheme(window, host);
  if (is_scheme == Answer::unknown) return Progress::need_more;
  if (is_scheme == Answer::yes) return not_here(candidate_.scheme_end + 1, Rejected::no_host);
  if (candidate_.run_end < gathered_ && window.byte(candidate_.run_end) == '@') {
    return drop_up_to(gathered_, Rejected::at_sign_behind_host);
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
         base::is_ascii_alphanumeric(window.byte(at)) && !run_.ends_with_top_level_domain(window);
}

// `以https://开头`: one label, in writing without spaces, and nothing behind it, is no host but the
// text that goes on.
bool Scanner::is_glued_text(const Window& window) const {
  const Peek next = window.peek(run_.run_end());
  const char32_t first = window.code_point(run_.run_begin()).value;
  return run_.labels() == 1 && !next.is('/') && !next.is(':') &&
         writing_of(first) == Writing::unspaced;
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

// ---------------------------------------------------------------------------------------------------
// Address (section 4)

// Where the local part before the `@` at at_ begins, by UTS #58.
uint64_t Scanner::local_part_begin(const Window& window) const {
  const uint64_t floor = window.back_to(at_, floor_, kMaxLocalPartBytes + 4);
  uint64_t begin = at_;
  while (begin > floor && at_ - begin <= kMaxLocalPartBytes) {
    const base::CodePoint before = base::decode_before(window.at(floor), window.at(begin));
    if (!unicode::properties(before.value).is_link_email()) break;
    begin -= before.length;
    base::count_step();
  }
  return begin;
}

// The same in prose. Behind `mailto:` all of it is meant.
uint64_t Scanner::local_part_begin_in_prose(const Window& window, uint64_t from) const {
  const bool is_mailto = mailto_colon_ != kNowhere && mailto_colon_ + 1 == from;
  return is_mailto ? skip_what_begins_mailto(window, from, at_)
                   : scan::local_part_begin_in_prose(window, from, at_, config_->tlds);
}

Progress Scanner::on_at(const Window& window) {
  return take_plain_address(window) ? Progress::done : begin_address(window);
}

Progress Scanner::begin_address(const Window& window) {
  const bool is_prose = style() == Style::prose;
  if (is_prose && window.peek(at_ + 1).unknown()) return Progress::need_more;
  const uint64_t from = local_part_begin(window);
  const uint64_t begin = is_prose ? local_part_begin_in_prose(window, from) : from;
  const uint8_t before = begin > window.begin ? window.byte(begin - 1) : 0;
  const bool is_channel = is_prose && before == '#';  // #channel@irc.example.net
  const bool is_part =
      before == '@' || is_channel ||
      (is_prose && (is_rest_of_something(window, from, begin) ||
                    leads_to_name(window, begin, at_) || is_behind_invisible(window, begin)));
  const bool is_mailto = mailto_colon_ != kNowhere && mailto_colon_ + 1 == begin;
  begin_candidate(window, is_mailto ? mailto_begin_ : begin,
                  is_mailto ? Form::mailto : Form::address);
  candidate_.is_message_id =
      is_prose && (opens_message_id(window, begin) || continues_message_ids(window, begin) ||
                   begins_identifier(window, begin));
  candidate_.address_is_sound = !is_part && local_part_is_sound(window, begin, at_);
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

// mailto:a@m%C3%BCller.example: a domain of which no more than the begin is written plainly.
bool Scanner::rest_of_domain_is_escaped(const Window& window) const {
  const uint64_t percent = run_.run_end();
  return style() == Style::prose && window.has(percent, '%') && percent + 1 < window.end &&
         base::is_ascii_hex_digit(window.byte(percent + 1)) && window.byte(percent + 1) >= '8';
}

Rejected Scanner::fault_of_address(const Window& window) const {
  if (!config_->email) return Rejected::email_is_off;
  if (candidate_.is_message_id) return Rejected::message_id;
  if (!candidate_.address_is_sound) return Rejected::local_part;
  if (window.has(run_.run_end(), '@')) return Rejected::at_sign_behind_host;
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
    // Of a run that is too long, the begin is not kept.
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
      return drop_up_to(run_.run_end(), Rejected::path_behind_address);
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

// Are there two labels, the last one a top-level domain?
bool Scanner::domain_is_linkable(const Window& window) const {
  return run_.is_domain() && !run_.too_long() && run_.labels() >= 2 &&
         run_.ends_with_top_level_domain(window);
}

// ---------------------------------------------------------------------------------------------------
// Bare domain (section 5)

Progress Scanner::on_dot(const Window& window) {
  // PERF: most dots that are looked at are between plain labels.
  const bool is_plain = takes_shortcuts() && at_ + 1 < window.end && window.byte(at_) == '.' &&
                        may_stand_in_plain_run(window.byte(at_ + 1));
  if (is_plain && take_plain_domain(window)) return Progress::done;
  const uint64_t behind = at_ + window.code_point(at_).length;
  const Peek next = window.peek(behind);
  if (next.unknown()) return Progress::need_more;
  const bool ends_run =
      next.state == Peek::State::end_of_text || !is_run_character(next.code_point.value, style());
  // PERF: most dots end a sentence. A run with one label is no domain, whatever the label.
  if (ends_run || is_beside_dot(window, next)) return not_here(behind, Rejected::not_a_trigger);
  const bool may_be_cut = style() == Style::prose && is_beside_www(window);  // before a sentence
  if (is_plain && !may_be_cut) {
    const uint64_t run_end = end_of_plain_run_that_is_no_domain(window, at_, config_->tlds);
    if (run_end != kNowhere) return not_here(run_end, Rejected::no_top_level_domain);
  }
  uint64_t text_end = 0;
  const Answer is_of_text = dot_is_of_text(window, text_end);
  if (is_of_text == Answer::unknown) return Progress::need_more;
  if (is_of_text == Answer::yes) return not_here(text_end, Rejected::no_top_level_domain);
  const uint64_t begin = run_begin_before_dot(window);
  begin_candidate(window, begin, Form::domain);
  run_.begin(begin, DomainRun::Use::domain, style(), config_->tlds, config_->plain_domains());
  phase_ = Phase::domain;
  return Progress::done;
}

// 2.0.1版本的example.org, 1.打开www.example.cn, 注册了.进example.cn: does writing without spaces go
// on behind the dot, up to `end`? Either the dot is in a number, or a label in other letters begins
// behind the writing.
Answer Scanner::dot_is_of_text(const Window& window, uint64_t& end) const {
  constexpr uint64_t kLongestNumber = 12;
  if (style() != Style::prose || window.byte(at_) != '.' || at_ == window.begin) return Answer::no;
  const bool is_behind_digit = base::is_ascii_digit(window.byte(at_ - 1));
  uint64_t last_part = at_ + 1;
  Peek next = window.peek(end = last_part);
  while (is_behind_digit && end <= at_ + kLongestNumber && next.state == Peek::State::code_point &&
         (base::is_ascii_digit(next.code_point.value) || (next.is('.') && end > last_part))) {
    base::count_step();
    if (next.is('.')) last_part = end + 1;
    next = window.peek(++end);
  }
  if (next.unknown()) return Answer::unknown;
  const bool is_text = next.state == Peek::State::code_point &&
                       is_other_writing(next.code_point.value) &&
                       writing_of(next.code_point.value) == Writing::unspaced;
  if (!is_text) return Answer::no;
  if (end > last_part) {
    return config_->tlds.contains(window, last_part, end) ? Answer::no : Answer::yes;
  }
  if (last_part > at_ + 1) return Answer::no;
  return dot_may_end_item(window) ? host_begins_behind_text(window, end) : Answer::no;
}

// Does a number of one or two digits, a letter, or writing without spaces stand before the dot?
bool Scanner::dot_may_end_item(const Window& window) const {
  const uint64_t floor = window.back_to(at_, floor_, 8);
  const auto before = [&](uint64_t at) {
    return at > floor ? base::decode_before(window.at(floor), window.at(at)).value : U' ';
  };
  const char32_t last = before(at_);
  if (last >= 0x80) return writing_of(last) == Writing::unspaced;
  if (!base::is_ascii_alphanumeric(last)) return false;
  const bool are_two = base::is_ascii_digit(last) && base::is_ascii_digit(before(at_ - 1));
  const char32_t first = before(at_ - (are_two ? 2 : 1));
  return first >= 0x80 || !may_stand_in_plain_run(static_cast<uint8_t>(first));
}

// Does a label of ASCII, with a dot behind it, follow the letters of other writing at `end`? Moves
// `end` there.
Answer Scanner::host_begins_behind_text(const Window& window, uint64_t& end) const {
  constexpr unsigned kMostLetters = 32;
  constexpr unsigned kMostOfLabel = 64;
  Peek next = window.peek(end);
  for (unsigned passed = 0; passed < kMostLetters; ++passed) {
    const bool is_letter = next.state == Peek::State::code_point && next.code_point.value >= 0x80 &&
                           is_word_character(next.code_point.value);
    if (!is_letter) break;
    base::count_step();
    next = window.peek(end += next.code_point.length);
  }
  uint64_t label_end = end;
  for (unsigned passed = 0; passed < kMostOfLabel; ++passed) {
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

// Two dots in prose are none of a domain, nor is one before a hyphen.
bool Scanner::is_beside_dot(const Window& window, const Peek& next) const {
  if (style() == Style::uts58 || window.byte(at_) != '.') return false;
  return next.is('.') || next.is('-') || (at_ > window.begin && window.byte(at_ - 1) == '.');
}

// Where the run around the dot at at_ begins. In prose, a label in Latin letters begins where other
// writing ends.
uint64_t Scanner::run_begin_before_dot(const Window& window) const {
  const uint64_t floor = window.back_to(at_, floor_, kMaxFirstLabelBytes + 4);
  const bool is_prose = style() == Style::prose;
  uint64_t begin = at_;
  Writing writing = Writing::neutral;
  while (begin > floor && at_ - begin <= kMaxFirstLabelBytes) {
    const base::CodePoint before = base::decode_before(window.at(floor), window.at(begin));
    if (!is_run_character(before.value, style())) break;
    if (is_prose) {
      const Writing here = writing_of(before.value);
      const bool changes = writing == Writing::latin && here != writing && here != Writing::neutral;
      if (changes || is_label_dot(before.value)) break;
      if (writing == Writing::neutral) writing = here;
    }
    begin -= before.length;
    base::count_step();
  }
  if (!is_prose) return begin;
  begin = skip_joined_preposition(window, begin, at_);
  if (writing == Writing::unspaced) begin = begin_of_number(window, begin);
  return skip_what_begins_no_label(window, begin);
}

// 请在12306.cn买: behind writing without spaces, a label of digits begins with them.
uint64_t Scanner::begin_of_number(const Window& window, uint64_t begin) const {
  uint64_t digits = at_;
  while (digits > begin && base::is_ascii_digit(window.byte(digits - 1))) --digits;
  base::count_steps(at_ - digits);
  const bool is_number = at_ - digits >= 2 && digits > begin && window.byte(digits - 1) >= 0x80 &&
                         window.byte(at_) == '.' && at_ + 1 < window.end &&
                         base::is_ascii_letter(window.byte(at_ + 1));
  return is_number ? digits : begin;
}

// ב-example.com, -www.example.com, _www.example.com_, 👉example.com: no host begins with a hyphen,
// and what is no letter stands beside it, unless there is nothing else, as in 🍕.ws.
uint64_t Scanner::skip_what_begins_no_label(const Window& window, uint64_t begin) const {
  if (is_prefix_of_www(window, begin)) return at_ - 3;
  const uint64_t from = skip_lead(window, skip_connective(window, begin));
  for (uint64_t at = from; at < at_;) {
    const base::CodePoint first = window.code_point(at);
    if (!begins_no_label(first.value)) return begin_behind_symbols(window, at);
    base::count_step();
    at += first.length;
  }
  return from;
}

// 例え.jpと日本語.jp: right behind a link, a word that joins it with the next.
uint64_t Scanner::skip_connective(const Window& window, uint64_t begin) const {
  const bool is_behind_link = begin == floor_ && begin > window.begin &&
                              base::is_ascii_alphanumeric(window.byte(begin - 1));
  if (!is_behind_link) return begin;
  const std::string_view label = window.slice(begin, at_);
  for (const std::string_view one : kConnectives) {
    if (label.size() > one.size() && label.starts_with(one)) return begin + one.size();
  }
  return begin;
}

// 网址是例子.中国: behind the word that leads to the domain.
uint64_t Scanner::skip_lead(const Window& window, uint64_t begin) const {
  const std::string_view label = window.slice(begin, at_);
  if (label.empty() || static_cast<uint8_t>(label.back()) < 0x80) return begin;
  base::count_steps(label.size());
  return begin + size_of_lead(label, kLeads);
}

// сайт👉пример.рф, ל-דוגמה.ישראל, ۱-example.com: behind the last symbol in the label that other
// writing follows or stands before, or behind a prefix of Hebrew or the number of an item.
uint64_t Scanner::begin_behind_symbols(const Window& window, uint64_t begin) const {
  const base::CodePoint first = window.code_point(begin);
  const bool may_be_prefix = (unicode::script(first.value) == unicode::Script::hebrew ||
                              unicode::properties(first.value).is_digit()) &&
                             first.value >= 0x80 && window.has(begin + first.length, '-');
  if (may_be_prefix) return begin + first.length + 1;
  const std::string_view label = window.slice(begin, at_);
  const bool is_ascii = std::all_of(label.begin(), label.end(),
                                    [](char c) { return static_cast<uint8_t>(c) < 0x80; });
  if (is_ascii) return begin;
  bool is_behind_symbol = false;
  bool has_other_letters = false;
  uint64_t found = begin;
  for (uint64_t at = begin; at < at_;) {
    const base::CodePoint here = window.code_point(at);
    base::count_step();
    const unicode::Properties properties = unicode::properties(here.value);
    if (is_symbol(here.value) && !properties.is_mark() && !properties.is_digit() &&
        !properties.is_default_ignorable()) {
      is_behind_symbol = true;
    } else if (properties.is_letter()) {
      has_other_letters |= here.value >= 0x80;
      if (is_behind_symbol && has_other_letters) found = at;
      is_behind_symbol = false;
    }
    at += here.length;
  }
  return found;
}

// Is what stands before `www` a prefix of the language around it? ku-www.example.org (Zulu, Xhosa
// and their like, whose syllables end with a vowel), il-www.example.org (Maltese),
// non-www.example.org
bool Scanner::is_prefix_of_www(const Window& window, uint64_t begin) const {
  constexpr uint64_t kLongest = 4;
  if (at_ < begin + 5 || at_ > begin + 4 + kLongest || !is_behind_www(window)) return false;
  const std::string_view prefix = window.slice(begin, at_ - 3);
  const std::string_view letters = prefix.substr(0, prefix.size() - 1);
  const bool is_word = std::all_of(letters.begin(), letters.end(), [](char c) {
    return base::is_ascii_letter(static_cast<uint8_t>(c));
  });
  if (!is_word || !prefix.ends_with('-')) return false;
  constexpr base::AsciiSet kVowels("aeiouAEIOU");
  const base::PackedWord word(window.at(begin), letters.size(), window.end_of_bytes());
  return kVowels.contains(static_cast<uint8_t>(letters.back())) ||
         base::is_one_of(word, {"fil", "il", "kod", "lil", "lill", "mill", "non", "tal", "vid"});
}

Progress Scanner::gather_domain(const Window& window) {
  if (run_.advance(window) == Progress::need_more) return Progress::need_more;
  const uint64_t run_end = run_.run_end();
  if (window.has(run_end, '@')) return not_here(run_end, Rejected::part_of_address_or_scheme);
  const Answer scheme = window.holds(run_end, "://");
  if (scheme == Answer::unknown) return Progress::need_more;
  if (scheme == Answer::yes) return not_here(run_end, Rejected::part_of_address_or_scheme);
  return settle_domain(window);
}

Rejected Scanner::fault_of_domain(const Window& window) const {
  if (!config_->bare_domains) return Rejected::bare_domains_are_off;
  if (!domain_is_linkable(window)) return Rejected::no_top_level_domain;
  if (run_.first_label_end() - run_.run_begin() > kMaxFirstLabelBytes) return Rejected::too_long;
  return text_around_allows_domain(window) ? Rejected::no : Rejected::text_around;
}

Progress Scanner::settle_domain(const Window& window) {
  const Rejected fault = fault_of_domain(window);
  // It may still be part of an address: a.b+c@example.com
  if (fault != Rejected::no) return not_here(run_.run_end(), fault);
  if (style() == Style::prose) {
    const Answer in_address = is_in_local_part(window, run_.run_end());
    if (in_address == Answer::unknown) return Progress::need_more;
    if (in_address == Answer::yes) {
      return not_here(run_.run_end(), Rejected::part_of_address_or_scheme);
    }
  }
  const uint64_t begin = run_.run_begin();
  if (begins_with_www(window, run_.places())) candidate_.span.form = Form::www;
  candidate_.host_end = run_.end();
  candidate_.run_end = run_.run_end();
  candidate_.span.parts.host = part(begin, run_.end());
  phase_ = Phase::ending;
  return Progress::done;
}

// Does the run go on as the local part of an address? jean.de'x@example.org
Answer Scanner::is_in_local_part(const Window& window, uint64_t run_end) {
  if (run_end < no_at_sign_begin_ || run_end > no_at_sign_end_) {
    no_at_sign_begin_ = no_at_sign_end_ = run_end;
  }
  const uint64_t limit = std::min(run_end + kMaxLocalPartBytes, window.end);
  uint64_t at = no_at_sign_end_;
  while (at < limit && kGoesOnInLocalPart.contains(window.byte(at))) ++at;
  base::count_steps(at - no_at_sign_end_);
  no_at_sign_end_ = std::max(no_at_sign_end_, at);
  if (at < window.end) return at < limit && window.byte(at) == '@' ? Answer::yes : Answer::no;
  const bool is_known = window.complete() || at >= run_end + kMaxLocalPartBytes;
  return is_known ? Answer::no : Answer::unknown;
}

bool Scanner::text_around_allows_domain(const Window& window) const {
  return !window.has(run_.run_end(), '+') &&
         text_before_allows_domain(window, run_.run_begin(), run_.run_end());
}

bool Scanner::text_before_allows_domain(const Window& window, uint64_t begin,
                                        uint64_t run_end) const {
  if (begin == window.begin) return true;
  const uint8_t before = window.byte(begin - 1);
  if (kPartOfSomethingElse.contains(before)) {
    return style() == Style::prose &&
           (begins_network_path(window, begin) || is_next_site(window, begin));
  }
  if (style() == Style::uts58) return true;
  if (before == '-' && !may_begin_behind_hyphen(window, begin)) return false;
  const bool is_emphasised =
      before == '_' && window.has(run_end, '_') && opens_emphasis(window, begin);
  if (before == '_' && !is_emphasised && window.holds(begin, "www.") != Answer::yes) return false;
  constexpr base::AsciiSet kTagOrVariable("#$");  // #example.com, $HOST.example.com
  return !kTagOrVariable.contains(before) && !continues_something(window, begin);
}

// www.example.de/www.example.net, anna@example.org/www.example.org: a slash parts it from the link
// before.
bool Scanner::is_next_site(const Window& window, uint64_t begin) const {
  if (window.byte(begin - 1) != '/' || begin - 1 != floor_) return false;
  return before_floor_ == Before::site_and_slash ||
         (before_floor_ == Before::link && window.holds(begin, "www.") == Answer::yes);
}

// Behind a hyphen, only `www.` begins a domain, or where another writing stands before it, or the
// number of an item in its digits.
bool Scanner::may_begin_behind_hyphen(const Window& window, uint64_t begin) const {
  const uint64_t floor = window.back_to(begin, 0, kMaxFirstLabelBytes);
  uint64_t at = begin;
  while (at > floor && window.byte(at - 1) == '-') --at;
  const char32_t before =
      at > floor ? base::decode_before(window.at(floor), window.at(at)).value : U' ';
  const unicode::Properties properties = unicode::properties(before);
  const bool is_behind_word = before >= 0x80 && (properties.is_letter() || properties.is_digit());
  return is_behind_word || window.holds(begin, "www.") == Answer::yes;
}

// ---------------------------------------------------------------------------------------------------
// Behind the host: final dot, port, tail (section 3.1, 6 to 8)

// Takes the final dot, or a port, that belongs to the host, and says where it ends with them. RFC
// 3986 allows a port without digits; but nas.example.org:/home is a directory of that host, and no
// address to open.
Progress Scanner::take_dot_or_port(const Window& window, uint64_t& end) {
  end = candidate_.host_end;
  const Answer with_dot = final_dot_belongs(window);
  if (with_dot == Answer::unknown) return Progress::need_more;
  if (with_dot == Answer::yes) {
    end = candidate_.host_end = candidate_.run_end;
    candidate_.span.parts.host.end = part(end, end).end;
    return Progress::done;
  }
  if (!window.has(end, ':')) return Progress::done;
  uint64_t port_end = 0;
  const Answer has_port = find_port_end(window, end, port_end);
  if (has_port == Answer::unknown) return Progress::need_more;
  const bool is_empty = port_end == end + 1;
  if (has_port == Answer::yes && (!is_empty || candidate_.span.parts.scheme.present())) {
    candidate_.span.parts.port = part(end + 1, port_end);
    end = port_end;
  }
  return Progress::done;
}

Progress Scanner::settle_ending(const Window& window) {
  uint64_t end = 0;
  if (take_dot_or_port(window, end) == Progress::need_more) return Progress::need_more;
  if (end > limit()) return drop_up_to(end, Rejected::too_long);
  const Peek next = window.peek(end);
  if (next.unknown()) return Progress::need_more;
  const Answer is_in_file = is_place_in_file(window, end);
  if (is_in_file == Answer::unknown) return Progress::need_more;
  if (is_in_file == Answer::yes) return not_here(run_.run_end(), Rejected::reads_as_file_suffix);
  if (style() == Style::prose) {
    uint64_t whole_end = end;
    const Answer is_whole = host_is_whole(window, whole_end);
    if (is_whole == Answer::unknown) return Progress::need_more;
    if (is_whole == Answer::no) return drop_up_to(whole_end, Rejected::text_around);
  }
  Tail::Component component = Tail::Component::path;
  const bool has_tail = begins_tail(next, component);
  if (!candidate_.span.parts.scheme.present()) {
    if (!is_known_behind_domain(window, run_.run_end())) return Progress::need_more;
    const Evidence evidence = next.is('/')                           ? Evidence::path
                              : candidate_.span.parts.port.present() ? Evidence::port
                                                                     : Evidence::none;
    const Rejected doubt = doubt_of_bare_domain(window, run_.places(), evidence);
    if (doubt != Rejected::no) return not_here(run_.run_end(), doubt);
    if (next.is('/') && site_ends_before_slash(window)) {
      candidate_.span.parts.path = part(end, end);
      const Progress given = give(window, end, end);
      if (given == Progress::done) before_floor_ = Before::site_and_slash;
      return given;
    }
  }
  if (has_tail) {
    begin_tail(end, component);
    return Progress::done;
  }
  candidate_.span.parts.path = part(end, end);
  return give(window, end, end);
}

// Is what stands behind the slash no path, and the host a link without one?
bool Scanner::site_ends_before_slash(const Window& window) const {
  return config_->profile == Profile::prose && ends_before_slash(window, run_.places()) &&
         doubt_of_bare_domain(window, run_.places(), Evidence::none) == Rejected::no;
}

// lexer.ml:12:4: is what looks like a port, up to `port_end`, a line, with a column behind it?
Answer Scanner::is_place_in_file(const Window& window, uint64_t port_end) const {
  const bool may_be_line =
      style() == Style::prose && window.has(port_end, ':') && candidate_.span.form != Form::www &&
      candidate_.span.parts.port.present() && !candidate_.span.parts.scheme.present();
  if (!may_be_line) return Answer::no;
  const Peek column = window.peek(port_end + 1);
  if (column.unknown()) return Answer::unknown;
  const bool is_digit =
      column.state == Peek::State::code_point && base::is_ascii_digit(column.code_point.value);
  return is_digit ? Answer::yes : Answer::no;
}

// In prose: is the host, or port, that ends at `end` all that was meant? Not where a dot follows
// that was made harmless, or, behind `://`, a placeholder or a password that the syntax does not
// allow; that moves `end`.
Answer Scanner::host_is_whole(const Window& window, uint64_t& end) const {
  const Answer harmless = harmless_dot_follows(window, end);
  if (harmless != Answer::no) return harmless == Answer::yes ? Answer::no : Answer::unknown;
  const Answer escaped = window.holds(end, "\\.");  // www\.example\.org, as expressions have it
  if (escaped != Answer::no) return escaped == Answer::yes ? Answer::no : Answer::unknown;
  const uint64_t run_end = candidate_.run_end;
  if (window.has(run_end, '(') && window.peek(run_end + 1).unknown()) return Answer::unknown;
  const bool is_behind_scheme = candidate_.span.parts.scheme.present();
  if (is_behind_scheme && placeholder_follows(window)) return Answer::no;
  if (!is_behind_scheme || !window.has(end, ':')) return Answer::yes;
  uint64_t at_sign = end;
  const Answer has_password = password_follows(window, end + 1, at_sign);
  if (has_password == Answer::yes) end = at_sign;
  if (has_password == Answer::unknown) return Answer::unknown;
  return has_password == Answer::yes ? Answer::no : Answer::yes;
}

// https://www.{domain}.org, https://api.${REGION}.example.org, https://www.<domain>
bool Scanner::placeholder_follows(const Window& window) const {
  const uint64_t behind = candidate_.run_end;
  if (behind != candidate_.host_end + 1) return false;
  constexpr base::AsciiSet kOpensAlways("{$%");
  constexpr base::AsciiSet kOpensBehindLabel("<[");  // example.org.<br>
  if (behind >= window.end || window.byte(behind) >= 0x80) return false;
  return kOpensAlways.contains(window.byte(behind)) ||
         (kOpensBehindLabel.contains(window.byte(behind)) &&
          !run_.ends_with_top_level_domain(window));
}

bool Scanner::is_known_behind_domain(const Window& window, uint64_t run_end) const {
  if (style() == Style::uts58 || window.complete()) return true;
  if (window.end >= run_end + kLookedAtBehindDomain) return true;
  const std::string_view behind = window.slice(run_end, window.end);
  base::count_steps(behind.size());
  return behind.find('\n') != behind.npos;
}

// Do the letters of a bare domain, and what follows it, read as a link?
Rejected Scanner::doubt_of_bare_domain(const Window& window, const DomainPlaces& domain,
                                       Evidence evidence) const {
  switch (config_->profile) {
    case Profile::prose:
      return doubt_of_domain(window, domain, evidence);
    case Profile::code:
      return doubt_of_domain_in_code(window, domain, evidence);
    default:
      return Rejected::no;
  }
}

// Is there exactly one dot behind the host, and then path, query or fragment?
Answer Scanner::final_dot_belongs(const Window& window) const {
  if (candidate_.run_end == candidate_.host_end) return Answer::no;
  const base::CodePoint dot = window.code_point(candidate_.host_end);
  if (candidate_.host_end + dot.length != candidate_.run_end) return Answer::no;
  const Peek next = window.peek(candidate_.run_end);
  if (next.unknown()) return Answer::unknown;
  Tail::Component component;
  return begins_tail(next, component) ? Answer::yes : Answer::no;
}

Answer Scanner::find_port_end(const Window& window, uint64_t colon, uint64_t& end) const {
  uint32_t port = 0;
  for (end = colon + 1;; ++end) {
    if (end >= window.end) {
      if (!window.complete()) return Answer::unknown;
      break;
    }
    const uint8_t byte = window.byte(end);
    if (!base::is_ascii_digit(byte)) {
      if (base::is_ascii_letter(byte) || byte == '_') return Answer::no;
      break;
    }
    if (end - colon > kMaxPortDigits) return Answer::no;
    port = port * 10 + (byte - '0');
  }
  // A port without digits is one where a reader sees a path behind it.
  const bool is_empty = end == colon + 1;
  if (is_empty && (style() == Style::uts58 || !window.has(end, '/'))) return Answer::no;
  return port <= kMaxPort ? Answer::yes : Answer::no;
}

}  // namespace linkspan::scan
