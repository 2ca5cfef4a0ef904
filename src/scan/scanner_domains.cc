// SPDX-License-Identifier: Apache-2.0
// Bare domains: where the run around a dot begins, and whether it is a link (docs/scanning.md,
// section 5).

#include <algorithm>
#include <string_view>

#include "automata/prose_rules.h"
#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/steps.h"
#include "scan/prose/bare_domain.h"
#include "scan/prose/joined_words.h"
#include "scan/prose/local_context.h"
#include "scan/prose/prose_rules.h"
#include "scan/prose/script_boundary.h"
#include "scan/scanner.h"
#include "scan/scanner_shared.h"
#include "scan/text/code_point_set.h"
#include "scan/text/folded_text.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

// After a domain: what begins a path, a query or a fragment there is none of an address, nor is
// what stands around one: www.example.com|info@example.com
constexpr base::AsciiSet kGoesOnInLocalPart = [] {
  base::AsciiSet set;
  for (uint8_t c = 0; c < 0x80; ++c) {
    const bool ends_none = c != '?' && c != '#' && !kAroundAddresses.contains(c);
    if (kLocalPart.contains(c) && ends_none) set.add(c);
  }
  return set;
}();

// _example.org_: do the marks before `begin` stand after no word?
bool opens_emphasis(const Window& window, uint64_t begin) {
  constexpr uint64_t kReach = 4;
  const uint64_t floor = window.back_to(begin, 0, kReach);
  uint64_t at = begin;
  while (at > floor && window.byte(at - 1) == '_') --at;
  if (begin - at == kReach) return false;
  return at == 0 || begins_run_after(window.byte(at - 1));
}

// Symbols, marks and what is typed between words: no label begins with them.
bool begins_no_label(char32_t code_point) {
  constexpr CodePointSet kBetweenWords(U"-_·・");
  return kBetweenWords.contains(code_point) ||
         (is_symbol(code_point) && !unicode::properties(code_point).is_digit());
}

}  // namespace

Progress Scanner::on_dot(const Window& window) {
  const bool may_be_number = style() == Style::prose && config_->bare_domains &&
                             at_ > window.begin && base::is_ascii_digit(window.byte(at_ - 1)) &&
                             window.byte(at_) == '.';
  if (may_be_number) {
    uint64_t begin = 0;
    uint64_t end = 0;
    const Answer is_ipv4 = ipv4_stands_here(window, begin, end);
    if (is_ipv4 == Answer::unknown) return Progress::need_more;
    if (is_ipv4 == Answer::yes) return begin_ipv4(window, begin, end);
  }
  // PERF: most dots that are looked at are between plain labels.
  const bool is_plain = takes_shortcuts() && at_ + 1 < window.end && window.byte(at_) == '.' &&
                        may_stand_in_plain_run(window.byte(at_ + 1));
  if (is_plain && take_plain_domain(window)) return Progress::done;
  const uint64_t after = at_ + window.code_point(at_).length;
  const Peek next = window.peek(after);
  if (next.unknown()) return Progress::need_more;
  const bool ends_run =
      next.state == Peek::State::end_of_text || !is_run_character(next.code_point.value, style());
  // PERF: most dots end a sentence. A run with one label is no domain, whatever the label.
  if (ends_run || is_beside_dot(window, next)) return not_here(after, Rejected::not_a_trigger);
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

// 192.168.1.1/admin, 10.0.0.1:8080: four numbers around the dot at at_, from `begin` to `end`, with
// a path, a query or a port after them. (10.0.0.0/8 is a network.)
Answer Scanner::ipv4_stands_here(const Window& window, uint64_t& begin, uint64_t& end) const {
  if (!is_on(ProseRule::ipv4)) return Answer::no;
  constexpr unsigned kNumbers = 4;
  constexpr uint64_t kMostDigits = 3;
  const uint64_t floor = std::max(floor_, window.begin);
  begin = at_;
  while (begin > floor && base::is_ascii_digit(window.byte(begin - 1))) {
    if (at_ - --begin > kMostDigits) return Answer::no;
  }
  const bool is_apart = begin == floor || !may_stand_in_plain_run(window.byte(begin - 1));
  if (!is_apart) return Answer::no;
  end = begin;
  for (unsigned number = 0; number < kNumbers; ++number) {
    if (number > 0 && !window.has(end++, '.')) return Answer::no;
    const uint64_t digits = end;
    unsigned value = 0;
    while (end < window.end && end - digits < kMostDigits &&
           base::is_ascii_digit(window.byte(end))) {
      value = value * 10 + (window.byte(end++) - '0');
    }
    base::count_steps(end - digits);
    if (end == window.end && !window.complete()) return Answer::unknown;
    if (end == digits || value > 255) return Answer::no;
  }
  if (!tail_follows(window, end)) {
    return window.has(end, ':') && window.peek(end + 1).unknown() ? Answer::unknown : Answer::no;
  }
  return window.has(end, '/') ? opposite(is_size_of_network(window, end + 1)) : Answer::yes;
}

// Are there one or two digits at `at`, and nothing else of a path?
Answer Scanner::is_size_of_network(const Window& window, uint64_t at) const {
  constexpr uint64_t kMostDigits = 2;
  uint64_t end = at;
  while (end < window.end && end - at < kMostDigits && base::is_ascii_digit(window.byte(end)))
    ++end;
  const Peek next = window.peek(end);
  if (next.unknown()) return Answer::unknown;
  const bool goes_on = next.state == Peek::State::code_point && !is_hard(next.code_point.value) &&
                       (base::is_ascii_alphanumeric(next.code_point.value) || next.is('/'));
  return end > at && !goes_on ? Answer::yes : Answer::no;
}

Progress Scanner::begin_ipv4(const Window& window, uint64_t begin, uint64_t end) {
  if (!text_before_allows_domain(window, begin, end)) return not_here(end, Rejected::text_around);
  begin_candidate(window, begin, Form::domain);
  run_.forget();
  candidate_.host_end = candidate_.run_end = end;
  candidate_.span.parts.host = part(begin, end);
  phase_ = Phase::ending;
  return Progress::done;
}

// 2.0.1版本的example.org, 1.打开www.example.cn, 注册了.进example.cn: does a script without spaces
// go on after the dot, up to `end`? Either the dot is in a number, or a label in other letters
// begins after the script.
Answer Scanner::dot_is_of_text(const Window& window, uint64_t& end) const {
  if (!is_on(ProseRule::dot_of_text)) return Answer::no;
  constexpr uint64_t kLongestNumber = 12;
  if (style() != Style::prose || window.byte(at_) != '.' || at_ == window.begin) return Answer::no;
  const bool is_after_digit = base::is_ascii_digit(window.byte(at_ - 1));
  uint64_t last_part = at_ + 1;
  Peek next = window.peek(end = last_part);
  while (is_after_digit && end <= at_ + kLongestNumber && next.state == Peek::State::code_point &&
         (base::is_ascii_digit(next.code_point.value) || (next.is('.') && end > last_part))) {
    base::count_step();
    if (next.is('.')) last_part = end + 1;
    next = window.peek(++end);
  }
  if (next.unknown()) return Answer::unknown;
  const bool is_text = next.state == Peek::State::code_point &&
                       is_other_script(next.code_point.value) &&
                       script_kind_of(next.code_point.value) == ScriptKind::unspaced;
  if (!is_text) return Answer::no;
  if (end > last_part) {
    return config_->tlds.contains(window, last_part, end) ? Answer::no : Answer::yes;
  }
  if (last_part > at_ + 1) return Answer::no;
  return dot_may_end_item(window) ? host_begins_after_text(window, end) : Answer::no;
}

// Does a number of one or two digits, a letter, or a script without spaces stand before the dot?
bool Scanner::dot_may_end_item(const Window& window) const {
  const uint64_t floor = window.back_to(at_, floor_, 8);
  const auto before = [&](uint64_t at) {
    return at > floor ? window.code_point_before(at, floor).value : U' ';
  };
  const char32_t last = before(at_);
  if (last >= 0x80) return script_kind_of(last) == ScriptKind::unspaced;
  if (!base::is_ascii_alphanumeric(last)) return false;
  const bool are_two = base::is_ascii_digit(last) && base::is_ascii_digit(before(at_ - 1));
  const char32_t first = before(at_ - (are_two ? 2 : 1));
  return first >= 0x80 || !may_stand_in_plain_run(static_cast<uint8_t>(first));
}

// Does a label of ASCII, with a dot after it, follow the letters of another script at `end`? Moves
// `end` there.
Answer Scanner::host_begins_after_text(const Window& window, uint64_t& end) const {
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
  ScriptKind writing = ScriptKind::neutral;
  while (begin > floor && at_ - begin <= kMaxFirstLabelBytes) {
    const base::CodePoint before = window.code_point_before(begin, floor);
    if (!is_run_character(before.value, style())) break;
    if (is_prose) {
      const ScriptKind here = script_kind_of(before.value);
      const bool changes =
          writing == ScriptKind::latin && here != writing && here != ScriptKind::neutral;
      if (changes || is_label_dot(before.value)) break;
      if (writing == ScriptKind::neutral) writing = here;
    }
    begin -= before.length;
    base::count_step();
  }
  if (!is_prose) return begin;
  begin = skip_joined_preposition(window, begin, at_);
  if (writing == ScriptKind::unspaced) begin = begin_of_number(window, begin);
  return skip_what_begins_no_label(window, begin);
}

// 请在12306.cn买: after a script without spaces, a label of digits begins with them.
uint64_t Scanner::begin_of_number(const Window& window, uint64_t begin) const {
  if (!is_on(ProseRule::number_before)) return begin;
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
    if (!begins_no_label(first.value)) return begin_after_symbols(window, at);
    base::count_step();
    at += first.length;
  }
  return from;
}

// 例え.jpと日本語.jp: right after a link, a word that joins it with the next.
uint64_t Scanner::skip_connective(const Window& window, uint64_t begin) const {
  if (!is_on(ProseRule::text_before)) return begin;
  const bool is_after_link = begin == floor_ && begin > window.begin &&
                             base::is_ascii_alphanumeric(window.byte(begin - 1));
  if (!is_after_link) return begin;
  const std::string_view label = window.slice(begin, at_);
  for (const std::string_view one : kJoinedWords<JoinedWord::connective>) {
    if (label.size() > one.size() && label.starts_with(one)) return begin + one.size();
  }
  return begin;
}

// 网址是例子.中国: after the word that leads to the domain.
uint64_t Scanner::skip_lead(const Window& window, uint64_t begin) const {
  if (!is_on(ProseRule::text_before)) return begin;
  const std::string_view label = window.slice(begin, at_);
  if (label.empty() || static_cast<uint8_t>(label.back()) < 0x80) return begin;
  base::count_steps(label.size());
  for (const std::string_view lead : kJoinedWords<JoinedWord::lead>) {
    const size_t at = label.find(lead);
    if (at != label.npos && at + lead.size() < label.size()) return begin + at + lead.size();
  }
  return begin;
}

// сайт👉пример.рф, link👉www.example.in, ל-דוגמה.ישראל, ۱-example.com: after the last symbol in the
// label that points, or that another script follows or stands before, or after a prefix of Hebrew
// or the number of an item.
uint64_t Scanner::begin_after_symbols(const Window& window, uint64_t begin) const {
  if (!is_on(ProseRule::symbols_before)) return begin;
  const base::CodePoint first = window.code_point(begin);
  const bool may_be_prefix = (unicode::script(first.value) == unicode::Script::hebrew ||
                              unicode::properties(first.value).is_digit()) &&
                             first.value >= 0x80 && window.has(begin + first.length, '-');
  if (may_be_prefix) return begin + first.length + 1;
  if (base::is_all_ascii(window.slice(begin, at_))) return begin;
  bool is_after_symbol = false;
  bool is_pointed_at = false;
  bool has_other_letters = false;
  uint64_t found = begin;
  for (uint64_t at = begin; at < at_;) {
    const base::CodePoint here = window.code_point(at);
    base::count_step();
    const unicode::Properties properties = unicode::properties(here.value);
    if (is_symbol(here.value) && !properties.is_mark() && !properties.is_digit() &&
        !properties.is_default_ignorable()) {
      is_after_symbol = true;
      is_pointed_at |= is_pointing(here.value);
    } else if (properties.is_letter()) {
      has_other_letters |= here.value >= 0x80;
      if (is_after_symbol && (has_other_letters || is_pointed_at)) found = at;
      is_after_symbol = is_pointed_at = false;
    }
    at += here.length;
  }
  return found;
}

// Is what stands before `www` a prefix of the language around it? ku-www.example.org (Zulu, Xhosa
// and their like, whose syllables end with a vowel), il-www.example.org (Maltese),
// non-www.example.org
bool Scanner::is_prefix_of_www(const Window& window, uint64_t begin) const {
  if (!is_on(ProseRule::prefix_of_www)) return false;
  constexpr uint64_t kLongest = 4;
  if (at_ < begin + 5 || at_ > begin + 4 + kLongest || !is_after_www(window)) return false;
  const std::string_view prefix = window.slice(begin, at_ - 3);
  const std::string_view letters = prefix.substr(0, prefix.size() - 1);
  const bool is_word = std::all_of(letters.begin(), letters.end(), [](char c) {
    return base::is_ascii_letter(static_cast<uint8_t>(c));
  });
  if (!is_word || !prefix.ends_with('-')) return false;
  constexpr base::AsciiSet kVowels("aeiouAEIOU");
  FoldedText<4 * kLongest + 4> lower;
  lower.append(letters);
  return kVowels.contains(static_cast<uint8_t>(letters.back())) ||
         is_joined_word<JoinedWord::prefix>(lower.view());
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

// By UTS #58 alone, a `+` after it makes it part of something else.
bool Scanner::text_around_allows_domain(const Window& window) const {
  return (style() == Style::prose || !window.has(run_.run_end(), '+')) &&
         text_before_allows_domain(window, run_.run_begin(), run_.run_end());
}

bool Scanner::text_before_allows_domain(const Window& window, uint64_t begin,
                                        uint64_t run_end) const {
  if (begin == window.begin) return true;
  const uint8_t before = window.byte(begin - 1);
  if (kPartOfSomethingElse.contains(before)) {
    const bool is_next_site =  // work.ua/robota.ua, olx.pt+vinted.pt
        (before == '/' || before == '+') && begin - 1 == floor_ && floor_is_link_end_;
    return style() == Style::prose && (is_next_site || begins_network_path(window, begin, run_end));
  }
  if (style() == Style::uts58) return true;
  if (before == '-' && !may_begin_after_hyphen(window, begin)) return false;
  const bool is_emphasised =
      before == '_' && window.has(run_end, '_') && opens_emphasis(window, begin);
  if (before == '_' && !is_emphasised && window.holds(begin, "www.") != Answer::yes) return false;
  constexpr base::AsciiSet kTagOrVariable("#$");  // #example.com, $HOST.example.com
  return !kTagOrVariable.contains(before) && !continues_something(window, begin);
}

// After a hyphen, only `www.` begins a domain, or where another script stands before it, or the
// number of an item in its digits.
bool Scanner::may_begin_after_hyphen(const Window& window, uint64_t begin) const {
  const uint64_t floor = window.back_to(begin, 0, kMaxFirstLabelBytes);
  uint64_t at = begin;
  while (at > floor && window.byte(at - 1) == '-') --at;
  const char32_t before = at > floor ? window.code_point_before(at, floor).value : U' ';
  const unicode::Properties properties = unicode::properties(before);
  const bool is_after_word = before >= 0x80 && (properties.is_letter() || properties.is_digit());
  return is_after_word || window.holds(begin, "www.") == Answer::yes;
}

}  // namespace linkspan::scan
