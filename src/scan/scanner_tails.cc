// SPDX-License-Identifier: Apache-2.0
// What follows the host, links of profile strict, and links between angle brackets.

#include <algorithm>

#include "automata/iri.h"
#include "automata/prose_rules.h"
#include "base/steps.h"
#include "scan/prose/link_end.h"
#include "scan/prose/prose_rules.h"
#include "scan/scanner.h"
#include "scan/scanner_shared.h"
#include "scan/syntax/split.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

bool is_white_space(char32_t code_point) {
  return unicode::properties(code_point).is_white_space();
}

// What ends an IRI although `ucschar` has it: white space, and marks that turn the direction of
// text (RFC 3987, section 4.1).
bool ends_iri(char32_t code_point) {
  const unicode::Properties properties = unicode::properties(code_point);
  return properties.is_white_space() || properties.is_bidi_control();
}

// Does the text before `end` break off inside of `%41`? REQUIRES: more than a scheme stands there.
bool ends_in_triplet(const Window& window, uint64_t end) {
  return window.byte(end - 1) == '%' || window.byte(end - 2) == '%';
}

// What cannot stand between `<` and `>` of one link: another bracket, or a label of the link.
constexpr bool ends_delimited(char32_t code_point) {
  return code_point == '<' || code_point == '"' || code_point == '|';
}

// PERF: what of ASCII is passed by without a question: no control, no space, no bracket.
constexpr base::AsciiSet kPassedInDelimited = [] {
  base::AsciiSet set;
  for (uint8_t c = '!'; c <= '~'; ++c) {
    if (c != '>' && !ends_delimited(c)) set.add(c);
  }
  return set;
}();

}  // namespace

// ---------------------------------------------------------------------------------------------------
// Tail (section 6)

void Scanner::begin_tail(uint64_t offset, Tail::Component component, Tail::Letters letters) {
  tail_.begin(offset, component, style(), candidate_.quotes, letters);
  candidate_.run_end = offset;
  phase_ = Phase::tail;
}

Progress Scanner::gather_tail(const Window& window) {
  switch (tail_.advance(window, limit())) {
    case Tail::Outcome::need_more:
      return Progress::need_more;
    case Tail::Outcome::stopped:
      return settle_tail(window);
    case Tail::Outcome::over_limit:
      break;
  }
  if (tail_is_too_short()) {
    return not_here(candidate_.scheme_end + 1, Rejected::nothing_after_scheme);
  }
  ++links_cut_;
  tail_.fill(candidate_.span.parts, candidate_.begin);
  emit(tail_.last_safe(), EndedBy::limit);
  phase_ = Phase::overflow;
  return Progress::done;
}

Progress Scanner::settle_tail(const Window& window) {
  if (style() == Style::prose && fills_attribute(window)) {
    tail_.cut(tail_.at());
  } else if (style() == Style::prose && closes_quote_of_its_own(window)) {
    tail_.cut(tail_.last_safe() + 1);
  } else if (style() == Style::prose && !closes_what_opened_before(window)) {
    const Peek next = window.peek(tail_.last_safe());
    if (next.unknown()) return Progress::need_more;
    if (next.is(' ') && window.peek(tail_.last_safe() + 1).unknown()) return Progress::need_more;
    const uint64_t end =
        trim_in_prose(window, candidate_.begin, candidate_.run_end, tail_.last_safe());
    const bool is_code = config_->profile == Profile::code;
    tail_.cut(is_code ? trim_place_in_file(window, candidate_.run_end, end) : end);
  }
  if (tail_is_too_short()) {
    return not_here(candidate_.scheme_end + 1, Rejected::nothing_after_scheme);
  }
  tail_.fill(candidate_.span.parts, candidate_.begin);
  if (candidate_.span.kind == Kind::email) candidate_.span.parts.path = Part();
  return give(window, tail_.last_safe(), tail_.at());
}

// <a href="https://a.example/b!!">: all that stands between the quotes of an attribute is the link.
bool Scanner::fills_attribute(const Window& window) const {
  if (!is_on(ProseRule::attribute)) return false;
  return tail_.cause() == Tail::Cause::quote && candidate_.begin >= window.begin + 2 &&
         window.byte(candidate_.begin - 2) == '=';
}

// /wiki/'Salem's_Lot': does an apostrophe end the link that another opened in the same segment?
bool Scanner::closes_quote_of_its_own(const Window& window) const {
  if (!is_on(ProseRule::own_quote)) return false;
  const uint64_t end = tail_.last_safe();
  const bool may_close = end < tail_.at() && window.byte(end) == '\'' &&
                         !candidate_.quotes.closes('\'') && end > candidate_.run_end;
  if (!may_close) return false;
  const std::string_view text = window.slice(std::max(candidate_.run_end, window.begin), end);
  base::count_steps(text.size());
  const size_t segment = text.find_last_of("/=?#") + 1;
  const size_t opening = text.find('\'', segment);
  return opening != text.npos && (opening == segment || opening + 1 < text.size());
}

// Does the tail end at the partner of the quote or bracket right before the link? Then nothing but
// punctuation is to be left off: (https://a.example/b--)
bool Scanner::closes_what_opened_before(const Window& window) const {
  if (tail_.cause() == Tail::Cause::quote) return true;
  const Peek next = window.peek(tail_.at());
  if (next.state != Peek::State::code_point || candidate_.begin == window.begin) return false;
  const char32_t opener = unicode::link_bracket(next.code_point.value);
  return opener != 0 && window.code_point_before(candidate_.begin, window.begin).value == opener;
}

// A link without a host is nothing without its tail.
bool Scanner::tail_is_too_short() const {
  if (candidate_.host_is_empty) return tail_.last_safe() <= candidate_.run_end + 1;
  return !candidate_.span.parts.host.present() && tail_.last_safe() <= candidate_.run_end;
}

Progress Scanner::pass_overflow(const Window& window) {
  constexpr uint64_t kNoLimit = UINT64_MAX;
  if (is_strict()) return gather_iri(window);
  if (tail_.advance(window, kNoLimit) == Tail::Outcome::need_more) return Progress::need_more;
  return pass_over(tail_.at());
}

// ---------------------------------------------------------------------------------------------------
// Profile strict (section 10)

Progress Scanner::gather_iri(const Window& window) {
  for (;;) {
    const Peek next = window.peek(gathered_);
    if (next.unknown()) return Progress::need_more;
    if (next.state == Peek::State::end_of_text || ends_iri(next.code_point.value)) break;
    if (next.code_point.value == base::kIllFormed) break;
    base::count_step();
    const uint8_t length = next.code_point.length;
    const base::Dfa::State after =
        step_code_point(automata::kIri, state_, window, gathered_, length);
    if (after == base::Dfa::kDead) break;
    state_ = after;
    gathered_ += length;
    const bool is_over = gathered_ > limit() && !ends_in_triplet(window, gathered_);
    if (is_over && phase_ == Phase::iri) cut_iri(window);
    if (automata::kIri.accepts[state_] == 0) continue;
    accepted_ = gathered_;
  }
  // Text that could go on as user information, and did not, is passed over as well.
  if (phase_ == Phase::overflow) return pass_over(gathered_);
  return settle_iri(window);
}

// The link is given as far as the limit allows; the match goes on.
void Scanner::cut_iri(const Window& window) {
  phase_ = Phase::overflow;
  if (iri_is_too_short(window)) return;
  ++links_cut_;
  candidate_.span.parts = split_components(window.slice(candidate_.begin, accepted_));
  emit(accepted_, EndedBy::limit);
}

bool Scanner::iri_is_too_short(const Window& window) const {
  const uint64_t colon = candidate_.scheme_end;
  const bool has_slashes = window.holds(colon + 1, "//") == Answer::yes;
  return accepted_ <= colon + (has_slashes ? 3 : 1);
}

Progress Scanner::settle_iri(const Window& window) {
  if (iri_is_too_short(window)) {
    return not_here(candidate_.scheme_end + 1, Rejected::nothing_after_scheme);
  }
  candidate_.span.parts = split_components(window.slice(candidate_.begin, accepted_));
  return give(window, accepted_, accepted_);
}

// ---------------------------------------------------------------------------------------------------
// Delimited (RFC 3986, appendix C)

// <mailto:anna@example.org or call us>: of an address, no more is broken than its lines.
bool Scanner::is_after_space_of_address(uint64_t at) const {
  return candidate_.span.kind == Kind::email && at > accepted_ && line_breaks_ == 0;
}

Progress Scanner::give_plain_end() {
  emit(candidate_.plain_end, candidate_.plain_ended_by);
  return go_on_after(candidate_.plain_end);
}

// The text reads `<https://…` and the link, taken plainly, has ended. Whatever comes up to a `>`
// still belongs to it, if nothing comes that cannot be in a link nor in the white space that breaks
// one.
Progress Scanner::gather_delimited(const Window& window) {
  const uint64_t end_of_plain = std::min(window.end, limit());
  for (;;) {
    const uint64_t plain = gathered_;
    while (gathered_ < end_of_plain && kPassedInDelimited.contains(window.byte(gathered_))) {
      ++gathered_;
    }
    if (gathered_ > plain && is_after_space_of_address(plain)) return give_plain_end();
    if (gathered_ > plain) {
      base::count_steps(gathered_ - plain);
      line_breaks_ = 0;
      accepted_ = gathered_;
    }
    const Peek next = window.peek(gathered_);
    if (next.unknown()) return Progress::need_more;
    base::count_step();
    if (next.is('>')) return give_delimited(window);
    const bool is_space = is_white_space(next.code_point.value);
    if (!is_space) line_breaks_ = 0;
    const bool is_return = next.is('\r');
    if (is_return && window.peek(gathered_ + 1).unknown()) return Progress::need_more;
    if (next.is('\n') || (is_return && !window.has(gathered_ + 1, '\n'))) ++line_breaks_;
    if (!may_be_delimited(next, is_space)) return give_plain_end();
    gathered_ += next.code_point.length;
    if (!is_space) accepted_ = gathered_;
  }
}

// May the code point at gathered_ stand between the brackets?
bool Scanner::may_be_delimited(const Peek& next, bool is_space) const {
  const char32_t code_point = next.code_point.value;
  const bool is_none = next.state == Peek::State::end_of_text || ends_delimited(code_point) ||
                       (is_hard(code_point) && !is_space);
  const bool is_apart = !is_space && is_after_space_of_address(gathered_);
  return !is_none && !is_apart && line_breaks_ <= 1 &&
         gathered_ + next.code_point.length <= limit();
}

// The bracket at gathered_ closes the link.
Progress Scanner::give_delimited(const Window& window) {
  // Markdown may hide its brackets: \<https://example.org\>
  const bool is_hidden_bracket = accepted_ == gathered_ && accepted_ > candidate_.plain_end &&
                                 window.byte(accepted_ - 1) == '\\';
  if (is_hidden_bracket && style() == Style::prose) --accepted_;
  const bool is_plain_address =
      candidate_.span.kind == Kind::email && accepted_ == candidate_.plain_end;
  if (is_plain_address) return give_plain_end();
  candidate_.span.form = Form::delimited;
  candidate_.span.parts = split_components(window.slice(candidate_.begin, accepted_));
  if (candidate_.span.kind == Kind::email) candidate_.span.parts.path = Part();
  emit(accepted_, EndedBy::delimiter);
  return go_on_after(accepted_);
}

}  // namespace linkspan::scan
