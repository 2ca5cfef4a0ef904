// SPDX-License-Identifier: Apache-2.0
#include "scan/state/scan_state.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/steps.h"
#include "scan/syntax/grammar_sets.h"
#include "scan/text/link_edges.h"

namespace linkspan::scan {
namespace {

// Characters of a local part that may follow a domain in it. Not what begins a query or a fragment,
// nor what is around an address: www.example.com|info@example.com
constexpr base::AsciiSet kContinuesLocalPart = [] {
  base::AsciiSet set;
  for (uint8_t c = 0; c < 0x80; ++c) {
    const bool ends_domain = c == '?' || c == '#' || kAroundAddresses.contains(c);
    if (kInLocalPart.contains(c) && !ends_domain) set.add(c);
  }
  return set;
}();

EndedBy reason_in_prose(const ScanState& scan, const Peek& next, EndedBy plain) {
  if (scan.phase != Phase::tail) {
    const bool is_cut = scan.run.was_cut() && scan.candidate.span.parts.host.present();
    if (is_cut) return EndedBy::script;
    const bool is_quoted =
        may_close_quote(next.code_point.value) && scan.quotes().closes(next.code_point.value);
    return is_quoted ? EndedBy::quote : plain;
  }
  switch (scan.tail.cause()) {
    case Tail::Cause::quote:
      return EndedBy::quote;
    case Tail::Cause::script:
      return EndedBy::script;
    case Tail::Cause::bracket:
      return EndedBy::bracket;
    case Tail::Cause::code_point:
      break;
  }
  return plain;
}

}  // namespace

Answer NoAtSign::search(const Window& window, uint64_t run_end) {
  if (run_end < begin_ || run_end > end_) begin_ = end_ = run_end;
  const uint64_t limit = std::min(run_end + kMaxLocalPartBytes, window.end);
  uint64_t at = end_;
  while (at < limit && kContinuesLocalPart.contains(window.byte(at))) ++at;
  base::count_steps(at - end_);
  end_ = std::max(end_, at);
  if (at < window.end) return at < limit && window.byte(at) == '@' ? Answer::yes : Answer::no;
  const bool is_known = window.complete() || at >= run_end + kMaxLocalPartBytes;
  return is_known ? Answer::no : Answer::unknown;
}

void ScanState::begin_candidate(uint64_t begin, Form form) {
  static constexpr LinkCandidate kNone;  // PERF: copied in blocks
  candidate = kNone;
  candidate.begin = begin;
  candidate.span.form = form;
}

Quotes ScanState::quotes() const {
  if (!is_prose() || candidate.begin == window.begin) return {};
  const char32_t before = window.code_point_before(candidate.begin, window.begin).value;
  return quotes_opened_by(before);
}

void ScanState::begin_tail(uint64_t offset, Tail::Component component, Tail::Letters letters) {
  tail.begin(offset, component, style, quotes(), letters);
  candidate.run_end = offset;
  phase = Phase::tail;
}

[[gnu::hot]] Progress ScanState::end_link(uint64_t end, uint64_t stop) {
  const bool is_plain = phase != Phase::tail && candidate.opening == Opening::none &&
                        stop < window.end && window.byte(stop) <= ' ';
  if (is_plain) {  // PERF: most hosts and addresses end before a space
    emit(end, EndedBy::hard);
    return continue_after(end);
  }
  const Peek next = window.peek(stop);
  if (next.unknown()) return Progress::need_more;
  EndedBy ended_by = end < stop ? EndedBy::soft : reason_to_end(next);
  if (is_prose()) ended_by = reason_in_prose(*this, next, ended_by);
  if (candidate.opening != Opening::none) {
    candidate.plain_end = end;
    candidate.plain_ended_by = ended_by;
    reading.accepted = reading.at = stop;  // all text between the brackets is the link
    reading.line_breaks = 0;
    phase = Phase::delimited;
    return Progress::done;
  }
  emit(end, ended_by);
  return continue_after(end);
}

// PERF: most marks are the `&` of a query, and no `;` follows the name after it. A name that no
// reference has is one here, which only costs time. One with `a` may be that of an `&`, which may
// begin another: &amp;#64;
EscapeAhead ScanState::possible_escape_at(uint64_t at) const {
  if (whole.byte(at) == '&') {
    constexpr uint64_t kLongest = 40;
    const uint64_t limit = std::min(at + kLongest, whole.end);
    uint64_t end = at + 1;
    while (end < limit && base::is_ascii_alphanumeric(whole.byte(end))) ++end;
    base::count_steps(end - at);
    const uint8_t after = end < whole.end ? whole.byte(end) : uint8_t{';'};
    if (after != ';' && after != '#') return {};
    const bool is_name = after == ';' && end < whole.end && end > at + 1;
    if (is_name && base::to_ascii_lower(static_cast<char>(whole.byte(at + 1))) != 'a') {
      return {Escape::State::found, static_cast<uint32_t>(end + 1 - at)};
    }
  }
  const Escape escape = escape_at(at);
  return {escape.state, escape.size};
}

// Moves `at` to the first place where an escape may begin, or to `limit`, and returns the escape. A
// backslash may always begin one: whether it does is decided by its token.
EscapeAhead ScanState::go_to_escape(uint64_t& at, uint64_t limit) const {
  constexpr uint8_t kAnyLetter = 'a';
  for (; at < limit; ++at) {
    const uint8_t* const from = whole.at(at);
    const uint8_t before = at > whole.begin ? from[-1] : kAnyLetter;
    const uint8_t* const found =
        config->kernels.find_escape(from, whole.at(limit), whole.end_of_bytes(), before);
    base::count_steps(static_cast<uint64_t>(found - from) + 1);
    at += static_cast<uint64_t>(found - from);
    if (at == limit) break;
    const EscapeAhead escape = possible_escape_at(at);
    if (escape.state != Escape::State::none) return escape;
  }
  return {};
}

// An escape that ends near the trigger begins after this.
constexpr uint64_t kLookedBefore = kNear + kLongestOtherEscape;

// Where to begin to look for escapes that may reach to near the trigger.
uint64_t ScanState::first_that_matters() const {
  const uint64_t trigger = memory.at;
  uint64_t first = trigger > kLookedBefore ? trigger - kLookedBefore : 0;
  if (trigger < plain.terminal_until) first = std::min(first, plain.terminal_from);
  return std::max(first, whole.begin);
}

// PERF: in mail an escape is often in the line before, &gt;⏎To: joe@example.org, and reading the
// text that is meant costs a microsecond.
[[gnu::cold]] bool ScanState::is_word_apart(uint64_t near) const {
  constexpr uint64_t kBeforeWord = 2;
  const uint64_t floor = std::max(plain.from + kBeforeWord, whole.begin);
  uint64_t begin = memory.at;
  while (begin > floor && memory.at - begin < near && whole.byte(begin - 1) > ' ') --begin;
  base::count_steps(memory.at - begin);
  return begin >= floor && begin > whole.begin && whole.byte(begin - 1) <= ' ';
}

// Returns whether the trigger is in no escape. PERF: where triggers are dense, looks further ahead
// than this one needs, so that the next ones are in text that is known.
[[gnu::hot]] bool ScanState::find_plain_text(uint64_t ahead) {
  constexpr uint64_t kFarAhead = 1024;
  const uint64_t trigger = memory.at;
  const uint64_t first = first_that_matters();
  if (plain.until < first) {
    const bool is_far = plain.until + kFarAhead < first;
    plain.until = first;
    plain.from = first == 0 || first == plain.terminal_from ? first : first + kLongestOtherEscape;
    if (!is_far) ahead = kFarAhead;
  } else {
    ahead = kFarAhead;
  }
  return pass_escapes(std::min(std::max(plain.until, trigger + 1) + ahead, whole.end));
}

// An escape may begin at plain.until, before the trigger.
[[gnu::noinline]] bool ScanState::pass_escapes(uint64_t limit) {
  for (;;) {
    const EscapeAhead escape = go_to_escape(plain.until, limit);
    if (plain.until > memory.at) return plain.from <= memory.at;
    if (escape.state == Escape::State::cut) return false;
    plain.from = plain.until = plain.until + escape.size;
    if (plain.until >= limit) return plain.until > memory.at && plain.from <= memory.at;
  }
}

bool ScanState::find_more_plain_text() {
  constexpr uint64_t kAhead = 256;
  const uint64_t known = plain.until;
  if (!kHasAllProfiles || !plain.may_have_escapes || known >= whole.end) return false;
  go_to_escape(plain.until, std::min(known + kAhead, whole.end));
  see_plain_text();
  return plain.until > known;
}

// Is an escape between `from` and the text that is known to have none? Those that begin before it
// may end after it.
[[gnu::cold]] void ScanState::look_before_plain(uint64_t from) {
  const uint64_t until = plain.looked_from;
  uint64_t at = std::max(from - std::min(from, kLongestOtherEscape), whole.begin);
  if (until < plain.terminal_until) at = std::max(std::min(at, plain.terminal_from), whole.begin);
  while (at < until) {
    const EscapeAhead escape = go_to_escape(at, until);
    if (escape.state == Escape::State::none) break;
    at += escape.size;
    if (at <= from && escape.state == Escape::State::found) continue;
    plain.has_read_escape = true;
    return;
  }
  plain.looked_from = from;
}

// What the candidate has changed is as before.
void ScanState::begin_again() {
  memory.floor = plain.before.floor;
  memory.floor_is_link_end = plain.before.floor_is_link_end;
  memory.mailto_colon = plain.before.mailto_colon;
  memory.message_id_end = plain.before.message_id_end;
  links_cut = plain.before.links_cut;
  touch_escape(plain.trigger);
}

[[gnu::hot]] void ScanState::emit(uint64_t end, EndedBy ended_by) {
  if (has_read_escape()) return;
  plain.looked_from = 0;
  memory.is_given = true;
  candidate.span.range.begin = candidate.begin;
  candidate.span.range.end = end;
  candidate.span.ended_by = ended_by;
  is_stopped = is_stopped || (*sink)(candidate.span) == Visit::stop;
}

Progress ScanState::continue_after(uint64_t offset) {
  memory.floor = offset;
  memory.floor_is_link_end = memory.is_given;
  memory.is_given = false;
  return search_from(offset);
}

Progress ScanState::drop_up_to(uint64_t offset, Rejected reason) {
  report(reason, offset);
  return continue_after(offset);
}

[[gnu::hot]] Progress ScanState::not_here(uint64_t continue_at, Rejected reason) {
  report(reason, continue_at);
  return search_from(continue_at);
}

Progress ScanState::not_here(uint64_t continue_at, ProseRule rule) {
  report(Rejected::prose_rule, continue_at, rule);
  return search_from(continue_at);
}

// In prose a run may end before the dot that is its trigger. Search must continue all the same.
Progress ScanState::search_from(uint64_t offset) {
  memory.at = std::max(offset, memory.at + 1);
  phase = Phase::search;
  has_read_escape();  // then Scanner::run() begins again
  return Progress::done;
}

void ScanState::report(Rejected reason, uint64_t end, ProseRule rule) {
  if (!explains() || has_read_escape()) return;
  const uint64_t begin = phase == Phase::search ? memory.at : candidate.begin;
  rejections->note({begin, memory.at, end, reason, rule});
}

}  // namespace linkspan::scan
